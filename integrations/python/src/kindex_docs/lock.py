"""Lets one process at a time change the pages of a folder, as the package's command and the
native one do."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Iterator

from .command import WAITING, KindexError

try:
    import fcntl
except ImportError:  # Windows locks no folders; there the work goes on without.
    fcntl = None  # type: ignore[assignment]


@contextmanager
def locked(folder: Path, warn: Callable[[str], None]) -> Iterator[None]:
    """Waits until no other process has the lock on a folder, and says so."""
    opened = _opened(folder)
    if opened is None:
        yield
        return
    try:
        if _lock(opened, folder, warn) and not os.path.samestat(os.fstat(opened), _found(folder)):
            raise KindexError(f"cannot write {folder}: another folder took its place meanwhile; run this again")
        yield
    finally:
        os.close(opened)


def _opened(folder: Path) -> int | None:
    if fcntl is None:
        return None
    try:
        return os.open(folder, os.O_RDONLY)
    except OSError:
        return None


def _lock(opened: int, folder: Path, warn: Callable[[str], None]) -> bool:
    """Whether the folder could be locked, which may take until another process is done."""
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            warn(f"{WAITING} {folder}")
            fcntl.flock(opened, fcntl.LOCK_EX)
    except OSError:
        return False
    return True


def _found(folder: Path) -> os.stat_result:
    try:
        return os.stat(folder)
    except OSError as error:
        raise KindexError(f"cannot write {folder}: it was removed meanwhile; run this again") from error
