"""Replaces a file whole or not at all, as the package's command does."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Callable, Iterator, Optional

from .command import KindexError

#: Files that are being written. A process that is killed leaves its file behind.
ASIDE = re.compile(r"\.kindex-.*\.tmp")

#: Nobody writes to one file for so long, in seconds.
ABANDONED = 60 * 60

#: The errors of a disk that does not keep what it is given.
LOST = {errno.EIO, errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


def is_aside(name: str) -> bool:
    return ASIDE.fullmatch(name) is not None


@contextmanager
def failing_to(action: str, path: Path) -> Iterator[None]:
    """Names the file for which something fails."""
    try:
        yield
    except OSError as error:
        raise KindexError(f"cannot {action} {path}: {error.strerror or error}") from error


def remove_abandoned(path: Path) -> None:
    """Removes a file that was written aside, unless somebody may write it still."""
    try:
        is_abandoned = time.time() - path.lstat().st_mtime > ABANDONED
    except OSError:
        return
    if is_abandoned:
        _discard(path)


def replace_file(path: Path, content: bytes, mode: Optional[int] = None, is_current: Callable[[], bool] = lambda: True) -> bool:
    """Writes a file aside and puts it in its place once all of it is on disk. The renaming lasts
    after `sync_folder`.

    :param mode: who may read and write it
    :param is_current: whether it is still to be replaced once the bytes are on disk
    :returns: whether it was replaced
    """
    beside = path.parent / f".kindex-{uuid.uuid4()}.tmp"
    with failing_to("write", path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write(beside, content, mode)
            is_wanted = is_current()
            if is_wanted:
                os.replace(beside, path)
            else:
                _discard(beside)
            return is_wanted
        except BaseException:
            _discard(beside)
            raise


def _write(path: Path, content: bytes, mode: Optional[int]) -> None:
    """Writes a new file, which nobody may read meanwhile who may not afterwards."""
    created = 0o666 if mode is None else mode
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, created)) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        # The system takes from a new file what the umask says.
        os.chmod(path, mode)


def _discard(path: Path) -> None:
    """Removes a file that was written aside. One that cannot be removed does no harm."""
    try:
        path.unlink()
    except FileNotFoundError:
        pass
    except OSError:
        # Windows removes no file that may only be read.
        with suppress(OSError):
            os.chmod(path, stat.S_IWRITE)
            path.unlink()


def sync_folder(path: Path) -> None:
    """Makes renamings last. Not every system can, and the files are in their places already."""
    with failing_to("write", path):
        try:
            folder = os.open(path, os.O_RDONLY)
        except OSError:
            return
        try:
            os.fsync(folder)
        except OSError as error:
            if error.errno in LOST:
                raise
        finally:
            os.close(folder)
