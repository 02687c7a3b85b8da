#!/usr/bin/env python3
"""Ranks an export for Qdrant with Qdrant's own client, and shows how a query becomes a vector.

crates/cli/tests/cli/export/qdrant.json is what this has made of tests/corpus; the tests compare it
with what Kindex's plain mode finds. It is made again where the corpus, its reading or the export
changes:

    python3 -m venv target/venv
    target/venv/bin/pip install qdrant-client==1.20.0 qdrant-edge-py==0.9.0
    cargo build -p kindex-cli
    target/debug/kindex build tests/corpus -o target/corpus.kdx
    target/debug/kindex export target/corpus.kdx --to qdrant -o target/corpus-qdrant
    target/venv/bin/python scripts/export-qdrant.py target/corpus-qdrant

The client's local mode is Qdrant's ranking in Python, without a server; qdrant-edge is the engine
of the server itself. Both have to find the same. Every file of the export is first read as what the
server's interface says it is, so that a name it does not know is an error.
"""

import json
import math
import re
import sys
import tempfile
import unicodedata
from importlib.metadata import version
from pathlib import Path

import qdrant_edge as edge
from qdrant_client import QdrantClient, models

OUTPUT = Path(__file__).parent.parent / "crates/cli/tests/cli/export/qdrant.json"

QUERIES = [
    "install",
    "how do I install pebble",
    "open the shell again",
    "the",
    "theme fonts and --accent-color",
    "preview server port",
    "pages pages draft",
    "front matter of a page",
    "config.toml",
    "document.getElementById",
    "XMLHttpRequest",
    "c++ and C# and .NET",
    "base_url",
    "deploy to a static host with rsync",
    "Seiten in German",
    "sauvegarde d'un thème",
    "404 not found",
    "don't build drafts with --dry-run",
    "nosuchword",
]


# ---- what a client has to do --------------------------------------------------------------------


def fold(text):
    """Small letters without accents."""
    decomposed = unicodedata.normalize("NFKD", text.lower())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


# Before a capital: after a small letter, or the last of a row (HTTP|Request).
HUMP = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
# Stays whole.
NUMBER = re.compile(r"[\d.,]+")


def terms(text):
    """The words of a query; names of code whole, with their signs, and in parts. Writing without
    spaces is left whole, where Kindex takes pairs of characters."""
    for match in re.finditer(r"[@#$.-]*\w+(?:(?:[-_.:'’]|::|\+\+|(?<=\d),(?=\d))\w+)*[+#]*", text):
        name = match.group()
        whole = re.sub(r"^\W+|\W+$", "", name)
        parts = [] if NUMBER.fullmatch(whole) else re.split(r"[-_.:+]+", whole)
        parts = [part for part in parts if part]
        humps = [re.split(HUMP, part) for part in parts]
        found = [name] * (name != whole) + [whole] + parts * (len(parts) > 1)
        found += [hump for of_part in humps if len(of_part) > 1 for hump in of_part]
        yield from map(fold, found)


def vector(words, text):
    """The sparse vector of a query, of the words in vocabulary.json."""
    all_terms = list(terms(text))
    content = [term for term in all_terms if not words.get(term, {}).get("stop")]
    values = {}
    for term in content or all_terms:
        if word := words.get(term):
            for index in word["indices"]:
                values[index] = values.get(index, 0) + word["idf"]
    return models.SparseVector(indices=list(values), values=list(values.values()))


# ---- ranking the corpus -------------------------------------------------------------------------


def read(folder):
    """The collection and all points of an export."""
    collection = models.CreateCollection(**json.loads((folder / "collection.json").read_text()))
    points = []
    for part in sorted(folder.glob("points-*.json")):
        points += models.PointsList(**json.loads(part.read_text())).points
    return collection, points


def in_client(collection, points):
    """A client with the points."""
    client = QdrantClient(":memory:")
    client.create_collection("kindex", sparse_vectors_config=collection.sparse_vectors)
    client.upsert("kindex", points)
    return client


def in_engine(collection, points, folder):
    """An engine with the points, which it keeps in a folder."""
    vectors = {name: edge.EdgeSparseVectorParams() for name in collection.sparse_vectors}
    shard = edge.EdgeShard.create(folder, edge.EdgeConfig(sparse_vectors=vectors))
    shard.update(edge.UpdateOperation.upsert_points([engine_point(point) for point in points]))
    return shard


def engine_point(point):
    vectors = {name: engine_vector(vector) for name, vector in point.vector.items()}
    return edge.Point(point.id, vectors, point.payload)


def engine_vector(vector):
    return edge.SparseVector(vector.indices, vector.values)


def children(client, query, count):
    """Ids and scores of all children that match."""
    found = client.query_points("kindex", query=query, using="bm25", limit=count).points
    return [[point.payload["id"], point.score] for point in found if point.score > 0]


def check_engine(shard, query, ranking):
    """That the engine finds the same children with the same scores."""
    nearest = edge.Query.Nearest(engine_vector(query), using="bm25")
    count = len(ranking) + 1
    found = shard.query(edge.QueryRequest(count, query=nearest, with_payload=True))
    scores = {point.payload["id"]: point.score for point in found}
    assert scores.keys() == {child for child, _ in ranking}
    assert all(math.isclose(scores[child], score, rel_tol=1e-5) for child, score in ranking)


def parents(client, query, count):
    """The same for parents."""
    found = client.query_points_groups(
        "kindex", query=query, using="bm25", group_by="parent.id", group_size=1, limit=count
    )
    return [[group.id, group.hits[0].score] for group in found.groups if group.hits[0].score > 0]


def rankings(client, shard, words, count):
    for text in QUERIES:
        query = vector(words, text)
        found = {"query": text, "children": [], "parents": []}
        if query.indices:
            found["children"] = children(client, query, count)
            found["parents"] = parents(client, query, count)
            check_engine(shard, query, found["children"])
        yield found


def main():
    folder = Path(sys.argv[1])
    words = json.loads((folder / "vocabulary.json").read_text())["words"]
    models.QueryGroupsRequest(**json.loads((folder / "query.json").read_text()))
    collection, points = read(folder)
    with tempfile.TemporaryDirectory() as aside:
        client, shard = in_client(collection, points), in_engine(collection, points, aside)
        found = list(rankings(client, shard, words, len(points)))
        shard.close()
    fixture = {"client": "qdrant-client " + version("qdrant-client"), "rankings": found}
    OUTPUT.write_text(json.dumps(fixture, ensure_ascii=False, indent=1) + "\n")
    print(f"{OUTPUT}: {len(QUERIES)} queries over {len(points)} children")


if __name__ == "__main__":
    main()
