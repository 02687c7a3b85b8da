"""Pages that are changed while others write to them, and files that are written aside."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import sys
import unittest
from pathlib import Path
from unittest import mock

from kindex_docs import inject, lock
from kindex_docs.command import WAITING, KindexError, run_inject
from kindex_docs.target import remove_abandoned, replace_file
from support import InFolder


class Aside(InFolder):
    def beside(self) -> list[Path]:
        return [path for path in self.folder.iterdir() if path.name.startswith(".kindex-")]

    @unittest.skipIf(os.name == "nt", "Windows has no such modes")
    def test_what_is_private_stays_so_while_it_is_written(self) -> None:
        page = self.put("page.html", "secret")

        def is_current() -> bool:
            self.assertEqual([stat.S_IMODE(path.stat().st_mode) for path in self.beside()], [0o600])
            return True

        self.assertTrue(replace_file(page, b"new", 0o600, is_current))
        self.assertEqual((page.read_bytes(), stat.S_IMODE(page.stat().st_mode)), (b"new", 0o600))

    def test_what_is_interrupted_leaves_no_file(self) -> None:
        page = self.put("page.html", "old")
        with self.assertRaises(KeyboardInterrupt):
            replace_file(page, b"new", 0o400, mock.Mock(side_effect=KeyboardInterrupt))
        self.assertEqual((page.read_text(), self.beside()), ("old", []))

    def test_only_old_files_are_abandoned(self) -> None:
        for age, stays in ((0, True), (7200, False)):
            file = self.put(".kindex-1.tmp", "part")
            os.utime(file, (file.stat().st_mtime - age,) * 2)
            remove_abandoned(file)
            self.assertEqual(file.exists(), stays)

    def test_a_page_that_vanishes_is_named(self) -> None:
        page = self.put("page.html", "old")

        def change(_: bytes) -> bytes:
            page.unlink()
            return b"new"

        with self.assertRaisesRegex(KindexError, f"^cannot write {page}: No such file"):
            inject._change_page(page, change, self.fail)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_page_that_is_always_saved_anew_is_given_up(self) -> None:
        page = self.put("page.html", "old")

        def change(content: bytes) -> bytes:
            page.write_bytes(content + b".")
            return b"new"

        with mock.patch.object(inject, "TRIES", 2), self.assertRaisesRegex(KindexError, "saved again and again"):
            inject._change_page(page, change, self.fail)
        self.assertEqual((page.read_text(), self.beside()), ("old..", []))


@unittest.skipIf(lock.fcntl is None, "this system locks no folders")
class Locked(InFolder):
    def test_where_nothing_can_be_locked_the_work_goes_on(self) -> None:
        for faults in ([OSError(errno.ENOLCK, "no locks")], [BlockingIOError(), OSError(errno.ENOLCK, "no locks")]):
            with mock.patch.object(lock.fcntl, "flock", side_effect=faults), lock.locked(self.folder, lambda _: None):
                pass

    def test_another_folder_in_its_place_is_not_written(self) -> None:
        site = self.folder / "site"
        site.mkdir()

        def replaced(*_: object) -> None:
            site.rename(self.folder / "old")
            site.mkdir()

        with mock.patch.object(lock.fcntl, "flock", side_effect=replaced):
            with self.assertRaisesRegex(KindexError, "another folder took its place"), lock.locked(site, self.fail):
                self.fail("it is not locked")


class Telling(InFolder):
    def test_that_a_command_waits_is_said_at_once_and_is_no_warning(self) -> None:
        said = io.StringIO()
        script = self.put("waits.py", f"import sys\nprint('kindex: {WAITING} site', file=sys.stderr)\nprint('kindex: odd', file=sys.stderr)\nprint('done')")
        with contextlib.redirect_stderr(said):
            news = run_inject([sys.executable, str(script)], [], self.folder)
        self.assertEqual((said.getvalue(), news.warnings, news.news), (f"kindex: {WAITING} site\n", ["kindex: odd"], ["done"]))
