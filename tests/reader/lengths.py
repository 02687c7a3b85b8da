"""The section lengths: how long titles and children are, and the boosts of documents."""

import math

from wire import Cursor, FormatError


def expand(bits):
    """The number for which four bits stand."""
    return bits if bits < 4 else (4 + bits % 4) << (bits // 4 - 1)


class Lengths:
    def __init__(self, data, meta):
        cursor = Cursor(data)
        packed = cursor.take(meta.documents)
        #: The number of terms of each title.
        self.titles = [expand(byte >> 4) for byte in packed]
        mean = meta.body_terms / meta.children if meta.children else 0.0
        step = mean / 3.0
        #: The mean length of the children of each document.
        self.children = [max(1, math.floor(expand(byte & 15) * step + 0.5)) for byte in packed]
        self.boosts = cursor.floats(meta.documents) if cursor.left() else [1.0] * meta.documents
        cursor.end("the lengths")
        if any(not 0 < boost <= 100 for boost in self.boosts):
            raise FormatError("a boost is not above 0 and at most 100")
