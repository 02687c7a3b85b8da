// Files of an index and its engine in the Cache Storage of the browser, for when there is no network.
import { bytesOf } from "../engine/bytes.js";
import { KindexError } from "../engine/errors.js";

/** The name of the cache. All that it has can be fetched again. */
const NAME = "kindex";

/** The bytes that are kept at most. */
const MAX_KEPT_BYTES = 64 << 20;

/** The time after which what is kept is taken, if the network is slow. */
const SLOW_NETWORK_MS = 4000;

/** The cache; undefined where there is none, as on pages without https. */
async function storage() {
  try {
    return await globalThis.caches?.open(NAME);
  } catch {
    return undefined;
  }
}

/**
 * The bytes of the network, or the kept ones where there is no network, and where that takes long.
 *
 * @param {Promise<Uint8Array>} arriving
 * @param {Uint8Array | undefined} kept
 * @param {{ signal?: AbortSignal, onLate: () => void }} options `onLate` is called where the kept ones are taken
 *   while the others may still arrive
 * @returns {Promise<Uint8Array>}
 */
async function newest(arriving, kept, { signal, onLate }) {
  try {
    return await inTime(arriving, kept, onLate);
  } catch (error) {
    // A kept index is not used once its host has none. A server that fails counts as no network.
    const isGone = error.status >= 400 && error.status < 500;
    if (!kept || isGone || signal?.aborted) throw error;
    return kept;
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
    }, SLOW_NETWORK_MS);
  });
  return Promise.race([arriving, late]).finally(() => clearTimeout(timer));
}

/**
 * An engine. It is kept by its build, as one of another build does not fit the scripts of this page.
 *
 * @param {URL} url
 * @param {string} build
 * @returns {Promise<Uint8Array>}
 */
export async function engineAt(url, build) {
  const start = `${url}${url.search ? "&" : "?"}kindex=`;
  const cache = await storage();
  const kept = await bytesIn(cache, start + build);
  const arriving = validEngine(url).then(async (bytes) => {
    if (kept && isSame(kept, bytes)) return kept;
    const isOld = (other) => other === url.href || (other.startsWith(start) && other !== start + build);
    if (await put(cache, start + build, bytes)) await forget(cache, isOld);
    return bytes;
  });
  return newest(arriving, kept, { onLate() {} });
}

/** Fetches an engine; once more without the caches on the way, where these have something else. */
async function validEngine(url) {
  for (const cache of ["default", "reload"]) {
    const bytes = await bytesOf(url, { cache });
    if (WebAssembly.validate(bytes)) return bytes;
  }
  throw new KindexError("wasm_failed", `${url} is no WebAssembly module`);
}

/**
 * A reader of the files of an index, which keeps those that the engine took.
 *
 * @param {string} source the address of a folder, which ends in "/", or of one file
 * @param {string} head the name of the file that changes when the index does
 * @param {(bytes: Uint8Array) => Promise<unknown>} check rejects bytes of the head with which no index can be opened
 */
export function readerOf(source, head, check) {
  const isFolder = source.endsWith("/");
  const addressOf = (name) => (isFolder ? source + name : name === head ? source : new URL(name, source).href);
  /** The buffers of what needs not be kept anew: who opens it has views of these. */
  const known = new WeakSet();

  async function keep(name, bytes) {
    if (known.has(bytes.buffer)) return;
    const url = addressOf(name);
    const cache = await storage();
    // None of the folders in it.
    const isOld = (other) => other !== url && other.startsWith(source) && !other.slice(source.length).includes("/");
    if ((await put(cache, url, bytes)) && name === head && isFolder) await forget(cache, isOld);
  }

  /** A page that did not wait goes on with the kept one, and with the files that belong to that. The next one has the new one. */
  async function keepForLater(bytes, kept) {
    if (isSame(bytes, kept)) return;
    await check(bytes);
    await put(await storage(), source + (isFolder ? head : ""), bytes);
  }

  async function readHead({ signal, cache }) {
    // What is kept is what is to be replaced.
    if (cache === "reload") return bytesOf(addressOf(head), { signal, cache });
    const kept = await keptHead();
    const arriving = bytesOf(addressOf(head), { signal, cache });
    const onLate = () => arriving.then((bytes) => keepForLater(bytes, kept)).catch(() => {});
    const found = await newest(arriving, kept, { signal, onLate });
    return kept && isSame(found, kept) ? kept : found;
  }

  async function keptHead() {
    const kept = await bytesIn(await storage(), addressOf(head));
    if (kept) known.add(kept.buffer);
    return kept;
  }

  /** Its name stands for its bytes, so it is fetched once, and once more where it was not right. */
  async function readShard(name, { signal, cache }) {
    const url = addressOf(name);
    const store = await storage();
    const kept = await bytesIn(store, url);
    if (kept && cache !== "reload") {
      known.add(kept.buffer);
      return kept;
    }
    if (kept) await forget(store, (other) => other === url);
    return bytesOf(url, { signal, cache });
  }

  const read = (name, asking) => (name === head ? readHead(asking) : readShard(name, asking));
  return Object.assign(read, { keep, keptHead });
}

/** Removes what is kept under certain addresses. */
async function forget(cache, isOld) {
  try {
    for (const request of await cache.keys()) if (isOld(request.url)) await cache.delete(request);
  } catch {
    // What stays is checked before it is used, and goes when there is no room.
  }
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

const isSame = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

/** Keeps a file, and says whether there was room. */
export async function put(cache, key, bytes) {
  if (!cache || bytes.length > MAX_KEPT_BYTES) return false;
  const type = /\.wasm\b/.test(key) ? "application/wasm" : "application/octet-stream";
  const headers = { "content-type": type, "content-length": String(bytes.length) };
  try {
    // It takes the place of the one before, and stands last, as the first go first.
    await cache.put(key, new Response(bytes, { headers }));
    // All sizes are read once: a large site has thousands of files.
    held += bytes.length;
    if (!(held <= MAX_KEPT_BYTES)) held = await trimmed(cache);
    return true;
  } catch {
    // It is fetched again if there is no room.
    return false;
  }
}

/** About how many bytes are kept, as far as this page knows; no number before it looks. */
let held = NaN;

/** Makes room for what was kept last; gives the bytes that are kept. */
async function trimmed(cache) {
  const requests = await cache.keys();
  const sizes = new Map();
  for (const one of requests) sizes.set(one, Number((await cache.match(one))?.headers.get("content-length")));
  let left = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const others = requests.slice(0, -1).sort((one, other) => rank(one) - rank(other));
  for (const request of others) {
    if (left <= MAX_KEPT_BYTES) break;
    await cache.delete(request);
    left -= sizes.get(request);
  }
  return left;
}

/** The parts of an index go first, and the engines, without which nothing is searched, last. */
function rank({ url }) {
  if (url.endsWith(".kds")) return 0;
  return /\.wasm\b/.test(url) ? 2 : 1;
}
