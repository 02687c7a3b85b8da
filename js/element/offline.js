// Files of an index and its engine in the Cache Storage of the browser, for when there is no network.
import { bytesOf } from "../engine/bytes.js";

/** The name of the cache. All that it has can be fetched again. */
const NAME = "kindex";

/** The bytes that are kept at most. */
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
 * @param {{ key?: string, signal?: AbortSignal, replaces?: (kept: string) => boolean }} [options] `key` is the
 *   address under which it is kept; `replaces` says by their addresses which kept files a new one takes the
 *   place of
 * @returns {Promise<Uint8Array>}
 */
export async function newest(url, { key = String(url), signal, replaces } = {}) {
  const cache = await storage();
  const kept = await bytesIn(cache, key);
  let isLate = false;
  const arriving = bytesOf(url, signal).then(async (bytes) => {
    if (kept && isSame(kept, bytes)) return kept;
    const isKept = await keep(cache, key, bytes);
    // A page that did not wait for it goes on with the kept one, and with the files that belong to that.
    if (isKept && replaces && !isLate) await forget(cache, (other) => other !== key && replaces(other));
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
 * An engine. It is kept by its build, as one of another build does not fit the scripts of this page.
 *
 * @param {URL} url
 * @param {string} build
 */
export function engineAt(url, build) {
  const start = `${url}${url.search ? "&" : "?"}kindex=`;
  return newest(url, { key: start + build, replaces: (other) => other === url.href || other.startsWith(start) });
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
  // None of the folders in it.
  const replaces = (other) => other.startsWith(folder) && !other.slice(folder.length).includes("/");
  return (name, { signal }) => (name === head ? newest(folder + name, { signal, replaces }) : constant(folder + name, signal));
}

/** Removes what is kept under certain addresses. */
async function forget(cache, isOld) {
  for (const request of await cache.keys()) if (isOld(request.url)) await cache.delete(request);
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

/** Gives the bytes that arrive, or the kept ones if that takes long. */
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

/** Keeps a file, and says whether there was room. */
async function keep(cache, key, bytes) {
  if (!cache || bytes.length > MOST) return false;
  const type = /\.wasm\b/.test(key) ? "application/wasm" : "application/octet-stream";
  const headers = { "content-type": type, "content-length": String(bytes.length) };
  try {
    // It takes the place of the one before, and stands last, as the first go first.
    await cache.put(key, new Response(bytes, { headers }));
    await trim(cache);
    return true;
  } catch {
    // It is fetched again if there is no room.
    return false;
  }
}

/** Makes room for what was kept last. */
async function trim(cache) {
  const requests = await cache.keys();
  const sizes = new Map();
  for (const one of requests) sizes.set(one, Number((await cache.match(one))?.headers.get("content-length")));
  let held = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const others = requests.slice(0, -1).sort((one, other) => rank(one) - rank(other));
  for (const request of others) {
    if (held <= MOST) return;
    await cache.delete(request);
    held -= sizes.get(request);
  }
}

/** The parts of an index go first, and the engines, without which nothing is searched, last. */
function rank({ url }) {
  if (url.endsWith(".kds")) return 0;
  return /\.wasm\b/.test(url) ? 2 : 1;
}
