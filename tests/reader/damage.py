"""Altered bytes are found by their checksum."""

import gzip
import tempfile
from pathlib import Path

import header
import shards
from header import HEADER
from index import unpacked
from wire import FormatError


def differences(path):
    path = Path(path)
    if path.is_dir():
        yield from _of_folder(path)
    else:
        yield from _of_file(unpacked(path))


def _of_file(data):
    places = [0, 8, 10, 12, 16, HEADER, *range(HEADER + 3, len(data), max(1, len(data) // 12)), len(data) - 1]
    for at in places:
        yield from _refused(lambda: header.sections(altered(data, at)), f"byte {at}")
    yield from _refused(lambda: header.sections(data[:-1]), "the end")


def _of_folder(folder):
    names = sorted(path.name for path in folder.iterdir() if path.suffix in (".kds", ".kdx"))
    for name in (names[0], names[len(names) // 2], "index.kdx"):
        with tempfile.TemporaryDirectory() as copy:
            for path in folder.iterdir():
                Path(copy, path.name).write_bytes(path.read_bytes())
            held = gzip.decompress(Path(copy, name).read_bytes())
            Path(copy, name).write_bytes(gzip.compress(altered(held, len(held) // 2), 1))
            yield from _refused(lambda: shards.read_folder(Path(copy)), f"the middle of {name}")


def altered(data, at):
    return data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]


def _refused(read, what):
    try:
        read()
    except FormatError:
        return
    yield f"{what} is altered, and nothing is said of it"
