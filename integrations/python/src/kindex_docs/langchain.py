"""A retriever for LangChain: ``pip install langchain-core``."""

from __future__ import annotations

import asyncio
from typing import Any, Dict

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict, Field

from . import Index, IndexGroup
from .passages import facts
from .results import Hit


class KindexRetriever(BaseRetriever):
    """Retrieves the passages that an index has for a query, best first.

    >>> retriever = KindexRetriever(index=kindex_docs.open("site.kdx"), search={"limit": 4})
    >>> retriever.invoke("restarting shells")
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    #: An open index, or several as one.
    index: Index | IndexGroup
    #: The options of each search: see :class:`kindex_docs.options.SearchOptions`.
    search: Dict[str, Any] = Field(default_factory=dict)

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return [_document(hit) for hit in self.index.search(query, **self.search).hits]

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        found = await asyncio.to_thread(self.index.search, query, **self.search)
        return [_document(hit) for hit in found.hits]


def _document(hit: Hit) -> Document:
    return Document(id=hit.id, page_content=hit.text, metadata={**facts(hit), "score": hit.score})
