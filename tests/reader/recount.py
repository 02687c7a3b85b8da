"""Counts the words of the texts anew, and compares them with what an index lists.

The lists of an index are made of its texts, so a reader that takes texts apart as FORMAT.md says finds the same.
Stems are taken from the dictionary.
"""

import math
from collections import Counter, defaultdict

import pairs
from adjacent import Adjacent
from checksum import checksum
from documents import HEADING, TERM, TITLE
from lengths import CHILD_LENGTHS, expand
from terms import key, terms
from wire import text
from words import Class


#: The share of the words of one stem for which rules make one, at least.
MOST_STEMS = 0.95


class Recount:
    def __init__(self, index):
        self.index, self.tree, self.letters = index, index.tree, index.letters
        #: For each word its occurrences: in titles by document, in bodies by child, in headings by run.
        self.titles, self.bodies = defaultdict(Counter), defaultdict(Counter)
        self.headings = defaultdict(Counter)
        self.names = set()
        self.body_terms = Counter()
        self.title_terms = Counter()
        for document in range(index.meta.documents):
            self._read_title(document)
            self._read_headings(document)
            self._read_bodies(document)

    def _read_title(self, document):
        title = self.index.documents[document].title
        self._name(title, TITLE, document)
        for term in terms(title, self.letters):
            self.titles[term][document] += 1
            # Emoji adorn a title, and count nothing for its length.
            self.title_terms[document] += not Class(term[0], self.letters).is_emoji

    def _read_headings(self, document):
        runs = self.index.heading_runs(document)
        for heading, (first, count) in zip(self.index.headings[document], runs):
            words = self.index.heading_text(document, heading)
            if words:
                self._name(words, HEADING, first)
            elif key(self._line(document, heading), self.letters) == key(heading.anchor, self.letters):
                self._name(heading.anchor, TERM, first)
            for term in terms(words, self.letters):
                self.headings[term][first, count] += 1

    def _line(self, document, heading):
        """The rest of the line at which a heading without words stands."""
        start = self.index.document_start(document) + heading.start
        return text(self.index.text[start:].split(b"\n", 1)[0])

    def _read_bodies(self, document):
        for child in self.tree.children(self.tree.levels, document):
            start, end = self.tree.bytes_of(0, child)
            for part in self.outside_headings(document, start, end):
                for term in terms(text(self.index.text[part.start : part.stop]), self.letters):
                    self.bodies[term][child] += 1
                    self.body_terms[document] += 1

    def _name(self, words, kind, number):
        squeezed = key(words, self.letters)
        if squeezed:
            self.names.add((checksum(squeezed.encode()), kind, number))

    def outside_headings(self, document, start, end):
        """The parts of a range of bytes that are no words of headings."""
        base, at = self.index.document_start(document), start
        for heading in self.index.headings[document]:
            first, last = base + heading.start, base + heading.end
            if last > start and first < end:
                yield range(at, max(first, at))
                at = min(last, end)
        yield range(at, end)

    def differences(self):
        yield from self._sums()
        yield from self._lists()
        yield from self._names()
        yield from self._link_lists()
        yield from self._lengths()
        if len(self.index.meta.languages) == 1 and self.index.forms:
            yield from self._forms()
        if self.index.table and self.index.table.pair_bits >= 0:
            yield from self._pairs()

    def _sums(self):
        meta = self.index.meta
        if sum(self.body_terms.values()) != meta.body_terms:
            yield f"the bodies have {sum(self.body_terms.values())} terms, not {meta.body_terms}"
        if sum(self.title_terms.values()) != meta.title_terms:
            yield f"the titles have {sum(self.title_terms.values())} terms, not {meta.title_terms}"

    def _lists(self):
        stems = defaultdict(list)
        for entry in self.index.entries:
            stems[entry.owner].append(entry.word.decode())
        if len(stems) != self.index.meta.stems:
            yield f"{len(stems)} entries are the first of a stem, not {self.index.meta.stems}"
        for stem, words in stems.items():
            found = self.index.postings(stem)
            if found.parents != len(self._parents(found)):
                yield f"{words[0]} is in {len(self._parents(found))} parents, not in {found.parents}"
            for field in ("titles", "bodies", "headings"):
                yield from self._field(field, words, getattr(found, field))

    def _field(self, field, words, found):
        """A word with several stems may be in the list of any of them."""
        own = getattr(self, field)
        sure = [word for word in words if len(self.index.entries_of(word)) == 1]
        least, most = (_sum(own[word] for word in some if word in own) for some in (sure, words))
        listed = _sum({tuple(place) if len(place) > 1 else place[0]: times} for *place, times in found)
        if least - listed or listed - most:
            yield f"{field}: {words} stands in {least} at least and {most} at most, and {listed} are listed"

    def _parents(self, found):
        level = self.index.meta.parent_level
        children = {child for child, _ in found.bodies}
        for first, count, _ in found.headings + found.extra:
            children.update(range(first, first + count))
        for document, _ in found.titles:
            children.update(self.tree.children(self.tree.levels, document))
        return {self.tree.holder(level, child) for child in children}

    def _names(self):
        common = Counter(name[:2] for name in self.names)
        expected = {one for one in self.names if one[1] == TITLE or common[one[:2]] <= 1000}
        listed = {one[:3] for one in self.index.names if one[1] in (TITLE, HEADING, TERM)}
        if listed != expected:
            yield f"names differ: {sorted(listed ^ expected)}"

    def _link_lists(self):
        """A chunk is a list of links if all of its text outside of headings is below headings of such."""
        for level in range(1, self.tree.levels):
            for chunk in range(self.index.meta.levels[level].chunks):
                children = self.tree.children(level, chunk)
                tile = range(self.tree.tiles[children.start], self.tree.tiles[children.stop])
                own = self._below_headings(self.tree.document_of(children.start), tile)
                if self.tree.link_lists[level - 1][chunk] != (bool(own) and all(own)):
                    yield f"chunk {chunk} of level {level} is {'not ' * all(own)}a list of links"

    def _below_headings(self, document, tile):
        """For each stretch of a tile between headings that has text, whether its heading is that of a list of links."""
        base, headings = self.index.document_start(document), self.index.headings[document]
        places = [(0, False), *((heading.end, heading.is_link_list) for heading in headings)]
        ends = [heading.line for heading in headings] + [tile.stop - base]
        stretches = [(range(base + start, base + end), mark) for (start, mark), end in zip(places, ends)]
        inside = [(range(max(one.start, tile.start), min(one.stop, tile.stop)), mark) for one, mark in stretches]
        return [mark for one, mark in inside if text(self.index.text[one.start : one.stop]).strip()]

    def _lengths(self):
        for document, length in enumerate(self.index.lengths.titles):
            count = self.title_terms[document]
            if length != nearest(count):
                yield f"the title of document {document} has {count} terms, and {length} are stored"
            yield from self._mean(document)

    def _mean(self, document):
        """The mean length of the children of a document, as a writer rounds it."""
        children = len(self.tree.children(self.tree.levels, document))
        mean = math.floor(self.body_terms[document] / children + 0.5)
        stored = self.index.lengths.children[document]
        # By their ratio: 54 is nearer to 64 than to 45.
        if stored != min(CHILD_LENGTHS, key=lambda terms: max(terms, mean) / max(1, min(terms, mean))):
            yield f"the children of document {document} have {mean} terms, and {stored} are stored"

    def _forms(self):
        """Rules are learnt of a vocabulary, so they make the stems of most words and not of all."""
        stems = defaultdict(list)
        for entry in self.index.entries:
            if not entry.joined and entry.word.isalpha():
                stems[entry.owner].append(self.index.forms[0].stem(entry.word.decode()))
        alike = [one == other for words in stems.values() for one, other in zip(words, words[1:])]
        if sum(alike) < MOST_STEMS * len(alike):
            yield f"the rules make one stem for {sum(alike)} of {len(alike)} words that have one"

    def _pairs(self):
        bits = self.index.table.pair_bits
        listed = {}
        for number, record in enumerate(self.index.after[: 1 << bits]):
            listed.update(pairs.record(record, number, bits))
        expected = Adjacent(self.index).found
        for one in listed.keys() ^ expected.keys():
            yield f"the pair {one:010x} is {'not ' * (one in expected)}listed: {expected.get(one, listed.get(one))}"
        for one in listed.keys() & expected.keys():
            if list(map(sorted, listed[one])) != list(map(sorted, expected[one])):
                yield f"the pair {one:010x} stands in {expected[one]}, and {listed[one]} are listed"


def _sum(counts):
    total = Counter()
    for count in counts:
        total.update(count)
    return total


def nearest(count):
    """The number nearest to a count that four bits stand for, of two the smaller."""
    return min(map(expand, range(16)), key=lambda number: (abs(number - count), number))
