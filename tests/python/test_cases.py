"""Runs the files of tests/cases, which other engines run too, to the last bit."""

from __future__ import annotations

import json
import re
import unittest
from functools import reduce
from pathlib import Path
from typing import Any, Callable

import kindex_docs
from kindex_docs import Index, KindexError
from kindex_docs.results import Hit, Results

CASES = Path(__file__).parents[1] / "cases"

#: The fields of a case besides what it says of the results.
GIVEN = ["why", "query", "options"]

Search = Callable[[str], Results]


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


#: Names of options in messages.
CAMEL = re.compile(r"\b(?:match|return|per|phrase|max|auto)[A-Z]\w+")


def named(hit: Hit | None, like: str) -> str | None:
    """A hit's id where the name expected is one, which has a ``#``, else its page."""
    return hit and (hit.id if "#" in like else hit.document)


def best(found: Results) -> Hit | None:
    return next(iter(found.hits), None)


def has(hits: list[Hit], name: str) -> bool:
    return any(named(hit, name) == name for hit in hits)


def with_more(hits: list[Hit]) -> list[Hit]:
    return [one for hit in hits for one in [hit, *hit.more]]


def lines(hit: Hit) -> list[tuple[str, list[tuple[int, int]]]]:
    """The texts of a hit that have marks, with these."""
    if not hit.marks:
        return [(hit.text, hit.highlights)]
    return [(hit.title, hit.marks.title), *zip(hit.headings, hit.marks.headings), (hit.snippet, hit.marks.snippet)]


def scored(found: Results) -> Any:
    return found.total, [(hit.id, hit.score) for hit in found.hits]


def same(one: Results, other: Results) -> bool:
    """Two queries that find nothing say nothing of each other."""
    return scored(one) == scored(other) and one.total > 0


def cut_off(found: Results) -> str | None:
    return "unknown; set a limit that all results fit in" if found.total > len(found.hits) else None


def only(found: Results, wanted: list[str]) -> Any:
    others = [hit.document for hit in found.hits if not any(named(hit, name) == name for name in wanted)]
    return cut_off(found) or [name for name in wanted if has(found.hits, name)] + others


#: By the field that a case states: what came out, which is as it says if it is the same.
FOUND: dict[str, Callable[[Results, Any, Search], Any]] = {
    "total": lambda found, *_: found.total,
    "sum": lambda found, *_: reduce(lambda sum, hit: sum + hit.score, with_more(found.hits), 0.0),
    "none": lambda found, *_: found.total == 0,
    "top": lambda found, wanted, _: named(best(found), wanted),
    "first": lambda found, wanted, _: [named(hit, name) for hit, name in zip(found.hits, wanted)],
    "contains": lambda found, wanted, _: [name for name in wanted if has(found.hits, name)],
    "only": lambda found, wanted, _: only(found, wanted),
    "lacks": lambda found, wanted, _: cut_off(found) or [name for name in wanted if not has(found.hits, name)],
    "completions": lambda found, *_: found.completions,
    "unchecked": lambda found, *_: found.unchecked_phrases,
    "didYouMean": lambda found, *_: found.did_you_mean,
    "sameAs": lambda found, wanted, search: wanted if same(found, search(wanted)) else "another",
    "anchor": lambda found, *_: found.hits[0].anchor if found.hits else None,
    "headings": lambda found, *_: found.hits[0].headings if found.hits else None,
    "marked": lambda found, *_: [text[start:end] for hit in found.hits[:1] for text, marks in lines(hit) for start, end in marks],
    "snippet": lambda found, *_: found.hits[0].snippet if found.hits else None,
    "meta": lambda found, *_: found.hits[0].meta if found.hits else None,
    "pinned": lambda found, *_: [hit.document for hit in found.hits if hit.pinned],
    "more": lambda found, *_: [hit.id for hit in (found.hits[0].more if found.hits else [])],
    "same": lambda found, *_: {hit.document: [copy.document for copy in hit.same] for hit in found.hits if hit.same},
    "leftOut": lambda found, *_: [one.id for one in found.left_out],
    "facets": lambda found, *_: {key: [list(pair) for pair in counts.items()] for key, counts in found.facets.items()},
}


def differences(index: Index, case: dict[str, Any]) -> list[str]:
    options = {snake(name): value for name, value in case.get("options", {}).items()}

    def search(query: str) -> Results:
        return index.search(query, **options)

    if "refused" in case:
        try:
            search(case["query"])
        except KindexError as error:
            told = (error.code, str(error))
            return [] if told == ("invalid_option", CAMEL.sub(lambda name: snake(name[0]), case["refused"])) else [f"refused is {told}"]
        return ["it is not refused"]
    found = search(case["query"])
    said = {name: wanted for name, wanted in case.items() if name not in GIVEN}
    shown = {name: (FOUND[name](found, wanted, search), wanted) for name, wanted in said.items()}
    return [f"{name} is {found}, not {wanted}" for name, (found, wanted) in shown.items() if found != wanted]


class Cases(unittest.TestCase):
    def test_every_case_comes_out_to_the_last_bit(self) -> None:
        count = 0
        for path in sorted(CASES.glob("*.json")):
            file = json.loads(path.read_text(encoding="utf-8"))
            index = kindex_docs.open(CASES / file["index"])
            for case in file["cases"]:
                count += 1
                with self.subTest(file=path.name, query=case["query"], why=case["why"]):
                    self.assertEqual(differences(index, case), [])
        self.assertGreaterEqual(count, 300)


if __name__ == "__main__":
    unittest.main()
