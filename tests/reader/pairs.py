"""Pairs of terms in an index of several files, and the listing of its documents."""

from checksum import xxh64
from wire import Cursor, FormatError, text

TITLES, HEADINGS = 1, 2
KEY_BITS = 40


def key(first, second):
    """The key of a pair of folded terms."""
    inner = xxh64(second.encode()).to_bytes(8, "little")
    return xxh64(inner, xxh64(first.encode())) >> (64 - KEY_BITS)


def record_of(key, bits):
    return key >> (KEY_BITS - bits)


def record(data, number, bits):
    """The pairs of a record by their keys, each with places in titles, headings and bodies."""
    cursor, at, found = Cursor(data), number << (KEY_BITS - bits), {}
    while cursor.left():
        at += cursor.varint(KEY_BITS)
        code = cursor.varint()
        found[at] = _places(Cursor(cursor.take(code >> 2)), code)
    if any(record_of(key, bits) != number for key in found):
        raise FormatError(f"record {number} has keys of others")
    return found


def _places(cursor, code):
    titles = _stream(Cursor(cursor.take(cursor.varint()))) if code & TITLES else []
    headings = _stream(Cursor(cursor.take(cursor.varint())), True) if code & HEADINGS else []
    return titles, headings, _stream(cursor)


def _stream(cursor, headings=False):
    """Places: a number of a document or child, that of a term, whether the next child has the second; and, of
    headings, the number of children below."""
    at, found = 0, []
    while cursor.left():
        at += cursor.varint()
        below = cursor.varint() if headings else 0
        code = cursor.varint()
        found.append((at, code >> 1, bool(code & 1), below))
    return found


def listing(data):
    """Id, address and title of each document."""
    cursor, found, before = Cursor(data), [], (b"", b"", b"")
    while cursor.left():
        before = tuple(_shared(cursor, other) for other in before)
        found.append(tuple(map(text, before)))
    return found


def _shared(cursor, other):
    shared = cursor.number(1)
    return other[:shared] + cursor.take(cursor.varint())
