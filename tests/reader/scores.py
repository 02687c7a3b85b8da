"""The results of queries and their scores, against those of the command."""

import json

import fusion
from ranking import TITLE, Options, Ranking

#: Sums are taken in one order by all readers, so scores differ by no more than a logarithm does.
CLOSE = 1e-12

#: A letter that no text has and no list of classes, which is a word by itself.
UNLISTED = "\U00020000"

#: Names of options here and of the flags of the command.
FLAGS = {"k1": "--k1", "b": "--b", "title": "--title-weight", "heading": "--heading-weight",
         "match_level": "--match-level", "return_level": "--return-level"}


def flags(options):
    return [word for name, value in options.items() for word in (FLAGS[name], str(value))]


class Scores:
    def __init__(self, index, command, more=()):
        self.index, self.command, self.more = index, command, list(more)
        self.compared = 0

    def differences(self):
        levels = self.index.tree.levels
        bodies = {"title": 0.0, "heading": 0.0, "return_level": 0}
        whole = {"title": 1.0, "heading": 1.0, "match_level": levels - 1, "return_level": levels}
        other = {"k1": 0.9, "b": 0.4, "title": 3.5, "heading": 0.5}
        settings = [({}, 1), (bodies, 3), (whole, 4), (other, 5)]
        for options, step in settings:
            ranking = Ranking(self.index, Options(**options))
            for query in self.queries()[::step]:
                yield from self._compare(ranking, query, flags(options))
        if self.index.vectors:
            ranking = Ranking(self.index, Options())
            for number, query in enumerate(["", *self.queries()[::2]]):
                yield from self._compare(ranking, query, [], _vector(self.index.vectors.dimensions, number))
        if self.compared < 10:
            yield f"only {self.compared} queries were compared"

    def queries(self):
        """Words from all over the dictionary, titles, headings, and all of these together."""
        words = [entry.word.decode() for entry in self.index.entries if not entry.joined]
        few = words[:: max(1, len(words) // 18)]
        runs = [few[start : start + count] for count in (1, 2, 3, 6) for start in range(count, len(few), 7)]
        titles = [document.title for document in self.index.documents[::9]]
        pairs = [f"{one} {other}" for one, other in zip(titles, few)]
        headings = [
            self.index.heading_text(document, heading)
            for document, several in enumerate(self.index.headings[::4])
            for heading in several[:1]
        ]
        repeated = " ".join([few[0], few[1], few[0]])
        keys = [key for key, _, _ in self.index.pins[:3]]
        extra = [word for word in words if self._has_extra(word)][:4]
        return [
            *self.more, *(" ".join(run) for run in runs), *titles, *pairs, *headings[:4], *keys, *extra, repeated,
            " ".join(few[:14]), titles[0] + UNLISTED,
        ]

    def _has_extra(self, word):
        entries = self.index.entries_of(word)
        return any(self.index.postings(self.index.entries[entry].owner).extra for entry in entries)

    def _compare(self, ranking, query, flags, vector=None):
        asked, results = ranking.search(query)
        known = all(term.lists or term.text == UNLISTED for term in asked.terms)
        if not known or not is_plain(query):
            if query in self.more:
                yield f"{query!r} is no query of words that the index has"
            return
        self.compared += 1
        if vector:
            flags = [*flags, "--vector", json.dumps(vector)]
            results = fusion.by_both(ranking, asked, results, vector)
        told = self.command.search(query, *flags)
        what = f"{query!r} {' '.join(flags)}"
        ids = [self.index.id_of(result.level, result.chunk) for result in results]
        if ids != [hit["id"] for hit in told]:
            yield f"{what}: {ids[:8]} here, and {[hit['id'] for hit in told][:8]} by the command"
            return
        for result, hit in zip(results, told):
            for name, here, there in self._parts(ranking, result, hit):
                if abs(here - there) > CLOSE * abs(there):
                    yield f"{what}: {name} of {hit['id']} is {here} here, and {there} by the command"

    def _parts(self, ranking, result, hit):
        explanation = hit["explanation"]
        yield "the score", result.score, hit["score"]
        yield "the bonus of a part", TITLE * result.title.part, explanation["partTitle"]
        yield "the bonus of a title", result.exact, explanation["exactTitle"]
        yield "the boost", result.boost, explanation["boost"]
        for name, value in (result.fusion or {}).items():
            yield name, value, explanation["fusion"][name]
        own = TITLE * result.title.share
        titles = [own * score for _, score in result.title.terms]
        yield "the title", sum(titles), sum(term["score"] for term in explanation["title"])
        for child in explanation["children"]:
            level = ranking.options.match_level
            first = self.index.tree.below(self.index.tree.levels, result.document, level).start
            yield f"chunk {child['position']}", result.matched[first + child["position"]], child["score"]


def _vector(dimensions, number):
    """A vector of numbers that look like random ones."""
    return [((number * 37 + place * 101 + place * place * 13) % 97 - 48) / 48 for place in range(dimensions)]


def is_plain(query):
    """Whether a query has no signs, quotes, stars, fields and OR."""
    clauses = query.split()
    signs = any(sign in query for sign in '"“”„:*')
    return not signs and "OR" not in clauses and not any(clause[0] in "+-" for clause in clauses)
