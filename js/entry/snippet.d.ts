import type { Hit } from "./index.js";

/** A part of a snippet. */
export interface SnippetPart {
  text: string;
  /** Whether it is a word of the query. */
  mark?: true;
  /** Whether it is code within a line. */
  code?: true;
}

/**
 * The snippet of a hit in parts, one after another, to be shown without backticks and the signs of
 * Markdown. What a list shows above it, the title and the headings, is left out, and "…" says where the
 * text goes on. Hits of all entries do, also those without texts.
 */
export function snippetParts(hit: Hit): SnippetPart[];

/**
 * The same as HTML, for `innerHTML`: words of the query are in `<mark>` and code is in `<code>`. All else
 * is escaped, so no text of the index is ever a tag.
 */
export function snippetHtml(hit: Hit): string;
