"""The options of a search, which go by keyword."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Mapping, Required, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from os import PathLike
    from typing_extensions import Buffer

#: Compared as a text.
FilterValue = Union[str, int, float, bool]

FilterValues = Union[FilterValue, Sequence[FilterValue]]


#: A condition on the values of a document for a key: those of its filters, or if it has none of that
#: key, of its metadata. ``any``: one of these is among them; ``all``: all of these are; ``not``: none of
#: these is, which also a document without any meets; ``min`` and ``max``: one of them is at least or
#: at most so much, numbers by their size, all else by its characters.
Condition = TypedDict(
    "Condition",
    {
        "any": Union[FilterValues, None],
        "all": Union[FilterValues, None],
        "not": Union[FilterValues, None],
        "min": Union[FilterValue, None],
        "max": Union[FilterValue, None],
    },
    total=False,
)


class Weights(TypedDict, total=False):
    """The weights of words, to see what they change."""

    k1: float
    b: float
    title: float
    heading: float


class SearchOptions(TypedDict, total=False):
    """The options of :meth:`Index.search` and :meth:`IndexGroup.search`. One that is None is not given."""

    # options: keywords
    #: At most this many results. Default 10; with ``max_tokens`` 100.
    limit: int | None
    #: How many results to pass over, as for the next page. It continues the page before, without
    #: gaps and repeats. It counts what ``limit`` counts, so documents where they are grouped; with
    #: ``max_tokens`` also results that were left out. Pages may overlap where ``unchecked_phrases``
    #: names a phrase. Default 0.
    offset: int | None
    #: Whether the last word may be the beginning of one, or with "all" every word. For results as
    #: one types. So may a word with `*` after it. Both hold in queries of up to ten parts. Default
    #: False.
    prefix: bool | Literal["all"] | None
    #: Whether a word that no page has may be a mistyped one. Default True.
    fuzzy: bool | None
    #: Whether results have their texts. Without them a search takes less time, for a list that
    #: shows titles, headings and snippets: ``Hit.marks`` has the places of words in these. Default
    #: True.
    texts: bool | None
    #: In how many ways at most to complete the last word, with ``prefix``. See
    #: ``Results.completions``. There are up to 64 for one or two letters, and up to 20 for more.
    #: Default 0.
    completions: int | None
    #: The level whose chunks are matched, 0 being the smallest. Options and results that speak of
    #: children mean the chunks of this level. Default 0.
    match_level: int | None
    #: The level whose chunks are returned, the number of levels standing for whole documents.
    #: Default the next one above the level matched, or that one where the index has no other.
    return_level: int | None
    #: Whether to return the passages around what matches. False returns the chunks that were
    #: matched: ``return_level`` is then ``match_level``. Default True.
    expand: bool | None
    #: At most this many results of one document. Default any number, with ``group`` 3.
    per_document: int | None
    #: Whether each result is a document, with its best passages. The best one comes first, with the
    #: others in ``more``. ``limit`` then counts documents. Default False.
    group: bool | None
    #: At most this many bytes of texts are read to find phrases. Phrases are texts in quotes, and
    #: names of several parts after a sign or field. Documents beyond that limit count as if they
    #: met the query: as if they had its phrases, with the words near each other, and nothing that
    #: it excludes. See ``Results.unchecked_phrases``. Default as many as it takes.
    phrase_bytes: int | None
    #: Only documents that meet all of these, by key. A value or several stand for ``any``. A key
    #: that no document has throws an ``invalid_option`` that names those there are; so do ``sort``
    #: and ``facets``.
    filters: Mapping[str, FilterValues | Condition | None] | None
    #: Documents that meet these come before others, by key. Those that meet an earlier one come
    #: before those that do not. A document without a value for the key meets it, and a key that no
    #: document has counts for nothing. A language has its regional forms: `en-US` meets ``en``.
    #: ``Hit.differs`` says what a hit does not meet.
    prefer: Mapping[str, FilterValues | Condition | None] | None
    #: A key to order by its values and not by score, as date or date:desc. They are found as for
    #: filters, of several the first; numbers go by their size, before all else. Documents without a
    #: value come last; equals keep the order by score.
    sort: str | None
    #: Keys whose values are counted over the documents that words find. Those that a vector alone
    #: finds are not counted.
    facets: Sequence[str] | None
    #: Whether other versions and translations of a page are folded into it. They are pages at the
    #: same address, but for the parts that name the version or the language; versions have the same
    #: title. A pinned one stands for all, or else the first of the version that ``prefer`` names,
    #: or else the first; with ``sort`` always the first. It has the others in ``Hit.same``. Only
    #: results that are asked for together are folded: ``limit``, ``offset`` and ``total`` count as
    #: without it, so there may be fewer results than ``limit``. Default False.
    fold: bool | None
    #: How the scores of the chunks that match in a result become its own: the best one's, or their
    #: mean. Default "max".
    collapse: Literal["max", "mean"] | None
    #: Return a parent only where more than this share of its children match, 0 to 1, else those
    #: children. True is 0.5. False returns all parents. Default False.
    auto_merge: float | bool | None
    #: How many chunks before and after a result are returned with it. Windows that overlap become
    #: one result. With ``auto_merge`` children only get a window. Default 0.
    siblings: int | None
    #: Whether each result says how its score came about. Default False.
    explain: bool | None
    #: Fills this many tokens of a language model with the best results. Those that do not fit are
    #: replaced by their best child or left out, and named in ``left_out``.
    max_tokens: int | None
    # options end
    #: Other weights than those that all searches have.
    weights: Weights | None
    #: The vector that the embedder of the index gives the query: an array or a list of numbers. The
    #: best hits by words and the chunks with the nearest vectors are put in order by both.
    vector: Any
    #: The weight of the vector, 0 to 1. Default 0.5.
    alpha: float | None
    #: How many of the best by words and by vectors are put in order by both, 1 to 1000. Default 100.
    candidates: int | None
    #: The name of the embedder; the search fails if it is not that of the index.
    embedder: str | None


class GroupSource(TypedDict, total=False):
    """One of several indexes that are opened as one."""

    #: What it is opened from.
    src: Required[str | PathLike[str] | Buffer]
    #: What its hits are to have as ``label``.
    label: str | None
    #: The factor for the scores of its documents, above 0 and at most 100. Default 1.
    weight: float | None


class VectorSettings(TypedDict, total=False):
    """How an index keeps vectors."""

    #: The chunks that have them. A parent without one of its own has the mean of its children's.
    #: Default "parents".
    of: Literal["parents", "children"] | None
    #: How many numbers are kept of each, by principal component analysis; 0 keeps all. Default 128.
    dimensions: int | None
    #: The bits of each number: 4, or 32 for numbers as they are. Default 4.
    bits: Literal[4, 32] | None
    #: The number of texts at most that are given to ``embed`` at once. Default 64.
    batch: int | None


class FileOptions(TypedDict, total=False):
    """The options of :meth:`Builder.add_files`: flags of ``kindex build`` by their names."""

    #: The generator that publishes the site; by default told by its configuration file.
    site: str | None
    #: Beginning of addresses; without it they are relative.
    base_url: str | None
    #: The kinds of files to read in folders. Default "docs".
    include: str | Sequence[str] | None
    #: Leave out files that match, in the notation of .gitignore.
    exclude: str | Sequence[str] | None
    #: CSS selectors: of HTML pages that have elements which match, index just these.
    root_selector: str | Sequence[str] | None
    #: CSS selectors: leave out the elements of HTML pages that match.
    exclude_selector: str | Sequence[str] | None
    #: Read what .gitignore files name too.
    no_gitignore: bool | None
    #: Files that are larger, in millions of bytes, are passed over. Default 64.
    max_file_size: int | None
    #: A TOML file with rooms.
    rooms: Any
    #: A TOML file with topics of conversations.
    topics: Any
    #: Index what conversations state that is worth remembering as documents of their own.
    memories: bool | None
    #: Files of JSON Lines with words to find documents by that are never shown.
    extra: Any
    #: Multiply the scores of files that match: "blog/**=0.5".
    boost: str | Sequence[str] | None
    #: Lower pages by their age, in days.
    recency: float | None
