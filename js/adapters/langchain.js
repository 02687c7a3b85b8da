/**
 * A retriever for LangChain.js.
 */
import { Document } from "@langchain/core/documents";
import { BaseRetriever } from "@langchain/core/retrievers";
import { passagesFor } from "./passages.js";

/** Retrieves the passages that an index has for a query. */
export class KindexRetriever extends BaseRetriever {
  lc_namespace = ["kindex", "retrievers"];

  /** @param {import("./langchain.js").KindexRetrieverInput<import("./passages.js").Searchable>} fields */
  constructor({ index, search, embeddings, ...fields }) {
    super(fields);
    this.index = index;
    this.search = search;
    this.embeddings = embeddings;
  }

  static lc_name() {
    return "KindexRetriever";
  }

  /** @param {string} query */
  async _getRelevantDocuments(query) {
    const embed = this.embeddings && ((text) => this.embeddings.embedQuery(text));
    const { passages } = await passagesFor(this.index, query, this.search, embed);
    return passages.map(documentOf);
  }
}

/** The address is the `source`, as LangChain's own loaders call it. */
function documentOf({ id, text, url: source, ...metadata }) {
  return new Document({ id, pageContent: text, metadata: { source, ...metadata } });
}
