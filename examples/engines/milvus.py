"""Loads an export of Kindex into Milvus and asks it.

    python milvus.py site.jsonl queries.jsonl

Children are one collection, with their sparse vectors, and parents another, which is read by their
ids. Without MILVUS_URI it is Milvus Lite, in a file that goes afterwards. Each query prints a line:
{"query", "parents"}.
"""

import json
import os
import sys
import tempfile

from pymilvus import DataType, MilvusClient

# Collections that have these names are replaced.
CHILDREN, PARENTS = "kindex_children", "kindex_parents"

# Milvus Lite has no grouping, so this script keeps the best child of each parent itself. It asks for
# so many children at first, and for twice as many while they are of too few parents.
FIRST = 50


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def vector(line):
    return dict(zip(line["sparse"]["indices"], line["sparse"]["values"]))


def create(client, name, field, kind, metric, **parameters):
    if client.has_collection(name):
        client.drop_collection(name)
    schema = client.create_schema(enable_dynamic_field=True)
    schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=1024)
    schema.add_field(field, kind, **parameters)
    index = client.prepare_index_params()
    is_sparse = kind == DataType.SPARSE_FLOAT_VECTOR
    index.add_index(field, index_type="SPARSE_INVERTED_INDEX" if is_sparse else "FLAT", metric_type=metric)
    client.create_collection(name, schema=schema, index_params=index)


def load(client, path):
    create(client, CHILDREN, "sparse", DataType.SPARSE_FLOAT_VECTOR, "IP")
    # A collection needs a vector, so parents have one that nobody asks for.
    create(client, PARENTS, "none", DataType.FLOAT_VECTOR, "L2", dim=2)
    kinds = {"child": [], "parent": []}
    for line in lines(path):
        if line["kind"] in kinds:
            kinds[line["kind"]].append(line)
    # A child without words has an empty vector, which Milvus does not take.
    found = [line | {"sparse": vector(line)} for line in kinds["child"] if line["sparse"]["indices"]]
    for name, rows in [(CHILDREN, found), (PARENTS, [line | {"none": [0, 0]} for line in kinds["parent"]])]:
        for start in range(0, len(rows), 500):
            client.insert(name, rows[start : start + 500])
        client.load_collection(name)


def ask(client, query, limit=FIRST):
    if not query["sparse"]["indices"]:
        return []
    hits = client.search(CHILDREN, [vector(query)], anns_field="sparse", limit=limit, output_fields=["parent"])[0]
    parents = list(dict.fromkeys(hit["entity"]["parent"] for hit in hits))[:10]
    return parents if len(parents) == 10 or len(hits) < limit else ask(client, query, 2 * limit)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        client = MilvusClient(os.environ.get("MILVUS_URI") or f"{folder}/kindex.db")
        load(client, sys.argv[1])
        for query in lines(sys.argv[2]):
            parents = ask(client, query)
            texts = client.get(PARENTS, parents, output_fields=["text"]) if parents else []
            assert {text["id"] for text in texts} == set(parents)
            print(json.dumps({"query": query["text"], "parents": parents}))
        client.close()
