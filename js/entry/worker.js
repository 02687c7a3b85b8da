/**
 * Answers requests for an index over HTTP: in Cloudflare Workers, and wherever there are Request and
 * Response.
 */
import { limitRate, tenantOf } from "../http/access.js";
import { dataResponse, documentResponse, withCommonHeaders } from "../http/responses.js";
import { tooLarge, withBody } from "../http/body.js";
import { callOf } from "../http/call.js";
import { Indexes } from "../http/indexes.js";
import { NamedIndexes } from "../http/named-indexes.js";
import { Problem, problemOf, problemResponse } from "../http/problem.js";
import { routed } from "../http/routes.js";
import { settingsOf } from "../http/settings.js";
import { TOLD, toldAt, toldResponse } from "../http/told.js";
import { preflight } from "../mcp/cors.js";
import { open } from "./explore.js";

export { pages } from "../http/pages.js";
export { assets, bucket, bundled } from "../http/source.js";

/**
 * @param {import("./worker.js").WorkerConfig} config
 * @returns {import("./worker.js").KindexWorker}
 */
export function createWorker(config) {
  const settings = settingsOf(config);
  const indexes = settings.sources ? new NamedIndexes(settings, open) : new Indexes(settings, open);
  const fetch = async (request, env, context) => {
    const call = callOf(request, env, context, settings);
    return withCommonHeaders(call, await handle(call, indexes).catch((error) => errorResponse(call, error)));
  };
  return { fetch };
}

/** @param {import("../http/call.js").Call} call */
async function handle(call, indexes) {
  const { request, url, settings, env } = call;
  if (request.url.length > settings.limits.url) {
    throw new Problem(414, `The address has more than ${settings.limits.url} characters.`);
  }
  const told = toldAt(url.pathname, settings);
  // A browser asks without the token whether it may send it.
  if (request.method === "OPTIONS") return preflight(told ? TOLD : routed(url.pathname, settings).route.allow, settings.cors.maxAge);
  // Before a token is compared, so that nobody can try one after another.
  await limitRate(request, undefined, settings.rateLimit, env);
  if (told) return toldResponse(call, told, mcpFor(call, indexes));
  if (settings.tokens !== undefined) {
    call.tenant = await tenantOf(request, settings.tokens, env);
    await limitRate(request, call.tenant, settings.rateLimit, env);
  }
  const { route, id } = routed(url.pathname, settings);
  if (!route.allow.split(", ").includes(request.method)) throw notAllowed(route.allow);
  const { body } = settings.limits;
  if (Number(request.headers.get("content-length")) > body) throw tooLarge(body);
  return route.mcp ? handleMcp(call, indexes) : handleRoute(call, indexes, route, id);
}

function notAllowed(allow) {
  return new Problem(405, `Accepted here are ${allow}.`, { allow });
}

function handleRoute(call, indexes, { answer, plain }, id) {
  const use = async (opened) => {
    const data = await answer(call, opened, id);
    return plain ? documentResponse(call, data) : dataResponse(call, data, opened.version);
  };
  return indexes.use(call, use, id);
}

/** Hands requests of language models to `kindex/mcp`. */
async function handleMcp(call, indexes) {
  const { request, settings } = call;
  return mcpFor(call, indexes).fetch(await withBody(request, settings.limits.body));
}

/** The server of `kindex/mcp`, which the configuration brings, for a request. */
function mcpFor(call, indexes) {
  const { settings } = call;
  const { title, description, cors } = settings;
  return settings.mcp({
    index: () => indexes.borrow(call),
    docs: (settings.sources ?? []).map(({ name }) => name),
    title,
    description,
    phraseBytes: settings.limits.phraseBytes,
    origins: cors.origins,
    onError: (error) => report(call, error, problemOf(error)),
    ...embeddingFor(call),
  });
}

/** The embedder of the configuration, for a request: one instance of the Worker keeps its vectors. */
function embeddingFor({ settings: { embedder, embedding }, env, tenant }) {
  if (!embedder) return {};
  const embed = (text, { signal }) => embedder.vectorOf(text, { env, signal }, tenant);
  return { ...embedding, embed };
}

function errorResponse(call, error) {
  const problem = problemOf(error);
  if (problem.status >= 500) report(call, error, problem);
  return problemResponse(problem, call.requestId);
}

/** Logs errors that the client must not see, under the id of the request. */
function report(call, error, problem) {
  call.settings.onError(problem.cause ?? error, call);
}
