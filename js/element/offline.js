// Files of an index and its engine in the Cache Storage of the browser, for when there is no network.
import { bytesOf } from "../engine/bytes.js";

/** The name of the cache. All that it has can be fetched again. */
const NAME = "kindex";

/** The bytes that are kept at most; what was kept first goes first. */
const MOST = 64 << 20;

/** The time after which what is kept is taken, if the network is slow, in milliseconds. */
const PATIENCE = 4000;

/** The cache; undefined where there is none, as on pages without https. */
async function storage() {
  try {
    return await globalThis.caches?.open(NAME);
  } catch {
    return undefined;
  }
}

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
  let isLate = false;
  const arriving = bytesOf(url, signal).then(async (bytes) => {
    if (kept && isSame(kept, bytes)) return kept;
    // This page goes on with the kept ones, and with the files that belong to them.
    if (kept && !isLate) await onChange?.(cache);
    await keep(cache, url, bytes);
    return bytes;
  });
  try {
    return await inTime(arriving, kept, () => (isLate = true));
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

/** Removes the files of a folder that are kept, and none of the folders in it. */
async function forget(cache, folder) {
  const isIn = ({ url }) => url.startsWith(folder) && !url.slice(folder.length).includes("/");
  for (const request of await cache.keys()) if (isIn(request)) await cache.delete(request);
}

async function bytesIn(cache, url) {
  try {
    const found = await cache?.match(url);
    return found && new Uint8Array(await found.arrayBuffer());
  } catch {
    // It counts as not kept.
    return undefined;
  }
}

/** The bytes that arrive, or the kept ones if that takes long. */
function inTime(arriving, kept, onLate) {
  if (!kept) return arriving;
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => {
      onLate();
      resolve(kept);
    }, PATIENCE);
  });
  return Promise.race([arriving, late]).finally(() => clearTimeout(timer));
}

const isSame = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

async function keep(cache, url, bytes) {
  if (!cache) return;
  const type = String(url).endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  const headers = { "content-type": type, "content-length": String(bytes.length) };
  try {
    // It takes the place of the one before, and stands last, as the first go first.
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
