"""The words of the command line, and what the command makes of them."""

from __future__ import annotations

import unittest
from pathlib import Path

from kindex_docs import KindexError
from kindex_docs.command import OWN, run_inject
from kindex_docs.injection import Injection, agents_fault, language_of_site
from support import InFolder

PAGE = "<!doctype html><html><head><title>{0}</title></head><body><h1>{0}</h1><p>Words of it.</p></body></html>"


class Words(unittest.TestCase):
    def test_all_options_have_theirs(self) -> None:
        injection = Injection(
            site=Path("site"),
            language="de",
            folder="assets/kindex",
            layout="sharded",
            pairs=False,
            into="header nav",
            attributes={"placeholder": "Suche", "limit": 5, "worker": True, "modal": False, "per_document": 2},
            exclude=["drafts/"],
            left_out=["a [b]/c d.html"],
            synonyms=Path("synonyms.txt"),
        )
        self.assertEqual(
            injection.arguments(),
            [
                "site", "--language=de", "--folder=assets/kindex", "--layout=sharded", "--into=header nav",
                "--synonyms=synonyms.txt", "--no-pairs", "--exclude=drafts/", "--exclude=/a\\ \\[b\\]/c\\ d.html",
                "--attribute=placeholder=Suche", "--attribute=limit=5", "--attribute=worker",
                "--attribute=per-document=2",
            ],
        )  # fmt: skip
        self.assertEqual(injection.index, "assets/kindex/index/")

    def test_files_for_programs_have_theirs(self) -> None:
        def words(agents: object) -> list[str]:
            return Injection(site=Path("site"), agents=agents).arguments()[3:]

        self.assertEqual([words(False), words(True)], [[], ["--agents"]])
        options = {"llms_full": True, "headers": False, "llms_characters": 9000, "site_title": "Knots"}
        self.assertEqual(words(options), ["--agents", "--llms-full", "--llms-characters=9000", "--site-title=Knots"])
        self.assertIsNone(agents_fault(options))
        self.assertRegex(agents_fault({"title": "Knots"}) or "", "accepted are true, false and .*: headers, llms_")
        self.assertRegex(agents_fault("yes") or "", "^yes: ")

    def test_off_is_a_word_that_yaml_reads_as_false(self) -> None:
        arguments = Injection(site=Path("site"), attributes={"highlight": False, "recent": False, "webmcp": False}).arguments()
        self.assertEqual(arguments[-3:], ["--attribute=highlight=off", "--attribute=recent=off", "--attribute=webmcp=off"])

    def test_languages_of_generators_become_those_of_the_command(self) -> None:
        tags = {"en": "en", "pt_BR": "pt-BR", "zh-Hant": "zh-Hant", "is": "none", "": None, None: None}
        self.assertEqual({name: language_of_site(name) for name in tags}, tags)


class OnTheRealCommand(InFolder):
    def inject(self, **options: object) -> str:
        injection = Injection(site=self.folder, **options)
        return "\n".join(run_inject(OWN, injection.arguments(), self.folder).news)

    def test_pages_are_left_out_by_their_paths(self) -> None:
        for path in ["a [b]/c d.html", "a b/c d.html", "e.html"]:
            self.put(path, PAGE.format(path[:1]))
        self.assertIn(" 3 documents", self.inject())
        self.assertIn(" 2 documents", self.inject(left_out=["a [b]/c d.html"]))
        self.assertIn("search is in 3 pages", self.inject(layout="sharded"))

    def test_what_the_command_refuses_is_said(self) -> None:
        with self.assertRaisesRegex(KindexError, "ended with 1:\nkindex: error: "):
            self.inject()


if __name__ == "__main__":
    unittest.main()
