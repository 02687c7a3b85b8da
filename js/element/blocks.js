/**
 * Reads the block notation of Markdown in a passage: headings, fenced code, lists, quotes, pipe
 * tables. The blocks keep their places in the text, so that ranges of it can still be marked.
 *
 * A passage may begin or end anywhere: in the middle of code, of a table, of a list.
 */

/**
 * A range of the text, in UTF-16 units.
 * @typedef {{start: number, end: number}} Span
 */

/**
 * A leaf has `pieces`, which are the text to show; a container has `children`.
 * @typedef {object} Block
 * @property {string} kind paragraph, heading, code, table, row, cell, list, item, quote,
 *   description or rule
 * @property {number} start where it begins, notation included
 * @property {number} end
 * @property {Span[]} [pieces]
 * @property {Block[]} [children]
 * @property {boolean} [continued] whether it is the rest of a block that was cut
 * @property {number} [level] of a heading
 * @property {string} [language] of code
 * @property {boolean} [head] whether a row holds the headings of the columns
 * @property {number | null} [number] of an item; null for a bullet
 * @property {string} [alert] what kind of note a quote is
 */

/** Blocks nested deeper than this are read as paragraphs. */
const MAX_DEPTH = 24;

const FENCE = /^ *(`{3,})([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?: +|$)/;
const QUOTE = /^ *> ?/;
const ALERT = /^\[!([A-Za-z]+)\] *$/;
const ITEM = /^( *)(?:[-*+]|(\d{1,9})[.)])(?: |$)/;
const DESCRIPTION = /^ *: /;
const ROW = /^ *\|/;
const ROW_RULE = /^[ |:-]+$/;
const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/;
/** The beginnings of blocks that end the paragraph before them. */
const OPENERS = [FENCE, HEADING, QUOTE, ITEM, DESCRIPTION, ROW, RULE];

/**
 * @param {string} text
 * @returns {Block[]}
 */
export function parse(text) {
  const lines = toLines(text);
  const inCode = linesOfOpenCode(text, lines);
  const blocks = inCode > 0 ? [codeFrom(lines.slice(0, inCode), lines[inCode - 1].end)] : [];
  // The closing fence itself shows nothing.
  return blocks.concat(readBlocks(text, lines.slice(inCode > 0 ? inCode + 1 : 0), 0));
}

function toLines(text) {
  const lines = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}

/**
 * The number of lines at the start that belong to code whose opening fence was cut off. A closing
 * fence has no language, code right above it and nothing right below.
 */
function linesOfOpenCode(text, lines) {
  const at = lines.findIndex((line) => FENCE.test(of(text, line)));
  const isBare = at > 0 && FENCE.exec(of(text, lines[at]))[2].trim() === "";
  const closes = isBare && !isBlank(text, lines[at - 1]) && isBlank(text, lines[at + 1]);
  return closes ? at : 0;
}

function readBlocks(text, lines, depth) {
  const blocks = [];
  for (let at = 0; at < lines.length; ) {
    if (isBlank(text, lines[at])) {
      at += 1;
      continue;
    }
    const { block, next } = readBlock(text, lines, at, depth);
    const list = blocks.at(-1);
    if (block.kind === "item" && list?.kind === "list" && sameKind(list.children[0], block)) {
      list.children.push(block);
      list.end = block.end;
    } else {
      blocks.push(block.kind === "item" ? container("list", block.start, [block]) : block);
    }
    at = next;
  }
  return blocks;
}

function sameKind(one, other) {
  return (one.number === null) === (other.number === null);
}

function readBlock(text, lines, at, depth) {
  const line = of(text, lines[at]);
  if (FENCE.test(line)) return readCode(text, lines, at);
  if (HEADING.test(line)) return readHeading(line, lines[at], at);
  if (RULE.test(line)) return { block: { kind: "rule", ...lines[at], pieces: [] }, next: at + 1 };
  if (beginsTable(text, lines, at)) return readTable(text, lines, at);
  if (depth < MAX_DEPTH) {
    if (QUOTE.test(line)) return readQuote(text, lines, at, depth);
    if (ITEM.test(line)) return readItem(text, lines, at, depth);
    if (DESCRIPTION.test(line)) return readDescription(text, lines, at, depth);
  }
  return readParagraph(text, lines, at);
}

function readCode(text, lines, at) {
  const [, fence, language] = FENCE.exec(of(text, lines[at]));
  const closes = (line) => {
    const found = FENCE.exec(of(text, line));
    return found?.[2].trim() === "" && found[1].startsWith(fence);
  };
  let end = at + 1;
  while (end < lines.length && !closes(lines[end])) end += 1;
  const indent = indentOf(text, lines[at]);
  const code = lines.slice(at + 1, end).map((line) => dedent(text, line, indent));
  const block = codeFrom(code, lines[Math.min(end, lines.length - 1)].end);
  return { block: { ...block, start: lines[at].start, language: language.trim() }, next: end + 1 };
}

function codeFrom(pieces, end) {
  return { kind: "code", start: pieces[0]?.start ?? end, end, pieces };
}

function readHeading(line, span, at) {
  const [mark, hashes] = HEADING.exec(line);
  const pieces = [{ start: span.start + mark.length, end: span.end }];
  return { block: { kind: "heading", ...span, level: hashes.length, pieces }, next: at + 1 };
}

function readQuote(text, lines, at, depth) {
  let next = at;
  const inner = [];
  for (; next < lines.length; next += 1) {
    const mark = QUOTE.exec(of(text, lines[next]));
    if (!mark) break;
    inner.push({ start: lines[next].start + mark[0].length, end: lines[next].end });
  }
  const alert = ALERT.exec(of(text, inner[0]))?.[1];
  const children = readBlocks(text, alert ? inner.slice(1) : inner, depth + 1);
  return { block: { ...container("quote", lines[at].start, children), alert }, next };
}

function readItem(text, lines, at, depth) {
  const [mark, indent, number] = ITEM.exec(of(text, lines[at]));
  const { children, next } = readIndented(text, lines, at, mark.length, indent.length + 2, depth);
  const block = container("item", lines[at].start, children);
  return { block: { ...block, number: number ? Number(number) : null }, next };
}

function readDescription(text, lines, at, depth) {
  const [mark] = DESCRIPTION.exec(of(text, lines[at]));
  const { children, next } = readIndented(text, lines, at, mark.length, mark.length, depth);
  return { block: container("description", lines[at].start, children), next };
}

/** The blocks after a mark: its line's rest and the lines below that are indented or blank. */
function readIndented(text, lines, at, width, indent, depth) {
  const inner = [{ start: Math.min(lines[at].start + width, lines[at].end), end: lines[at].end }];
  let next = at + 1;
  while (next < lines.length && (isBlank(text, lines[next]) || indentOf(text, lines[next]) >= indent)) {
    inner.push(dedent(text, lines[next], width));
    next += 1;
  }
  return { children: readBlocks(text, inner, depth + 1), next };
}

/** A row is known by its first bar; the first line of a passage may have lost it. */
function beginsTable(text, lines, at) {
  const isRow = (line) => line && ROW.test(of(text, line));
  if (isRow(lines[at])) return true;
  return lines[at].start === 0 && of(text, lines[at]).endsWith(" |") && isRow(lines[at + 1]);
}

function readTable(text, lines, at) {
  let next = at + 1;
  while (next < lines.length && ROW.test(of(text, lines[next]))) next += 1;
  const rows = [];
  for (const line of lines.slice(at, next)) {
    if (!ROW_RULE.test(of(text, line))) rows.push(readRow(text, line));
    else if (rows.length === 1) rows[0].head = true;
  }
  return { block: { ...container("table", lines[at].start, rows), end: lines[next - 1].end }, next };
}

function readRow(text, line) {
  const cells = [];
  const row = trimmed(text, line);
  const isSpaced = / \| |^\| /.test(of(text, row));
  let start = text[row.start] === "|" ? row.start + 1 : row.start;
  for (let at = start; at <= row.end; at += 1) {
    if (at < row.end && !isBar(text, at, isSpaced)) continue;
    const span = trimmed(text, { start, end: at });
    if (at < row.end || span.start < span.end) cells.push({ kind: "cell", ...span, pieces: [span] });
    start = at + 1;
  }
  return { kind: "row", start: line.start, end: line.end, children: cells };
}

/** Whether a bar parts two cells. Where bars have spaces around them, one without is a cell's own. */
function isBar(text, at, isSpaced) {
  if (text[at] !== "|" || text[at - 1] === "\\") return false;
  return !isSpaced || (/\s/.test(text[at - 1]) && /^\s?$/.test(text[at + 1] ?? ""));
}

function readParagraph(text, lines, at) {
  let next = at + 1;
  while (next < lines.length && !endsParagraph(text, lines[next])) next += 1;
  const pieces = lines.slice(at, next).map((line) => trimmed(text, line));
  return { block: { kind: "paragraph", start: lines[at].start, end: lines[next - 1].end, pieces }, next };
}

function endsParagraph(text, line) {
  const words = of(text, line);
  return isBlank(text, line) || OPENERS.some((opener) => opener.test(words));
}

function container(kind, start, children) {
  return { kind, start, end: children.at(-1)?.end ?? start, children };
}

function of(text, span) {
  return text.slice(span.start, span.end);
}

function isBlank(text, line) {
  return !line || of(text, line).trim() === "";
}

function indentOf(text, line) {
  let at = line.start;
  while (at < line.end && text[at] === " ") at += 1;
  return at - line.start;
}

function dedent(text, line, width) {
  return { start: line.start + Math.min(width, indentOf(text, line)), end: line.end };
}

function trimmed(text, span) {
  const words = of(text, span);
  const start = span.start + (words.length - words.trimStart().length);
  return { start, end: Math.max(start, span.start + words.trimEnd().length) };
}
