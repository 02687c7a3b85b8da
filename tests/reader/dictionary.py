"""The section words: each word, and the posting lists that it has."""

from wire import Cursor, FormatError, parts

BLOCK = 16


class Entry:
    """One stem of a word. Its list is that of the entry that is the first of this stem."""

    def __init__(self, word, code, later, length):
        self.word, self.later, self.length = word, later, length
        self.back, flags = code >> 3, code & 7
        self.stop = bool(flags & 1)
        self.joined = flags & 3 == 2
        self.stop_title = flags & 3 == 3
        self.owner = None
        self.start = None


def read(data, count):
    """All entries, with the places of their posting lists."""
    blocks = -(-count // BLOCK)
    cursor = Cursor(data)
    begin, lists = cursor.integers(blocks + 1), cursor.integers(blocks + 1)
    entries, at = [], 0
    for block, start in zip(parts(cursor.rest(), begin), lists):
        if start != at:
            raise FormatError(f"the lists of a block begin at {start}, not at {at}")
        for entry in _block(block, min(BLOCK, count - len(entries))):
            at = _own(entry, entries, at)
            entries.append(entry)
    if at != lists[-1]:
        raise FormatError(f"the posting lists end at {at}, not at {lists[-1]}")
    _check(entries)
    return entries


def _block(data, count):
    cursor, before = Cursor(data), b""
    for _ in range(count):
        shared, more = cursor.varint(), cursor.varint()
        if shared > len(before):
            raise FormatError("a word shares more bytes than the one before it has")
        before = before[:shared] + cursor.take(more)
        code = cursor.varint()
        later = cursor.varint() if code & 4 else 0
        yield Entry(before, code, later, None if code >> 3 else cursor.varint())
    cursor.end("a block of words")


def _own(entry, entries, at):
    """Finds the list of an entry, and says where the next list begins."""
    if entry.back:
        if entry.back > len(entries) or entries[-entry.back].back:
            raise FormatError(f"{entry.word} points to no first entry of a stem")
        entry.owner = entries[-entry.back].owner
        return at
    entry.owner, entry.start = len(entries), at
    return at + entry.length


def _check(entries):
    for number, entry in enumerate(entries):
        if number and entries[number - 1].word > entry.word:
            raise FormatError(f"{entry.word} is not in order")
        if entry.later and entries[number + entry.later].owner != entry.owner:
            raise FormatError(f"{entry.word} names a later entry of another stem")
