"""The engines, each as its own documentation has it: made of documents, and asked for ids."""

from __future__ import annotations

from typing import Any, Callable

Document = dict[str, str]

#: Gives the ids of the best documents for a query.
Ask = Callable[[str, int], list[str]]


def kindex(documents: list[Document]) -> Ask:
    import kindex_docs

    builder = kindex_docs.Builder()
    for document in documents:
        builder.add(document)
    index = builder.finish()
    # Each result is a document with its best passages, of which these have the texts.
    return lambda query, limit: [hit.document for hit in index.search(query, limit=limit, group=True).hits]


def bm25s(documents: list[Document]) -> Ask:
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")

    def words(texts: list[str]) -> Any:
        return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)

    retriever = bm25s.BM25(corpus=[document["id"] for document in documents])
    retriever.index(words([text_of(document) for document in documents]), show_progress=False)

    def ask(query: str, limit: int) -> list[str]:
        found = retriever.retrieve(words([query]), k=min(limit, len(documents)), show_progress=False)
        return [str(one) for one in found.documents[0]]

    return ask


def rank_bm25(documents: list[Document]) -> Ask:
    from rank_bm25 import BM25Okapi

    ids = [document["id"] for document in documents]
    index = BM25Okapi([text_of(document).lower().split() for document in documents])
    return lambda query, limit: index.get_top_n(query.lower().split(), ids, n=limit)


def tantivy(documents: list[Document]) -> Ask:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    for field in ["title", "text"]:
        builder.add_text_field(field, stored=True, tokenizer_name="en_stem")
    index = tantivy.Index(builder.build())
    writer = index.writer()
    for document in documents:
        writer.add_document(tantivy.Document(**document))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def ask(query: str, limit: int) -> list[str]:
        # Signs of its query language are no words.
        words = "".join(char if char.isalnum() else " " for char in query)
        parsed, _ = index.parse_query_lenient(words, ["title", "text"])
        return [searcher.doc(address)["id"][0] for _, address in searcher.search(parsed, limit).hits]

    return ask


def text_of(document: Document) -> str:
    return f"{document['title']}\n{document['text']}"


ENGINES: dict[str, Callable[[list[Document]], Ask]] = {
    "kindex-docs": kindex,
    "bm25s": bm25s,
    "rank-bm25": rank_bm25,
    "tantivy": tantivy,
}
