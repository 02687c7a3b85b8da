import type { BaseEmbedding } from "@llamaindex/core/embeddings";
import type { QueryBundle } from "@llamaindex/core/query-engine";
import { BaseRetriever } from "@llamaindex/core/retriever";
import type { NodeWithScore } from "@llamaindex/core/schema";
import type { Citation, EmbedderOf, Searchable, SearchOptionsOf } from "./passages.js";

export interface KindexRetrieverOptions<Index extends Searchable> {
  /** An open index, of any entry of Kindex. Closing it is left to whoever opened it. */
  index: Index;
  /** The options of each search. */
  search?: SearchOptionsOf<Index> | undefined;
  /**
   * The embedder that made the vectors of the index. Results are then found by meaning too;
   * `search` may say how much that counts: `alpha`, `candidates`. Where it fails,
   * so does the search.
   */
  embedding?: EmbedderOf<Index, BaseEmbedding> | undefined;
}

/**
 * Retrieves the passages that an index has for a query, best first: nodes of text whose source is
 * the document. If the search fails, it rejects with a `KindexError`.
 */
export class KindexRetriever<Index extends Searchable = Searchable> extends BaseRetriever {
  constructor(options: KindexRetrieverOptions<Index>);
  index: Index;
  search: SearchOptionsOf<Index> | undefined;
  embedding: EmbedderOf<Index, BaseEmbedding> | undefined;
  /** Of a message in several parts, those that are text are searched for. */
  _retrieve(bundle: QueryBundle): Promise<NodeWithScore<Citation>[]>;
}
