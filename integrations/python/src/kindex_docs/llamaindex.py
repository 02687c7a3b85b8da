"""A retriever for LlamaIndex: ``pip install llama-index-core``."""

from __future__ import annotations

import asyncio
from typing import Any, Mapping

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode

from . import Index, IndexGroup
from .passages import facts
from .results import Hit

#: The facts that are of no use to a model.
UNSEEN = ["meta", "document"]


class KindexRetriever(BaseRetriever):
    """Retrieves the passages that an index has for a query, best first.

    >>> retriever = KindexRetriever(kindex_docs.open("site.kdx"), search={"limit": 4})
    >>> retriever.retrieve("restarting shells")
    """

    def __init__(self, index: Index | IndexGroup, *, search: Mapping[str, Any] | None = None, **settings: Any) -> None:
        self.index = index
        self.search = dict(search or {})
        super().__init__(**settings)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = self.index.search(query_bundle.query_str, **_with_vector(query_bundle, self.search))
        return [_node(hit) for hit in found.hits]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)


def _with_vector(query_bundle: QueryBundle, search: dict[str, Any]) -> dict[str, Any]:
    """A query that comes with a vector is searched with it."""
    if query_bundle.embedding is None:
        return search
    return {"vector": query_bundle.embedding, **search}


def _node(hit: Hit) -> NodeWithScore:
    node = TextNode(
        id_=hit.id,
        text=hit.text,
        metadata=facts(hit),
        excluded_llm_metadata_keys=UNSEEN,
        excluded_embed_metadata_keys=UNSEEN,
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=hit.document)},
    )
    return NodeWithScore(node=node, score=hit.score)
