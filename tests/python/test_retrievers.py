"""The retrievers with the real packages of LangChain and LlamaIndex, and the example."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import kindex_docs
from kindex_docs import Builder, Index, IndexGroup, KindexError
from kindex_docs.langchain import KindexRetriever as OfLangChain
from kindex_docs.llamaindex import KindexRetriever as OfLlamaIndex
from langchain_core.documents import Document
from langchain_core.runnables import RunnableLambda
from llama_index.core.llms import MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.schema import NodeRelationship, QueryBundle

ROOT = Path(__file__).parents[2]

KNOTS = "# Knots\n\n## Bowline\n\nA bowline holds a load.\n\n## Clove hitch\n\nA hitch around a post.\n"


def index() -> Index:
    builder = Builder()
    builder.add_content("knots.md", KNOTS, base_url="https://example.org/")
    builder.add({"id": "oil", "text": "Oil for lanterns.", "meta": {"year": 2024}})
    return builder.finish()


def group() -> IndexGroup:
    builder = Builder()
    builder.add({"id": "wick", "text": "Wicks for lanterns."})
    return kindex_docs.open([index().bytes(), {"src": builder.finish().bytes(), "label": "Other", "weight": 2}])


class LangChain(unittest.TestCase):
    def test_documents_have_text_address_and_facts(self) -> None:
        retriever = OfLangChain(index=index(), search={"limit": 2})
        [first] = retriever.invoke("bowline")
        self.assertIn("A bowline holds a load.", first.page_content)
        wanted = {"source": "https://example.org/knots.html#bowline", "title": "Knots", "headings": ["Knots", "Bowline"], "document": "knots.md", "meta": {}}
        self.assertEqual({**first.metadata, "score": None}, {**wanted, "score": None})
        self.assertRegex(first.id or "", r"knots\.md#1\.\d")
        [oil] = retriever.invoke("lanterns")
        self.assertEqual((oil.metadata["source"], oil.metadata["meta"]), ("oil", {"year": 2024}))

    def test_several_indexes_are_one(self) -> None:
        found = OfLangChain(index=group()).invoke("lanterns")
        self.assertEqual([document.metadata.get("label") for document in found], ["Other", None])

    def test_it_is_a_runnable_sync_async_and_in_batches(self) -> None:
        retriever = OfLangChain(index=index())
        wanted = retriever.invoke("hitch")
        self.assertTrue(wanted)
        self.assertEqual(asyncio.run(retriever.ainvoke("hitch")), wanted)
        self.assertEqual(retriever.batch(["hitch", "oil"])[0], wanted)
        count: Any = retriever | RunnableLambda(lambda found: len(found))
        self.assertEqual(count.invoke("hitch"), len(wanted))
        self.assertTrue(all(isinstance(one, Document) for one in wanted))

    def test_what_is_wrong_with_options_is_raised(self) -> None:
        retriever = OfLangChain(index=index(), search={"limt": 2})
        for call in [retriever.invoke, lambda query: asyncio.run(retriever.ainvoke(query))]:
            with self.assertRaisesRegex(KindexError, "no option limt"):
                call("hitch")
        with self.assertRaisesRegex(ValueError, "(?i)index"):
            OfLangChain(index="site.kdx")  # type: ignore[arg-type]


class LlamaIndex(unittest.TestCase):
    def test_nodes_have_text_score_and_source(self) -> None:
        retriever = OfLlamaIndex(index(), search={"limit": 1})
        [found] = retriever.retrieve("bowline")
        self.assertIn("A bowline holds a load.", found.get_content())
        self.assertGreater(found.get_score(), 0)
        self.assertEqual(found.metadata["source"], "https://example.org/knots.html#bowline")
        self.assertEqual(found.node.relationships[NodeRelationship.SOURCE].node_id, "knots.md")  # type: ignore[union-attr]
        [again] = asyncio.run(retriever.aretrieve("bowline"))
        self.assertEqual((again.node_id, again.score), (found.node_id, found.score))

    def test_several_indexes_are_one(self) -> None:
        found = OfLlamaIndex(group()).retrieve("lanterns")
        self.assertEqual([node.metadata.get("label") for node in found], ["Other", None])

    def test_a_query_engine_answers_from_it(self) -> None:
        engine = RetrieverQueryEngine.from_args(OfLlamaIndex(index()), llm=MockLLM())
        answer = engine.query("bowline")
        self.assertIn("A bowline holds a load.", str(answer))
        self.assertTrue(answer.source_nodes)

    def test_a_query_with_a_vector_is_searched_with_it(self) -> None:
        plain = index()
        made = plain.with_vectors(["knots.md#1.0", "oil#1.0"], [[1.0, 0.1], [0.1, 1.0]], embedder="two", bits=32, dimensions=0)
        [first, *_] = OfLlamaIndex(made).retrieve(QueryBundle("", embedding=[0.0, 1.0]))
        self.assertEqual(first.node_id, "oil#1.0")


class Example(unittest.TestCase):
    def test_a_folder_of_markdown_becomes_a_chain(self) -> None:
        line = [sys.executable, str(ROOT / "examples/python/chain.py"), str(ROOT / "docs"), "how do I open an index in Python?"]
        done = subprocess.run(line, check=True, capture_output=True, text=True)
        *sources, answer = done.stdout.splitlines()
        self.assertEqual(len(sources), 3)
        self.assertIn("Put a chat model here", answer)


if __name__ == "__main__":
    unittest.main()
