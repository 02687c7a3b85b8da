import { hex } from "./responses.js";
import { Problem } from "./problem.js";

const encoder = new TextEncoder();

/** The tables that were read from variables, as they are the same for each request. */
const parsed = new Map();

/**
 * The tenant whose index a request is about.
 *
 * @param {Request} request
 * @param {string | Record<string, string>} tokens the tenants by the SHA-256 of their tokens, in
 *   hexadecimal, or the name of the variable that has them in JSON
 * @param {Record<string, unknown>} env
 * @returns {Promise<string>} throws the same problem whatever is wrong with the token
 */
export async function tenantOf(request, tokens, env) {
  const table = typeof tokens === "string" ? fromVariable(tokens, env[tokens]) : tokens;
  const given = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "");
  // Without a token the work is the same as with a wrong one.
  const hash = await crypto.subtle.digest("SHA-256", encoder.encode(given?.[1] ?? ""));
  const tenant = lookUp(table, hex(new Uint8Array(hash)));
  if (given && tenant !== undefined) return tenant;
  const detail = "A token is needed that is known here: send the header Authorization: Bearer TOKEN.";
  throw new Problem(401, detail, { "www-authenticate": 'Bearer realm="kindex"' });
}

/** Compares every hash, and every character of it, so that the time tells nothing of a token. */
function lookUp(table, hash) {
  let found;
  for (const [known, tenant] of Object.entries(table)) if (same(known, hash)) found = tenant;
  return found;
}

function same(known, hash) {
  let difference = known.length ^ hash.length;
  for (let at = 0; at < hash.length; at++) difference |= known.charCodeAt(at) ^ hash.charCodeAt(at);
  return difference === 0;
}

function fromVariable(name, text) {
  const before = parsed.get(name);
  if (before?.text === text && before) return before.table;
  const table = checkedTokens(`the secret ${name}`, fromJson(name, text));
  parsed.set(name, { text, table });
  return table;
}

function fromJson(name, text) {
  if (!text) {
    const how = `npx wrangler secret put ${name}; for wrangler dev put it into .dev.vars`;
    throw new Error(`the secret ${name} is not set, so that nobody is answered: ${how}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: it quotes text that it could not read.
    throw new Error(`the secret ${name} has to be JSON: an object with tenants by the SHA-256 of their tokens`);
  }
}

/**
 * @param {string} where
 * @param {unknown} table
 * @returns {Record<string, string>}
 */
export function checkedTokens(where, table) {
  const right = ([hash, tenant]) => /^[\da-f]{64}$/.test(hash) && typeof tenant === "string";
  const usable = typeof table === "object" && table !== null && !Array.isArray(table);
  if (!usable || !Object.entries(table).every(right)) {
    throw new Error(`${where}: accepted is an object with tenants by the SHA-256 of their tokens, in small hexadecimal digits`);
  }
  return table;
}

/**
 * @param {Request} request
 * @param {string | undefined} tenant
 * @param {string | undefined} binding the name of a rate limit
 * @param {Record<string, any>} env
 */
export async function limitRate(request, tenant, binding, env) {
  if (binding === undefined) return;
  const limiter = env[binding];
  if (!limiter?.limit) {
    throw new Error(`there is no rate limit ${binding}: add it to ratelimits in the configuration of wrangler`);
  }
  const address = request.headers.get("cf-connecting-ip") ?? "unknown";
  const key = tenant === undefined ? `address ${address}` : `tenant ${tenant}`;
  const { success } = await limiter.limit({ key });
  if (!success) throw new Problem(429, "There were too many requests. Wait a minute.", { "retry-after": "60" });
}
