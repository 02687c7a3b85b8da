"""The Sphinx extension: makes the finished pages searchable, in the place of Sphinx's own
search."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator

from sphinx.errors import ConfigError, SphinxError
from sphinx.locale import _
from sphinx.util import logging

from . import __version__
from .command import find_command, run_inject
from .errors import KindexError
from .injection import LAYOUTS, Injection, agents_fault, language_of_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

#: Those whose pages are read in a browser, from a server.
BUILDERS = ("html", "dirhtml")

#: After the extensions that change pages when all are there.
LAST = 900

TEXT = (str, type(None))

#: The values of conf.py: their defaults and types.
VALUES: dict[str, tuple[Any, tuple[type, ...]]] = {
    "enabled": (True, (bool,)),
    "command": (None, TEXT),
    "field": ({}, (dict,)),
    "language": (None, TEXT),
    "exclude": ([], (list, tuple)),
    "synonyms": (None, TEXT),
    "pins": (None, TEXT),
    "layout": ("auto", (str,)),
    "pairs": (True, (bool,)),
    "folder": ("kindex", (str,)),
    "into": (None, TEXT),
    "replace": (None, TEXT),
    "agents": (False, (bool, dict)),
}

#: The page of results, which themes and ``:ref:`search``` lead to.
RESULTS = "search"


class SearchError(SphinxError):
    """The pages are there, without search."""

    category = "Kindex error"


def setup(app: Sphinx) -> dict[str, Any]:
    for name, (default, types) in VALUES.items():
        app.add_config_value(f"kindex_{name}", default, "html", types)
    app.connect("config-inited", _check)
    app.connect("builder-inited", _turn_off_search)
    app.connect("html-collect-pages", _results_page)
    app.connect("build-finished", _inject, priority=LAST)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def _check(app: Sphinx, config: Config) -> None:
    if config.kindex_layout not in LAYOUTS:
        raise ConfigError(f"kindex_layout: {config.kindex_layout}: accepted are {', '.join(LAYOUTS)}")
    if not isinstance(config.kindex_field, dict):
        raise ConfigError('kindex_field: name attributes of the field, such as {"placeholder": "Search"}')
    if fault := agents_fault(config.kindex_agents):
        raise ConfigError(f"kindex_agents: {fault}")
    if config.kindex_into and config.kindex_replace:
        raise ConfigError("kindex_into and kindex_replace exclude each other")


def _is_on(app: Sphinx) -> bool:
    return bool(app.config.kindex_enabled) and app.builder.name in BUILDERS


def _turn_off_search(app: Sphinx) -> None:
    """Sphinx writes neither its index nor its page of results, as in the formats of other
    programs."""
    if _is_on(app):
        app.builder.search = False


def _results_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The page of results has the name of Sphinx's own, to which boxes and links of themes lead."""
    if not _is_on(app):
        return
    root = "../" * app.builder.get_target_uri(RESULTS).count("/") or "./"
    title = escape(_("Search"))
    field = f'<kindex-search mode="page" src="{escape(root + _injection(app).index)}" base="{root}"></kindex-search>'
    message = escape(_("Please activate JavaScript to enable the search\n    functionality."))
    body = f"<h1>{title}</h1>\n{field}\n<noscript><p>{message}</p></noscript>"
    yield RESULTS, {"title": title, "body": body, "metatags": '<meta name="robots" content="noindex">'}, "page.html"


def _inject(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or not _is_on(app):
        return
    folder = Path(app.confdir)
    # Of a build without this extension.
    Path(app.outdir, "searchindex.js").unlink(missing_ok=True)
    try:
        command = find_command(app.config.kindex_command, "kindex_command", folder)
        said = run_inject(command, _injection(app).arguments(), folder)
    except KindexError as error:
        raise SearchError(str(error)) from error
    for line in said.news:
        logger.info(line)
    for line in said.warnings:
        logger.warning(line, type="kindex")


def _injection(app: Sphinx) -> Injection:
    config = app.config
    return Injection(
        site=Path(app.outdir),
        language=config.kindex_language or language_of_site(config.language),
        folder=config.kindex_folder,
        layout=config.kindex_layout,
        pairs=config.kindex_pairs,
        into=config.kindex_into,
        replace=config.kindex_replace,
        attributes={"results": app.builder.get_target_uri(RESULTS), **config.kindex_field},
        exclude=config.kindex_exclude,
        left_out=list(_left_out(app)),
        synonyms=Path(app.confdir, config.kindex_synonyms) if config.kindex_synonyms else None,
        pins=Path(app.confdir, config.kindex_pins) if config.kindex_pins else None,
        agents=config.kindex_agents,
    )


def _left_out(app: Sphinx) -> Iterator[str]:
    """The pages that ask not to be searched, as for Sphinx's own search, that of results, and
    copies of sources."""
    yield "_sources/"
    for name, meta in app.env.metadata.items():
        if "nosearch" in meta or "no-search" in meta:
            yield _file_of(app, name)
    yield _file_of(app, RESULTS)


def _file_of(app: Sphinx, name: str) -> str:
    path = Path(app.builder.get_outfilename(name))
    return path.relative_to(app.outdir).as_posix()
