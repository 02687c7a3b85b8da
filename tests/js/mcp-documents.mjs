// Documents that are hard on a server of the Model Context Protocol, and what is asked of them.
import { BORDERS } from "./unseen.mjs";

const words = (count) => Array.from({ length: count }, (_, at) => `Word ${at} of \`many\`.\n\n`).join("");

/** More than fits into an answer, in every way. */
export const LARGE = [
  { id: "one.md", url: "/one", title: "One", text: `# One\n\n${words(4000)}` },
  { id: "run.md", url: "/run", title: "Run", text: `${"one two ".repeat(4000)} many ${"`".repeat(2500)}\n` },
  { id: "escaped.md", url: "/escaped", title: "Escaped", text: `${'"漢\\\\字'.repeat(4000)} many\n` },
  { id: "t.md", url: "/t", title: "many ".repeat(3000), text: `# ${"many ".repeat(2000)}\n\nmany\n` },
  ...Array.from({ length: 300 }, (_, at) => at).map((at) => {
    return { id: `${at}.md`, url: `/p/${at}`, title: `Page ${at}`, text: "many" };
  }),
];

/** A text longer than an argument may be. */
export const LONG = [
  { id: "url.md", url: `/${"u".repeat(200_000)}`, title: "t".repeat(200_000), text: "# Long\n\nmany" },
  { id: `${"i".repeat(200_000)}.md`, url: "/id", title: "Id", text: "many" },
  { id: "anchor.md", url: "/anchor", title: "Anchor", text: `# ${"anchor".repeat(1000)}\n\nmany` },
];

/** Characters that no reader sees, some of which are of use. */
export const HIDDEN = [
  {
    id: "hidden\u200b.md",
    url: "/hidden\u200b\ufeff葛\u{e0100}a\ufe00\ufe01\ufe02",
    title: " \u200b Hidden\u{e0041}\u0085many",
    text: "# \ufeff葛\u{e0100}飾\u{e0101}\u{e0102}\n\nmany\u200b many a\u{e0100} ❤\ufe0f\u200d🔥 a\ufe00\ufe01\ufe02\u200d\n",
  },
  {
    id: "borders.md",
    url: `/${BORDERS.join("")}`,
    title: BORDERS.join(""),
    text: `# Borders\n\n${BORDERS.map((char) => `border a${char}b${char.repeat(3)}c`).join(" ")}\n`,
  },
];

/** Titles and addresses that would begin or end blocks of Markdown. */
export const FENCED = ["```", "~~~~", "`".repeat(400), "<!--", "<pre>", "    a"].map((title, at) => {
  return { id: `${title}${at}.md`, url: `/${at}/${title}`, title, text: `# ${title}\n\nfence many\n\n\`\`\`\`\`\n` };
});

const lines = (line) => Array.from({ length: 90 }, (_, at) => line(at)).join("");

/** A table and code, of which pieces have the header and the fences. */
export const CUT = {
  id: "cut.md",
  url: "/cut",
  title: "Cut",
  text: `# Cut\n\n| Näme | Use |\n| --- | --- |\n${lines((at) => `| opt${at} | it cuts ü${at} |\n`)}\n- \`\`\`yaml\n${lines((at) => `  step${at}: cut é${at}\n`)}  \`\`\`\n`,
};

export const READ_CUT = [
  ...Array.from({ length: 14 }, (_, at) => ["read_page", { url: "/cut", from: String(1 + 14 * at), max_tokens: 300 + 99 * at }]),
  ...Array.from({ length: 14 }, (_, at) => ["read_page", { url: `cut.md#0.${at}${at % 3 ? `-${at + 1}` : ""}` }]),
  ...Array.from({ length: 14 }, (_, at) => ["read_page", { url: "/cut#cut", from: `${1 + 15 * at}.${at % 4}`, lines: 1 + 5 * at }]),
  ["read_page", { url: "/cut", from: "20.5" }],
  ["read_page", { url: "cut.md#none", lines: 7 }],
  ["search_docs", { query: "cut ü60", max_tokens: 300 }],
  ["search_docs", { query: "cut é60", expand_to_parents: false }],
];

export const READ_LONG = [
  ["read_page", { url: "url.md#0.0" }],
  ["read_page", { url: "anchor.md#0.0" }],
  ["read_page", { url: "url.md" }],
  ["read_page", { url: "/id" }],
  ["search_docs", { query: "many", limit: 50 }],
  ["list_pages", { prefix: "/u" }],
  ["list_pages", {}],
];

/** Six versions of a page, one of them without an address, with a translation, and another page in two. */
export const COPIES = [
  ...[1, 2, 3, 4, 5].map((version) => {
    const text = `# Nest\n\n${"A heron builds. ".repeat(version)}\n\n## Eggs\n\n${"The heron lays. ".repeat(version)}`;
    return { id: `v${version}/nest.md`, url: `/v${version}/nest`, title: "Nest", lang: "en", meta: { version: `v${version}` }, text };
  }),
  { id: "fr/v5/nest.md", url: "/fr/v5/nest", title: "Le nid", lang: "fr", meta: { version: "v5" }, text: "# Le nid\n\nUn heron." },
  ...["\u200bnew\n", "old"].map((version) => ({ id: `${version}/egg.md`, url: "", title: "Egg", meta: { version }, text: `# Egg\n\nAn egg, a heron. ${version}` })),
];

export const READ_COPIES = [{}, { limit: 1 }, { limit: 2, offset: 1 }, { limit: 2, offset: 2 }, { prefer: { version: "v2" } }, { fold: false }]
  .concat([{ max_tokens: 300 }, { max_tokens: 300, limit: 2 }, { expand_to_parents: false, limit: 3 }, { version: "v5" }, { exclude: ["/v5/nest"] }])
  .map((options) => ["search_docs", { query: "heron", ...options }]);
