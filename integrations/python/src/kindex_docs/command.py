"""The command ``kindex inject`` of the npm package: where it is, and what it says."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Iterator, Sequence

#: Names the command where the configuration does not.
VARIABLE = "KINDEX_COMMAND"

MISSING = """there is no command that puts search into pages. Do one of these:
- install Node.js 20.19 or newer, whose npx brings the command in (https://nodejs.org);
- npm install --save-dev kindex, in the folder of the project;
- name a command in the option {option}, or in the variable KINDEX_COMMAND."""

ONLY_NATIVE = "\n{path} is the native command, which has no inject."

NOT_BROUGHT_IN = f"\nIf npx cannot bring the command in: npm install --save-dev kindex, or name it in {VARIABLE}."


class KindexError(Exception):
    """Search could not be put into the pages; the message says why, and what to do."""


@dataclass(frozen=True)
class Said:
    """What the command said, line by line."""

    news: list[str]
    warnings: list[str]


def run_inject(command: Sequence[str], arguments: Sequence[str], folder: Path) -> Said:
    """Runs ``inject`` in a folder, to which relative paths of the command and its arguments belong."""
    line = [*command, "inject", *arguments]
    try:
        done = _run(line, folder)
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
    programs = list(_programs(folder))
    for path in programs:
        if _has_inject(path):
            return [path]
    npx = shutil.which("npx")
    if npx:
        return [npx, "--yes", "kindex"]
    natives = "".join(ONLY_NATIVE.format(path=path) for path in programs)
    raise KindexError(MISSING.format(option=option) + natives)


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


def _programs(folder: Path) -> Iterator[str]:
    """The programs called kindex: those of the project come before the one on PATH."""
    for above in [folder, *folder.parents]:
        own = shutil.which("kindex", path=str(above / "node_modules" / ".bin"))
        if own:
            yield own
    on_path = shutil.which("kindex")
    if on_path:
        yield on_path


@lru_cache(maxsize=None)
def _has_inject(path: str) -> bool:
    try:
        return _run([path, "inject", "--help"]).returncode == 0
    except OSError:
        return False


def _run(line: Sequence[str], folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]
