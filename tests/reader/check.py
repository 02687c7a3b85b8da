"""Reads an index by FORMAT.md alone, and compares it with what the command says of it.

    python3 check.py COMMAND INDEX [--same-as INDEX] [--query TEXT]...

It asks queries of words that the index has, and those that are given. With --same-as, an index in
several files has to be that one, byte for byte, once it is put together. It prints what differs, and exits with 1 then.
"""

import argparse
import sys

import damage
import index as reader
import columns
import pairs
import sources
from command import Command
from contents import Contents
from recount import Recount
from scores import Scores
from wire import FormatError

MOST = 20


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("index")
    parser.add_argument("--same-as")
    parser.add_argument("--query", action="append", default=[])
    arguments = parser.parse_args()
    try:
        index = reader.read(arguments.index)
    except (FormatError, OSError) as error:
        sys.exit(f"{arguments.index}: {error}")
    command = Command(arguments.command, arguments.index)
    scores = Scores(index, command, arguments.query)
    found = [*Contents(index, command).differences(), *Recount(index).differences(), *scores.differences()]
    found += damage.differences(arguments.index)
    if index.sources:
        found += sources.differences(index)
    if index.table:
        found += listing(index)
        found += columns.differences(index)
    if arguments.same_as and index.data != reader.unpacked(arguments.same_as):
        found.append(f"put together, the index is not {arguments.same_as}")
    for difference in found[:MOST]:
        print(difference)
    if len(found) > MOST:
        print(f"and {len(found) - MOST} more")
    print(f"{scores.compared} queries, {len(index.documents)} documents, {len(index.entries)} entries")
    sys.exit(1 if found else 0)


def listing(index):
    """The listing of the documents, which several files have besides."""
    listed = pairs.listing(index.after[-1])
    if listed != [(document.id, document.url, document.title) for document in index.documents]:
        yield "the listing of the documents is not theirs"


main()
