"""The command line ``python -m kindex_docs inject DIR``, for which there has to be no Node.js."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Optional, Sequence

from .command import KindexError
from .inject import Count, Request, inject, remove

HELP = """Put search into finished pages of HTML, with the command of the package kindex-command.

Options of kindex build are taken too, such as --language=de: with a sign of equality before their value.
"""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = _parser()
    given, others = parser.parse_known_args(arguments)
    odd = next((other for other in others if not other.startswith("--") or other.startswith("--output")), None)
    if odd is not None:
        parser.error(f"{odd}: it is no option of kindex build that could stand here")
    request = Request(
        site=given.site,
        folder=given.folder,
        layout=given.layout,
        into=given.into,
        replace=given.replace,
        attributes=given.attribute,
        exclude=given.exclude,
        building=others,
        quiet=given.quiet,
    )
    try:
        count = (remove if given.remove else inject)(request, _warn)
    except KindexError as error:
        print(f"kindex: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    if not given.quiet:
        print(f"{given.site}: {_said(count, given.remove)}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m kindex_docs", description=HELP, allow_abbrev=False)
    commands = parser.add_subparsers(metavar="inject", required=True)
    command = commands.add_parser("inject", description=HELP, allow_abbrev=False)
    command.add_argument("site", metavar="DIR", type=Path)
    command.add_argument("--folder", metavar="NAME", default="kindex", help="the folder in DIR [default: kindex]")
    command.add_argument("--layout", metavar="LAYOUT", default="auto", help="auto, single or sharded [default: auto]")
    command.add_argument("--into", metavar="SELECTOR", help="put the field into the first element that matches")
    command.add_argument("--replace", metavar="SELECTOR", help="put it in the place of that element")
    command.add_argument("--attribute", metavar="NAME=VALUE", action="append", default=[], help="give the field an attribute")
    command.add_argument("--exclude", metavar="GLOB", action="append", default=[], help="leave out files that match")
    command.add_argument("--remove", action="store_true", help="take it all out again")
    command.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors and what is skipped")
    return parser


def _warn(message: str) -> None:
    print(f"kindex: {message}", file=sys.stderr)


def _said(count: Count, is_removed: bool) -> str:
    if is_removed:
        return f"search is taken out of {_pages(count.changed)}"
    before = f", {count.same:,} of which had it before" if count.same else ""
    return f"search is in {_pages(count.changed + count.same)}{before}"


def _pages(count: int) -> str:
    return f"{count:,} page{'' if count == 1 else 's'}"


if __name__ == "__main__":
    sys.exit(main())
