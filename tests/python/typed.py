"""Read by type checkers alone: see test_types.py."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, assert_type

import kindex_docs
from kindex_docs import Builder, Index, IndexGroup, KindexError
from kindex_docs.options import SearchOptions
from kindex_docs.results import Evaluation, Hit, Results, Vectors

if TYPE_CHECKING:
    index = kindex_docs.open(Path("site.kdx"))
    assert_type(index, Index)
    kindex_docs.open(b"bytes", embed=lambda texts: [[1.0] for _ in texts])
    kindex_docs.open(7)  # wrong

    group = kindex_docs.open(["a.kdx", Path("b.kdx"), {"src": b"bytes", "label": "C", "weight": 0.5}])
    assert_type(group, IndexGroup)
    names = ["a.kdx", "b.kdx"]
    assert_type(kindex_docs.open(names), IndexGroup)
    assert_type(group.indexes, list[Index | None])
    assert_type([(one.index, one.label, one.code) for one in group.search("words", limit=3).unavailable], list[tuple[int, str | None, str]])
    group.search("words", limt=3)  # wrong
    kindex_docs.open([{"label": "C"}])  # wrong
    kindex_docs.open([{"src": "c.kdx", "lable": "C"}])  # wrong
    kindex_docs.open(names, embed=lambda texts: [[1.0] for _ in texts])  # wrong

    found = index.search("words", limit=3, prefix="all", filters={"version": ["1", 2], "year": {"min": 2020, "not": "x"}})
    assert_type(found, Results)
    assert_type(found.hits, list[Hit])
    assert_type(found.hits[0].highlights, list[tuple[int, int]])
    index.search("words", limit="3")  # wrong
    index.search("words", limt=3)  # wrong
    index.search("words", prefix="some")  # wrong
    index.search("words", filters={"year": {"least": 2020}})  # wrong
    index.search(query="words")  # wrong
    found.hits[0].body  # wrong
    options: SearchOptions = {"limit": 3, "vector": [0.1, 0.2], "auto_merge": True}
    index.search("words", **options)

    builder = Builder(levels=[2000, 500], unit="tokens", embed=lambda texts: [[1.0]] * len(texts), embedder="x", vectors={"bits": 4})
    builder.add("text")
    builder.add({"id": "a", "text": "b"})
    builder.add(["a"])  # wrong
    builder.add_content("a.md", b"# A", lang="de")
    assert_type(builder.add_files("docs", Path("more"), exclude=["drafts/"], site="mkdocs").documents, int)
    builder.add_files("docs", site=3)  # wrong
    Builder(unit="words")  # wrong
    assert_type(builder.finish(), Index)
    assert_type(index.vectors(), Vectors | None)
    index.with_vectors(["a#0.0"], [[1.0]], embedder="x", of="children")
    index.with_vectors(["a#0.0"], [[1.0]])  # wrong
    assert_type(kindex_docs.evaluate(index, {"1": "words"}, {"1": ["a.md"]}, measures=["ndcg"], fuzzy=False), Evaluation)
    assert_type(kindex_docs.merge([index, index]), Index)
    assert_type([chunk.embed for chunk in kindex_docs.chunks(index, level=1)], list[str])

    try:
        index.save("site/")
    except KindexError as error:
        assert_type(error.code, str)
