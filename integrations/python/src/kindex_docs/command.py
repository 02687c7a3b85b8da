"""The command ``kindex inject``: where it is, and what it says."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Iterator, Sequence

from .native import has_field, native_command

#: Keeps the folder of the project out of the places of modules: it may
#: have a ``uuid.py`` of its own.
SAFE_PATH = ["-P"] if sys.version_info >= (3, 11) else []

#: Names the command where the configuration does not.
VARIABLE = "KINDEX_COMMAND"

MISSING = """there is no command that puts search into pages. Do one of these:
- pip install kindex-command, which needs no Node.js;
- npm install --save-dev kindex, in the folder of the project, with Node.js 20.19 or newer (https://nodejs.org);
- name a command in the option {option}, or in the variable KINDEX_COMMAND."""

NO_FIELD = "\n{path} is the native command, and this package was built without the search field: run make package in its clone, and install it again."

NOT_BROUGHT_IN = (
    "\nIf npx cannot bring the command in: pip install kindex-command, or put the native command of a clone of Kindex"
    f" on PATH, or name a command of the npm package in {VARIABLE}."
)

#: The line of a command that waits, which is no warning, begins so.
WAITING = "waiting for another kindex that writes to"


class KindexError(Exception):
    """Search could not be put into the pages; the message says why, and what to do."""


@dataclass(frozen=True)
class Said:
    """What the command said, line by line."""

    news: list[str]
    warnings: list[str]


def run_inject(command: Sequence[str], arguments: Sequence[str], folder: Path) -> Said:
    """Runs ``inject`` in a folder, to which relative paths of the command and its arguments
    belong."""
    line = [*command, "inject", *arguments]
    try:
        done = _run_telling(line, folder)
    except OSError as error:
        raise KindexError(f"cannot run {command[0]}: {error.strerror or error}") from error
    if done.returncode != 0:
        told = done.stderr.strip() or done.stdout.strip() or "it said nothing"
        raise KindexError(f"{shlex.join(line)} ended with {done.returncode}:\n{told}{_advice(command)}")
    return Said(_lines(done.stdout), _lines(done.stderr))


def find_command(given: str | None, folder: Path, option: str) -> list[str]:
    """Finds the command.

    :param given: what the configuration says
    :param folder: the folder of the project, in which npm's packages may lie
    :param option: the name of the option, for the message where there is none
    """
    named = given or os.environ.get(VARIABLE)
    if named:
        return _words(named, option if given else VARIABLE)
    for path in _of_project(folder):
        if _has_inject(path):
            return [path]
    native = native_command()
    if native and has_field():
        return [sys.executable, *SAFE_PATH, "-m", "kindex_docs"]
    on_path = shutil.which("kindex")
    if on_path and _has_inject(on_path):
        return [on_path]
    npx = shutil.which("npx")
    if npx:
        return [npx, "--yes", "kindex"]
    raise KindexError(MISSING.format(option=option) + (NO_FIELD.format(path=native) if native else ""))


def _advice(command: Sequence[str]) -> str:
    return NOT_BROUGHT_IN if Path(command[0]).stem == "npx" else ""


def _words(text: str, source: str) -> list[str]:
    try:
        # Backslashes part the folders of a path on Windows.
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError as error:
        raise KindexError(f"{source}: {text}: {error}") from error
    if not words:
        raise KindexError(f"{source} is blank: name a command, such as npx --yes kindex")
    return [shutil.which(words[0]) or words[0], *words[1:]]


def _of_project(folder: Path) -> Iterator[str]:
    """The commands that npm put into the folder of the project, or one above."""
    for above in [folder, *folder.parents]:
        own = shutil.which("kindex", path=str(above / "node_modules" / ".bin"))
        if own:
            yield own


@lru_cache(maxsize=None)
def _has_inject(path: str) -> bool:
    try:
        return _run([path, "inject", "--help"], timeout=10).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _run_telling(line: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command, and says at once that it waits: it could be taken for one that hangs."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        with subprocess.Popen(
            line,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        ) as running:
            told = []
            for text in running.stderr or ():
                if WAITING in text:
                    print(text, end="", file=sys.stderr, flush=True)
                else:
                    told.append(text)
        output.seek(0)
        return subprocess.CompletedProcess(line, running.returncode, output.read(), "".join(told))


def _run(line: Sequence[str], folder: Path | None = None, timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=timeout,
        check=False,
    )


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]
