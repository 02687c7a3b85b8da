"""Integers, strings and arrays as bytes have them."""

import struct


class FormatError(Exception):
    """The bytes are no index, or not one that this reader knows."""


class Cursor:
    """A place in bytes that are read from the front to the end."""

    def __init__(self, data, at=0):
        self.data = data
        self.at = at

    def left(self):
        return len(self.data) - self.at

    def take(self, count):
        if count > self.left():
            raise FormatError(f"{count} bytes are wanted at {self.at}, and {self.left()} are there")
        self.at += count
        return bytes(self.data[self.at - count : self.at])

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def varint(self, bits=32):
        value, shift = 0, 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if value >> bits:
                raise FormatError(f"a varint at {self.at} has more than {bits} bits")
            if byte < 0x80:
                return value

    def varints(self, count):
        return [self.varint() for _ in range(count)]

    def string(self):
        return text(self.take(self.varint()))

    def strings(self):
        return [self.string() for _ in range(self.varint())]

    def addresses(self):
        return self.integers(self.varint())

    def integers(self, count):
        """An array of integers of 4 bytes."""
        return list(struct.unpack(f"<{count}I", self.take(4 * count)))

    def floats(self, count):
        """An array of numbers in single precision."""
        return list(struct.unpack(f"<{count}f", self.take(4 * count)))

    def rest(self):
        return self.take(self.left())

    def end(self, what):
        if self.left():
            raise FormatError(f"{self.left()} bytes are left over after {what}")


def text(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(f"a text is not UTF-8: {error}") from error


def parts(data, offsets):
    """The pieces of `data` that begin at each offset and end at the next."""
    if offsets[0] != 0 or offsets[-1] != len(data) or offsets != sorted(offsets):
        raise FormatError(f"offsets from {offsets[0]} to {offsets[-1]} do not part {len(data)} bytes")
    return [data[start:end] for start, end in zip(offsets, offsets[1:])]


def risen(numbers, what):
    """Numbers, each greater than the one before."""
    if any(a >= b for a, b in zip(numbers, numbers[1:])):
        raise FormatError(f"{what} do not rise")
    return numbers
