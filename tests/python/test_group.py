"""Several indexes that are opened as one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import kindex_docs
from kindex_docs import Builder, Index, IndexGroup
from kindex_docs.results import Hit, Results
from test_library import ROOT, InFolder, built, embed

CORPUS = ROOT / "tests/corpus"

QUERIES = ["configuration", "offline search", "how do I install it", "confguration", '"search index" -server', "serv*", "nothingatall"]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"limit": 100, "explain": True},
    {"limit": 5, "offset": 5, "texts": False},
    {"group": True, "facets": ["lang"], "prefix": "all"},
    {"max_tokens": 400},
    {"expand": False, "siblings": 1, "collapse": "mean"},
]


def parts() -> list[Index]:
    """The pages of a site in three indexes."""
    made = []
    for number in range(3):
        builder = Builder(mergeable=True)
        builder.add_files(*sorted(CORPUS.iterdir())[number::3])
        made.append(builder.finish())
    return made


def plain(hit: Hit) -> Hit:
    return replace(hit, index=None, label=None, more=[plain(more) for more in hit.more])


def as_of_one(found: Results) -> Results:
    left_out = [replace(one, index=None, label=None) for one in found.left_out]
    return replace(found, hits=[plain(hit) for hit in found.hits], left_out=left_out)


class Group(InFolder):
    parts: list[Index]

    @classmethod
    def setUpClass(cls) -> None:
        cls.parts = parts()

    def test_it_answers_as_one_index_of_all_documents(self) -> None:
        whole = kindex_docs.merge(self.parts)
        group = kindex_docs.open([part.bytes() for part in self.parts])
        several = 0
        for query in QUERIES:
            for options in OPTIONS:
                with self.subTest(query=query, options=options):
                    found = group.search(query, **options)
                    self.assertEqual(as_of_one(found), whole.search(query, **options))
                    several += len({hit.index for hit in found.hits}) == 3
        self.assertGreater(several, len(QUERIES))

    def test_each_hit_says_where_it_is_from(self) -> None:
        one, two, three = self.parts
        file = self.folder / "two.kdx"
        two.save(file)
        three.save(f"{self.folder}/three/", layout="sharded")
        sources = (one.bytes(), {"src": str(file), "label": "Two"}, {"src": self.folder / "three", "label": "Drei", "weight": 1})
        group = kindex_docs.open(sources)
        self.assertEqual((type(group), repr(group)), (IndexGroup, "<kindex_docs.IndexGroup: 3 of 3 indexes>"))
        found = group.search("configuration", limit=30, group=True, expand=False)
        self.assertEqual({hit.index for hit in found.hits}, {0, 1, 2})
        for hit in found.hits:
            assert hit.index is not None
            self.assertEqual(hit.label, [None, "Two", "Drei"][hit.index])
            self.assertTrue(all((more.index, more.label) == (hit.index, hit.label) for more in hit.more))
            self.assertIn(hit.document, self.parts[hit.index].documents())
        self.assertTrue(any(hit.more for hit in found.hits))
        self.assertEqual(found.unavailable, [])
        left_out = group.search("configuration", max_tokens=100).left_out
        self.assertEqual({(part.index, part.label) for part in left_out} - {(0, None), (1, "Two"), (2, "Drei")}, set())
        self.assertTrue(left_out)
        self.assertEqual([index and index.bytes() for index in group.indexes], [part.bytes() for part in self.parts])
        [alone] = one.search("configuration", limit=1).hits
        self.assertEqual((alone.index, alone.label), (None, None))

    def test_weights_multiply_scores(self) -> None:
        sources = [part.bytes() for part in self.parts]
        weighted = kindex_docs.open([sources[0], {"src": sources[1], "weight": 0.5}, {"src": sources[2], "weight": 100}])
        before = kindex_docs.open(sources).search("configuration", limit=100)
        after = {hit.id: hit.score for hit in weighted.search("configuration", limit=100).hits}
        self.assertEqual(len(after), before.total)
        for hit in before.hits:
            self.assertAlmostEqual(after[hit.id], hit.score * (1, 0.5, 100)[hit.index or 0])

    def test_the_rest_answers_where_one_cannot_be_opened(self) -> None:
        one, two, _ = self.parts
        gone = self.folder / "gone.kdx"
        other = built("A page on configuration", levels=[900, 90])
        sources = [gone, {"src": one.bytes(), "label": "One"}, b"no", {"src": other.bytes(), "label": "Other"}, {"src": two.bytes(), "weight": None}]
        group = kindex_docs.open(sources)
        found = group.search("configuration")
        expected = kindex_docs.open([one.bytes(), two.bytes()]).search("configuration")
        self.assertEqual(as_of_one(replace(found, unavailable=[])), as_of_one(expected))
        self.assertEqual([hit.index for hit in found.hits], [(1, 4)[hit.index or 0] for hit in expected.hits])
        told = [(lacking.index, lacking.label, lacking.code) for lacking in found.unavailable]
        self.assertEqual(told, [(0, None, "read_failed"), (2, None, "not_an_index"), (3, "Other", "invalid_option")])
        for lacking, message in zip(found.unavailable, ["gone.kdx: no such file", "not a Kindex index", "levels: index 4 was built with other chunks"]):
            self.assertIn(message, lacking.message)
        self.assertEqual([index is None for index in group.indexes], [True, False, True, True, False])
        alone = kindex_docs.open([gone, {"src": one.bytes(), "label": "One"}]).search("configuration")
        self.assertEqual({(hit.index, hit.label) for hit in alone.hits}, {(1, "One")})
        self.refused("read_failed", "gone.kdx", kindex_docs.open, [gone, b"no"])
        gone.write_bytes(one.bytes())
        self.assertEqual(len(kindex_docs.open([gone, b"no"]).search("configuration").unavailable), 1)

    def test_what_cannot_be_used_is_refused(self) -> None:
        content = self.parts[0].bytes()
        for sources, code, message in [
            ([], "invalid_argument", "source: there is none in the list"),
            ([content, 7], "invalid_argument", "source 2: accepted are paths and bytes"),
            ([content, [content]], "invalid_argument", "source 2: accepted are paths and bytes"),
            ([{"label": "One"}], "invalid_argument", "source 1: it has no src"),
            ([{"src": [content]}], "invalid_argument", "source 1: src: accepted are paths and bytes"),
            ([{"src": content, "lable": "One"}], "invalid_option", "source 1: lable: there is none; accepted are src, label, weight"),
            ([{"src": content, "label": 1}], "invalid_option", "source 1: label: accepted are strings"),
            ({"src": content}, "invalid_argument", "source: accepted are paths and bytes, and lists of these"),
            *(
                ([content, {"src": Path("gone.kdx"), "weight": weight}], "invalid_option", "source 2: weight: accepted are numbers")
                for weight in [0, -1, 100.1, float("nan"), float("inf"), "1", True]
            ),
        ]:
            with self.subTest(message=message, sources=sources):
                self.refused(code, f"^{message}", kindex_docs.open, sources)

    def test_vectors_are_refused(self) -> None:
        made = built(embed=embed, embedder="two").bytes()
        for sources in [[made], [made, made]]:
            self.refused("invalid_option", "^embed: several indexes are ranked by words alone", kindex_docs.open, sources, embed=embed)
            group = kindex_docs.open(sources)
            self.assertEqual(group.search("pear").total, len(sources))
            self.refused("invalid_option", "^vector: several indexes are ranked by words alone", group.search, "pear", vector=[1, 0, 0.1])
            self.refused("invalid_option", "^alpha: it needs vector", group.search, "pear", alpha=0.5)

    def test_options_and_queries_are_those_of_one(self) -> None:
        group = kindex_docs.open([part.bytes() for part in self.parts])
        self.refused("invalid_option", "there is no option limt", group.search, "x", limt=3)
        self.refused("invalid_option", "return_level: ", group.search, "x", return_level=9)
        self.refused("invalid_argument", "query: accepted is a str", group.search, 7)
        for query in ["", '"', "\0", "\ud800", "-"]:
            group.search(query)
