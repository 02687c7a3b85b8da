"""The types of the package, as mypy and pyright see them: what is right passes, what is wrong is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

import kindex_docs

HERE = Path(__file__).parent
PACKAGE = Path(kindex_docs.__file__).parent

#: mypy looks at LangChain and LlamaIndex too, which it need not do each time.
CACHE = HERE.parents[1] / "target/mypy"

#: Lines of typed.py that end in this are to be refused.
WRONG = "# wrong"


def wrong_lines() -> list[int]:
    lines = (HERE / "typed.py").read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if line.endswith(WRONG)]


class Types(unittest.TestCase):
    def test_mypy_tells_what_is_wrong_and_nothing_else(self) -> None:
        line = [sys.executable, "-m", "mypy", "--strict", "--output=json", f"--cache-dir={CACHE}", "typed.py"]
        done = subprocess.run(line, cwd=HERE, capture_output=True, text=True, env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})
        told = [json.loads(one) for one in done.stdout.splitlines() if one.startswith("{")]
        errors = sorted({one["line"] for one in told if one["severity"] == "error"})
        self.assertEqual(errors, wrong_lines(), done.stdout + done.stderr)

    def test_pyright_tells_the_same(self) -> None:
        pyright = os.environ.get("KINDEX_PYRIGHT")
        if not pyright:
            self.skipTest("KINDEX_PYRIGHT does not name pyright")
        line = ["node", pyright, "--outputjson", "--pythonpath", sys.executable, "typed.py"]
        done = subprocess.run(line, cwd=HERE, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)})
        told = json.loads(done.stdout)["generalDiagnostics"]
        errors = sorted({one["range"]["start"]["line"] + 1 for one in told if one["severity"] == "error"})
        self.assertEqual(errors, wrong_lines(), done.stdout)

    def test_the_package_itself_is_typed(self) -> None:
        self.assertTrue((PACKAGE / "py.typed").exists())
        checked = ["__init__", "__main__", "errors", "langchain", "llamaindex", "options", "passages", "results"]
        line = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={CACHE}", *(f"-mkindex_docs.{name}".replace(".__init__", "") for name in checked)]
        done = subprocess.run(line, cwd=HERE, capture_output=True, text=True, env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
