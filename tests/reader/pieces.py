"""Texts of chunks that can be read alone: with the header of a table, or the fences of code, that they are cut from."""

import re

from wire import FormatError

class Block:
    """A table or code in which a chunk begins or ends; its places are counted from the beginning of its document."""

    def __init__(self, cursor, before):
        self.start = before + cursor.varint()
        self.head = self.start + cursor.varint()
        self.end = self.head + cursor.varint()
        #: The line that ends code; empty for a table.
        self.closing = cursor.string()


def blocks(cursor):
    found, end = [], 0
    for _ in range(cursor.varint() if cursor.left() else 0):
        found.append(Block(cursor, end))
        end = found[-1].end
    return found


def piece(blocks, text, start, end):
    """The part of a document's text, in bytes, as it is shown."""
    for block in blocks:
        if block.end > len(text):
            raise FormatError("a block lies outside of its text")
    own = text[start:end].decode()
    return _before(blocks, text, start) + own + _after(blocks, end, own)


def _cut_at(blocks, place):
    return next((block for block in blocks if block.start < place < block.end), None)


def _before(blocks, text, start):
    block = _cut_at(blocks, start)
    if not block:
        return ""
    head = text[block.start : min(block.head, start)].decode()
    if start <= block.head:
        return head
    line = text[block.head : start].split(b"\n")[-1]
    if block.closing:
        return head + re.match(rb"[ \t>]*", line)[0].decode()
    signs = (found[0] for found in re.finditer(rb"(^|(?<!\\)\|)[ \t>]*", line))
    return head + b"".join(signs).decode() + ("\\" if line.endswith(b"\\") else "")


def _after(blocks, end, own):
    block = _cut_at(blocks, end)
    if not block or not block.closing:
        return ""
    return ("" if own.endswith("\n") else "\n") + block.closing
