"""Helpers that the tests share."""

from __future__ import annotations

import json
import sys
import tempfile
import unittest
from pathlib import Path

from kindex_docs import __version__

#: Stands in the place of the command, and writes down what it is asked.
RECORDER = """
import json, sys
if sys.argv[1:] == ["--version"]:
    sys.exit(print("kindex", {version!r}))
with open({path!r}, "w") as file:
    json.dump(sys.argv[1:], file)
"""


class InFolder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="kindex docs ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()

    def put(self, path: str, text: str) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def program(self, path: str, text: str) -> Path:
        file = self.put(path, f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)
        return file

    def recorder(self) -> str:
        """A command for an option; `asked` has what it was asked."""
        script = self.put("recorder.py", RECORDER.format(path=str(self.folder / "asked.json"), version=__version__))
        return f'"{sys.executable}" "{script}"'

    def asked(self) -> list[str]:
        return json.loads((self.folder / "asked.json").read_text(encoding="utf-8"))
