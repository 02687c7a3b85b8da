"""Reads files of which none is written to meanwhile, as the package's command does."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Optional

from .command import KindexError
from .target import failing_to

#: The nanoseconds of the steps in which nearly all file systems keep times of changes, at most.
STEP = 20_000_000

#: The number of times that a changing file is read.
TRIES = 20


def read_steady(path: Path) -> bytes:
    """The bytes of a file. One that is written to meanwhile is read again, as the bytes may be
    partly those before."""
    for attempt in range(TRIES):
        if attempt:
            time.sleep(STEP / 1e9)
        with failing_to("read", path):
            content = _read_once(path)
        if content is not None:
            return content
    raise KindexError(f"cannot read {path}: it changes while it is read; run this again when nothing writes to it")


def _read_once(path: Path) -> Optional[bytes]:
    """The bytes of a file. None where it was written to just before, or meanwhile."""
    with open(path, "rb") as file:
        asked = time.time_ns()
        before = os.fstat(file.fileno())
        # The next change could have the same time. A time that lies ahead is of another clock.
        is_new = asked - STEP < before.st_mtime_ns <= time.time_ns()
        content = file.read()
        after = os.fstat(file.fileno())
    is_same = (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size)
    return content if is_same and not is_new else None


def stamp_of(found: os.stat_result) -> tuple[int, int, int]:
    """Numbers that change where a file is written to."""
    return found.st_mtime_ns, found.st_size, found.st_ino
