"""Loads an export of Kindex into PostgreSQL with pgvector (from 0.7) and asks it by vectors.

    python pgvector.py site.jsonl queries.jsonl

PGHOST and the other variables of libpq say where the server is. The tables are in a schema of their
own, kindex. Children have their BM25 vectors as sparsevec, and those of an embedder, of children or
of parents, are beside them where the export has them. A query that has a vector of the embedder asks
by that, any other by words. One query returns parents, each by its best child. Each query prints a
line: {"query", "parents"}.
"""

import json
import sys

import psycopg

# More than there are stems; only numbers that are not 0 take room.
DIMENSIONS = 1_000_000_000

TABLES = f"""
CREATE EXTENSION IF NOT EXISTS vector;
CREATE SCHEMA IF NOT EXISTS kindex;
DROP TABLE IF EXISTS kindex.child, kindex.parent;
CREATE TABLE kindex.parent (id text PRIMARY KEY, document text, body text, embedding vector);
CREATE TABLE kindex.child (
  id text PRIMARY KEY, parent text NOT NULL REFERENCES kindex.parent, body text,
  sparse sparsevec({DIMENSIONS}), embedding vector);
"""

# <#> is the product times -1.
BY_WORDS = """
SELECT parent FROM (SELECT parent, sparse <#> %s::sparsevec AS product FROM kindex.child) AS found
WHERE product < 0 GROUP BY parent ORDER BY min(product), parent LIMIT 10
"""

BY_MEANING = """
SELECT parent FROM (
  SELECT parent, embedding <#> %s::vector AS product FROM kindex.child WHERE embedding IS NOT NULL
  UNION ALL SELECT id, embedding <#> %s::vector FROM kindex.parent WHERE embedding IS NOT NULL) AS found
GROUP BY parent ORDER BY min(product), parent LIMIT 10
"""


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def sparse(line):
    # Places are counted from 1.
    pairs = zip(line["sparse"]["indices"], line["sparse"]["values"])
    return "{" + ",".join(f"{index + 1}:{value}" for index, value in pairs) + f"}}/{DIMENSIONS}"


def load(cursor, path):
    cursor.execute(TABLES)
    for line in lines(path):
        dense = json.dumps(line["vector"]) if "vector" in line else None
        if line["kind"] == "parent":
            row = [line["id"], line["document"], line["text"], dense]
            cursor.execute("INSERT INTO kindex.parent VALUES (%s, %s, %s, %s::vector)", row)
        elif line["kind"] == "child":
            row = [line["id"], line["parent"], line["text"], sparse(line), dense]
            cursor.execute("INSERT INTO kindex.child VALUES (%s, %s, %s, %s::sparsevec, %s::vector)", row)


def ask(cursor, query):
    if "vector" in query:
        cursor.execute(BY_MEANING, [json.dumps(query["vector"])] * 2)
    else:
        cursor.execute(BY_WORDS, [sparse(query)])
    return [row[0] for row in cursor]


if __name__ == "__main__":
    with psycopg.connect() as connection, connection.cursor() as cursor:
        load(cursor, sys.argv[1])
        for query in lines(sys.argv[2]):
            print(json.dumps({"query": query["text"], "parents": ask(cursor, query)}))
