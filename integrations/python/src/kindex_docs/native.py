"""The native command, which the package ``kindex-command`` brings, and what a site gets beside
its index."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from functools import lru_cache
from pathlib import Path
from typing import Optional

from . import __version__

#: The search field and its engine, which `make package` puts here.
FIELD = Path(__file__).parent / "field"


def has_field() -> bool:
    """Whether the search field is here: it is in the published package, and in a clone after
    ``make package``."""
    return FIELD.is_dir()


def native_command() -> Optional[str]:
    """The native command of the same version: that of this environment comes before the one on
    ``PATH``."""
    environment = os.pathsep.join([sysconfig.get_path("scripts"), str(Path(sys.executable).parent)])
    for path in (shutil.which("kindex", path=environment), shutil.which("kindex")):
        if path and _is_native(path):
            return path
    return None


@lru_cache(maxsize=None)
def _is_native(path: str) -> bool:
    """Whether it is a program of this version, and no script: the command of the npm package is
    one."""
    try:
        with open(path, "rb") as file:
            if file.read(2) == b"#!":
                return False
        said = subprocess.run([path, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return said.stdout.split() == ["kindex", __version__]
