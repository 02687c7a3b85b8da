"""Loads the files of `kindex export --to opensearch` into OpenSearch, as they are, and asks it.

    kindex export site.kdx --to opensearch -o opensearch
    python opensearch.py opensearch queries.jsonl

OPENSEARCH_URL says where the server is. The query of the export collapses children to parents. Each
query prints a line: {"query", "parents"}.
"""

import json
import os
import sys
from pathlib import Path

from opensearchpy import OpenSearch

INDEX = "kindex"


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def load(client, folder):
    client.indices.delete(index=INDEX, ignore_unavailable=True)
    client.indices.create(index=INDEX, body=json.loads((folder / "mapping.json").read_text(encoding="utf-8")))
    for part in sorted(folder.glob("bulk-*.ndjson")):
        answer = client.bulk(index=INDEX, body=part.read_text(encoding="utf-8"))
        if answer["errors"]:
            failed = next(item["index"] for item in answer["items"] if "error" in item["index"])
            sys.exit(f"{part}: {failed['_id']}: {failed['error']}")
    client.indices.refresh(index=INDEX)


def ask(client, query, text):
    # Where pages have boosts, the query is within one that multiplies them.
    search = query["query"]
    search = search.get("function_score", {}).get("query", search)
    search["bool"]["must"][0]["multi_match"]["query"] = text
    found = client.search(index=INDEX, body=query)
    return [hit["_source"]["parent_id"] for hit in found["hits"]["hits"]]


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    client = OpenSearch(os.environ.get("OPENSEARCH_URL", "http://localhost:9200"))
    load(client, folder)
    query = json.loads((folder / "query.json").read_text(encoding="utf-8"))
    for line in lines(sys.argv[2]):
        print(json.dumps({"query": line["text"], "parents": ask(client, query, line["text"])}))
