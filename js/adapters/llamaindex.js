/**
 * A retriever for LlamaIndex.TS.
 */
import { BaseRetriever } from "@llamaindex/core/retriever";
import { NodeRelationship, TextNode } from "@llamaindex/core/schema";
import { extractText } from "@llamaindex/core/utils";
import { passagesFor } from "./passages.js";

/** The metadata that is of no use to a model. */
const UNSEEN = ["meta"];

/** Retrieves the passages that an index has for a query. */
export class KindexRetriever extends BaseRetriever {
  /** @param {import("./llamaindex.js").KindexRetrieverOptions<import("./passages.js").Searchable>} options */
  constructor({ index, search, embedding }) {
    super();
    this.index = index;
    this.search = search;
    this.embedding = embedding;
  }

  /** @param {import("@llamaindex/core/query-engine").QueryBundle} bundle */
  async _retrieve({ query }) {
    const embed = this.embedding && ((text) => this.embedding.getQueryEmbedding({ type: "text", text }));
    const { passages } = await passagesFor(this.index, extractText(query), this.search, embed);
    return passages.map(scoredNode);
  }
}

function scoredNode({ id, text, score, document, ...metadata }) {
  const node = new TextNode({
    id_: id,
    text,
    metadata,
    excludedLlmMetadataKeys: UNSEEN,
    excludedEmbedMetadataKeys: UNSEEN,
    relationships: { [NodeRelationship.SOURCE]: { nodeId: document, metadata: {} } },
  });
  return { node, score };
}
