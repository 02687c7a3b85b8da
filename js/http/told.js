// Programs read about the server under /mcp before they connect: its card, and a catalog with that.
import { CARD, CATALOG } from "../mcp/card-types.js";
import { isLoopback } from "../text/loopback.js";
import { Problem } from "./problem.js";

/** The methods that are answered. */
export const TOLD = "GET, HEAD, OPTIONS";

/** For how long an answer may be kept. */
const CACHE_CONTROL = "public, max-age=3600";

/** The paths at the root of a host, wherever the routes begin. */
const OF_HOST = new Map([
  ["/.well-known/mcp/server-card.json", "card"],
  ["/.well-known/ai-catalog.json", "catalog"],
]);

/**
 * @param {string} pathname
 * @param {import("./settings.js").Settings} settings
 * @returns {"card" | "catalog" | undefined} nothing where something else is asked for
 */
export function toldAt(pathname, { base, mcp }) {
  if (!mcp) return undefined;
  return pathname === `${base}/mcp/server-card` ? "card" : OF_HOST.get(pathname);
}

/** Whether what is sent to an address can be read on the way. */
export function isInClear(address) {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopback(hostname);
}

/**
 * The answer to whoever asks, without a token.
 *
 * @param {import("./call.js").Call} call
 * @param {"card" | "catalog"} what
 * @param {import("../entry/worker.js").MountedMcp} mcp
 */
export function toldResponse({ request, url, settings }, what, mcp) {
  if (!TOLD.split(", ").includes(request.method)) throw new Problem(405, `Accepted here are ${TOLD}.`, { allow: TOLD });
  if (!mcp[what]) throw new Problem(404, "The server of language models here has no card.");
  const address = settings.publicUrl ?? `${url.origin}${settings.base}/mcp`;
  const needsToken = settings.tokens !== undefined;
  // Programs would send their token so. A proxy may have taken the request by https.
  if (needsToken && isInClear(address)) throw new Problem(404, "There is no card for http, as tokens would be sent in clear. Call by https, or give the server its publicUrl.");
  const said = mcp[what](address, { needsToken });
  const headers = { "content-type": what === "card" ? CARD : CATALOG, "cache-control": CACHE_CONTROL };
  return new Response(`${JSON.stringify(said)}\n`, { headers });
}
