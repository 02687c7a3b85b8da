"""Where the command is found, and what is said where there is none."""

from __future__ import annotations

import os
import unittest
from unittest import mock

from kindex_docs import command
from kindex_docs.command import KindexError, find_command, run_inject
from support import InFolder

WITH_INJECT = '[ "$1" = inject ]'
NATIVE = 'echo "unrecognized subcommand" >&2; exit 2'


@unittest.skipIf(os.name == "nt", "the programs of these tests are shell scripts")
class FindsTheCommand(InFolder):
    def setUp(self) -> None:
        super().setUp()
        command._has_inject.cache_clear()
        self.use({"PATH": str(self.folder / "bin")})
        self.project = self.folder / "project" / "docs"
        self.project.mkdir(parents=True)

    def use(self, variables: dict[str, str]) -> None:
        patched = mock.patch.dict(os.environ, variables, clear=True)
        patched.start()
        self.addCleanup(patched.stop)

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

    def test_the_native_command_is_passed_over(self) -> None:
        native = self.program("bin/kindex", NATIVE)
        with self.assertRaisesRegex(KindexError, f"(?s)install Node.js.*kindex_command.*{native} is the native command"):
            self.found()
        npx = self.program("bin/npx", "")
        self.assertEqual(self.found(), [str(npx), "--yes", "kindex"])

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

    def test_a_failure_says_what_was_run_and_why_it_failed(self) -> None:
        program = self.program("npx", "echo broken >&2; exit 3")
        with self.assertRaisesRegex(KindexError, "(?s)npx' inject site ended with 3:\nbroken\n.*npm install"):
            run_inject([str(program)], ["site"], self.folder)

    def test_a_program_that_is_not_there_is_named(self) -> None:
        with self.assertRaisesRegex(KindexError, "cannot run nothing-here: No such file"):
            run_inject(["nothing-here"], ["site"], self.folder)


if __name__ == "__main__":
    unittest.main()
