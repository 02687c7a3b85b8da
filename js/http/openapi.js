import { CONDITIONS, MAX_CONDITIONS, parametersOf } from "./parameters.js";
import { enveloped, schema, schemasFor } from "./schemas.js";

/**
 * The version of the interface described here: the first number changes where something is taken
 * away.
 */
const VERSION = "1.0.0";

const ABOUT =
  "Searches small passages and answers with the section around them. Ids are percent-encoded in paths, also # and /. " +
  "Every answer in JSON has data and meta; everything that is refused is a problem of RFC 9457.";

const PROBLEMS = {
  400: "A parameter is missing, unknown or not accepted; detail says which.",
  401: "A token is needed that is known here.",
  404: "There is nothing with this id.",
  405: "The method is not accepted here.",
  413: "The body is too large.",
  414: "The address is too long.",
  429: "There were too many requests.",
  500: "Something went wrong.",
  503: "The index cannot be read at the moment.",
};

const DESCRIPTIONS = {
  q: 'Any text. "a phrase", +word, -word, title:word, KEY:value and OR do what they say.',
  // options: descriptions
  limit: "At most this many; of values, for each key.",
  offset: "How many results to pass over, as for the next page.",
  prefix: "Whether the last word may be the beginning of one, or with all every word; on a large site from three letters on. For documents what the address begins with.",
  fuzzy: "Whether a word that no page has may be a mistyped one.",
  texts: "Whether results have their content. Without it they have marks, and take less time.",
  level: "The level whose chunks are returned, the number of levels standing for whole documents. By default the one above the smallest.",
  expand: "Whether to return the passages around what matches. Without them results are the smallest chunks.",
  group: "Whether each result is a document, with its best passages.",
  sort: "A key to order by its values and not by score, as date or date:desc. A key that no document has is refused.",
  facets: "A key whose values are counted over the documents that match. May be given several times. A key that no document has is refused.",
  fold: "Whether other versions and translations of a page are folded into its result, as same. There may be fewer results than limit then.",
  maxTokens: "Fills this many tokens of a language model with the best results.",
  // options end
  alpha: "The weight of the meaning of the query beside its words, which its vector stands for: 0 is words alone.",
  from: "How many to pass over.",
  index: "The name of an index to search, of those that the server has. May be given several times. By default all are searched.",
};

const ID = { name: "id", in: "path", required: true, schema: { type: "string", minLength: 1 } };

const TAG = {
  description: "What changes when what was found does.",
  schema: { type: "string" },
};

/**
 * The OpenAPI document of a Worker.
 *
 * @param {import("./settings.js").Settings} settings
 * @param {number} levels how many levels of chunks the index has
 */
export function openApi(settings, levels) {
  const accepted = parametersOf(settings, levels);
  const route = (name, summary, data, id, links) =>
    operation({ name, summary, data, id, links, accepted: accepted[name], settings });
  const secured = settings.tokens === undefined ? {} : { security: [{ token: [] }] };
  return {
    openapi: "3.1.0",
    info: { title: settings.title || "Documentation search", version: VERSION, description: [settings.description, ABOUT].filter(Boolean).join("\n\n") },
    servers: [{ url: settings.base || "/" }],
    ...secured,
    paths: {
      "/search": route("search", "The best passages for a query", "Search", undefined, linksTo(["chunk", "hierarchy"], "results")),
      "/suggest": route("suggest", "How a query may go on", "Suggest"),
      "/chunks/{id}": route("chunk", "A chunk", "Chunk", ID),
      "/chunks/{id}/hierarchy": route("hierarchy", "A chunk and what is around it", "Hierarchy", ID),
      "/documents": route("documents", "The documents, in the order of the index", "Documents", undefined, linksTo(["document"], "documents")),
      "/documents/{id}": route("document", "A document without its text", "Document", ID),
      "/filters": route("filters", "The keys of filters and metadata, with the values that most documents have", "Filters"),
      "/status": route("status", "What the index holds", "Status"),
      "/openapi.json": { get: { ...described("openapi", "This document"), responses: plainResponses(settings) } },
    },
    components: components(settings),
  };
}

const described = (operationId, summary) => ({ operationId, summary });

/** Links of OpenAPI, from the first id of a list to operations. */
function linksTo(operations, list) {
  const parameters = { id: `$response.body#/data/${list}/0/id` };
  return Object.fromEntries(operations.map((operationId) => [operationId, { operationId, parameters }]));
}

function operation({ name, summary, data, id, links, accepted, settings }) {
  const parameters = [...(id ? [id] : []), ...queryParameters(accepted)];
  return {
    get: {
      ...described(name, summary),
      ...(parameters.length > 0 && { parameters }),
      responses: responses(enveloped(data), settings, id ? [404] : [], links),
    },
  };
}

function queryParameters({ known, required = [], conditions = false } = { known: {} }) {
  const parameters = Object.entries(known).map(([name, { schema }]) => {
    const example = name === "q" ? { example: "how do I install it" } : {};
    return { name, in: "query", required: required.includes(name), schema, description: DESCRIPTIONS[name], ...example };
  });
  return conditions ? [...parameters, ...Object.keys(CONDITIONS).map(conditionParameter)] : parameters;
}

const MEANINGS = {
  filters: "only documents that have this value for this key. Of several values for one key one is enough; all keys have to suit. A key that no document has is refused.",
  prefer: "documents that have this value for this key, or none, come before others. An earlier key counts more than those after it.",
};

/** An object whose properties are parameters themselves, as `form` and `explode` say. */
function conditionParameter(name) {
  const prefix = CONDITIONS[name];
  return {
    name,
    in: "query",
    style: "form",
    explode: true,
    description: `${prefix}KEY=VALUE: ${MEANINGS[name]}`,
    schema: {
      type: "object",
      maxProperties: MAX_CONDITIONS,
      patternProperties: { [`^${prefix.replace(".", "\\.")}.`]: { type: "string" } },
      additionalProperties: false,
    },
  };
}

function responses(content, settings, more, links) {
  const { tokens, rateLimit } = settings;
  const codes = [400, ...(tokens === undefined ? [] : [401]), ...more, 413, 414];
  const all = [...codes, ...(rateLimit === undefined ? [] : [429]), 500, 503];
  const problems = all.map((code) => [code, { $ref: `#/components/responses/${code}` }]);
  return {
    200: {
      description: "What was found.",
      headers: { etag: TAG },
      content: { "application/json": { schema: content } },
      ...(links && { links }),
    },
    304: { description: "It is as the one with the ETag in If-None-Match.", headers: { etag: TAG } },
    ...Object.fromEntries(problems),
  };
}

const plainResponses = (settings) => responses({ type: "object" }, settings, []);

function components({ tokens, sources }) {
  const problem = (description) => ({ description, content: { "application/problem+json": { schema: schema("Problem") } } });
  const token = { type: "http", scheme: "bearer" };
  return {
    schemas: schemasFor(sources),
    responses: Object.fromEntries(Object.entries(PROBLEMS).map(([code, text]) => [code, problem(text)])),
    ...(tokens !== undefined && { securitySchemes: { token } }),
  };
}
