// The JSON Schemas of answers, which views.js makes.

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };
const number = { type: "number" };
const list = (items) => ({ type: "array", items });
const either = (one) => ({ type: [one, "null"] });

/** @param {string} name of a schema below */
export const schema = (name) => ({ $ref: `#/components/schemas/${name}` });

/** An object with just these properties, all of them but the optional ones. */
function object(properties, optional = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

const places = list({ type: "array", prefixItems: [count, count], minItems: 2, maxItems: 2 });

const byKey = (values) => ({ type: "object", additionalProperties: values });
const typed = { ...byKey({}), description: "Texts, numbers, booleans and lists, as the document has them." };

/** @param {string} name of the schema of what was found */
export const enveloped = (name) => object({ data: schema(name), meta: schema("Meta") });

const place = { id: text, level: count, url: text, title: text, headings: list(text), content: text, token_count: count };

const SCHEMAS = {
  Meta: object({
    requestId: { type: "string", format: "uuid" },
    timestamp: { type: "string", format: "date-time" },
    took_ms: { ...number, minimum: 0, description: "Time does not pass in Workers while nothing is waited for." },
    index_version: { ...text, description: "Another one where the index has other content." },
  }),
  Problem: object({
    type: { type: "string", format: "uri-reference" },
    title: text,
    status: { type: "integer" },
    detail: text,
    requestId: { type: "string", format: "uuid" },
  }),
  Search: object({
    query: text,
    vector: {
      type: "boolean",
      description: "Whether the meaning of the query counted beside its words. Only where the server has an embedder.",
    },
    vector_reason: { ...either("string"), description: "Why it did not; null where it did." },
    total: { ...count, description: "How many results there are without a limit." },
    total_is_lower_bound: { type: "boolean", description: "Whether there may be more than total, as to count what has a phrase takes reading." },
    offset: count,
    did_you_mean: { ...either("string"), description: "The query with words that the index has in the place of those that it lacks." },
    results: list(schema("Result")),
    left_out: { ...count, description: "How many results had no room in the tokens that are accepted." },
    unchecked_phrases: {
      ...list(text),
      description:
        "Phrases of the query that were not looked for everywhere, as that takes too much reading: results may lack them, or have them although they are excluded.",
    },
    facets: {
      ...byKey(list(object({ value: text, documents: count }))),
      description: "For each key of facets the values, the most frequent first, and how many documents that match have them.",
    },
    retrieval_mode: { const: "small_to_big" },
    matched_at_level: count,
    returned_at_level: count,
  }, ["vector", "vector_reason"]),
  Result: object(
    {
      ...place,
      document_id: text,
      matched_child_ids: list(text),
      score: number,
      snippet: { ...text, description: "The part of content, at most 200 characters, in which the query shows best." },
      meta: typed,
      highlights: {
        ...places,
        description: "Start and end in content of each place where a word of the query stands, in UTF-16 units.",
      },
      marks: {
        ...object({ title: places, headings: list(places), snippet: places }),
        description: "With texts=false, such places in what is shown; content, token_count, matched_child_ids and highlights are left out.",
      },
      differs: { ...byKey(text), description: "The keys of prefer that the document does not meet, with its values; in same also lang and version." },
      pinned: { const: true, description: "The site shows the page first for this query." },
      more: list(schema("Result")),
      same: { ...list(schema("Result")), description: "With fold=true, other versions and translations of the document, the best result of each. They have no content." },
    },
    ["differs", "pinned", "more", "same", "marks", "content", "token_count", "matched_child_ids", "highlights"],
  ),
  Suggest: object({ query: text, completions: list(text), did_you_mean: either("string") }),
  Chunk: object({ ...place, document_id: text, position: count, start: count, end: count }),
  Hierarchy: object({
    chunk: schema("Chunk"),
    ancestors: list(schema("Chunk")),
    children: list(schema("Chunk")),
    siblings: list(schema("Chunk")),
    left_out: { ...count, description: "How many ancestors, children and siblings, taken in this order, had no room in the answer." },
  }),
  Documents: object({
    total: count,
    from: count,
    next: { ...either("integer"), description: "What to give as from for those that follow; null where none do." },
    documents: list(object({ id: text, url: text, title: text })),
  }),
  Document: object({
    ...{ id: text, url: text, title: text, lang: text },
    meta: typed,
    filters: byKey(list(text)),
    chunks: list(count),
    length: count,
  }),
  Filters: object({
    filters: list(
      object({
        key: { ...text, description: "What filter.KEY, prefer.KEY and KEY:value name." },
        kind: { enum: ["filter", "metadata"], description: "filter where any document has it among its filters." },
        documents: { ...count, description: "How many documents have a value." },
        total: { ...count, description: "How many distinct values there are, also where not all of them are listed." },
        values: list(object({ value: text, documents: count })),
      }),
    ),
    left_out: { ...count, description: "The number of further keys. An answer has at most as many as a list has documents." },
  }),
  Status: object({
    status: { const: "ok" },
    ...{ documents: count, headings: count, words: count, language: text },
    unit: { enum: ["characters", "tokens"] },
    levels: list(object({ size: count, overlap: number, chunks: count })),
  }),
};

/** The schemas whose values say of which index they are, and those that name the indexes that they are without. */
const OF_ONE = ["Result", "Chunk", "Document"];
const OF_ALL = ["Search", "Suggest", "Documents", "Filters", "Status"];

/**
 * The schemas of a Worker with one source, or with several by their names.
 *
 * @param {{ name: string }[]} [sources]
 */
export function schemasFor(sources) {
  if (!sources) return SCHEMAS;
  const index = { ...text, description: "The name of the index that it is of, which ids begin with." };
  const unavailable = { ...list(text), description: "The names of indexes that this is without: they cannot be read at the moment, or ranked with the first one." };
  const { Documents, Status } = SCHEMAS;
  const added = (names, properties) => names.map((name) => [name, withProperties(SCHEMAS[name], properties)]);
  const all = Object.fromEntries([...added(OF_ONE, { index }), ...added(OF_ALL, { unavailable })]);
  all.Documents.properties.documents = list(withProperties(Documents.properties.documents.items, { index }));
  const each = list(withProperties(Status, { index }));
  all.Status = withProperties(all.Status, { indexes: { ...each, description: "Those that can be read. What counts is added up besides; a word counts in each of them." } });
  return { ...SCHEMAS, ...all };
}

function withProperties({ properties, required, ...schema }, more) {
  return { ...schema, properties: { ...properties, ...more }, required: [...required, ...Object.keys(more)] };
}
