"""The section words: each word, and the posting lists that it has."""

from wire import Cursor, FormatError, parts

BLOCK = 32


class Entry:
    """One stem of a word. Its list is that of the entry that is the first of this stem."""

    def __init__(self, number, word, code, later, length):
        self.number, self.word, self.later, self.length = number, word, later, length
        self.back, flags = code >> 3, code & 7
        self.stop = bool(flags & 1)
        self.joined = flags & 3 == 2
        self.stop_title = flags & 3 == 3
        self.owner = None
        self.start = None


def read(data, count, blocks):
    """All entries, with the places of their posting lists."""
    cursor = Cursor(data)
    begin, lists = cursor.integers(blocks + 1), cursor.integers(blocks + 1)
    entries, by_number, at = [], {}, 0
    for number, (block, start) in enumerate(zip(parts(cursor.rest(), begin), lists)):
        if start != at:
            raise FormatError(f"the lists of a block begin at {start}, not at {at}")
        for entry in _block(block, number * BLOCK):
            at = _own(entry, len(entries), by_number, at)
            entries.append(entry)
            by_number[entry.number] = entry
    if at != lists[-1]:
        raise FormatError(f"the posting lists end at {at}, not at {lists[-1]}")
    if len(entries) != count:
        raise FormatError(f"there are {len(entries)} entries, not {count}")
    _check(entries, by_number)
    return entries


def _block(data, first):
    cursor, before = Cursor(data), b""
    if not cursor.left():
        raise FormatError("a block has no entry")
    for number in range(first, first + BLOCK):
        if not cursor.left():
            return
        shared, more = cursor.varint(), cursor.varint()
        if shared > len(before):
            raise FormatError("a word shares more bytes than the one before it has")
        before = before[:shared] + cursor.take(more)
        code = cursor.varint()
        later = cursor.varint() if code & 4 else 0
        yield Entry(number, before, code, later, None if code >> 3 else cursor.varint())
    cursor.end("a block of words")


def _own(entry, place, by_number, at):
    """Finds the list of an entry, which is the one at that place, and says where the next list begins."""
    if entry.back:
        first = by_number.get(entry.number - entry.back)
        if first is None or first.back:
            raise FormatError(f"{entry.word} points to no first entry of a stem")
        entry.owner = first.owner
        return at
    entry.owner, entry.start = place, at
    return at + entry.length


def _check(entries, by_number):
    for number, entry in enumerate(entries):
        if number and entries[number - 1].word > entry.word:
            raise FormatError(f"{entry.word} is not in order")
        later = by_number.get(entry.number + entry.later)
        if later is None or later.owner != entry.owner:
            raise FormatError(f"{entry.word} names a later entry of another stem")
