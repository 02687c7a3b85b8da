"""From the text of a query to posting lists.

Queries here are words: without signs, quotes, stars, fields and OR, and all of them words of the dictionary or
of no text. Other forms of words, and mistyped ones, are beyond this reader.
"""

import math
import re
import string

from checksum import checksum
from documents import HEADING, OTHER_NAME, TERM, TITLE
from terms import key, terms

MOST_BYTES, MOST_TERMS, MOST_CLAUSES = 4096, 64, 10
MOST_PINNED, SHORTEST_PREFIX = 32, 3
#: What an occurrence counts, of the word and of another spelling of it.
EXACT, INEXACT = 5, 3
MOST_JOINED, SHORTEST_JOINED = 4, 4


class Term:
    """A word of the query: how often it has it, and the entries of the dictionary that answer."""

    def __init__(self, text, times, index):
        self.text, self.times = text, times
        self.entries = index.entries_of(text)
        self.stop = any(index.entries[entry].stop for entry in self.entries)
        #: The number of the first entry of each stem.
        self.stems, self.counts = [], []
        joined = [index.entries[entry].joined for entry in self.entries]
        for entry, is_joined in zip(self.entries, joined):
            # Other spellings have entries beside those of the word.
            self.add(index.entries[entry].owner, INEXACT if is_joined and not all(joined) else EXACT)
        self.index = index

    def make_joined(self, stem):
        """Adds the list of the word that it makes with the next. A stop word has no other then, and is none."""
        if self.stop:
            self.stems, self.counts, self.stop = [], [], False
        self.add(stem, INEXACT)

    def add(self, stem, count):
        if stem not in self.stems:
            self.stems.append(stem)
            self.counts.append(count)

    @property
    def lists(self):
        return [self.index.postings(stem) for stem in self.stems]

    @property
    def weight(self):
        parents = max((postings.parents for postings in self.lists), default=0)
        return self.times * idf(self.index.meta, parents)


class Query:
    def __init__(self, text, index):
        text = text.encode()[:MOST_BYTES].decode(errors="ignore")
        times = {}
        for term in _terms(text, index.letters):
            if term in times or len(times) < MOST_TERMS:
                times[term] = times.get(term, 0) + 1
        found = [Term(term, count, index) for term, count in times.items()]
        if len(found) <= MOST_JOINED:
            _join(text, found, index)
        found = [term for term in found if term.stems or not _is_operator(term.text)]
        content = [term for term in found if not term.stop]
        #: A page may be called by a stop word, so one alone counts.
        self.terms = content or found
        self.key = key(text, index.letters)
        self.pinned = _pinned(self.key, index.pins)
        self._find_names(index)

    def _find_names(self, index):
        """The documents called like the query with how much that counts, and the children where such sections begin."""
        self.titles, self.others, self.sections, self.terms_of_lists, self.linked = set(), set(), set(), set(), {}
        if not self.key or not any(term.lists for term in self.terms):
            return
        wanted = checksum(self.key.encode())
        kinds = {TITLE: self.titles, OTHER_NAME: self.others, HEADING: self.sections, TERM: self.terms_of_lists}
        count = 0
        for name, kind, number, linked in index.names:
            if name == wanted:
                kinds[kind].add(number)
                count += kind == OTHER_NAME
                if kind in (TITLE, OTHER_NAME):
                    self.linked[number] = linked
        self.share_of_others = 1 / math.sqrt(max(count, 1))

    @property
    def is_title(self):
        """Whether it is all of the name of a document, be it the title or one that no other document has."""
        return bool(self.titles or self.others and self.share_of_others == 1.0)

    def share(self, document):
        """The degree to which the query is a name of a document, 0 to 1.5."""
        if document not in self.linked:
            return 0.0
        share = 1.0 if document in self.titles else self.share_of_others
        if len(self.linked) == 1:
            return share
        linked = self.linked[document] / max(1, *self.linked.values())
        return share + 0.5 * linked * linked


def _is_operator(term):
    return all(letter in string.punctuation for letter in term)


def _join(text, found, index):
    """Lets a word find the one that it makes with the next."""
    for first, second in zip(found, found[1:]):
        word = first.text + second.text
        is_word = len(word) >= SHORTEST_JOINED and re.fullmatch("[a-z]+", word)
        if is_word and re.search(rf"(?<![a-z]){first.text} {second.text}(?![a-z])", text.lower()):
            for entry in [index.entries[entry] for entry in index.entries_of(word)]:
                if not entry.stop:
                    first.make_joined(entry.owner)


def _terms(text, letters):
    clauses = text.split()
    if len(clauses) > MOST_CLAUSES:
        return terms(text, letters)
    # Beside words one sign is punctuation.
    words = [clause for clause in clauses if len(clauses) == 1 or clause not in string.punctuation]
    return [term for clause in words for term in terms(clause, letters)]


def idf(meta, parents):
    """How much a stem says that a number of parents have."""
    parents = min(parents, meta.parents)
    return math.log(1.0 + (meta.parents - parents + 0.5) / (parents + 0.5))


def _pinned(typed, pins):
    own = [number for key, _, pages in pins if key == typed for number in pages]
    begun = [
        number
        for key, begins, pages in pins
        if begins and key != typed and len(typed) >= SHORTEST_PREFIX and key.startswith(typed)
        for number in pages
    ]
    return (own + begun)[:MOST_PINNED]
