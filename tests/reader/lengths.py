"""The section lengths: how long titles and children are, and the boosts of documents."""

from wire import Cursor, FormatError


def expand(bits):
    """The number for which four bits stand."""
    return bits if bits < 4 else (4 + bits % 4) << (bits // 4 - 1)


#: Half octaves: for each value of four bits 4 * 2 ** (bits / 2), rounded.
CHILD_LENGTHS = [round(4 * 2 ** (bits / 2)) for bits in range(16)]


class Lengths:
    def __init__(self, data, meta):
        cursor = Cursor(data)
        packed = cursor.take(meta.documents)
        #: The number of terms of each title.
        self.titles = [expand(byte >> 4) for byte in packed]
        #: The mean length of the children of each document.
        self.children = [CHILD_LENGTHS[byte & 15] for byte in packed]
        self.boosts = cursor.floats(meta.documents) if cursor.left() else [1.0] * meta.documents
        cursor.end("the lengths")
        if any(not 0 < boost <= 100 for boost in self.boosts):
            raise FormatError("a boost is not above 0 and at most 100")
