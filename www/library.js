/** The indexes that this page can search, and the package that searches them. */

/**
 * @typedef {object} Entry
 * @property {string} name short, for the address
 * @property {string} title
 * @property {string} [index] where it is, relative to this page
 * @property {number} [documents]
 * @property {string} [description]
 * @property {boolean} [own] whether it was made in this page, so that its documents have no pages
 */

/**
 * The class that opens indexes. For searching `kindex` itself would do, whose module is smaller by
 * 16 KB of 56 (compressed) and searches no faster. But the page also tells the size of an index and
 * draws outlines; loading this one for them later would take both modules, and hold the index
 * twice.
 */
const ENGINE = "./kindex/explore.min.js";
const MANIFEST = "indexes/manifest.json";

/** A reason why the page cannot do its work, as a sentence for the reader. */
export class Problem extends Error {}

/**
 * The number of times that loading the engine failed: browsers remember a module that they could
 * not load.
 */
let failures = 0;

/** @type {Map<string, Promise<object>>} */
const opened = new Map();

/**
 * @returns {Promise<Entry[]>}
 * @throws {Problem}
 */
export async function loadManifest() {
  let entries;
  try {
    const response = await fetch(MANIFEST);
    if (!response.ok) throw new Error(`status ${response.status}`);
    entries = await response.json();
  } catch (error) {
    throw new Problem(`The list of indexes (${MANIFEST}) can't be read: ${reason(error)}.`);
  }
  const usable = Array.isArray(entries) ? entries.filter(isEntry) : [];
  if (usable.length === 0) throw new Problem(`The list of indexes (${MANIFEST}) names none.`);
  return usable;
}

function isEntry(entry) {
  return ["name", "title", "index"].every((key) => typeof entry?.[key] === "string");
}

/**
 * Opens an index, once.
 * @param {Entry} entry
 * @throws {Problem}
 */
export function openIndex(entry) {
  if (!opened.has(entry.name)) {
    const opening = openNow(entry);
    opened.set(entry.name, opening);
    // A load that failed may succeed later.
    opening.catch(() => opened.delete(entry.name));
  }
  return opened.get(entry.name);
}

async function openNow(entry) {
  const { open } = await loadEngine();
  try {
    return await open(entry.index);
  } catch (error) {
    throw new Problem(`The index “${entry.title}” can't be opened: ${reason(error)}.`);
  }
}

async function loadEngine() {
  if (typeof WebAssembly === "undefined") {
    throw new Problem("This browser has no WebAssembly, or it is switched off, and the search needs it.");
  }
  try {
    return await import(failures ? `${ENGINE}?again=${failures}` : ENGINE);
  } catch (error) {
    failures++;
    throw new Problem(`The search engine (${ENGINE}) can't be loaded: ${reason(error)}.`);
  }
}

/**
 * Makes an index of bytes known under a name.
 * @param {string} name
 * @param {Uint8Array} bytes
 */
export async function openBytes(name, bytes) {
  const { open } = await loadEngine();
  const index = await open(bytes);
  const before = await opened.get(name);
  opened.set(name, Promise.resolve(index));
  before?.close();
  return index;
}

/** @param {unknown} error */
export function reason(error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/[.\s]+$/, "");
}
