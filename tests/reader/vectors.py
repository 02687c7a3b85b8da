"""The section vectors, and the cosine of a query with a chunk.

Numbers are in single precision. Python has none, so each result is rounded to it.
"""

import math
import struct

from wire import Cursor, FormatError

ROW = 8


def single(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


def unit(numbers):
    """A vector with the length 1."""
    total = 0.0
    for number in numbers:
        total += number * number
    length = math.sqrt(total)
    return [single(number / length) for number in numbers] if length else list(numbers)


def _codes(data, bits, count):
    """The numbers of a vector, in steps."""
    if bits == 32:
        return list(struct.unpack(f"<{count}f", data))
    return [float(2 * code - 15) for byte in data for code in (byte & 15, byte >> 4)]


class Vectors:
    def __init__(self, data):
        cursor = Cursor(data)
        head = Cursor(cursor.take(cursor.number(4)))
        self.embedder = head.string()
        self.level, self.bits, projected = (head.number(1) for _ in range(3))
        if self.bits not in (4, 32):
            raise FormatError(f"a number of {self.bits} bits is not known")
        self.dimensions, self.kept, self.count = head.varints(3)
        self.steps = head.floats(self.kept)
        head.end("the head of the vectors")
        self.offsets = cursor.floats(self.kept)
        #: For each number that is kept a scale and a factor for each number of the embedder.
        self.projection = [
            (*cursor.floats(1), struct.unpack(f"{self.dimensions}b", cursor.take(self.dimensions)))
            for _ in range(self.kept if projected else 0)
        ]
        self.size = self.kept // ROW * self.bits
        rows = cursor.rest()
        self.rows = [rows[start : start + self.size] for start in range(0, len(rows), self.size)]
        if sum(map(any, self.rows)) != self.count:
            raise FormatError(f"{self.count} chunks should have a vector")

    def of_query(self, vector):
        """Steps 1 to 4 of what is made of an embedder's vector."""
        numbers = unit(list(map(single, vector)))
        if self.projection:
            numbers = [single(scale * _sum(row, numbers)) for scale, row in self.projection]
        numbers += [0.0] * (self.kept - len(numbers))
        numbers = unit([single(number - offset) for number, offset in zip(numbers, self.offsets)])
        return [single(number * step) for number, step in zip(numbers, self.steps)]

    def of_chunk(self, chunk):
        """The numbers of a chunk in steps, or nothing."""
        row = self.rows[chunk]
        return _codes(row, self.bits, self.kept) if any(row) else None

    def cosine(self, query, chunk):
        numbers = self.of_chunk(chunk)
        if numbers is None:
            return None
        sums = [_sum(query[place::ROW], numbers[place::ROW]) for place in range(ROW)]
        total = 0.0
        for part in sums:
            total = single(total + part)
        return max(-1.0, min(1.0, total))


def _sum(left, right):
    total = 0.0
    for a, b in zip(left, right):
        total = single(total + single(a * b))
    return total
