// Texts of an index as they may be shown where nothing else guards: on a terminal, to a language model.

/**
 * What a terminal would obey, what turns the direction of writing, and tags, selectors of variants
 * and joiners that no reader sees. Lines and tabs stay.
 */
const UNSAFE =
  /(?:[^\P{Cc}\n\t]|[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}])+/gu;

/** A text with one sign in the place of what is there to be obeyed or not to be seen. */
export const safe = (text) => text.replace(/\r\n?/g, "\n").replace(UNSAFE, "\u{fffd}");

/** The same with other signs: what `encode` makes of each run. */
export const withoutUnsafe = (text, encode) => text.replace(UNSAFE, encode);

/** A text as it may stand in a line: any white space is one blank. */
export const plain = (text) => safe(text.replace(/\p{White_Space}+/gu, " "));

/**
 * The title of a page and the headings on the way to a passage, of which the first often is the
 * title.
 *
 * @param {string} title
 * @param {string[]} headings
 * @returns {string[]} what is not empty
 */
export const stepsTo = (title, headings) =>
  [title, ...(headings[0] === title ? headings.slice(1) : headings)].filter((step) => step);
