"""Where the command is found, and what is said where there is none."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import unittest
from unittest import mock

from kindex_docs import KindexError, __version__, command
from kindex_docs.command import WAITING, find_command, run_inject
from support import InFolder

VERSION = f'[ "$1" = --version ] && echo kindex {__version__}'


@unittest.skipIf(os.name == "nt", "the programs of these tests are shell scripts")
class FindsTheCommand(InFolder):
    def use(self, variables: dict[str, str]) -> None:
        patched = mock.patch.dict(os.environ, variables, clear=True)
        patched.start()
        self.addCleanup(patched.stop)

    def test_it_is_that_of_this_package_unless_another_is_named(self) -> None:
        self.use({"PATH": str(self.folder / "bin")})
        self.assertEqual(find_command(None, "kindex_command", self.folder), command.OWN)
        own = str(self.program("bin/kindex", VERSION))
        self.assertEqual(find_command("kindex", "kindex_command", self.folder), [own])
        self.use({"PATH": str(self.folder / "bin"), "KINDEX_COMMAND": "kindex"})
        self.assertEqual(find_command(None, "kindex_command", self.folder), [own])

    def test_a_command_of_another_version_is_refused_by_name(self) -> None:
        other = str(self.program("bin/kindex", "echo kindex 9.9.9"))
        with self.assertRaisesRegex(KindexError, f"kindex_command: .*: it says kindex 9.9.9 .* kindex-docs is {__version__}"):
            find_command(f'"{other}"', "kindex_command", self.folder)

    def test_relative_paths_belong_to_the_folder_where_it_runs(self) -> None:
        own = self.program("tools/kindex", f"{VERSION} || pwd")
        self.put("run.sh", f"{VERSION} || pwd")
        for named, found in [("tools/kindex", [str(own)]), ("./tools/kindex", [str(own)]), ("/bin/sh run.sh", ["/bin/sh", "run.sh"])]:
            for variables, given in [({}, named), ({"KINDEX_COMMAND": named}, None)]:
                with self.subTest(named=named, given=given):
                    self.use(variables)
                    line = find_command(given, "kindex_command", self.folder)
                    self.assertEqual(line, found)
                    self.assertEqual(run_inject(line, [], self.folder).news, [str(self.folder)])

    def test_what_is_no_command_is_named(self) -> None:
        with self.assertRaisesRegex(KindexError, "kindex_command: 'node: No closing quotation"):
            find_command("'node", "kindex_command", self.folder)
        with self.assertRaisesRegex(KindexError, "kindex_command is blank"):
            find_command(" ", "kindex_command", self.folder)
        with self.assertRaisesRegex(KindexError, "cannot run nothing-here: No such file"):
            find_command("nothing-here", "kindex_command", self.folder)


@unittest.skipIf(os.name == "nt", "the programs of these tests are shell scripts")
class RunsTheCommand(InFolder):
    def test_it_runs_in_the_folder_and_gives_what_is_said(self) -> None:
        program = self.program("kindex", 'pwd; echo "$@"; echo "kindex: skipped one" >&2')
        said = run_inject([str(program)], ["site"], self.folder)
        self.assertEqual(said.news, [str(self.folder), "inject site"])
        self.assertEqual(said.warnings, ["kindex: skipped one"])

    def test_modules_of_the_project_are_not_those_of_python(self) -> None:
        self.put("signal.py", "raise SystemExit('of the project')")
        line = [*command.OWN, "inject", "--help"]
        done = subprocess.run(line, cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Usage: kindex inject", done.stdout)

    def test_a_failure_says_what_was_run_and_why_it_failed(self) -> None:
        program = self.program("a program", "echo broken >&2; exit 3")
        with self.assertRaisesRegex(KindexError, "(?s)a program' inject site ended with 3:\nbroken"):
            run_inject([str(program)], ["site"], self.folder)

    def test_a_program_that_is_not_there_is_named(self) -> None:
        with self.assertRaisesRegex(KindexError, "cannot run nothing-here: No such file"):
            run_inject(["nothing-here"], ["site"], self.folder)

    def test_that_a_command_waits_is_said_at_once_and_is_no_warning(self) -> None:
        said = io.StringIO()
        script = self.put("waits.py", f"import sys\nprint('kindex: {WAITING} site', file=sys.stderr)\nprint('kindex: odd', file=sys.stderr)\nprint('done')")
        with contextlib.redirect_stderr(said):
            news = run_inject([sys.executable, str(script)], [], self.folder)
        self.assertEqual((said.getvalue(), news.warnings, news.news), (f"kindex: {WAITING} site\n", ["kindex: odd"], ["done"]))


if __name__ == "__main__":
    unittest.main()
