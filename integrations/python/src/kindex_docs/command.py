"""The command ``kindex inject``, in a process of its own, and what it says."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

from . import __version__
from .errors import KindexError

#: The command of this package. The folder of the project is kept out of the places of modules: it
#: may have a ``uuid.py`` of its own.
OWN = [sys.executable, "-P", "-m", "kindex_docs"]

#: Names another command where the configuration does not.
VARIABLE = "KINDEX_COMMAND"

#: The line of a command that waits, which is no warning, begins so.
WAITING = "waiting for another kindex that writes to"


@dataclass(frozen=True)
class Said:
    """What the command said, line by line."""

    news: list[str]
    warnings: list[str]


def run_inject(command: Sequence[str], arguments: Sequence[str], folder: Path) -> Said:
    """Runs ``inject`` in a folder, to which relative paths of the command and its arguments
    belong."""
    line = [*command, "inject", *arguments]
    done = _run_telling(line, folder)
    if done.returncode != 0:
        told = done.stderr.strip() or done.stdout.strip() or "it said nothing"
        raise KindexError(f"{shlex.join(line)} ended with {done.returncode}:\n{told}")
    return Said(_lines(done.stdout), _lines(done.stderr))


def find_command(given: str | None, option: str, folder: Path) -> list[str]:
    """The command of this package, or the one that is named instead.

    :param given: what the configuration says
    :param option: the name of the option
    :param folder: where the command is to run, to which its relative paths belong
    """
    named = given or os.environ.get(VARIABLE)
    return _named(named, option if given else VARIABLE, folder) if named else OWN


def _named(text: str, source: str, folder: Path) -> list[str]:
    command = _words(text, source, folder)
    try:
        line = [*command, "--version"]
        done = subprocess.run(line, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise _cannot_run(command, error) from error
    version = done.stdout.strip()
    if version != f"kindex {__version__}":
        said = version or done.stderr.strip() or "nothing"
        raise KindexError(f"{source}: {text}: it says {said} of its version, and kindex-docs is {__version__}; name a command of that version, or none")
    return command


def _words(text: str, source: str, folder: Path) -> list[str]:
    try:
        # Backslashes part the folders of a path on Windows.
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError as error:
        raise KindexError(f"{source}: {text}: {error}") from error
    if not words:
        raise KindexError(f"{source} is blank: name a command, such as /usr/local/bin/kindex")
    # A name alone is looked up on PATH.
    program = str(folder / words[0]) if os.path.dirname(words[0]) else words[0]
    return [shutil.which(program) or program, *words[1:]]


def _cannot_run(command: Sequence[str], error: OSError) -> KindexError:
    return KindexError(f"cannot run {command[0]}: {error.strerror or error}")


def _run_telling(line: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command, and says at once that it waits: it could be taken for one that hangs."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        told = []
        try:
            running = subprocess.Popen(
                line,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise _cannot_run(line, error) from error
        with running:
            for text in running.stderr or ():
                if WAITING in text:
                    print(text, end="", file=sys.stderr, flush=True)
                else:
                    told.append(text)
        output.seek(0)
        return subprocess.CompletedProcess(line, running.returncode, output.read(), "".join(told))


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]
