// The one line that `kindex inject` puts into a page. The bytes around it stay as they are.

/** Bytes as characters of the same numbers: what is looked for is ASCII in every encoding of the web but UTF-16. */
const ENCODING = "latin1";

const INJECTED = /<script type="module" src="[^"<>]*" data-kindex-inject><\/script>/g;

/**
 * What the line goes before: the first of these that is no part of a comment or of a text. Before
 * `<base>`, relative addresses are relative to the page.
 */
const PLACES = /<!--[^]*?-->|<(script|style|title|noscript|template)\b[^>]*>[^]*?<\/\1\s*>|(<base\b|<\/head\s*>|<body\b)/gi;

/** The tags that a page may begin with, of which any may be missing. */
const BEGIN = /^(?:\s|<!--[^]*?-->|<!doctype\b[^>]*>|<html\b[^>]*>|<head\b[^>]*>)*/i;

const WHOLE_PAGE = /<!doctype\s+html|<html\b|<head\b|<body\b/i;
const FRAMES = /<frameset\b/i;

/**
 * A page with the line, and without one that it had before.
 *
 * @param {Buffer} page
 * @param {string} address of the script, relative to the page, with nothing in it to be escaped
 * @returns {Buffer | undefined} nothing where it is no whole page: a part of one, or frames
 */
export function injected(page, address) {
  const html = withoutLine(page.toString(ENCODING));
  if (!WHOLE_PAGE.test(html) || FRAMES.test(html)) return undefined;
  const at = placeIn(html);
  const line = `<script type="module" src="${address}" data-kindex-inject></script>`;
  return Buffer.from(html.slice(0, at) + line + html.slice(at), ENCODING);
}

/**
 * A page as it was before.
 *
 * @param {Buffer} page
 */
export const restored = (page) => Buffer.from(withoutLine(page.toString(ENCODING)), ENCODING);

/** Whether the page is in an encoding in which the line would be no markup. */
export const isWide = (page) => [0xfe, 0xff].includes(page[0]) && [0xfe, 0xff].includes(page[1]);

const withoutLine = (html) => html.replace(INJECTED, "");

function placeIn(html) {
  for (const match of html.matchAll(PLACES)) if (match[2]) return match.index;
  return BEGIN.exec(html)[0].length;
}
