"""What a site asks of ``kindex inject``, and its words on the command line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence, Union

from ._kindex import is_language

Value = Union[str, int, float, bool, None]


LAYOUTS = ("auto", "single", "sharded")

#: The options of files for programs.
AGENTS = ("headers", "llms_characters", "llms_full", "site_summary", "site_title")

#: Attributes of the field that are switched off by this word. YAML reads ``off`` as false.
SWITCHES = ("highlight", "recent", "webmcp")


@dataclass(frozen=True)
class Injection:
    """The options of ``kindex inject`` for a site."""

    #: The folder of the finished pages.
    site: Path
    #: The language of pages that name none.
    language: str | None = None
    #: The folder that the command makes among the pages.
    folder: str = "kindex"
    layout: str = "auto"
    #: Whether several files have pairs of words, by which phrases are found.
    pairs: bool = True
    into: str | None = None
    replace: str | None = None
    #: Attributes of the search field.
    attributes: Mapping[str, Value] = field(default_factory=dict)
    #: Patterns of what is not searched.
    exclude: Sequence[str] = ()
    #: Pages that are not searched, by their paths in the site.
    left_out: Sequence[str] = ()
    synonyms: Path | None = None
    pins: Path | None = None
    #: Whether pages are also given to programs that read documentation, or the options of that.
    agents: bool | Mapping[str, Value] = False

    @property
    def index(self) -> str:
        """The index, by its path in the site."""
        return f"{self.folder}/index/"

    def arguments(self) -> list[str]:
        """The words behind ``kindex inject``."""
        return [str(self.site), *self._options()]

    def _options(self) -> Iterator[str]:
        single = {
            "language": self.language,
            "folder": self.folder,
            "layout": self.layout,
            "into": self.into,
            "replace": self.replace,
            "synonyms": self.synonyms,
            "pins": self.pins,
        }
        for name, given in single.items():
            if given is not None:
                yield f"--{name}={given}"
        if not self.pairs:
            yield "--no-pairs"
        for pattern in [*self.exclude, *map(pattern_of, self.left_out)]:
            yield f"--exclude={pattern}"
        for name, value in self.attributes.items():
            yield from _attribute(name, value)
        yield from _agents(self.agents)


def agents_fault(given: Any) -> str | None:
    """Says what is wrong with the option ``agents``."""
    if isinstance(given, bool) or (isinstance(given, Mapping) and all(name in AGENTS for name in given)):
        return None
    return f"{given}: accepted are true, false and options by their names: {', '.join(AGENTS)}"


def _agents(given: bool | Mapping[str, Value]) -> Iterator[str]:
    if given is False:
        return
    yield "--agents"
    for name, value in {} if given is True else given.items():
        if value is None or value is False:
            continue
        flag = f"--{name.replace('_', '-')}"
        yield flag if value is True else f"{flag}={value}"


def _attribute(name: str, value: Value) -> Iterator[str]:
    name = name.replace("_", "-")
    if value is False and name in SWITCHES:
        value = "off"
    if value is None or value is False:
        return
    yield f"--attribute={name}" if value is True else f"--attribute={name}={value}"


def pattern_of(path: str) -> str:
    """A page as ``--exclude`` takes it, where it could have signs of a pattern."""
    return "/" + re.sub(r"([*?\[\]\\ ])", r"\\\1", path)


def language_of_site(language: str | None) -> str | None:
    """The language of a site for ``--language``, as Sphinx and MkDocs name it, such as ``pt_BR``.

    Generators know languages of which the command has no forms of words: these are ``none``.
    """
    if not language:
        return None
    tag = language.replace("_", "-")
    return tag if is_language(tag) else "none"
