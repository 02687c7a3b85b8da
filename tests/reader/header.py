"""The header, the section table and the checksums of pages."""

from checksum import checksum
from wire import Cursor, FormatError

SIGNATURE = b"\x89KDX\r\n\x1a\n"
VERSION = 1
HEAD = 2
PAGE = 16384
HEADER = 24

META, WORDS, POSTINGS, TREE, LENGTHS, DOCUMENTS, HEADINGS, TEXT, LETTERS, NAMES = range(1, 11)
FORMS, PINS, SOURCES, VECTORS = 12, 13, 15, 16


class Header:
    """The first 24 bytes, which all files have alike."""

    def __init__(self, data):
        cursor = Cursor(data)
        if cursor.take(8) != SIGNATURE:
            raise FormatError("this is not a Kindex index")
        version, self.flags = cursor.number(2), cursor.number(2)
        if version != VERSION:
            raise FormatError(f"the index has format version {version}, and this reader knows {VERSION}")
        if self.flags not in (0, HEAD):
            raise FormatError(f"the flags {self.flags} are unknown")
        self.length, self.checksum, self.count, zero = (cursor.number(n) for n in (4, 4, 2, 2))
        if zero:
            raise FormatError("the header does not end in 0")

    def check(self, data, covered):
        """Compares the length and the checksum of what the header covers."""
        if len(data) != self.length:
            raise FormatError(f"the index has {len(data)} bytes and should have {self.length}")
        if checksum(covered) != self.checksum:
            raise FormatError("the checksum of the header differs")


def sections(data):
    """The bytes of each section by its number. All pages are compared with their checksums."""
    header = Header(data)
    cursor = Cursor(data, HEADER)
    table = []
    for _ in range(header.count):
        number, zero, length = (cursor.number(n) for n in (2, 2, 4))
        if zero:
            raise FormatError(f"the entry of section {number} has no 0")
        table.append((number, length))
    pages = cursor.integers(sum(-(-length // PAGE) for _, length in table))
    header.check(data, data[HEADER : cursor.at])
    _check_numbers([number for number, _ in table])
    found, sums = {}, iter(pages)
    for number, length in table:
        found[number] = cursor.take(length)
        _check_pages(number, found[number], sums)
    cursor.end("the last section")
    return found


def _check_numbers(numbers):
    for number in range(META, NAMES + 1):
        if numbers.count(number) != 1:
            raise FormatError(f"section {number} is there {numbers.count(number)} times")
    for number in (FORMS, PINS, SOURCES, VECTORS):
        if numbers.count(number) > 1:
            raise FormatError(f"section {number} is there {numbers.count(number)} times")


def _check_pages(number, data, sums):
    for start in range(0, len(data), PAGE):
        if checksum(data[start : start + PAGE]) != next(sums):
            raise FormatError(f"the checksum of page {start // PAGE} of section {number} differs")
