"""What an index holds, against what the command says of it."""

import json
from collections import Counter, defaultdict

from query import idf

SECTIONS = {1: "meta", 2: "words", 3: "postings", 4: "tree", 5: "lengths", 6: "documents", 7: "headings", 8: "text",
            9: "letters", 10: "names", 12: "forms", 13: "pins", 16: "vectors"}


class Contents:
    def __init__(self, index, command):
        self.index, self.tree, self.command = index, index.tree, command

    def differences(self):
        stats = self.command.stats()
        yield from _differ("stats", self._stats(), {name: stats.get(name) for name in self._stats()})
        told = {one["key"]: one for one in stats["keys"]}
        yield from _differ("keys", self._keys({key: len(one["values"]) for key, one in told.items()}), told)
        for level in range(self.tree.levels + 1):
            yield from _differ(f"chunks of level {level}", list(self._chunks(level)), self.command.chunks(level))
        for document in range(0, self.index.meta.documents, 9):
            page = self.index.documents[document].id
            yield from _differ(f"tree of {page}", self._tree(self.tree.levels, document, document), self.command.tree(page))
        yield from self._documents()
        yield from self._words()

    def _stats(self):
        meta, vectors = self.index.meta, self.index.vectors
        found = {
            "language": ",".join(meta.languages),
            "documents": meta.documents,
            "headings": meta.headings,
            "words": meta.words,
            "stems": meta.stems,
            "terms": meta.body_terms,
            "unit": meta.unit,
            "levels": [{"size": one.size, "overlap": one.overlap, "chunks": one.chunks} for one in meta.levels],
            "sections": [
                {"name": SECTIONS[number], "bytes": len(held)}
                for number, held in self.index.sections.items()
                if number in SECTIONS
            ],
        }
        if vectors:
            numbers = {name: getattr(vectors, name) for name in ("embedder", "dimensions", "kept", "bits", "level")}
            found["vectors"] = {**numbers, "chunks": vectors.count, "all": len(vectors.rows)}
        return found

    def _keys(self, shown):
        """For each key its commonest values, as many as are shown, and the number of documents that have them."""
        values, kinds = defaultdict(Counter), {}
        for document in self.index.documents:
            own = defaultdict(set)
            for key, value in document.meta.items():
                kinds.setdefault(key, "metadata")
                if not isinstance(value, (list, dict)):
                    own[key].add(_text(value))
            for key, several in document.filters.items():
                kinds[key] = "filter"
                own[key].update(several)
            if document.language:
                kinds.setdefault("lang", "metadata")
                own["lang"].add(document.language)
            for key, several in own.items():
                values[key].update(several)
        found = {}
        for key, count in values.items():
            common = sorted(count.items(), key=lambda pair: (-pair[1], pair[0].encode()))[: shown.get(key, 0)]
            common = [{"value": value, "documents": documents} for value, documents in common]
            found[key] = {"kind": kinds[key], "total": len(count), "values": common}
        return found

    def _chunks(self, level):
        for document in range(self.index.meta.documents):
            title = self.index.documents[document].title
            for chunk in self.tree.below(self.tree.levels, document, level):
                headings = [self.index.heading_text(document, one) for one in self.trail(level, chunk, document)]
                text = self.index.text_of(level, chunk)
                yield {"id": self.index.id_of(level, chunk), "title": title, "headings": headings, "text": text}

    def trail(self, level, chunk, document):
        """The headings above the beginning of a chunk, the strongest first."""
        start = self.tree.bytes_of(level, chunk)[0] - self.index.document_start(document)
        above = []
        for heading in self.index.headings[document]:
            if heading.line > start:
                break
            above = [one for one in above if one.level < heading.level] + [heading]
        return [heading for heading in above if heading.end > heading.start]

    def _tree(self, level, chunk, document):
        start, end = self.tree.bytes_of(level, chunk)
        base = self.index.document_start(document)
        inside = self.tree.below(level, chunk, level - 1) if level else ()
        return {
            "id": self.index.id_of(level, chunk),
            "level": level,
            "start": start - base,
            "end": end - base,
            "children": [self._tree(level - 1, one, document) for one in inside],
        }

    def _documents(self):
        """Ids, addresses, titles, languages, metadata and filters, as the export for OpenSearch has them."""
        exported = self.command.export("opensearch")
        lines = "".join(text for name, text in sorted(exported.items()) if name.endswith(".ndjson")).splitlines()
        told = {one["document"]: one for one in map(json.loads, lines) if "document" in one}
        yield from self._pieces(map(json.loads, lines))
        for number, document in enumerate(self.index.documents):
            filters = [f"{key}={value}" for key, values in document.filters.items() for value in values]
            found = {"url": document.url, "title": document.title, "meta": document.meta}
            found["boost"] = self.index.lengths.boosts[number]
            one = told.get(document.id, {})
            yield from _differ(document.id, found, {name: one.get(name) for name in found})
            if not set(filters) <= set(one["filters"]) or document.language != one.get("lang"):
                yield f"{document.id}: {filters} {document.language!r} is not {one['filters']} {one.get('lang')!r}"

    def _pieces(self, lines):
        """The texts of children, and those of parents with what they are cut from."""
        counts = [len(self.tree.tiles) - 1, len(self.tree.firsts[0]) - 1]
        found = {self.index.id_of(level, chunk): (level, chunk) for level, count in enumerate(counts) for chunk in range(count)}
        for action, source in zip(lines, lines):
            name = action["index"]["_id"]
            place, told = found.pop(name), {key: source.get(key) for key in ("text", "parent_text")}
            is_parent = source["kind"] == "parent"
            text, piece = self.index.text_of(*place), self.index.piece_of(*place)
            yield from _differ(name, {"text": None if is_parent else text, "parent_text": piece if is_parent else None}, told)
        if found:
            yield f"the export lacks {list(found)[:20]}"

    def _words(self):
        """Words and their stems, as the vocabulary of the export for Qdrant has them."""
        told = json.loads(self.command.export("qdrant")["vocabulary.json"])["words"]
        found = {entry.word.decode() for entry in self.index.entries}
        if found != set(told):
            yield f"words differ: {sorted(found ^ set(told))[:20]}"
        numbers = {}
        for word in sorted(found & set(told)):
            entries = [self.index.entries[entry] for entry in self.index.entries_of(word)]
            # Other spellings are left out.
            own = [entry for entry in entries if entry.stop or not entry.joined]
            stems = [entry.owner for entry in own or entries]
            parents = max(self.index.postings(stem).parents for stem in stems)
            if abs(idf(self.index.meta, parents) - told[word]["idf"]) > 1e-6:
                yield f"{word} is in {parents} parents, and its idf is {told[word]['idf']}"
            if told[word].get("stop", False) != any(entry.stop for entry in entries):
                yield f"{word} is a stop word here or there only"
            if {numbers.setdefault(stem, number) for stem, number in zip(stems, told[word]["indices"])} != set(told[word]["indices"]):
                yield f"{word} has other stems: {stems} and {told[word]['indices']}"


def _text(value):
    return value if isinstance(value, str) else json.dumps(value)


def _differ(what, found, told, path=""):
    """Where two values differ; what only the command says counts nothing."""
    if isinstance(found, dict) and isinstance(told, dict):
        for key, value in found.items():
            yield from _differ(what, value, told.get(key), f"{path}.{key}")
    elif isinstance(found, list) and isinstance(told, list) and len(found) == len(told):
        for number, (one, other) in enumerate(zip(found, told)):
            yield from _differ(what, one, other, f"{path}[{number}]")
    elif found != told:
        yield f"{what}{path}: {found!r} here, and {told!r} by the command"
