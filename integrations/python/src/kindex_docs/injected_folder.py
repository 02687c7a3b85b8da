"""The folder that is made in a site: by which sign it is known, what it holds, its removal."""

from __future__ import annotations

import os
import posixpath
import re
from contextlib import suppress
from pathlib import Path
from typing import Iterable, Iterator, Optional

from .command import KindexError
from .target import failing_to, is_aside

#: The script that pages load.
SCRIPT = "search.js"

#: The first line of the script, by which the folder is known to be of ``kindex inject``.
SIGN = "// Written by kindex inject, which removes this folder with --remove."

#: In how many files it may be.
LAYOUTS = ("auto", "single", "sharded")

#: The folder with the index.
INDEX = "index/"

#: The index where earlier versions had it.
EARLIER = "site.kdx"

#: The files that it may have.
INDEX_FILES = re.compile(r"index/(index\.kdx|[\da-f]{12}\.kds)")

#: The addresses of scripts, and of what they load, in minified modules.
ADDRESS = re.compile(r"""["'`](\.{0,2}/?[\w./-]+\.(?:js|wasm))["'`]""", re.ASCII)

FOLDER = re.compile(r"[\w-][\w.-]*(/[\w-][\w.-]*)*", re.ASCII)


def files_in(folder: Path) -> list[str]:
    """The paths of all files in a folder, with forward slashes. Links are no files, as they lead
    to other ones."""
    return sorted(path.relative_to(folder).as_posix() for path in _walked(folder))


def _walked(folder: Path) -> Iterator[Path]:
    with failing_to("read", folder), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _walked(Path(entry.path))
            elif entry.is_file(follow_symlinks=False):
                yield Path(entry.path)


def check_own(site: Path, name: str) -> bool:
    """Whether anything is in the folder. Fails where it is no name, or holds something that
    somebody else put there."""
    if not FOLDER.fullmatch(name):
        raise KindexError(f"--folder {name}: accepted are names of folders in DIR, such as kindex or assets/kindex")
    path = site / name
    for link in [path, *path.parents][: name.count("/") + 1]:
        if link.is_symlink():
            raise KindexError(f"{link} is a link to another folder: name a folder in DIR with --folder")
    with failing_to("read", path):
        entries = [entry.name for entry in path.iterdir()] if path.exists() else []
    # One that was killed before all else may have left a file that it wrote aside.
    if not all(map(is_aside, entries)) and not _is_signed(path):
        raise KindexError(f"{path} is there, and is not of kindex inject: name another folder with --folder")
    return bool(entries)


def other_folders(site: Path, files: Iterable[str], own: str) -> list[str]:
    """The names of other folders of ``kindex inject`` in a site."""
    there = (site / own).resolve()
    names = (posixpath.dirname(file) for file in files if file.endswith(f"/{SCRIPT}"))
    # Some systems do not tell Kindex from kindex.
    return [name for name in names if _is_signed(site / name) and (site / name).resolve() != there and not _is_same(site / name, there)]


def _is_same(one: Path, other: Path) -> bool:
    return other.exists() and os.path.samefile(one, other)


def _is_signed(folder: Path) -> bool:
    try:
        return (folder / SCRIPT).read_bytes().startswith(SIGN.encode())
    except OSError:
        return False


def linked_files(folder: Path, script: str) -> dict[str, bytes]:
    """The contents of a script and of all that it leads to, by their paths in the folder."""
    found: dict[str, bytes] = {}
    waiting = [script]
    while waiting:
        path = waiting.pop()
        content = None if path in found or path.startswith("..") else _content(folder / path)
        if content is None:
            continue  # A string that only looks like an address, too.
        found[path] = content
        if path.endswith(".js"):
            addresses = ADDRESS.findall(content.decode("utf-8", "replace"))
            waiting += [posixpath.normpath(posixpath.join(posixpath.dirname(path), address)) for address in addresses]
    return found


def _content(file: Path) -> Optional[bytes]:
    try:
        return file.read_bytes()
    except OSError:
        return None


def files_of_folder(site: Path, name: str) -> list[str]:
    """The files of ``kindex inject``, by their paths in a folder of it: by what its script leads
    to, whatever version wrote it.

    Each comes before the one that leads to it, so that those are still known that a removal leaves
    which is cut short.
    """

    def is_other(path: str) -> bool:
        return bool(INDEX_FILES.fullmatch(path)) or path == EARLIER or is_aside(posixpath.basename(path))

    files = files_in(site / name)
    loaded = [path for path in linked_files(site / name, SCRIPT) if path in files]
    return [*filter(is_other, files), *reversed(loaded)]


def remove_folder(site: Path, name: str) -> Optional[str]:
    """Removes a folder from a site, but not what somebody else put into it.

    :returns: what is to be said about a folder that stays
    """
    files = files_of_folder(site, name)
    remove_files(site, name, [path for path in files if path != SCRIPT])
    path = site / name
    # Folders whose files an earlier run removed, which was cut short.
    _remove_empty(Path(folder) for folder, _, _ in os.walk(path) if Path(folder) != path)
    remove_files(site, name, [path for path in files if path == SCRIPT])
    return f"kept {path}: it has files that are not of kindex inject" if path.exists() else None


def remove_files(site: Path, name: str, paths: Iterable[str]) -> None:
    """Removes files of a folder, and the folders that are empty then."""
    files = [f"{name}/{path}" for path in paths]
    for path in files:
        with failing_to("remove", site / path):
            (site / path).unlink()
    _remove_empty({site / folder for path in files for folder in Path(path).parents if folder.name})


def _remove_empty(folders: Iterable[Path]) -> None:
    """Removes folders. One with files in it stays."""
    for folder in sorted(folders, key=lambda folder: len(folder.parts), reverse=True):
        with suppress(OSError):
            folder.rmdir()
