// Asks MiniSearch, Lunr and Kindex what the cases of minisearch.json and lunr.json ask.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PACKAGE, built } from "../js/support.mjs";

const { open } = await import(new URL("build.js", PACKAGE));

/** Both come with generators of pages that the package is tested with: VitePress and TypeDoc. */
const from = (folder) => createRequire(new URL(`../${folder}/package.json`, import.meta.url));
const MiniSearch = from("vitepress")("minisearch");
const lunr = createRequire(from("generators").resolve("typedoc"))("lunr");

const FIELDS = ["title", "text"];

/** More than there are documents. */
const ALL = 100;

export const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8"));

/** Whether a document has all of some values. */
const meets = (document, where) => Object.entries(where).every(([key, value]) => document[key] === value);

/** A query with the sign for all documents where it says so. */
function withWildcards(query) {
  if (query.wildcard) return MiniSearch.wildcard;
  return query.queries ? { ...query, queries: query.queries.map(withWildcards) } : query;
}

/** What a query of MiniSearch finds: ids, best first. */
function askMiniSearch({ documents }, { query, peer: { build, boosts, ...options } = {}, where, removed = [], added = [], suggest }) {
  const index = new MiniSearch({ fields: FIELDS, storeFields: ["category"], ...build });
  index.addAll(documents);
  for (const id of removed) index.discard(id);
  for (const document of added) index.has(document.id) ? index.replace(document) : index.add(document);
  if (suggest) return index.autoSuggest(query, options).map(({ suggestion }) => suggestion);
  const filter = where && ((found) => meets(found, where));
  const boostDocument = boosts && ((id) => boosts[id] ?? 1);
  return index.search(withWildcards(query), { ...options, ...(filter && { filter }), ...(boostDocument && { boostDocument }) }).map(({ id }) => id);
}

/** What a query of Lunr finds. */
function askLunr({ documents }, { query, peer: { fields = {}, boosts = {}, k1, b } = {} }) {
  const index = lunr(function () {
    for (const name of FIELDS) this.field(name, fields[name]);
    if (k1 !== undefined) this.k1(k1);
    if (b !== undefined) this.b(b);
    for (const document of documents) this.add(document, { boost: boosts[document.id] ?? 1 });
  });
  return index.search(query).map(({ ref }) => ref);
}

const ASK = { minisearch: askMiniSearch, lunr: askLunr };

/** What a peer answers: names, or the message of an error. */
export function askPeer(peer, file, one) {
  try {
    return ASK[peer](file, one);
  } catch ({ message }) {
    return { error: message };
  }
}

/** A document as Kindex takes it. */
function given({ id, title, text, category }, boosts = {}) {
  return { id, title, text, filters: { category }, ...(boosts[id] && { boost: boosts[id] }) };
}

/** Opens an index of Kindex over the documents. */
async function opened({ documents }, boosts) {
  return open(await built(documents.map((document) => given(document, boosts)), { language: "en", mergeable: true }));
}

/** The open indexes, by documents and boosts. */
const indexes = new Map();

function indexFor(file, boosts) {
  const key = JSON.stringify([file.about, boosts]);
  if (!indexes.has(key)) indexes.set(key, opened(file, boosts));
  return indexes.get(key);
}

/** What Kindex answers: to the same query, or to `ask` where it is written in another way. */
export async function askKindex(file, { query, ask = query, options, where, suggest, removed, added, peer, kindexBoosts = peer?.boosts }) {
  const before = await indexFor(file, kindexBoosts);
  const index = removed || added ? before.with(added?.map((document) => given(document)), removed) : before;
  if (typeof ask !== "string") return { error: "a query is a string" };
  try {
    if (suggest) return index.search(ask, { prefix: true, completions: ALL, limit: 0 }).completions ?? [];
    const found = index.search(ask, { limit: ALL, perDocument: 1, ...(where && { filters: where }), ...options });
    return found.hits.map(({ document }) => document);
  } catch ({ message }) {
    return { error: message };
  }
}

/** The part of an answer that a case speaks of, as text: the best, the order, or which there are. */
export function told(one, answer) {
  if (answer.error !== undefined) return `error: ${"error" in one ? "" : answer.error}`;
  if ("best" in one) return `best: ${answer[0]}`;
  if ("order" in one) return `order: ${answer.join()}`;
  return `only: ${answer.toSorted().join()}`;
}

/** What a case says, in the same form. */
export function said(one) {
  if ("error" in one) return "error: ";
  if ("best" in one) return `best: ${one.best}`;
  if ("order" in one) return `order: ${one.order.join()}`;
  return `only: ${one.only.toSorted().join()}`;
}
