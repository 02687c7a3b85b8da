import { checkedTokens } from "./access.js";
import { Embedder } from "../embedder/embedder.js";
import { KINDS, checkKinds } from "./checks.js";
import { TENANT } from "../text/tenant.js";
import { checkPlace } from "./source.js";
import { sourcesOf } from "./sources.js";
import { isInClear } from "./told.js";

/** @typedef {ReturnType<typeof settingsOf>} Settings */

const LIMITS = {
  /** Characters of a query. */
  query: 1000,
  /** Hits of a search. */
  results: 50,
  /** Tokens of the results of a search, and of the texts around a chunk. */
  maxTokens: 100_000,
  /** Bytes of texts that are read to find phrases: a few milliseconds. */
  phraseBytes: 128 << 10,
  /** Documents in one list. */
  page: 500,
  /** Characters of an address: enough for a query of which each takes four bytes. */
  url: 16_000,
  /** Bytes of the body of a request. */
  body: 64 << 10,
  /** Files of an index in several that a request may read: Cloudflare's free plan has 50 in all. */
  files: 40,
  /** Indexes of tenants that are open at the same time. */
  indexes: 8,
};

/** Of indexes in several files this much is kept: an instance of a Worker has 128 MB, this being held twice at times. */
const CACHE_BYTES = 40 << 20;

const NAMES = ["source", "base", ...Object.keys(KINDS)];

/**
 * Checks the configuration of a Worker when it starts, so that a mistake shows before there is a
 * request.
 *
 * @param {import("../entry/worker.js").WorkerConfig} config
 */
export function settingsOf(config) {
  checkNames("", config, NAMES);
  const { source, sources } = sourcesOf(config.source);
  checkKinds(config);
  if (sources && config.embed !== undefined) throw new TypeError("embed: several sources are ranked by words alone; leave it out");
  const { wasm, tokens, title, description } = config;
  const { rateLimit, mcp, onError = logError } = config;
  const limits = limitsOf(config.limits);
  const all = sources?.map((one) => one.source) ?? [source];
  if (tokens !== undefined && typeof tokens !== "string") checkTenants(all, checkedTokens("tokens", tokens));
  return {
    ...{ source, sources, wasm, tokens, title, description, rateLimit, mcp, onError },
    base: baseOf(config.base ?? ""),
    publicUrl: publicUrlOf(config.publicUrl, tokens),
    cacheControl: cacheControlOf(config.cacheControl, tokens),
    cors: { origins: originsOf(config.cors, tokens), maxAge: config.cors?.maxAge ?? 86_400 },
    cacheBytes: Math.floor((config.cacheBytes ?? cacheOf(all, limits)) / all.length),
    refresh: config.refresh ?? 300,
    limits,
    ...embeddingOf(config),
  };
}

/** What asks the function `embed`, and the options about it. */
function embeddingOf({ embed, embedder, alpha, candidates, embedTimeout }) {
  const embedding = { embed, embedder, alpha, candidates, embedTimeout };
  return { embedding, embedder: embed && new Embedder(embedding) };
}

function checkNames(where, object, names) {
  for (const name of Object.keys(object ?? {})) {
    if (!names.includes(name)) throw new TypeError(`there is no option ${where}${name}; accepted are ${names.join(", ")}`);
  }
}

/** Those in a variable are known with the first request only. */
function checkTenants(sources, tokens) {
  for (const { path } of sources) for (const tenant of Object.values(tokens)) checkPlace(path, tenant);
}

function limitsOf(given = {}) {
  checkNames("limits.", given, Object.keys(LIMITS));
  for (const [name, value] of Object.entries(given)) {
    if (!Number.isInteger(value) || value < 1) throw new TypeError(`limits.${name}: accepted are whole numbers from 1`);
  }
  return { ...LIMITS, ...given };
}

function baseOf(base) {
  if (base === "" || /^(\/[^/?#]+)+$/.test(base)) return base;
  throw new TypeError('base: accepted is a path such as "/api", without a slash at its end');
}

function publicUrlOf(given, tokens) {
  if (given === undefined || tokens === undefined || !isInClear(given)) return given?.replace(/\/+$/, "");
  throw new TypeError("publicUrl: with tokens, accepted are addresses that begin with https, as programs would send them in clear");
}

/** The indexes that may be open at the same time share what there is. */
function cacheOf(sources, { indexes }) {
  return sources.some(({ path }) => path.includes(TENANT)) ? Math.floor(CACHE_BYTES / indexes) : CACHE_BYTES;
}

/** Answers for one tenant must not be kept where others would get them. */
function cacheControlOf(given, tokens) {
  if (tokens === undefined) return given ?? "public, max-age=300";
  if (/\b(public|s-maxage)\b/i.test(given ?? "")) {
    throw new TypeError("cacheControl: with tokens, answers are for one tenant only and cannot be public");
  }
  return given ?? "private, max-age=60";
}

/** Any page may read answers that are open to anybody; those that need a token, only pages that are named. */
function originsOf(cors, tokens) {
  checkNames("cors.", cors, ["origins", "maxAge"]);
  const origins = cors?.origins ?? (tokens === undefined ? ["*"] : []);
  if (!Array.isArray(origins) || !origins.every((one) => one === "*" || isOrigin(one))) {
    throw new TypeError('cors.origins: accepted are origins such as "https://docs.example.com", and "*"');
  }
  return origins;
}

function isOrigin(text) {
  try {
    return new URL(text).origin === text;
  } catch {
    return false;
  }
}

function logError(error, { requestId }) {
  console.error(`${requestId}:`, error);
}
