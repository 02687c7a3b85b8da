import type { BaseRetrieverInput } from "@langchain/core/retrievers";
import { BaseRetriever } from "@langchain/core/retrievers";
import type { Document } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import type { EmbedderOf, Passage, Searchable, SearchOptionsOf } from "./passages.js";

export interface KindexRetrieverInput<Index extends Searchable> extends BaseRetrieverInput {
  /** An open index, of any entry of Kindex. Closing it is left to whoever opened it. */
  index: Index;
  /** The options of each search. */
  search?: SearchOptionsOf<Index> | undefined;
  /**
   * The embedder that made the vectors of the index. Results are then found by meaning too;
   * `search` may say how much that counts: `alpha`, `candidates`. Where it fails,
   * so does the search.
   */
  embeddings?: EmbedderOf<Index, EmbeddingsInterface> | undefined;
}

/** The metadata of each document. */
export interface PassageMetadata extends Omit<Passage, "id" | "url" | "text"> {
  /**
   * The address at which a reader finds it: the document's address, with the anchor of the heading
   * above it.
   */
  source: string;
}

/**
 * Retrieves the passages that an index has for a query, best first. Where the search fails, it
 * rejects with a `KindexError`.
 */
export class KindexRetriever<Index extends Searchable = Searchable> extends BaseRetriever<PassageMetadata> {
  constructor(fields: KindexRetrieverInput<Index>);
  static lc_name(): string;
  lc_namespace: string[];
  index: Index;
  search: SearchOptionsOf<Index> | undefined;
  embeddings: EmbedderOf<Index, EmbeddingsInterface> | undefined;
  _getRelevantDocuments(query: string): Promise<Document<PassageMetadata>[]>;
}
