// What Neo4j's own language server finds wrong with Cypher.
import { lintCypherQuery } from "@neo4j-cypher/language-support";

/** The messages about a text of statements that have these parameters. */
export function faults(text, parameters) {
  return lintCypherQuery(text, { parameters }).diagnostics.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
}
