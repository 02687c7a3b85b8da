// Files of an index and its engine in the Cache Storage of the browser, for when there is no network.
import { bytesOf } from "../engine/bytes.js";

/** The name of the cache. All that it has can be fetched again. */
const NAME = "kindex";

/** The bytes that are kept at most; what was kept first goes first. */
const MOST = 64 << 20;

/** The time after which what is kept is taken, if the network is slow, in milliseconds. */
const PATIENCE = 4000;

/** The cache; undefined where there is none, as on pages without https. */
const storage = () => globalThis.caches?.open(NAME).catch(() => undefined);

/**
 * A file whose bytes may change: that of the network, or the kept one where there is no network.
 *
 * @param {string | URL} url
 * @param {{ signal?: AbortSignal, onChange?: (cache: Cache) => Promise<void> }} [options] `onChange` is
 *   called where the network has other bytes than those that were kept
 * @returns {Promise<Uint8Array>}
 */
export async function newest(url, { signal, onChange } = {}) {
  const cache = await storage();
  const kept = await bytesIn(cache, url);
  try {
    const bytes = await inTime(bytesOf(url, signal), kept);
    if (kept && !isSame(kept, bytes)) await onChange?.(cache);
    if (bytes !== kept) await keep(cache, url, bytes);
    return bytes;
  } catch (error) {
    // An index that is gone is no longer searched. A server that fails counts as none.
    const isThere = error.status === undefined || error.status >= 500;
    if (!kept || !isThere || signal?.aborted) throw error;
    return kept;
  }
}

/**
 * A file whose name stands for its bytes: it is fetched once.
 *
 * @param {string | URL} url
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array>}
 */
export async function constant(url, signal) {
  const cache = await storage();
  const kept = await bytesIn(cache, url);
  if (kept) return kept;
  const bytes = await bytesOf(url, signal);
  await keep(cache, url, bytes);
  return bytes;
}

/**
 * A reader of the files of an index in a folder.
 *
 * @param {string} folder its address, which ends in "/"
 * @param {string} head the name of the file that changes when the index does
 * @returns {import("../entry/index.js").ReadFile}
 */
export function readerOf(folder, head) {
  const onChange = (cache) => forget(cache, folder);
  return (name, { signal }) => (name === head ? newest(folder + name, { signal, onChange }) : constant(folder + name, signal));
}

/** Removes all that is kept of a folder. */
async function forget(cache, folder) {
  for (const request of await cache.keys()) if (request.url.startsWith(folder)) await cache.delete(request);
}

async function bytesIn(cache, url) {
  const found = await cache?.match(url);
  return found && new Uint8Array(await found.arrayBuffer());
}

/** The bytes that arrive, or the kept ones if that takes long. */
function inTime(arriving, kept) {
  if (!kept) return arriving;
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE, kept)));
  return Promise.race([arriving, late]).finally(() => clearTimeout(timer));
}

const isSame = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

async function keep(cache, url, bytes) {
  if (!cache) return;
  const type = String(url).endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  const headers = { "content-type": type, "content-length": String(bytes.length) };
  try {
    // Put last, as the first go first.
    await cache.delete(url);
    await cache.put(url, new Response(bytes, { headers }));
    await trim(cache);
  } catch {
    // Where there is no room, it is fetched again.
  }
}

async function trim(cache) {
  const requests = await cache.keys();
  const sizes = await Promise.all(requests.map(async (one) => Number((await cache.match(one))?.headers.get("content-length"))));
  let held = sizes.reduce((sum, size) => sum + size, 0);
  for (const [at, request] of requests.slice(0, -1).entries()) {
    if (held <= MOST) return;
    await cache.delete(request);
    held -= sizes[at];
  }
}
