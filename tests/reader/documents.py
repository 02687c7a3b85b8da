"""The sections documents, headings, names and pins."""

import json

from pieces import blocks
from wire import Cursor, FormatError, parts, risen

TITLE, OTHER_NAME, HEADING, TERM = 0, 1, 2, 3


class Document:
    def __init__(self, data):
        cursor = Cursor(data)
        self.id, self.url, self.title, self.language = (cursor.string() for _ in range(4))
        entries = [(cursor.string(), cursor.string()) for _ in range(cursor.varint())]
        self.filters = {cursor.string(): cursor.strings() for _ in range(cursor.varint())}
        kinds = cursor.take(len(entries)) if cursor.left() else bytes(len(entries))
        #: The metadata as it is written, which filters compare.
        self.written_meta = dict(entries)
        self.meta = {key: _value(value, kind) for (key, value), kind in zip(entries, kinds)}
        self.blocks = blocks(cursor)


def _value(text, kind):
    if not kind:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def documents(data, count):
    """The documents, and their numbers in the order of their ids."""
    cursor = Cursor(data)
    order, offsets = cursor.integers(count), cursor.integers(count + 1)
    found = [Document(record) for record in parts(cursor.rest(), offsets)]
    if sorted(order) != list(range(count)):
        raise FormatError("the documents by their ids are not all documents")
    risen([found[number].id.encode() for number in order], "the ids of documents")
    return found, order


class Heading:
    """A heading; its places are counted from the beginning of its document."""

    def __init__(self, cursor, before):
        mark = cursor.number(1)
        self.level, self.is_link_list = mark % 8, mark >= 8
        if mark >= 16 or not 1 <= self.level <= 6:
            raise FormatError(f"a heading has level {self.level}")
        self.line = before + cursor.varint()
        self.start = self.line + cursor.varint()
        self.end = self.start + cursor.varint()
        self.anchor = cursor.string()


def headings(data, documents, count):
    """The headings of each document."""
    cursor = Cursor(data)
    offsets = cursor.integers(documents + 1)
    found = [_headings_of(part) for part in parts(cursor.rest(), offsets)]
    if sum(map(len, found)) != count:
        raise FormatError(f"there are {sum(map(len, found))} headings, not {count}")
    return found


def _headings_of(data):
    cursor, found, before = Cursor(data), [], 0
    while cursor.left():
        found.append(Heading(cursor, before))
        before = found[-1].line
    return found


def names(data):
    """Checksums of names, each with its kind, the number of the document or child, and how much others link to it."""
    if len(data) % 8:
        raise FormatError("the names are not pairs of integers")
    numbers = Cursor(data).integers(len(data) // 4)
    pairs = list(zip(numbers[0::2], numbers[1::2]))
    if pairs != sorted(pairs):
        raise FormatError("the names are not in order")
    return [(name, code & 3, code >> 2, 0) if code & 3 in (HEADING, TERM) else (name, code & 3, code >> 6, code >> 2 & 15)
            for name, code in pairs]


def pins(data):
    """For each pin its key, whether beginnings of the query are enough, and its documents."""
    cursor, found = Cursor(data), []
    while cursor.left():
        key, code = cursor.string(), cursor.varint()
        found.append((key, bool(code & 1), cursor.varints(code >> 1)))
    return found
