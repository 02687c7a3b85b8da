"""The one line that goes into a page, as ``kindex inject`` of the npm package writes it.

The patterns name spaces one by one: JavaScript's and Python's differ.
"""

from __future__ import annotations

import re
from typing import Optional

#: Bytes as characters of the same numbers: what is looked for is ASCII in every
#: encoding of the web but UTF-16.
ENCODING = "latin-1"

SPACE = r"[\t\n\v\f\r \xa0]"

FLAGS = re.IGNORECASE | re.ASCII

INJECTED = re.compile(r'<script type="module" src="[^"<>]*" data-kindex-inject></script>')

#: The line goes before the first of these that is no part of a comment or of a text. Before
#: ``<base>``, relative addresses are relative to the page.
PLACES = re.compile(
    rf"<!--[\s\S]*?-->|<(script|style|title|noscript|template)\b[^>]*>[\s\S]*?</\1{SPACE}*>"
    rf"|(<base\b|</head{SPACE}*>|<body\b)",
    FLAGS,
)

#: The tags that a page may begin with, of which any may be missing.
BEGIN = re.compile(rf"(?:{SPACE}|<!--[\s\S]*?-->|<!doctype\b[^>]*>|<html\b[^>]*>|<head\b[^>]*>)*", FLAGS)

WHOLE_PAGE = re.compile(rf"<!doctype{SPACE}+html|<html\b|<head\b|<body\b", FLAGS)
FRAMES = re.compile(r"<frameset\b", FLAGS)


def injected(page: bytes, address: str) -> Optional[bytes]:
    """A page with the line, and without one that it had before.

    :param address: of the script, relative to the page, with nothing in it to be escaped
    :returns: nothing where it is no whole page: a part of one, or frames
    """
    html = _without_line(page)
    if not WHOLE_PAGE.search(html) or FRAMES.search(html):
        return None
    at = _place_in(html)
    line = f'<script type="module" src="{address}" data-kindex-inject></script>'
    return (html[:at] + line + html[at:]).encode(ENCODING)


def restored(page: bytes) -> bytes:
    """A page as it was before."""
    return _without_line(page).encode(ENCODING)


def is_wide(page: bytes) -> bool:
    """Whether the page is in an encoding in which the line would be no markup."""
    return page[:2] in (b"\xff\xfe", b"\xfe\xff")


def _without_line(page: bytes) -> str:
    return INJECTED.sub("", page.decode(ENCODING))


def _place_in(html: str) -> int:
    for match in PLACES.finditer(html):
        if match[2]:
            return match.start()
    begin = BEGIN.match(html)
    return begin.end() if begin else 0
