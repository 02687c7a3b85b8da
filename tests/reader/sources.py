"""The section sources: what an index was built of and no other section keeps."""

import struct

from checksum import checksum
from documents import OTHER_NAME
from meta import COARSEST, CUTS, UNITS
from terms import key, terms
from wire import Cursor, FormatError

NO_PARTS, PARENTS, GROUPS = 0, 2, 4
NAMES_LANGUAGE = 1


class Sources:
    """The settings, and what each document was besides."""

    def __init__(self, data, documents):
        cursor = Cursor(data)
        self.language = cursor.string()
        self.chunking = (UNITS[cursor.varint()], CUTS[cursor.varint()], COARSEST[cursor.varint()], cursor.varint())
        self.sizes = [(cursor.varint(), _double(cursor)) for _ in range(cursor.varint())]
        self.synonyms = [(cursor.strings(), cursor.strings()) for _ in range(cursor.varint())]
        self.pins = [(cursor.string(), bool(cursor.varint()), cursor.strings()) for _ in range(cursor.varint())]
        self.documents = [Source(cursor) for _ in range(documents)]
        cursor.end("the sources")


class Source:
    def __init__(self, cursor):
        code = cursor.varint()
        self.names_language, self.parts = bool(code & NAMES_LANGUAGE), code & ~NAMES_LANGUAGE
        if self.parts not in (NO_PARTS, PARENTS, GROUPS):
            raise FormatError(f"the parts of a document have the number {self.parts}")
        self.names = cursor.strings()
        self.addresses = cursor.addresses()
        self.targets = [cursor.addresses() for _ in range(cursor.varint())]
        self.extra = cursor.string()
        self.extra_of = {cursor.varint(): cursor.string() for _ in range(cursor.varint())}
        self.starts, start = [], 0
        for _ in range(cursor.varint()):
            start += cursor.varint()
            self.starts.append(start)


def _double(cursor):
    return struct.unpack("<d", cursor.varint(63).to_bytes(8, "little"))[0]


def differences(index):
    """Where the sources say something else than the sections that keep what became of them."""
    sources, meta = index.sources, index.meta
    if sources.language != meta.languages[0]:
        yield f"the sources have the language {sources.language!r}, and meta has {meta.languages[0]!r}"
    if sources.chunking != (meta.unit, meta.cuts, meta.coarsest, meta.depth):
        yield f"the sources are cut by {sources.chunking}"
    if [(size, round(1000 * overlap)) for size, overlap in sources.sizes] != [
        (level.size, round(1000 * level.overlap)) for level in meta.levels
    ]:
        yield f"the sources have the sizes {sources.sizes}"
    yield from _pins(index)
    yield from _synonyms(index)
    for number, source in enumerate(sources.documents):
        for difference in _document(index, number, source):
            yield f"the sources of {index.documents[number].id}: {difference}"


def _pins(index):
    known = {}
    for number, document in enumerate(index.documents):
        if document.url:
            known.setdefault(document.url.lstrip("/"), number)
    ids = {document.id: number for number, document in enumerate(index.documents)}
    given = []
    for query, begins, pages in index.sources.pins:
        numbers = [ids.get(page, known.get(page.lstrip("/"))) for page in pages]
        given.append((key(query, index.letters), begins, [number for number in dict.fromkeys(numbers) if number is not None]))
    if [pin for pin in given if pin[2]] != index.pins:
        yield f"the sources have the pins {given}, and the index has {index.pins}"


def _synonyms(index):
    """A word that finds others has an entry, where one of those does."""
    for found_by, found in index.sources.synonyms:
        known = any(index.entries_of(index.letters.fold(word)) for word in found)
        lost = [word for word in found_by if not index.entries_of(index.letters.fold(word))]
        if known and lost:
            yield f"the synonyms {lost} of {found} are no words"


def _document(index, number, source):
    if index.documents[number].language and not source.names_language:
        yield "it has a language that it does not name"
    listed = {name for name, kind, of, _ in index.names if kind == OTHER_NAME and of == number}
    keys = {key(name, index.letters) for name in source.names} - {""}
    if {checksum(one.encode()) for one in keys} != listed:
        yield f"its names {source.names} are not those of the index"
    if any(heading >= len(index.headings[number]) for heading in source.extra_of):
        yield "a heading with extra words is not there"
    for words in [source.extra, *source.extra_of.values()]:
        lost = [term for term in terms(words, index.letters) if not _is_extra(index, number, term)]
        if lost:
            yield f"its extra words {lost} are in no list"
    start = index.document_start(number)
    parents = index.tree.below(index.tree.levels, number, index.meta.parent_level)
    begin = {index.tree.bytes_of(index.meta.parent_level, parent)[0] - start for parent in parents}
    if not set(source.starts) <= begin or bool(source.starts) != bool(source.parts):
        yield f"its parts begin at {source.starts}, and parents at {sorted(begin)}"


def _is_extra(index, document, term):
    """Whether a list has a term as an extra word of a document."""
    children = index.tree.children(index.tree.levels, document)
    entries = index.entries_of(term)
    ranges = (one for entry in entries for one in index.postings(index.entries[entry].owner).extra)
    return any(first < children.stop and first + count > children.start for first, count, _ in ranges)
