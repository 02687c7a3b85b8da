// An export of Kindex in Neo4j, from 5.23. load_neo4j.py runs each statement by the name above it. Labels, constraints
// and the index begin with its name, as `clear` deletes all nodes that have one of the labels.

// name: document_key
CREATE CONSTRAINT kindex_document_key IF NOT EXISTS FOR (d:KindexDocument) REQUIRE d.id IS UNIQUE;

// name: parent_key
CREATE CONSTRAINT kindex_parent_key IF NOT EXISTS FOR (p:KindexParent) REQUIRE p.id IS UNIQUE;

// name: child_key
CREATE CONSTRAINT kindex_child_key IF NOT EXISTS FOR (c:KindexChild) REQUIRE c.id IS UNIQUE;

// name: words
CREATE FULLTEXT INDEX kindex_words IF NOT EXISTS FOR (c:KindexChild) ON EACH [c.title, c.trail, c.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};

// name: clear
MATCH (n:KindexDocument|KindexParent|KindexChild)
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS;

// name: document
UNWIND $rows AS row
MERGE (d:KindexDocument {id: row.id})
SET d.url = row.url, d.title = row.title, d.lang = row.lang, d.filters = row.filters;

// name: parent
UNWIND $rows AS row
MATCH (d:KindexDocument {id: row.parent})
MERGE (p:KindexParent {id: row.id})
SET p.position = row.position, p.anchor = row.anchor, p.headings = row.headings, p.tokens = row.tokens, p.text = row.text
MERGE (d)-[:HAS_CHUNK]->(p);

// name: child
UNWIND $rows AS row
MATCH (d:KindexDocument {id: row.document})
MATCH (p:KindexParent {id: row.parent})
MERGE (c:KindexChild {id: row.id})
SET c.position = row.position, c.anchor = row.anchor, c.title = row.title, c.headings = row.headings,
    c.trail = reduce(trail = '', heading IN row.headings | trail + heading + ' '),
    c.tokens = row.tokens, c.text = row.text, c.boost = row.boost
MERGE (d)-[:HAS_CHUNK]->(c)
MERGE (p)-[:HAS_CHILD]->(c)
MERGE (c)-[:HAS_PARENT]->(p);

// name: wait
CALL db.awaitIndexes(300);

// name: ask
CALL db.index.fulltext.queryNodes('kindex_words', $question, {limit: 200}) YIELD node AS child, score
MATCH (child)-[:HAS_PARENT]->(parent:KindexParent)
WITH parent, max(score * child.boost) AS score
RETURN parent.id AS id, score
ORDER BY score DESC, id
LIMIT 10;
