"""The pairs of terms that the texts have, as an index of several files lists them."""

from collections import defaultdict

import pairs
from terms import placed_terms
from wire import text


class Adjacent:
    def __init__(self, index):
        self.index, self.tree = index, index.tree
        #: For each key its places in titles, headings and bodies.
        self.found = defaultdict(lambda: ([], [], []))
        for document in range(index.meta.documents):
            self._title(document)
            self._text(document)

    def _terms(self, words):
        return placed_terms(words, self.index.letters, variants=False)

    def _add(self, first, second, field, place):
        self.found[pairs.key(first, second)][field].append(place)

    def _title(self, document):
        terms = self._terms(self.index.documents[document].title)
        for number, ((first, _), (second, _)) in enumerate(zip(terms, terms[1:])):
            self._add(first, second, 0, (document, number, False, 0))

    def _text(self, document):
        """Terms are counted in each child, and on and on in the headings of the document."""
        base, end = self.tree.bytes_of(self.tree.levels, document)
        self.counts, of_headings, at = defaultdict(int), 0, base
        runs = self.index.heading_runs(document)
        for heading, (first, count) in zip(self.index.headings[document], runs):
            self._body(document, at, base + heading.start)
            of_headings = self._heading(document, heading, (first, count), of_headings)
            at = base + heading.end
        self._body(document, at, end)

    def _numbered(self, document, start, end):
        """Each term of a range with its child, its number there, and its place."""
        words = text(self.index.text[start:end])
        for term, place in self._terms(words):
            child = self.index.child_at(start + len(words[:place].encode()), document)
            yield term, child, self.counts[child], place, words
            self.counts[child] += 1

    def _heading(self, document, heading, run, number):
        base = self.index.document_start(document)
        terms = [term for term, *_ in self._numbered(document, base + heading.start, base + heading.end)]
        for first, second in zip(terms, terms[1:]):
            self._add(first, second, 1, (run[0], number, False, run[1]))
            number += 1
        return number + (2 if terms else 1)

    def _body(self, document, start, end):
        before = None
        for term in self._numbered(document, start, end):
            if before:
                self._neighbours(before, term)
            before = term

    def _neighbours(self, before, after):
        first, child, number, place, words = before
        second, other, _, end, _ = after
        if words[place:end].count("\n") <= 1 and other - child in (0, 1):
            self._add(first, second, 2, (child, number, other != child, 0))
