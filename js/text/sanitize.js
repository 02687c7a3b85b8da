// Texts of an index as they may be shown where nothing else guards: on a terminal, to a language
// model. crates/cli/src/terminal/sanitize.rs does the same.

/**
 * Characters that a terminal would obey, that turn the direction of writing, or that no reader sees:
 * tags, joiners of words, marks of annotations and of music, selectors of variants. Lines and tabs stay.
 */
const UNSAFE =
  /[^\P{Cc}\n\t]|[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{fff0}-\u{fffb}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u.source;

/** A joiner of letters and emoji, a selector, or a filler in the place of a letter. */
export const JOINER =
  /(?:[\u{34f}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{115f}\u{1160}\u{3164}\u{ffa0}\u{1bca0}-\u{1bca3}]|[\u{200c}\u{200d}]|[\u{fe00}-\u{fe0f}])/u.source;

/** Emoji and Korean have two in a row; more are there to hide something. */
const JOINERS = `${JOINER}{3,}`;

/** Spaces of no width, and hyphens that are seen only where a line ends: they say nothing. */
const SILENT = /[\u{ad}\u{200b}\u{feff}]/gu;

/** Selectors of a variant of a Han character, with which names are written. */
const VARIANT = /(?<=[\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}\u{f900}-\u{faff}\u{20000}-\u{3ffff}])[\u{e0100}-\u{e01ef}]/gu;

const RUNS = new RegExp(`(?:${UNSAFE}|${JOINERS})+`, "gu");
const HIDDEN = new RegExp(`${UNSAFE}|${JOINERS}|${SILENT.source}`, "gu");

/**
 * A text in which one sign replaces each run of characters that are there to be obeyed or to hide.
 * Silent characters, and a selector after a Han character, go without a sign.
 */
export const safe = (text) =>
  text.replace(/\r\n?/g, "\n").replace(SILENT, "").replace(VARIANT, "").replace(RUNS, "\u{fffd}");

/** An address in which hidden characters are encoded. */
export const visible = (address) => address.replace(HIDDEN, encodeURIComponent);

/** A text as it may stand in a line: any white space is one blank. */
export const plain = (text) => safe(text.replace(/\p{White_Space}+/gu, " "));

/**
 * The title of a page and the headings on the way to a passage, of which the first often is the
 * title.
 *
 * @param {string} title
 * @param {string[]} headings
 * @returns {string[]} those that are not empty
 */
export const stepsTo = (title, headings) =>
  [title, ...(headings[0] === title ? headings.slice(1) : headings)].filter((step) => step);
