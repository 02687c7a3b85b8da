"""The plugin in MkDocs, without a browser."""

from __future__ import annotations

import logging

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from support import InFolder


class InMkDocs(InFolder):
    def setUp(self) -> None:
        super().setUp()
        self.put("docs/index.md", "# Knots\n\nKnots join ropes.\n")
        self.put("docs/loops.md", "# Loops\n\nA bowline holds a load.\n")
        logging.getLogger("mkdocs").setLevel(logging.DEBUG)

    def build(self, *options: str, **settings: object) -> list[str]:
        """Builds the site; gives what the plugin said."""
        lines = "".join(f"      {line}\n" for line in options)
        plugin = f"  - kindex:\n{lines}" if options else "  - kindex\n"
        file = self.put("mkdocs.yml", f"site_name: Knots\nplugins:\n{plugin}")
        config = load_config(str(file), **settings)
        with self.assertLogs("mkdocs", logging.DEBUG) as logs:
            config.plugins.on_startup(command="build", dirty=False)
            build(config)
        return [record.getMessage() for record in logs.records if record.getMessage().startswith("kindex")]

    def read(self, path: str) -> str:
        return (self.folder / "site" / path).read_text(encoding="utf-8")

    def test_every_build_makes_the_pages_searchable_once(self) -> None:
        for _ in range(2):
            said = self.build()
            self.assertRegex(said[0], r"kindex/index/: 2 documents")
            self.assertEqual(self.read("loops/index.html").count("kindex/search.js"), 1)

    def test_options_and_the_language_of_the_theme_reach_the_command(self) -> None:
        self.put("words.txt", "knot, hitch\n")
        command = f"command: '{self.recorder()}'"
        self.build(command, "synonyms: words.txt", "exclude: [/old/]", "field: {placeholder: Look}", theme={"name": "mkdocs", "locale": "pt_BR"})
        asked = self.asked()
        self.assertEqual(asked[:2], ["inject", str(self.folder / "site")])
        for word in ["--language=pt-BR", "--exclude=/old/", "--attribute=placeholder=Look", f"--synonyms={self.folder / 'words.txt'}"]:
            self.assertIn(word, asked)
        self.build(command, "agents: {llms_full: true}")
        self.assertEqual(self.asked()[-2:], ["--agents", "--llms-full"])
        self.build(command, "language: de", theme={"name": "material", "language": "fr"})
        self.assertIn("--language=de", self.asked())
        self.build(command, theme={"name": "material", "language": "fr"})
        self.assertIn("--language=fr", self.asked())

    def test_pages_that_ask_for_it_are_left_out(self) -> None:
        self.put("docs/old.md", "---\nsearch:\n  exclude: true\n---\n# Old\n")
        self.put("docs/notes/draft.md", "# Draft\n")
        self.build(f"command: '{self.recorder()}'", draft_docs="notes/", use_directory_urls=False)
        left_out = [word for word in self.asked() if word.startswith("--exclude")]
        self.assertEqual(sorted(left_out), ["--exclude=/notes/draft.html", "--exclude=/old.html"])

    def test_the_boost_of_a_page_is_its_weight(self) -> None:
        self.put("docs/loops.md", "---\nsearch:\n  boost: 2\n---\n# Loops\n")
        self.put("docs/bends.md", "---\nsearch:\n  boost: often\n---\n# Bends\n")
        said = self.build(f"command: '{self.recorder()}'")
        self.assertIn('<body data-kindex-weight="1.414"', self.read("loops/index.html"))
        self.assertNotIn("data-kindex-weight", self.read("bends/index.html"))
        self.assertIn("kindex: bends.md: search.boost: often: accepted are numbers from 0 to 100", said)

    def test_mkdocs_own_theme_has_what_its_script_looks_for(self) -> None:
        self.build(f"command: '{self.recorder()}'")
        for path in ["index.html", "404.html"]:
            self.assertEqual(self.read(path).count('id="mkdocs_search_modal"'), 1, path)

    def test_it_can_be_off(self) -> None:
        self.assertEqual(self.build("enabled: false"), [])
        self.assertNotIn("mkdocs_search_modal", self.read("index.html"))

    def test_what_fails_ends_the_build_and_says_why(self) -> None:
        file = self.put("mkdocs.yml", "site_name: Knots\nplugins:\n  - kindex:\n      command: nothing-here\n")
        with self.assertLogs("mkdocs", logging.ERROR) as logs, self.assertRaises(Abort):
            build(load_config(str(file)))
        self.assertIn("kindex: cannot run nothing-here: No such file", logs.output[-1])

    def test_options_of_files_for_programs_are_checked(self) -> None:
        file = self.put("mkdocs.yml", "site_name: Knots\nplugins:\n  - kindex:\n      agents: {title: Knots}\n")
        with self.assertLogs("mkdocs", logging.ERROR) as logs, self.assertRaises(Abort):
            build(load_config(str(file)))
        self.assertRegex(logs.output[-1], "kindex: agents: .*accepted are true, false and options")

    def test_options_are_checked_by_mkdocs(self) -> None:
        for option, complaint in {
            "layout: folder": "Expected one of: ('auto', 'single', 'sharded')",
            "field: Look": "Expected type: <class 'dict'>",
            "synonyms: nothing.txt": "isn't an existing file",
            "place: header": "Unrecognised configuration name: place",
        }.items():
            file = self.put("mkdocs.yml", f"site_name: Knots\nplugins:\n  - kindex:\n      {option}\n")
            with self.assertLogs("mkdocs", logging.WARNING) as logs, self.assertRaises(Abort):
                load_config(str(file), strict=True)
            self.assertIn(complaint, "\n".join(logs.output), option)
