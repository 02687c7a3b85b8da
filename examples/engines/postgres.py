"""Loads an export of Kindex into PostgreSQL and asks it.

    python postgres.py site.jsonl queries.jsonl

PGHOST and the other variables of libpq say where the server is. The tables are in a schema of their
own, kindex. Children have a tsvector, and one query returns parents, each by its best child. Each
query prints a line: {"query", "parents"}.
"""

import json
import sys

import psycopg

LANGUAGES = {"da": "danish", "de": "german", "en": "english", "es": "spanish", "fr": "french", "it": "italian"}

TABLES = """
CREATE SCHEMA IF NOT EXISTS kindex;
DROP TABLE IF EXISTS kindex.child, kindex.parent;
CREATE TABLE kindex.parent (id text PRIMARY KEY, document text, url text, anchor text, body text);
CREATE TABLE kindex.child (
  id text PRIMARY KEY, parent text NOT NULL REFERENCES kindex.parent, title text, headings text, body text,
  filters text[], boost real, words tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('{language}', title), 'A') || setweight(to_tsvector('{language}', headings), 'B')
    || to_tsvector('{language}', body)) STORED);
"""

# A query finds children that have any of its words, the more the better. As in Kindex a word in a title
# (A) or heading (B) counts twice what one in a text (D) does. 1 divides by the logarithm of the length.
# `filters @> ARRAY['tags=guide']` would narrow it.
PARENTS = """
WITH query AS (SELECT string_agg(quote_literal(word), ' | ')::tsquery AS words
  FROM unnest(tsvector_to_array(to_tsvector('{language}', %s))) AS word)
SELECT parent FROM kindex.child, query WHERE child.words @@ query.words
GROUP BY parent
ORDER BY max(boost * ts_rank('{{0.5, 0, 1, 1}}', child.words, query.words, 1)) DESC, parent LIMIT 10
"""


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def load(cursor, path, language):
    cursor.execute(TABLES.format(language=language))
    rows = {"parent": [], "child": []}
    for line in lines(path):
        if line["kind"] == "parent":
            rows["parent"].append([line[key] for key in ("id", "document", "url", "anchor", "text")])
        elif line["kind"] == "child":
            headings = " ".join(line["headings"])
            own = [line[key] for key in ("text", "filters", "boost")]
            rows["child"].append([line["id"], line["parent"], line["title"], headings, *own])
    for table, columns in [("parent", ""), ("child", "(id, parent, title, headings, body, filters, boost)")]:
        with cursor.copy(f"COPY kindex.{table} {columns} FROM STDIN") as copy:
            for row in rows[table]:
                copy.write_row(row)
    cursor.execute("CREATE INDEX ON kindex.child USING gin (words); ANALYZE kindex.child")


if __name__ == "__main__":
    head = next(lines(sys.argv[1]))
    language = LANGUAGES.get(head["languages"][0], "simple")
    with psycopg.connect() as connection, connection.cursor() as cursor:
        load(cursor, sys.argv[1], language)
        for query in lines(sys.argv[2]):
            cursor.execute(PARENTS.format(language=language), [query["text"]])
            print(json.dumps({"query": query["text"], "parents": [row[0] for row in cursor]}))
