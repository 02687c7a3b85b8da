"""An index, put together from its sections."""

import gzip
import zlib
from bisect import bisect_right
from functools import lru_cache
from pathlib import Path

import dictionary
import documents
import forms
import header
import shards
from header import Header
from letters import Letters
from lengths import Lengths
from meta import Meta
from pieces import piece
from postings import Postings
from sources import Sources
from tree import Tree
from vectors import Vectors
from wire import FormatError, text


class Index:
    def __init__(self, data, after=(), table=None):
        self.data = data
        self.sections = found = header.sections(data)
        self.meta = meta = Meta(found[header.META])
        self.entries = dictionary.read(found[header.WORDS], meta.words, meta.word_blocks)
        self.tree = Tree(found[header.TREE], meta)
        self.lengths = Lengths(found[header.LENGTHS], meta)
        self.documents, self.by_id = documents.documents(found[header.DOCUMENTS], meta.documents)
        self.headings = documents.headings(found[header.HEADINGS], meta.documents, meta.headings)
        self.text = found[header.TEXT]
        self.letters = Letters(found[header.LETTERS])
        self.names = documents.names(found[header.NAMES])
        self.forms = forms.read(found.get(header.FORMS, b""))
        self.pins = documents.pins(found.get(header.PINS, b""))
        self.sources = Sources(found[header.SOURCES], meta.documents) if header.SOURCES in found else None
        self.vectors = Vectors(found[header.VECTORS]) if header.VECTORS in found else None
        self.after, self.table = after, table
        self._words = {}
        for number, entry in enumerate(self.entries):
            self._words.setdefault(entry.word, []).append(number)
        self.postings = lru_cache(None)(self._postings)

    def entries_of(self, word):
        """The numbers of the entries of a folded word."""
        return self._words.get(word.encode(), [])

    def _postings(self, entry):
        """The posting list of the stem of an entry, by the number of the entry that is its first."""
        first = self.entries[entry]
        return Postings(self.sections[header.POSTINGS][first.start : first.start + first.length])

    def text_of(self, level, number):
        start, end = self.tree.bytes_of(level, number)
        return text(self.text[start:end])

    def piece_of(self, level, number):
        """The text as it is shown: with the header or the fences of what it is cut from."""
        document = self.tree.document_of(self.tree.children(level, number).start)
        first, last = self.tree.bytes_of(self.tree.levels, document)
        start, end = self.tree.bytes_of(level, number)
        return piece(self.documents[document].blocks, self.text[first:last], start - first, end - first)

    def id_of(self, level, chunk):
        """The id of a chunk: that of its document, its level, and its place among those of the document."""
        document = self.tree.document_of(self.tree.children(level, chunk).start)
        place = chunk - self.tree.below(self.tree.levels, document, level).start
        return f"{self.documents[document].id}#{level}.{place}"

    def document_start(self, document):
        return self.tree.tiles[self.tree.children(self.tree.levels, document).start]

    def heading_text(self, document, heading):
        start = self.document_start(document)
        return text(self.text[start + heading.start : start + heading.end])

    def heading_runs(self, document):
        """For each heading the first child under it, and their number. It ends at the next one that is not weaker."""
        start, end = self.tree.bytes_of(self.tree.levels, document)
        headings = self.headings[document]
        for number, heading in enumerate(headings):
            after = (other.line for other in headings[number + 1 :] if other.level <= heading.level)
            last = start + max(next(after, end - start), heading.line + 1) - 1
            first = self.child_at(start + heading.line, document)
            yield first, self.child_at(last, document) - first + 1

    def child_at(self, byte, document):
        """The child whose tile has a byte of the text."""
        children = self.tree.children(self.tree.levels, document)
        return max(children.start, bisect_right(self.tree.tiles, byte, children.start, children.stop) - 1)


def unpacked(path):
    data = Path(path).read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def read(path):
    """The index of a file or folder."""
    try:
        return _read(Path(path))
    except (ArithmeticError, AttributeError, EOFError, LookupError, ValueError, gzip.BadGzipFile, zlib.error) as error:
        # A number leads to nothing that is there.
        raise FormatError(f"the bytes do not belong together: {error}") from error


def _read(path):
    if path.is_dir():
        return Index(*shards.read_folder(path))
    return Index(unpacked(path))
