import type { Tool } from "ai";
import type { EmbedderOf, Passage, Searchable, SearchOptionsOf } from "./passages.js";

/** The numbers that an embedder gives. */
export type Vector = Float32Array | readonly number[];

export interface SearchToolOptions<Index extends Searchable> {
  /** An open index, of any entry of Kindex. Closing it is left to whoever opened it. */
  index: Index;
  /**
   * The options of each search. With an index of `kindex/explore`, `maxTokens` limits
   * the texts of the passages together.
   */
  search?: SearchOptionsOf<Index> | undefined;
  /**
   * Gives the vector of a query, made by the embedder that made those of the index. Results are then
   * found by meaning too; `search` may say how much that counts: `alpha`, `candidates`.
   * Where it fails, so does the search.
   */
  embed?:
    | EmbedderOf<Index, (query: string, context: { signal: AbortSignal | undefined }) => Vector | PromiseLike<Vector>>
    | undefined;
  /** The description of the tool for the model. Say what the documentation is about. */
  description?: string | undefined;
}

/** The answer that the model gets. */
export interface SearchToolOutput {
  /** Best first. */
  passages: Passage[];
  /** The query with the nearest words that the index has in the place of those that it lacks. */
  didYouMean?: string;
  /** The phrases that were not looked for everywhere, as in `Results`: absent where there are none. */
  uncheckedPhrases?: string[];
  /** The number of passages that `maxTokens` left out, or left only a part of: absent if it is none. */
  leftOut?: number;
}

/**
 * A tool with which a model searches an index. It stops where the call of the model is aborted;
 * where the search fails, the model gets the message of the `KindexError`.
 */
export function searchTool<Index extends Searchable>(
  options: SearchToolOptions<Index>,
): Tool<{ query: string }, SearchToolOutput>;
