"""Loads an export of Kindex into Neo4j and asks it, by the statements of neo4j.cypher.

    python load_neo4j.py site.jsonl queries.jsonl

NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD say where the server is. (:KindexDocument)-[:HAS_CHUNK]->
leads to parents and children, (:KindexParent)-[:HAS_CHILD]-> to children, and
(:KindexChild)-[:HAS_PARENT]-> back. Each query prints a line: {"query", "parents"}.
"""

import json
import os
import re
import sys
from pathlib import Path

from neo4j import GraphDatabase

CYPHER = (Path(__file__).parent / "neo4j.cypher").read_text(encoding="utf-8")
STATEMENTS = dict(re.findall(r"^// name: (\w+)\n(.*?);\s*$", CYPHER, re.DOTALL | re.MULTILINE))

ROWS = 1000


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def load(session, path):
    for name in ("document_key", "parent_key", "child_key", "words", "clear"):
        session.run(STATEMENTS[name]).consume()
    # What lies in another comes after it: documents, parents, children.
    for kind in ("document", "parent", "child"):
        keys = ("id", "parent", "document", "url", "title", "lang", "filters", "position", "anchor", "headings", "tokens", "text", "boost")
        rows = [{key: line.get(key) for key in keys} for line in lines(path) if line["kind"] == kind]
        for start in range(0, len(rows), ROWS):
            session.run(STATEMENTS[kind], rows=rows[start : start + ROWS]).consume()
    session.run(STATEMENTS["wait"]).consume()


def ask(session, text):
    # Signs are syntax of Lucene, and so are some words in capitals.
    question = " ".join(re.findall(r"\w+", text)).lower()
    return [record["id"] for record in session.run(STATEMENTS["ask"], question=question)]


if __name__ == "__main__":
    address = os.environ.get("NEO4J_URI", "neo4j://localhost:7687")
    auth = (os.environ.get("NEO4J_USER", "neo4j"), os.environ["NEO4J_PASSWORD"])
    with GraphDatabase.driver(address, auth=auth) as driver, driver.session() as session:
        load(session, sys.argv[1])
        for query in lines(sys.argv[2]):
            print(json.dumps({"query": query["text"], "parents": ask(session, query["text"])}))
