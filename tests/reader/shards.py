"""An index in several files: the table of the head, and how the files are put together."""

import gzip

from checksum import xxh64
from header import HEAD, HEADER, Header
from wire import Cursor, FormatError

PAIRS = 14
ALIKE = 4
PLAIN, ARRAY, OPEN_ARRAY, ROOM = range(4)
LOWER_48 = (1 << 48) - 1


class Piece:
    """A range of the index that one file has. Its size is counted in places."""

    def __init__(self, form, file, target, size):
        self.form, self.file, self.target, self.size = form, file, target, size


class Table:
    """What the head says of the shards."""

    def __init__(self, data, shards):
        cursor = Cursor(data)
        self.groups = _groups(cursor, shards)
        self.names = _names(cursor)
        self.words = _words(cursor)
        self.first_lists, self.lists = cursor.varint(), _list_of_words(cursor)
        self.stop_words = _list_of_words(cursor)
        self.room = {cursor.varint(): cursor.varint() for _ in range(cursor.varint())}
        self.pair_bits = self.room.pop(PAIRS, 0) - 1
        self.pieces = _pieces(cursor)


def _groups(cursor, shards):
    found, count = [], 0
    while count < shards:
        found.append((cursor.number(6), cursor.varint()))
        count += found[-1][1]
    if count != shards:
        raise FormatError(f"{count} shards are in groups, and there are {shards}")
    return found


def _names(cursor):
    size, count = cursor.varints(2)
    upper, found = 0, []
    for _ in range(count):
        upper += cursor.varint()
        found.append(upper)
    return size, found


def _words(cursor):
    first, count = cursor.varints(2)
    return first, cursor.varints(count)


def _list_of_words(cursor):
    count = cursor.varint()
    shared, more = cursor.varints(count), cursor.varints(count)
    found, before = [], b""
    for same, length in zip(shared, more):
        before = before[:same] + cursor.take(length)
        found.append(before)
    return found


def _pieces(cursor):
    runs = []
    while cursor.left():
        runs.append(_run(cursor, runs))
    return [piece for run in runs for piece in run]


def _run(cursor, runs):
    code = cursor.varint()
    count, form = code >> 3, code & 3
    file = cursor.varint()
    targets = _targets(cursor, count) if form in (ARRAY, OPEN_ARRAY) else [0] * count
    if code & ALIKE:
        sizes = [piece.size for piece in runs[-cursor.varint()]]
    else:
        sizes = [_size(form, cursor.varint()) for _ in range(count)]
    if len(sizes) != count:
        raise FormatError("a run has the lengths of one with another number of pieces")
    files = range(file, file + count)
    return [Piece(form, *piece) for piece in zip(files, targets, sizes)]


def _targets(cursor, count):
    target, found = 0, []
    for _ in range(count):
        target = (target + cursor.varint()) & 0xFFFFFFFF
        found.append(target)
    return found


def _size(form, length):
    return (length, 4 * length, 4 * length, 1 << length)[form]


def name_of(key):
    return f"{key:012x}"


def keys(group, count):
    """The key of each shard of a group."""
    data = group.to_bytes(8, "little")
    return [xxh64(data, place) & LOWER_48 for place in range(count)]


def read_shard(folder, key):
    """What a shard holds, compared with its checksum."""
    data = gzip.decompress((folder / f"{name_of(key)}.kds").read_bytes())
    held, tail = data[:-4], data[-4:]
    if xxh64(held, key) & 0xFFFFFFFF != int.from_bytes(tail, "little"):
        raise FormatError(f"the checksum of shard {name_of(key)} differs")
    return held


def read_folder(folder):
    """The index in one file that a folder holds, what follows its end there, and the table."""
    data = gzip.decompress((folder / "index.kdx").read_bytes())
    header = Header(data)
    if header.flags != HEAD:
        raise FormatError("index.kdx is no head of several files")
    header.check(data, data[HEADER:])
    cursor = Cursor(data, HEADER)
    table = Table(cursor.take(cursor.number(4)), header.count)
    files = [cursor.rest()]
    for group, count in table.groups:
        shards = [read_shard(folder, key) for key in keys(group, count)]
        sums = b"".join(xxh64(held).to_bytes(8, "little") for held in shards)
        if xxh64(sums) & LOWER_48 != group:
            raise FormatError(f"the checksum of the group {name_of(group)} differs")
        files += shards
    pieces = Assembly(table.pieces, files).pieces()
    index = b"".join(pieces)
    length = Header(index).length
    return index[:length], _after(pieces, length), table


def _after(pieces, length):
    """The pieces that follow the end of the index: those of pairs, the columns and the listing."""
    at, found = 0, []
    for piece in pieces:
        if at >= length:
            found.append(piece)
        at += len(piece)
    return found


class Assembly:
    """Puts the bytes of pieces together."""

    def __init__(self, pieces, files):
        self.table = pieces
        self.cursors = [Cursor(file) for file in files]

    def pieces(self):
        raw = [self._raw(piece) for piece in self.table]
        for number, cursor in enumerate(self.cursors):
            cursor.end(f"the pieces of file {number}")
        starts = _starts(raw)
        found, row = [], None
        for number, (piece, held) in enumerate(zip(self.table, raw)):
            if not piece.target:
                row = None
            elif row is None:
                row = starts[number + piece.target]
            base = starts[number + piece.target] - row if piece.target else 0
            found.append(_array(held, base) if piece.form in (ARRAY, OPEN_ARRAY) else held)
        return found

    def _raw(self, piece):
        """The bytes of a piece, or the differences of an array."""
        cursor = self.cursors[piece.file]
        if piece.form == PLAIN:
            return cursor.take(piece.size)
        if piece.form == ROOM:
            length = cursor.varint()
            if length > piece.size:
                raise FormatError("a piece has more bytes than there is room for")
            return cursor.take(length)
        differences = cursor.varints(piece.size // 4)
        if piece.form == OPEN_ARRAY:
            cursor.varint()
        return differences


def _starts(raw):
    """Where each piece begins in one file."""
    at, found = 0, []
    for held in raw:
        found.append(at)
        at += len(held) if isinstance(held, bytes) else 4 * len(held)
    return found


def _array(differences, base):
    value, found = base, b""
    for difference in differences:
        value = (value + difference) & 0xFFFFFFFF
        found += value.to_bytes(4, "little")
    return found
