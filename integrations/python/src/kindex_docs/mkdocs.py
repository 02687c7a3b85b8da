"""The MkDocs plugin ``kindex``: makes the finished site searchable, in ``build`` and in
``serve``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator

from mkdocs.config import base
from mkdocs.config import config_options as c
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import InclusionLevel

from .command import find_command, run_inject
from .errors import KindexError
from .injection import LAYOUTS, Injection, agents_fault, language_of_site
from .pages import with_modal, with_weight

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.pages import Page

log = get_plugin_logger("kindex")

#: After the plugins that write pages when all others are there, such as redirects.
LAST = -100

SEARCHES = ("search", "material/search")

#: A page counts at most a hundred times.
GREATEST_BOOST = 100


class KindexConfig(base.Config):
    """The options of the plugin in mkdocs.yml."""

    enabled = c.Type(bool, default=True)
    command = c.Optional(c.Type(str))
    field = c.Type(dict, default={})
    language = c.Optional(c.Type(str))
    exclude = c.ListOfItems(c.Type(str), default=[])
    synonyms = c.Optional(c.File(exists=True))
    pins = c.Optional(c.File(exists=True))
    layout = c.Choice(LAYOUTS, default="auto")
    pairs = c.Type(bool, default=True)
    folder = c.Type(str, default="kindex")
    into = c.Optional(c.Type(str))
    replace = c.Optional(c.Type(str))
    agents = c.Type((bool, dict), default=False)


class KindexPlugin(BasePlugin[KindexConfig]):
    """Puts Kindex in the place of MkDocs's search."""

    def __init__(self) -> None:
        self._left_out: list[str] = []

    def on_config(self, config: MkDocsConfig) -> None:
        if fault := agents_fault(self.config.agents):
            raise PluginError(f"kindex: agents: {fault}")
        if self.config.enabled and any(name in config.plugins for name in SEARCHES):
            log.info("the plugin search is on too: remove it from mkdocs.yml, as its index is not used")

    @event_priority(LAST)
    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """Sees which pages are not to be searched, when all of them are read."""
        self._left_out = [file.dest_uri for file in _pages(files) if _is_left_out(file)]

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        return with_modal(output_content) if self.config.enabled else output_content

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        if not self.config.enabled:
            return output
        boost = _boost(page)
        return with_modal(output if boost is None else with_weight(output, boost**0.5))

    @event_priority(LAST)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        if not self.config.enabled:
            return
        folder = _project(config)
        try:
            command = find_command(self.config.command, "command of the plugin kindex", folder)
            said = run_inject(command, self._injection(config).arguments(), folder)
        except KindexError as error:
            raise PluginError(f"kindex: {error}") from error
        for line in said.news:
            log.info(line)
        for line in said.warnings:
            log.warning(line)

    def _injection(self, config: MkDocsConfig) -> Injection:
        options = self.config
        return Injection(
            site=Path(config.site_dir),
            language=options.language or language_of_site(_theme_language(config)),
            folder=options.folder,
            layout=options.layout,
            pairs=options.pairs,
            into=options.into,
            replace=options.replace,
            attributes=options.field,
            exclude=options.exclude,
            left_out=self._left_out,
            synonyms=Path(options.synonyms) if options.synonyms else None,
            pins=Path(options.pins) if options.pins else None,
            agents=options.agents,
        )


def _project(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).resolve().parent if config.config_file_path else Path.cwd()


def _theme_language(config: MkDocsConfig) -> str | None:
    """Material calls it language, the themes of MkDocs locale."""
    language = config.theme.get("language") or config.theme.get("locale")
    return str(language) if language else None


def _pages(files: Files) -> Iterator[File]:
    return iter(files.documentation_pages(inclusion=InclusionLevel.all))


def _is_left_out(file: File) -> bool:
    """Drafts are pages in ``mkdocs serve``, and nowhere else."""
    if file.inclusion.is_excluded():
        return True
    return file.page is not None and bool(_search_meta(file.page).get("exclude"))


def _search_meta(page: Page) -> dict[str, Any]:
    """What the front matter says by the names of Material for MkDocs."""
    meta = page.meta.get("search") if page.meta else None
    return meta if isinstance(meta, dict) else {}


def _boost(page: Page) -> float | None:
    boost = _search_meta(page).get("boost")
    if boost is None or (_is_number(boost) and 0 <= boost <= GREATEST_BOOST):
        return boost
    log.warning(f"{page.file.src_uri}: search.boost: {boost}: accepted are numbers from 0 to {GREATEST_BOOST}")
    return None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
