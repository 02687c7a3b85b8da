import type { QueryBundle } from "@llamaindex/core/query-engine";
import { BaseRetriever } from "@llamaindex/core/retriever";
import type { NodeWithScore } from "@llamaindex/core/schema";
import type { Citation, Searchable, SearchOptionsOf } from "./passages.js";

export interface KindexRetrieverOptions<Index extends Searchable> {
  /** An open index, of any entry of Kindex. Closing it is left to whoever opened it. */
  index: Index;
  /** The options of each search. */
  search?: SearchOptionsOf<Index> | undefined;
}

/**
 * Retrieves the passages that an index has for a query, best first: nodes of text whose source is
 * the document. If the search fails, it rejects with a `KindexError`.
 */
export class KindexRetriever<Index extends Searchable = Searchable> extends BaseRetriever {
  constructor(options: KindexRetrieverOptions<Index>);
  index: Index;
  search: SearchOptionsOf<Index> | undefined;
  /** Of a message in several parts, those that are text are searched for. */
  _retrieve(bundle: QueryBundle): Promise<NodeWithScore<Citation>[]>;
}
