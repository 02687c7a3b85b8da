"""The part of the package that is written in Rust."""

from os import PathLike
from typing import Any, Callable, Iterable, Literal, Mapping, Sequence, TypeAlias, final, overload
from typing_extensions import Buffer, Unpack

from .options import FileOptions, GroupSource, SearchOptions, VectorSettings
from .results import Added, Chunk, Evaluation, Results, Stats, Vectors

Path: TypeAlias = str | PathLike[str]

#: Makes vectors of texts: an array with a row for each, or a list of vectors.
Embed: TypeAlias = Callable[[list[str]], Any]

__version__: str

@final
class Index:
    """An open index. Threads may search it at the same time."""

    def search(self, query: str, /, **options: Unpack[SearchOptions]) -> Results:
        """The best passages for a query, best first. Any text is a query."""

    def documents(self) -> list[str]:
        """The ids of all documents, in their order."""

    def stats(self) -> Stats:
        """The numbers of what the index holds."""

    def verify(self) -> None:
        """Reads and checks everything; raises :class:`KindexError` where it is damaged."""

    def vectors(self) -> Vectors | None:
        """The vectors as the index keeps them, in an array of NumPy."""

    def with_vectors(
        self, ids: Sequence[str], vectors: Any, /, *, embedder: str, **settings: Unpack[VectorSettings]
    ) -> Index:
        """The index with vectors of chunks, one for each id that :func:`chunks` gives: an array of two
        dimensions, or a list of vectors. ``embedder`` is any name of the model."""

    def bytes(self) -> bytes:
        """A copy of its bytes."""

    def save(self, path: Path, /, *, layout: Literal["auto", "single", "sharded"] | None = None, pairs: bool = True) -> None:
        """Writes the index whole or not at all, as ``kindex build -o`` does: to a folder where the path
        ends in ``/``, compressed where it ends in ``.gz``."""

@final
class IndexGroup:
    """Several open indexes, which are searched as one. Threads may search them at the same time."""

    def search(self, query: str, /, **options: Unpack[SearchOptions]) -> Results:
        """The best passages of all, nearly always with the scores of one index of all their documents.
        Vectors are refused."""

    @property
    def indexes(self) -> list[Index | None]:
        """The indexes in the order of the sources, each to be asked by itself; None for one that cannot
        be opened."""

@final
class Builder:
    """Makes an index. Its settings are those of ``kindex build``."""

    def __new__(
        cls,
        *,
        levels: Sequence[int] | None = None,
        overlap: float | Sequence[float] | None = None,
        unit: Literal["characters", "tokens"] | None = None,
        chunker: Literal["sections", "windows", "conversations"] | None = None,
        parents: Literal["budget", "sections", "documents"] | None = None,
        section_depth: int | None = None,
        language: str | None = None,
        synonyms: str | None = None,
        pins: str | Sequence[Mapping[str, Any]] | None = None,
        mergeable: bool = False,
        embed: Embed | None = None,
        embedder: str | None = None,
        vectors: VectorSettings | None = None,
    ) -> Builder: ...
    def add(self, document: str | Mapping[str, Any], /) -> None:
        """Adds a text, whose id is its number, or a document: a dict with ``id`` and ``text``, and if
        need be ``title``, ``url``, ``lang``, ``meta``, ``filters``, ``names``, ``extra``, ``boost``."""

    def add_content(
        self,
        path: str,
        content: str | Buffer,
        /,
        *,
        site: str | None = None,
        base_url: str | None = None,
        lang: str | None = None,
        version: str | None = None,
    ) -> Added:
        """Adds the documents of a file that is in memory, read as its name says."""

    def add_files(self, *paths: Path, **options: Unpack[FileOptions]) -> Added:
        """Adds the documents of files and folders, as ``kindex build`` does."""

    def finish(self) -> Index:
        """The index of everything added. The builder cannot be used afterwards."""

    def __len__(self) -> int: ...

@overload
def open(source: Path | Buffer, /, *, embed: Embed | None = None) -> Index:
    """Opens the index in a file or in a folder, or its bytes. ``embed`` gives queries their vectors,
    where the index has some."""

@overload
def open(sources: Sequence[Path | Buffer | GroupSource], /) -> IndexGroup:
    """Opens several indexes as one. Those that cannot be opened are named in the results, and the rest
    answers; it fails where none can be opened."""

def chunks(index: Index, /, *, level: int = 0) -> list[Chunk]:
    """The texts of all chunks of a level, 0 being the smallest, in the order of the index: what is to
    be embedded."""

def merge(indexes: Sequence[Index], /, *, mergeable: bool = False) -> Index:
    """One index of several that were built with ``mergeable``: the one that a builder makes of all
    their documents, in this order."""

def evaluate(
    index: Index,
    queries: Mapping[str, str],
    qrels: Mapping[str, Mapping[str, int] | Iterable[str]],
    /,
    *,
    measures: Sequence[str] | None = None,
    **options: Unpack[SearchOptions],
) -> Evaluation:
    """Measures how well queries are answered, by their ids. ``qrels`` has grades by document for each
    query, or the documents that answer it; queries that are not in it do not count. Documents are
    ranked by their best passages. Measures are ``ndcg``, ``mrr``, ``map``, ``recall``, ``precision``
    and ``success``, also such as ``ndcg@20``."""

def is_language(tag: str) -> bool:
    """Whether words of a language have forms: ``language`` takes its tag."""

def run(args: Sequence[str], file: str) -> int: ...
