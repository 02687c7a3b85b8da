"""What searches and indexes give. All offsets count characters, as Python's strings do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray


@dataclass(slots=True)
class Results:
    """The results of a search."""

    query: str
    #: Best first.
    hits: list[Hit]
    #: The number of results without a limit.
    total: int
    #: Whether there may be more: to count what has a phrase takes reading the texts.
    total_is_lower_bound: bool
    #: The query with words that the index has in the place of those that were probably mistyped.
    did_you_mean: str | None
    #: The query with its last word completed, where ``completions`` asks for it.
    completions: list[str]
    #: The phrases that were not looked for everywhere.
    unchecked_phrases: list[str]
    #: For each key of ``facets``, how many of all documents that match have each value.
    facets: dict[str, dict[str, int]]
    #: The results that did not fit into ``max_tokens``, best first.
    left_out: list[LeftOut]
    #: The indexes that are not in this answer, where several are searched as one.
    unavailable: list[Unavailable]


@dataclass(slots=True)
class Unavailable:
    """One of several indexes that does not answer, with the reason: the code and the message of a
    :class:`KindexError`."""

    #: The position of its source.
    index: int
    label: str | None
    code: str
    message: str


@dataclass(slots=True)
class Hit:
    """A passage that answers."""

    #: The document's id, ``#``, the level, ``.``, and its position among those of its level.
    id: str
    document: str
    #: The document's address; may be empty.
    url: str
    #: The fragment that links to the heading above the best match; may be empty.
    anchor: str
    title: str
    #: The headings above the best match, strongest first.
    headings: list[str]
    #: Higher is better; comparable within one search only.
    score: float
    #: The level that was returned, 0 being the smallest chunks.
    level: int
    matched_level: int
    #: The number of tokens of the text, about.
    tokens: int
    text: str
    #: The part of the text, at most 200 characters, in which the query shows best.
    snippet: str
    snippet_start: int
    #: Where words of the query stand in the text: start and end of each, in order.
    highlights: list[tuple[int, int]]
    #: The children that match: the best one, then the others in the order of the text.
    children: list[Child]
    #: The metadata of the document, with its types.
    meta: dict[str, Any]
    #: The keys of ``prefer`` whose conditions the document does not meet, with its values; in
    #: ``same`` also ``lang`` and ``version`` where they are others than of the hit that has it.
    differs: dict[str, str]
    #: Whether the site shows the page first for this query.
    pinned: bool
    #: The next best results of the document, where they are grouped.
    more: list[Hit]
    #: With ``fold``, other versions and translations of the document: the best result of each. It
    #: says what it is and where it is, and has no text, nothing of that, and no ``more``.
    same: list[Hit]
    #: How the score came about, with ``explain``.
    explanation: Explanation | None
    #: The places of words in title, headings and snippet, with ``texts=False``.
    marks: Marks | None
    #: The position of its index among the sources, where several are searched as one.
    index: int | None
    #: The label of its index, if that has one.
    label: str | None


@dataclass(slots=True)
class Child:
    """A chunk that matches, in the text of its hit."""

    id: str
    score: float
    start: int
    end: int
    tokens: int
    text: str


@dataclass(slots=True)
class Marks:
    """The places of words of the query in the lines that a list shows."""

    title: list[tuple[int, int]]
    headings: list[list[tuple[int, int]]]
    snippet: list[tuple[int, int]]


@dataclass(slots=True)
class LeftOut:
    """A result that did not fit, and the id of its best child, where that took its place."""

    id: str
    tokens: int
    child: str | None
    #: As of a hit.
    index: int | None
    label: str | None


@dataclass(slots=True)
class Explanation:
    """The parts of a score."""

    children: list[ChildScore]
    title: list[TitleScore]
    part_title: float
    exact_title: float
    boost: float
    fusion: FusedScore | None


@dataclass(slots=True)
class ChildScore:
    """The score of a chunk that matches."""

    position: int
    share: float
    score: float
    exact_heading: float
    terms: list[TermScore]


@dataclass(slots=True)
class TermScore:
    """The score that a term gives to a chunk, or to a chunk above it."""

    term: str
    level: int
    title: float
    heading: float
    extra: float
    body: float
    idf: float
    weight: float
    score: float


@dataclass(slots=True)
class TitleScore:
    """The score that a word in the title gives to all of a page."""

    term: str
    score: float


@dataclass(slots=True)
class FusedScore:
    """A score of words and of a vector."""

    words: float
    meaning: float
    cosine: float
    weight: float


@dataclass(slots=True)
class Chunk:
    """A chunk as a model of embeddings reads it: ``embed`` has title, headings and text."""

    id: str
    title: str
    headings: list[str]
    text: str
    embed: str


@dataclass(slots=True)
class Vectors:
    """The vectors of an index as it keeps them, so projected and rounded as it was asked for."""

    embedder: str
    #: The numbers of a vector as the embedder gives it.
    dimensions: int
    #: The bits of each number that is kept.
    bits: int
    #: The level of the chunks.
    level: int
    #: The chunks, one for each row.
    ids: list[str]
    values: NDArray[float32]


@dataclass(slots=True)
class Level:
    """One level of chunks: the largest size, the share that overlaps, and how many there are."""

    size: int
    overlap: float
    chunks: int


@dataclass(slots=True)
class Stats:
    """The numbers of what an index holds."""

    bytes: int
    language: str
    documents: int
    headings: int
    words: int
    stems: int
    terms: int
    #: That of sizes: ``characters`` or ``tokens``.
    unit: str
    levels: list[Level]


@dataclass(slots=True)
class Added:
    """What became of files."""

    #: The number of documents that were added.
    documents: int
    #: The files and records that were passed over, each with the reason.
    skipped: list[str]
    #: The number of pages that were left out, as no reader looks for them.
    left_out: int


@dataclass(slots=True)
class Evaluation:
    """How well judged queries are answered."""

    #: The number of queries.
    queries: int
    #: The mean of each measure over all of them.
    measures: dict[str, float]
    #: The figures of each query by its id.
    per_query: dict[str, dict[str, float]]
