"""The section postings: where a stem stands, and how often."""

from wire import Cursor

TITLES, HEADINGS, EXTRA = 1, 2, 4


class Postings:
    def __init__(self, data):
        cursor = Cursor(data)
        code = cursor.varint()
        self.parents = code >> 3
        streams = {flag: Cursor(cursor.take(cursor.varint())) for flag in (TITLES, HEADINGS, EXTRA) if code & flag}
        empty = Cursor(b"")
        #: Pairs of a document and a frequency.
        self.titles = list(_numbers(streams.get(TITLES, empty)))
        #: Triples of the first child, the number of children and the frequency.
        self.headings = list(_ranges(streams.get(HEADINGS, empty)))
        self.extra = list(_ranges(streams.get(EXTRA, empty)))
        #: Pairs of a child and a frequency.
        self.bodies = list(_numbers(cursor))


def _numbers(cursor):
    after = 0
    while cursor.left():
        code = cursor.varint()
        number = after + (code >> 1)
        after = number + 1
        yield number, cursor.varint() if code & 1 else 1


def _ranges(cursor):
    first = 0
    while cursor.left():
        code = cursor.varint()
        first += code >> 1
        frequency = cursor.varint() if code & 1 else 1
        yield first, cursor.varint(), frequency
