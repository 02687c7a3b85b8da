"""Where the command is found, and what is said where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from contextlib import contextmanager
from typing import Iterator
from unittest import mock

from kindex_docs import __version__, command, native
from kindex_docs.command import KindexError, find_command, run_inject
from support import InFolder

WITH_INJECT = '[ "$1" = inject ]'


@unittest.skipIf(os.name == "nt", "the programs of these tests are shell scripts")
class FindsTheCommand(InFolder):
    def setUp(self) -> None:
        super().setUp()
        command._has_inject.cache_clear()
        # This environment may have the package kindex-command.
        no_scripts = mock.patch.object(native.sysconfig, "get_path", lambda name: "/nowhere")
        no_python = mock.patch.object(native.sys, "executable", str(self.folder / "python"))
        for patched in (no_scripts, no_python):
            patched.start()
            self.addCleanup(patched.stop)
        self.use({"PATH": str(self.folder / "bin")})
        self.project = self.folder / "project" / "docs"
        self.project.mkdir(parents=True)

    def use(self, variables: dict[str, str]) -> None:
        patched = mock.patch.dict(os.environ, variables, clear=True)
        patched.start()
        self.addCleanup(patched.stop)

    def field(self, is_here: bool) -> mock._patch[object]:
        return mock.patch.object(command, "has_field", lambda: is_here)

    @contextmanager
    def said(self, version: str) -> Iterator[None]:
        """Lets a file that is no script tell a version."""
        native._is_native.cache_clear()
        self.addCleanup(native._is_native.cache_clear)
        with mock.patch.object(native.subprocess, "run", lambda line, **_: mock.Mock(stdout=f"{version}\n", returncode=1)):
            yield

    def found(self, given: str | None = None) -> list[str]:
        return find_command(given, self.project, "kindex_command")

    def test_the_option_comes_first_then_the_variable(self) -> None:
        own = str(self.program("bin/kindex", WITH_INJECT))
        self.assertEqual(self.found(), [own])
        self.use({"PATH": str(self.folder / "bin"), "KINDEX_COMMAND": "kindex --flag"})
        self.assertEqual(self.found(), [own, "--flag"])
        self.assertEqual(self.found("node 'a b.js'"), ["node", "a b.js"])

    def test_the_package_of_the_project_comes_before_the_path(self) -> None:
        self.program("bin/kindex", WITH_INJECT)
        own = self.program("project/node_modules/.bin/kindex", WITH_INJECT)
        self.assertEqual(self.found(), [str(own)])

    def test_the_native_command_comes_before_npx_where_the_field_is_here(self) -> None:
        npx = self.program("bin/npx", "")
        with mock.patch.object(command, "native_command", lambda: "/bin/kindex"), self.field(True):
            self.assertEqual(self.found(), [sys.executable, *command.SAFE_PATH, "-m", "kindex_docs"])
            own = self.program("project/node_modules/.bin/kindex", WITH_INJECT)
            self.assertEqual(self.found(), [str(own)])
            own.unlink()
        with mock.patch.object(command, "native_command", lambda: "/bin/kindex"), self.field(False):
            self.assertEqual(self.found(), [str(npx), "--yes", "kindex"])
            npx.unlink()
            with self.assertRaisesRegex(KindexError, "(?s)pip install kindex-command.*kindex_command.*/bin/kindex is the native command"):
                self.found()

    def test_a_program_of_another_version_or_a_script_is_not_the_native_command(self) -> None:
        self.program("bin/kindex", f'[ "$1" = --version ] && echo kindex {__version__}')
        self.program("bin/npx", "")
        with self.field(True):
            self.assertEqual(self.found()[1:], ["--yes", "kindex"])
        with self.field(True), self.said(f"kindex {__version__}"):
            self.put("bin/kindex", "a program").chmod(0o755)
            self.assertEqual(self.found()[1:], [*command.SAFE_PATH, "-m", "kindex_docs"])
        with self.field(True), self.said("kindex 9.9.9"):
            self.assertEqual(self.found()[1:], ["--yes", "kindex"])

    def test_what_is_no_command_is_named(self) -> None:
        with self.assertRaisesRegex(KindexError, "kindex_command: 'node: No closing quotation"):
            self.found("'node")
        with self.assertRaisesRegex(KindexError, "kindex_command is blank"):
            self.found(" ")


@unittest.skipIf(os.name == "nt", "the programs of these tests are shell scripts")
class RunsTheCommand(InFolder):
    def test_it_runs_in_the_folder_and_gives_what_is_said(self) -> None:
        program = self.program("kindex", 'pwd; echo "$@"; echo "kindex: skipped one" >&2')
        said = run_inject([str(program)], ["site"], self.folder)
        self.assertEqual(said.news, [str(self.folder), "inject site"])
        self.assertEqual(said.warnings, ["kindex: skipped one"])

    @unittest.skipIf(not command.SAFE_PATH, "this Python cannot keep the folder out")
    def test_modules_of_the_project_are_not_those_of_python(self) -> None:
        self.put("argparse.py", "raise SystemExit('of the project')")
        line = [sys.executable, *command.SAFE_PATH, "-m", "kindex_docs", "inject", "--help"]
        done = subprocess.run(line, cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("usage: python -m kindex_docs", done.stdout)

    def test_a_failure_says_what_was_run_and_why_it_failed(self) -> None:
        program = self.program("npx", "echo broken >&2; exit 3")
        with self.assertRaisesRegex(KindexError, "(?s)npx' inject site ended with 3:\nbroken\n.*pip install kindex-command"):
            run_inject([str(program)], ["site"], self.folder)

    def test_a_program_that_is_not_there_is_named(self) -> None:
        with self.assertRaisesRegex(KindexError, "cannot run nothing-here: No such file"):
            run_inject(["nothing-here"], ["site"], self.folder)


if __name__ == "__main__":
    unittest.main()
