"""The library: opening, searching, building, merging, vectors, measures, errors."""

from __future__ import annotations

import array
import gzip
import json
import mmap
import pickle
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections import ChainMap, Counter, UserDict
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

import kindex_docs
from kindex_docs import Builder, Index, KindexError

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "tests/golden/guide-v1.kdx"

PAGES = [
    {"id": "a.md", "title": "Pears", "text": "Pears are sweet.", "meta": {"year": 2024, "tags": ["x"]}, "filters": {"kind": "fruit"}},
    {"id": "b.md", "title": "Leeks", "text": "Leeks are not sweet.", "filters": {"kind": ["herb", "root"]}},
]


def built(*documents: Any, **settings: Any) -> Index:
    builder = Builder(**settings)
    for document in documents or PAGES:
        builder.add(document)
    return builder.finish()


def embed(texts: list[str]) -> np.ndarray[Any, Any]:
    """A model that knows two things."""
    return np.array([["pear" in text.lower(), "leek" in text.lower(), 0.1] for text in texts], dtype=np.float32)


class InFolder(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def put(self, path: str, text: str) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def refused(self, code: str, message: str, call: Any, *args: Any, **options: Any) -> None:
        with self.assertRaisesRegex(KindexError, message) as caught:
            call(*args, **options)
        self.assertEqual(caught.exception.code, code)


class Opening(InFolder):
    def test_a_path_bytes_and_a_folder_are_one_index(self) -> None:
        index = kindex_docs.open(GUIDE)
        found = [hit.id for hit in index.search("offline search").hits]
        self.assertTrue(found)
        content = GUIDE.read_bytes()
        index.save(f"{self.folder}/several/", layout="sharded")
        index.save(f"{self.folder}/one.kdx.gz")
        self.assertGreater(len(list((self.folder / "several").glob("*.kds"))), 1)
        self.assertEqual(gzip.decompress((self.folder / "one.kdx.gz").read_bytes()), content)
        sources = [str(GUIDE), content, bytearray(content), memoryview(content), self.folder / "several", self.folder / "one.kdx.gz"]
        for source in sources:
            with self.subTest(type(source)):
                other = kindex_docs.open(source)
                other.verify()
                self.assertEqual([hit.id for hit in other.search("offline search").hits], found)
                self.assertEqual(other.bytes(), content)

    def test_what_is_no_index_is_refused(self) -> None:
        page = self.put("page.md", "# Page")
        self.refused("not_an_index", "page.md", kindex_docs.open, page)
        self.refused("read_failed", "gone.kdx", kindex_docs.open, self.folder / "gone.kdx")
        self.refused("read_failed", "folder without index.kdx", kindex_docs.open, self.folder)
        self.refused("not_an_index", "not a Kindex index", kindex_docs.open, b"no")
        self.refused("truncated", "cut off", kindex_docs.open, GUIDE.read_bytes()[:5000])
        self.refused("invalid_argument", "paths and bytes", kindex_docs.open, 7)

    def test_errors_can_be_pickled(self) -> None:
        error = pickle.loads(pickle.dumps(KindexError("no", "corrupt")))
        self.assertEqual((str(error), error.code), ("no", "corrupt"))


class Searching(InFolder):
    def test_a_hit_has_its_parts_with_their_types(self) -> None:
        [hit] = built().search("pear").hits
        self.assertEqual((hit.document, hit.title, hit.meta), ("a.md", "Pears", {"year": 2024, "tags": ["x"]}))
        self.assertEqual([hit.text[start:end] for start, end in hit.highlights], ["Pears"])
        self.assertEqual(eval(repr(hit), vars(kindex_docs.results)), hit)

    def test_offsets_count_characters(self) -> None:
        [hit] = built("🦀 naïve 中文 crabs — and a crab").search("crab").hits
        self.assertEqual([hit.text[start:end] for start, end in hit.highlights], ["crabs", "crab"])
        self.assertEqual(hit.text[hit.children[0].start : hit.children[0].end], hit.children[0].text)

    def test_filters_take_values_lists_and_conditions(self) -> None:
        index = built()
        for filters, found in [
            ({"kind": "fruit"}, ["a.md"]),
            ({"kind": ["fruit", "root"]}, ["a.md", "b.md"]),
            ({"kind": {"not": "fruit"}}, ["b.md"]),
            ({"year": {"min": 2000.0}}, ["a.md"]),
            ({"year": None}, ["a.md", "b.md"]),
        ]:
            with self.subTest(filters=filters):
                self.assertEqual([hit.document for hit in index.search("sweet", filters=filters).hits], found)
        self.assertEqual(index.search("sweet", facets=["kind"]).facets["kind"], {"fruit": 1, "herb": 1, "root": 1})

    def test_filters_and_preferences_are_any_mappings(self) -> None:
        index = built()
        for filters in [{"kind": {"not": "fruit"}}, {"kind": "root", "year": None}]:
            wanted = index.search("sweet", filters=filters)
            preferred = index.search("sweet", prefer=filters)
            self.assertEqual([hit.document for hit in wanted.hits], ["b.md"])
            inner: Any = {key: MappingProxyType(value) if isinstance(value, dict) else value for key, value in filters.items()}
            for mapping in [MappingProxyType(filters), UserDict(filters), ChainMap(filters), MappingProxyType(inner)]:
                with self.subTest(mapping=mapping):
                    self.assertEqual(index.search("sweet", filters=mapping), wanted)
                    self.assertEqual(index.search("sweet", prefer=mapping), preferred)
        self.refused("invalid_option", "filters: accepted are dicts", index.search, "sweet", filters=[("kind", "fruit")])

    def test_versions_and_translations_are_one_result(self) -> None:
        index = kindex_docs.open(ROOT / "tests/golden/folding.kdx")
        found = index.search("heron", fold=True, prefer={"version": "v2", "lang": "en"})
        self.assertEqual([hit.document for hit in found.hits], ["v2/nest.md", "about.md", "v1/old.md"])
        same = found.hits[0].same
        self.assertEqual([(hit.document, hit.differs) for hit in same], [("v2/de/nest.md", {"lang": "de"}), ("v1/nest.md", {"version": "v1"})])
        self.assertEqual([(hit.text, hit.highlights, hit.marks) for hit in same], [("", [], None)] * 2)
        self.assertEqual(index.search("heron").hits[0].same, [])

    def test_options_that_cannot_be_used_are_named(self) -> None:
        search = built().search
        for options, message in [
            ({"limt": 3}, "there is no option limt; accepted are .*limit"),
            ({"limit": -1}, "limit: accepted are whole numbers from 0"),
            ({"limit": True}, "limit: accepted are whole"),
            ({"limit": "3"}, "limit: accepted are whole"),
            ({"fuzzy": 1}, "fuzzy: accepted are True and False"),
            ({"prefix": "some"}, 'prefix: accepted are True, False and "all"'),
            ({"return_level": 9}, "return_level: "),
            ({"per_document": 0}, "per_document: "),
            ({"texts": False, "max_tokens": 9}, "texts: it is false, but max_tokens is for texts"),
            ({"expand": False, "return_level": 1}, "expand: .* return_level"),
            ({"facets": "kind"}, "facets: accepted are lists"),
            ({"filters": {"kind": {}}}, "filters.kind: it has no condition"),
            ({"filters": {"kind": {"is": 1}}}, "filters.kind: there is no condition is"),
            ({"filters": {"kind": object()}}, "filters.kind: accepted are strings"),
            ({"filters": {"kind": float("nan")}}, "filters.kind: accepted"),
            ({"filters": {"colour": "red"}}, "colour"),
            ({"sort": ""}, "sort: give a key"),
            ({"collapse": "min"}, "collapse: accepted are max, mean"),
            ({"weights": {"k2": 1}}, "weights.k2"),
            ({"alpha": 0.5}, "alpha: it needs vector"),
            ({"vector": [1.0]}, "vector: "),
            ({"vector": "one"}, "vector: accepted are arrays"),
        ]:
            with self.subTest(options=options):
                self.refused("invalid_option", message, search, "sweet", **options)
        self.refused("invalid_argument", "query: accepted is a str", search, 7)

    def test_options_that_are_none_are_not_given(self) -> None:
        index = built()
        none = dict.fromkeys(["limit", "prefix", "filters", "sort", "vector", "alpha", "max_tokens", "expand"])
        self.assertEqual(index.search("sweet", **none), index.search("sweet"))

    def test_any_text_is_a_query(self) -> None:
        for query in ["", " ", '"', "\0", "\ud800", "pear\ud800", "-", "🦀" * 1000]:
            built().search(query)

    def test_korean_is_found_however_it_is_written(self) -> None:
        index = built("한국어 검색 엔진")
        self.assertEqual(index.search("\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165").total, 1)

    def test_without_texts_lines_have_marks(self) -> None:
        [hit] = built().search("pears", texts=False).hits
        self.assertEqual((hit.text, hit.highlights), ("", []))
        assert hit.marks
        self.assertEqual((hit.marks.title, hit.marks.headings), ([(0, 5)], []))
        self.assertEqual([hit.snippet[start:end] for start, end in hit.marks.snippet], ["Pears"])

    def test_explanations_add_up(self) -> None:
        [hit] = built().search("pears", explain=True).hits
        assert hit.explanation
        parts = sum(child.score * child.share for child in hit.explanation.children)
        parts += sum(part.score for part in hit.explanation.title) + hit.explanation.part_title + hit.explanation.exact_title
        self.assertAlmostEqual(parts * hit.explanation.boost, hit.score)

    def test_other_threads_go_on_while_one_builds(self) -> None:
        builder = Builder()
        text = " ".join(f"word{number}" for number in range(400_000))
        worker = threading.Thread(target=lambda: builder.add(text))
        begun = time.perf_counter()
        worker.start()
        ticks = 0
        while worker.is_alive():
            time.sleep(0.001)
            ticks += 1
        took = time.perf_counter() - begun
        # A lock that is held all the time lets the sleeper wake up once or twice.
        self.assertGreater(ticks, 10, f"{ticks} in {took:.2f} s")


class Building(InFolder):
    def test_documents_are_texts_dicts_contents_and_files(self) -> None:
        self.put("docs/guide.md", "---\ntitle: Guide\n---\n# Guide\n\n## Install\n\nRun it.\n")
        self.put("docs/drafts/x.md", "# Draft\n")
        self.put("docs/bad.jsonl", '{"id": "r", "text": "Record"}\n{"id": 1}\n')
        builder = Builder()
        builder.add("A text")
        builder.add(PAGES[0])
        added = builder.add_content("notes/page.html", b"<title>Page</title><p>Oil and water.")
        self.assertEqual((added.documents, added.skipped), (1, []))
        added = builder.add_files(self.folder / "docs", exclude=["drafts/"], base_url="https://example.org/")
        self.assertEqual((added.documents, len(added.skipped)), (2, 1))
        self.assertRegex(added.skipped[0], r"bad\.jsonl: .*line 2")
        self.assertEqual(len(builder), 5)
        index = builder.finish()
        self.assertEqual(index.documents(), ["0", "a.md", "notes/page.html", "r", "guide.md"])
        [hit] = index.search("install guide", limit=1).hits
        self.assertEqual((hit.url, hit.anchor, hit.headings), ("https://example.org/guide.html", "install", ["Guide", "Install"]))

    def test_contents_are_texts_and_any_bytes(self) -> None:
        text = "<title>Page</title><p>Oil, water and 中文."
        content = text.encode()
        mapped = mmap.mmap(-1, len(content))
        self.addCleanup(mapped.close)
        mapped.write(content)
        wanted = Builder()
        wanted.add_content("page.html", text)
        made = wanted.finish().bytes()
        twice = np.repeat(np.frombuffer(content, dtype=np.uint8), 2)
        for given in [content, bytearray(content), memoryview(content), mapped, array.array("B", content), twice[::2]]:
            with self.subTest(type(given)):
                builder = Builder()
                builder.add_content("page.html", given)
                self.assertEqual(builder.finish().bytes(), made)
        for wrong in [7, None, list(content), Path("page.html")]:
            with self.subTest(wrong=wrong):
                self.refused("invalid_argument", "content: accepted are str and bytes", Builder().add_content, "page.html", wrong)

    def test_files_give_the_index_of_the_command(self) -> None:
        builder = Builder(levels=[1000, 250], language="de")
        builder.add_files(ROOT / "tests/corpus")
        line = ["build", str(ROOT / "tests/corpus"), "--levels=1000,250", "--language=de", "-qo", str(self.folder / "a.kdx")]
        subprocess.run([sys.executable, "-m", "kindex_docs", *line], check=True)
        self.assertEqual(builder.finish().bytes(), (self.folder / "a.kdx").read_bytes())

    def test_documents_that_cannot_be_used_are_refused_and_others_stay(self) -> None:
        builder = Builder()
        builder.add(PAGES[0])
        for document, code, message in [
            (PAGES[0], "invalid_document", "unique"),
            ({"text": "no id"}, "invalid_document", "id"),
            ({"id": "x"}, "invalid_document", "text"),
            ({"id": "x", "text": "y", "boost": 0}, "invalid_document", "boost"),
            ({"id": "x", "text": "y", "meta": {"a": object()}}, "invalid_document", "not JSON serializable"),
            ({"id": "x", "text": "y", "meta": {"a": float("nan")}}, "invalid_document", "JSON"),
            (7, "invalid_argument", "str and dict"),
            (Path("x.md"), "invalid_argument", "add_files takes paths"),
        ]:
            with self.subTest(document=document):
                self.refused(code, message, builder.add, document)
        self.refused("unknown_format", "page.xyz", builder.add_content, "page.xyz", "text")
        self.refused("read_failed", "gone", builder.add_files, self.folder / "gone")
        self.refused("invalid_option", "^site: ", builder.add_files, self.folder, site="geocities")
        self.refused("invalid_option", "--limit", builder.add_files, self.folder, limit=3)
        self.assertEqual(builder.finish().documents(), ["a.md"])
        self.refused("finished", "make another one", builder.add, "text")
        self.refused("invalid_option", "documents: there are none", Builder().finish)

    def test_settings_that_cannot_be_used_are_named(self) -> None:
        for settings, message in [
            ({"levels": [10, 20, 15]}, "^levels: "),
            ({"unit": "lines"}, "^unit: "),
            ({"language": "xx"}, "^language: "),
            ({"section_depth": 9}, "^section_depth: "),
            ({"synonyms": "alone"}, "^synonyms: "),
            ({"pins": [{"query": 1}]}, "^pins: "),
            ({"embed": embed}, "^embed: "),
            ({"vectors": {"of": "words"}}, "^of: "),
            ({"vectors": {"size": 3}}, "^vectors: there is no option size"),
        ]:
            with self.subTest(settings=settings):
                self.refused("invalid_option", message, Builder, **settings)

    def test_synonyms_and_pins_count(self) -> None:
        index = built(synonyms="fruit, pear", pins=[{"query": "best", "pages": ["b.md"]}])
        self.assertEqual(index.search("fruit").hits[0].document, "a.md")
        self.assertTrue(index.search("best").hits[0].pinned)

    def test_merged_indexes_are_one_build(self) -> None:
        parts = [built(page, mergeable=True) for page in PAGES]
        self.assertEqual(kindex_docs.merge(parts).bytes(), built().bytes())
        self.refused("invalid_option", "mergeable", kindex_docs.merge, [built()])
        self.refused("invalid_option", "levels", kindex_docs.merge, [parts[0], built(PAGES[1], mergeable=True, levels=[900])])
        self.refused("invalid_argument", "one at least", kindex_docs.merge, [])

    def test_an_index_is_written_whole_or_not_at_all(self) -> None:
        self.put("folder/mine.txt", "mine")
        index = built()
        self.refused("invalid_option", "it is a document", index.save, self.folder / "a.md")
        self.refused("write_failed", "it is a folder", index.save, self.folder / "folder")
        self.refused("invalid_option", "layout", index.save, self.folder / "a.kdx", layout="round")
        self.assertEqual([path.name for path in self.folder.rglob("*")], ["folder", "mine.txt"])


class WithVectors(InFolder):
    def test_an_embedder_gives_chunks_and_queries_vectors(self) -> None:
        index = built(embed=embed, embedder="two", vectors={"bits": 32, "dimensions": 0})
        self.assertEqual(index.search("leekish thing", candidates=None).hits[0].document, "b.md")
        kept = index.vectors()
        assert kept
        self.assertEqual((kept.embedder, kept.dimensions, kept.bits, kept.ids), ("two", 3, 32, ["a.md#1.0", "b.md#1.0"]))
        again = kindex_docs.open(index.bytes(), embed=embed)
        self.assertEqual(again.search("leekish thing"), index.search("leekish thing"))
        self.assertIsNone(built().vectors())

    def test_options_say_how_the_vector_of_an_embedder_counts(self) -> None:
        index = built(embed=embed, embedder="two", vectors={"bits": 32, "dimensions": 0})
        query = "leekish thing with pears"
        [vector] = embed([query])
        plain = kindex_docs.open(index.bytes())
        for options in [{"alpha": 0.9}, {"candidates": 1}, {"embedder": "two"}, {"alpha": 0, "candidates": 3}]:
            with self.subTest(options=options):
                self.assertEqual(index.search(query, **options), plain.search(query, vector=vector, **options))
        self.assertNotEqual(index.search(query, alpha=0), index.search(query, alpha=1))
        self.refused("invalid_option", "embedder: ", index.search, query, embedder="three")
        self.refused("invalid_option", "alpha: it needs vector", plain.search, query, alpha=0.5)
        self.refused("invalid_option", "alpha: it needs vector", kindex_docs.open(built().bytes(), embed=embed).search, query, alpha=0.5)

    def test_vectors_come_and_go_as_arrays(self) -> None:
        plain = built()
        chunks = kindex_docs.chunks(plain)
        ids, matrix = [chunk.id for chunk in chunks], embed([chunk.embed for chunk in chunks])
        settings: Any = {"of": "children", "bits": 32, "dimensions": 0}
        one = plain.with_vectors(ids, matrix, embedder="two", **settings)
        given = [matrix.tolist(), list(matrix), matrix.astype(np.float64), np.asfortranarray(matrix), memoryview(matrix), matrix.astype(np.float16).astype(np.float32)]
        for other in given:
            with self.subTest(type(other)):
                made = plain.with_vectors(ids, other, embedder="two", **settings)
                self.assertTrue(made.search("", vector=[0, 1, 0]).hits[0].document == "b.md")
        kept = one.vectors()
        assert kept
        self.assertEqual((kept.values.dtype, kept.values.shape), (np.float32, (2, 8)))
        wanted = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
        centred = wanted - wanted.mean(axis=0)
        centred /= np.linalg.norm(centred, axis=1, keepdims=True)
        np.testing.assert_allclose(kept.values[:, :3], centred, atol=1e-6)
        vectors = [np.array([0, 1, 0]), np.array([0, 1, 0], dtype=np.float32), array.array("f", [0, 1, 0]), [0, 1, 0]]
        found = [one.search("", vector=vector).hits for vector in vectors]
        self.assertTrue(all(hits == found[0] for hits in found))

    def test_many_rows_are_taken_in_order(self) -> None:
        builder = Builder(levels=[500])
        for number in range(2500):
            builder.add(f"document {number}")
        index = builder.finish()
        rng = np.random.default_rng(1)
        matrix = rng.standard_normal((2500, 16), dtype=np.float32)
        ids = [chunk.id for chunk in kindex_docs.chunks(index)]
        one = index.with_vectors(ids, matrix, embedder="random", bits=32, dimensions=0)
        for row in [0, 1023, 1024, 2499]:
            self.assertEqual(one.search("", vector=matrix[row], limit=1).hits[0].document, str(row))

    def test_vectors_that_do_not_fit_are_refused(self) -> None:
        plain = built()
        ids = [chunk.id for chunk in kindex_docs.chunks(plain)]
        for vectors, message in [
            ([[1.0, 2.0]], "there are 1 for 2 ids"),
            ([[1.0, 2.0], [1.0]], "it has 1 numbers, not 2"),
            ([[1.0, 2.0], [0.0, 0.0]], "all its numbers are zero"),
            ([[1.0, float("inf")], [1.0, 2.0]], "not finite"),
            (np.ones(2, dtype=np.float32), "accepted are arrays"),
            (7, "accepted are arrays of two dimensions"),
            ([["a"], ["b"]], "accepted are arrays"),
        ]:
            with self.subTest(vectors=vectors):
                self.refused("invalid_option", message, plain.with_vectors, ids, vectors, embedder="x")
        self.refused("invalid_option", "embed: it gave 1 vectors for 2 texts", lambda: built(embed=lambda texts: [[1.0]], embedder="x"))
        with self.assertRaises(ZeroDivisionError):
            built(embed=lambda texts: 1 / 0, embedder="x")


class Measuring(InFolder):
    def test_figures_are_those_of_the_command(self) -> None:
        index = built()
        queries = {"1": "pears", "2": "sweet", "3": "not judged"}
        found = kindex_docs.evaluate(index, queries, {"1": {"a.md": 1, "b.md": 0}, "2": ["b.md", "gone.md"]}, measures=["ndcg", "recall@1"])
        self.assertEqual((found.queries, found.per_query["1"]), (2, {"ndcg@10": 1.0, "recall@1": 1.0}))
        index.save(self.folder / "a.kdx")
        self.put("queries.jsonl", '{"id": "1", "text": "pears"}\n{"id": "2", "text": "sweet"}\n')
        self.put("qrels.tsv", "1\ta.md\t1\n1\tb.md\t0\n2\tb.md\t1\n2\tgone.md\t1\n")
        line = ["eval", "a.kdx", "--queries=queries.jsonl", "--qrels=qrels.tsv", "--measures=ndcg,recall@1", "--json"]
        said = subprocess.run([sys.executable, "-m", "kindex_docs", *line], cwd=self.folder, check=True, capture_output=True, text=True)
        self.assertEqual(json.loads(said.stdout)["measures"], found.measures)
        self.refused("invalid_option", "measures: there is no measure", kindex_docs.evaluate, index, queries, {}, measures=["bleu"])

    def test_judgements_are_any_mappings_and_iterables(self) -> None:
        index, queries = built(), MappingProxyType({"1": "sweet"})
        grades = {"a.md": 0, "b.md": np.int64(3)}
        wanted = kindex_docs.evaluate(index, queries, {"1": grades})
        self.assertLess(wanted.measures["ndcg@10"], 1)
        mappings: list[Any] = [MappingProxyType(grades), UserDict(grades), Counter(grades)]
        for judged in mappings:
            with self.subTest(type(judged)):
                self.assertEqual(kindex_docs.evaluate(index, queries, MappingProxyType({"1": judged})), wanted)
        wanted = kindex_docs.evaluate(index, queries, {"1": ["b.md"]})
        for documents in [("b.md",), {"b.md"}, iter(["b.md"]), {"b.md": 1}.keys()]:
            with self.subTest(type(documents)):
                self.assertEqual(kindex_docs.evaluate(index, queries, {"1": documents}), wanted)

    def test_judgements_that_cannot_be_used_are_named(self) -> None:
        index, queries = built(), {"1": "sweet"}
        for asked, judged, message in [
            (queries, 7, "^qrels: accepted is a dict"),
            (queries, [("1", ["a.md"])], "^qrels: accepted is a dict"),
            ("sweet", {}, "^queries: accepted is a dict"),
            ({1: "sweet"}, {}, "^queries: 1 is no id; accepted are strings"),
            ({"1": 7}, {}, "^queries.1: accepted is a str"),
            (queries, {1: ["a.md"]}, "^qrels: 1 is no id; accepted are strings"),
            (queries, {"1": "a.md"}, "^qrels.1: accepted are dicts of grades by document, and lists"),
            (queries, {"1": 7}, "^qrels.1: accepted are dicts"),
            (queries, {"1": None}, "^qrels.1: accepted are dicts"),
            (queries, {"1": [7]}, "^qrels.1: 7 is no id; accepted are strings"),
            (queries, {"1": b"a.md"}, "^qrels.1: 97 is no id"),
            (queries, {"1": {7: 1}}, "^qrels.1: 7 is no id"),
            (queries, {"1": {"a.md": "x"}}, "^qrels.1: the grade of a.md is no whole number"),
            (queries, {"1": {"a.md": 0.5}}, "^qrels.1: the grade of a.md"),
            (queries, {"1": {"a.md": 2**70}}, "^qrels.1: the grade of a.md"),
        ]:
            with self.subTest(queries=asked, qrels=judged):
                self.refused("invalid_argument", message, kindex_docs.evaluate, index, asked, judged)

    def test_queries_have_the_vectors_of_the_embedder(self) -> None:
        asked: list[list[str]] = []

        def told(texts: list[str]) -> Any:
            asked.append(texts)
            return embed(texts)

        made = built(embed=embed, embedder="two", vectors={"bits": 32, "dimensions": 0})
        plain, index = kindex_docs.open(made.bytes()), kindex_docs.open(made.bytes(), embed=told)
        texts = ["pearish", "leekish"] * 35
        queries = {str(number): text for number, text in enumerate(texts)} | {"unjudged": "pear"}
        qrels = {str(number): [{"pearish": "a.md", "leekish": "b.md"}[text]] for number, text in enumerate(texts)}
        settings: Any = {"measures": ["success@1"], "fuzzy": False}
        self.assertEqual(kindex_docs.evaluate(plain, queries, qrels, **settings).measures, {"success@1": 0.0})
        found = kindex_docs.evaluate(index, queries, qrels, **settings)
        self.assertEqual((found.queries, found.measures), (70, {"success@1": 1.0}))
        self.assertEqual([text for batch in asked for text in batch], texts)
        self.assertEqual([len(batch) for batch in asked], [64, 6])
        given = kindex_docs.evaluate(plain, queries, qrels, vector=[1, 0, 0.1], **settings)
        self.assertEqual(given.measures, {"success@1": 0.5})
        self.assertEqual(kindex_docs.evaluate(index, queries, qrels, vector=[1, 0, 0.1], **settings), given)
        self.assertEqual(len(asked), 2)
        self.refused("invalid_option", "embedder: ", kindex_docs.evaluate, index, queries, qrels, embedder="three")


class Importing(unittest.TestCase):
    def test_it_imports_nothing_but_what_comes_with_python(self) -> None:
        script = "import sys; before = set(sys.modules); import kindex_docs; print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
        done = subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(Path(kindex_docs.__file__).parents[1])!r}); {script}"], check=True, capture_output=True, text=True)
        others = set(done.stdout.split()) - set(sys.stdlib_module_names) - {"kindex_docs"}
        self.assertEqual(others, set())


if __name__ == "__main__":
    unittest.main()
