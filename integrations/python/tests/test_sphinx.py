"""The extension in Sphinx, without a browser."""

from __future__ import annotations

import io

from sphinx.application import Sphinx
from sphinx.errors import ConfigError, SphinxError

from support import InFolder


class InSphinx(InFolder):
    def setUp(self) -> None:
        super().setUp()
        self.put("docs/conf.py", 'project = "Knots"\nextensions = ["kindex_docs.sphinx"]\n')
        self.put("docs/index.rst", "Knots\n=====\n\nKnots join ropes. See :ref:`search`.\n\n.. toctree::\n\n   loops\n")
        self.put("docs/loops.rst", "Loops\n=====\n\nA bowline holds a load.\n")
        self.site = self.folder / "site"

    def build(self, builder: str = "html", **values: object) -> str:
        """Builds the site; gives what was said."""
        said = io.StringIO()
        docs = str(self.folder / "docs")
        app = Sphinx(docs, docs, str(self.site), str(self.folder / "trees"), builder, values, said, said, warningiserror=True)
        app.build()
        return said.getvalue()

    def read(self, path: str) -> str:
        return (self.site / path).read_text(encoding="utf-8")

    def test_every_build_makes_the_pages_searchable_once(self) -> None:
        self.assertRegex(self.build(), r"kindex/index/: 2 documents")
        self.put("docs/loops.rst", "Loops\n=====\n\nA lark's head.\n")
        self.build()
        for path in ["index.html", "loops.html", "search.html"]:
            self.assertEqual(self.read(path).count("kindex/search.js"), 1, path)

    def test_sphinx_makes_no_index_and_leaves_none_behind(self) -> None:
        self.build(kindex_enabled=False)
        self.assertTrue((self.site / "searchindex.js").exists())
        self.assertNotIn("kindex", self.read("search.html"))
        self.build(kindex_command=self.recorder())
        self.assertFalse((self.site / "searchindex.js").exists())
        self.assertNotIn("searchtools", self.read("search.html"))

    def test_the_page_of_results_finds_the_index(self) -> None:
        self.build(kindex_command=self.recorder())
        self.assertIn('<kindex-search mode="page" src="./kindex/index/" base="./">', self.read("search.html"))
        self.assertIn("--attribute=results=search.html", self.asked())
        self.build("dirhtml", kindex_command=self.recorder(), kindex_layout="sharded", kindex_folder="_static/kindex")
        self.assertIn('<kindex-search mode="page" src="../_static/kindex/index/" base="../">', self.read("search/index.html"))
        self.assertIn("--attribute=results=search/", self.asked())

    def test_values_and_the_language_reach_the_command(self) -> None:
        words = self.put("docs/words.txt", "knot, hitch\n")
        self.build(kindex_command=self.recorder(), language="pt_BR", kindex_field={"limit": 5}, kindex_exclude=["/old/"], kindex_synonyms="words.txt")
        asked = self.asked()
        self.assertEqual(asked[:2], ["inject", str(self.site)])
        for word in ["--language=pt-BR", "--exclude=/old/", "--attribute=limit=5", f"--synonyms={words}"]:
            self.assertIn(word, asked)

    def test_pages_without_search_are_left_out(self) -> None:
        self.put("docs/loops.rst", ":nosearch:\n\nLoops\n=====\n")
        self.build(kindex_command=self.recorder())
        left_out = [word for word in self.asked() if word.startswith("--exclude")]
        self.assertEqual(sorted(left_out), ["--exclude=/_sources/", "--exclude=/loops.html", "--exclude=/search.html"])

    def test_other_builders_are_left_alone(self) -> None:
        for builder in ["singlehtml", "text"]:
            self.build(builder, kindex_command="nothing-here")

    def test_what_fails_ends_the_build_and_says_why(self) -> None:
        with self.assertRaisesRegex(SphinxError, "cannot run nothing-here: No such file"):
            self.build(kindex_command="nothing-here")

    def test_values_are_checked(self) -> None:
        with self.assertRaisesRegex(ConfigError, "kindex_layout: folder: accepted are auto, single, sharded"):
            self.build(kindex_layout="folder")
        with self.assertRaisesRegex(ConfigError, "exclude each other"):
            self.build(kindex_into="header", kindex_replace="nav")
        self.put("docs/conf.py", 'extensions = ["kindex_docs.sphinx"]\nkindex_field = "Look"\n')
        with self.assertRaisesRegex(ConfigError, "kindex_field: name attributes"):
            self.build()
