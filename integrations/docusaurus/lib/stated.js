/** The front matter of a file, between two lines of dashes. */
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n((?:[^]*?\n)??)---[ \t]*(?:\r?\n|$)/;

/** Where Docusaurus itself knows better. */
const KNOWN = /^(slug|version|docusaurus_tag)[ \t]*:.*(\r?\n[ \t]+.*)*(\r?\n|$)/gm;

/**
 * Markdown whose front matter states what Docusaurus knows of the page.
 *
 * @param {string} text
 * @param {{ permalink: string, tag: string, version?: string }} page
 */
export function stated(text, { permalink, tag, version }) {
  const [whole = "", own = ""] = FRONT_MATTER.exec(text) ?? [];
  const known = Object.entries({ slug: permalink, docusaurus_tag: tag, version }).filter(([, value]) => value !== undefined);
  const lines = known.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join("");
  return `---\n${lines}${own.replace(KNOWN, "")}---\n${text.slice(whole.length)}`;
}
