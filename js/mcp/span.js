// Chunks by their ids: one, or several of a level that follow each other.
// crates/mcp/src/span.rs does the same.

const ID = /^(.*)#(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-(0|[1-9]\d{0,8}))?$/s;

/**
 * Reads the id of a chunk, `document#level.position`, or `document#level.first-last`.
 *
 * @typedef {{ document: string, level: number, first: number, end: number }} Span with the position after
 *   the last one as `end`
 * @param {string} id
 * @returns {Span | undefined}
 */
export function spanOf(id) {
  const [, document, level, first, last = first] = ID.exec(id) ?? [];
  if (document === undefined || Number(first) > Number(last)) return undefined;
  return { document, level: Number(level), first: Number(first), end: Number(last) + 1 };
}

/** The id, as it was read. */
export const idOfSpan = ({ document, level, first, end }) => `${document}#${level}.${first}${end - 1 > first ? `-${end - 1}` : ""}`;

/** The ids of the first chunk and of the last one. */
export const endsOf = ({ document, level, first, end }) => [first, end - 1].map((at) => `${document}#${level}.${at}`);

/** Whether another run is of the same level of the same document. */
export const isBeside = (span, other) => span.document === other.document && span.level === other.level;

/** Whether another run is within it. */
export const hasSpan = (span, other) => isBeside(span, other) && span.first <= other.first && other.end <= span.end;

/** Whether another run begins where it ends, or ends where it begins. */
export const touches = (span, other) => isBeside(span, other) && (span.first === other.end || span.end === other.first);
