"""Loads an export of Kindex into Qdrant and asks it.

    python qdrant.py site.jsonl queries.jsonl

Children are points with their sparse vectors; Qdrant groups them by parent. Without QDRANT_URL the
client's local mode holds all of it in memory. Each query prints a line: {"query", "parents"}.
"""

import json
import os
import sys
from uuid import NAMESPACE_URL, uuid5

from qdrant_client import QdrantClient, models


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def sparse(line):
    return models.SparseVector(**line["sparse"])


def point(child, parents):
    # Qdrant takes numbers and UUIDs for ids.
    payload = {key: value for key, value in child.items() if key not in ("sparse", "vector")}
    payload["parent"] = {key: parents[child["parent"]][key] for key in ("id", "anchor", "text")}
    return models.PointStruct(
        id=str(uuid5(NAMESPACE_URL, f"kindex:{child['id']}")),
        vector={"bm25": sparse(child)},
        payload=payload,
    )


def load(client, path):
    if client.collection_exists("kindex"):
        client.delete_collection("kindex")
    # The weight of a word is in the vector of the query, so Qdrant's own (the modifier idf) stays off.
    client.create_collection("kindex", sparse_vectors_config={"bm25": models.SparseVectorParams()})
    parents = {line["id"]: line for line in lines(path) if line["kind"] == "parent"}
    children = (line for line in lines(path) if line["kind"] == "child")
    client.upload_points("kindex", (point(child, parents) for child in children), wait=True)


def ask(client, query):
    if not query["sparse"]["indices"]:
        return []
    found = client.query_points_groups(
        "kindex", query=sparse(query), using="bm25", group_by="parent.id", group_size=1, limit=10
    )
    return [group.id for group in found.groups if group.hits[0].score > 0]


if __name__ == "__main__":
    address = os.environ.get("QDRANT_URL")
    client = QdrantClient(address) if address else QdrantClient(":memory:")
    load(client, sys.argv[1])
    for query in lines(sys.argv[2]):
        print(json.dumps({"query": query["text"], "parents": ask(client, query)}))
