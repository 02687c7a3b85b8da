/** The indexes that this page can search, and the package that searches them. */
import { Progress } from "./progress.js";

/**
 * @typedef {object} Entry
 * @property {string} name short, for the address
 * @property {string} title
 * @property {string} [index] where it is, relative to this page: a file, or a folder with several,
 *   which ends in "/"
 * @property {number} [documents]
 * @property {number} [bytes] of all its files
 * @property {number} [files]
 * @property {string} [description]
 * @property {string} [credit] who wrote the documents, and their licence
 * @property {string[]} [queries] some to try
 * @property {boolean} [own] whether it was made in this page, so that its documents have no pages
 */

/**
 * @typedef {object} Coming an index that is still being made
 * @property {string} name
 * @property {string} title
 * @property {true} coming
 */

/**
 * @typedef {{entries: Entry[], coming: Coming[]}} List
 */

/** The module that opens indexes: it searches, draws outlines and explains scores, in one file or several. */
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
 * @returns {Promise<List>}
 * @throws {Problem}
 */
export async function loadManifest() {
  let listed;
  try {
    const response = await fetch(MANIFEST, { cache: "no-cache" });
    if (!response.ok) throw new Error(`status ${response.status}`);
    listed = await response.json();
  } catch (error) {
    throw new Problem(`The list of indexes (${MANIFEST}) can't be read: ${reason(error)}.`);
  }
  const all = Array.isArray(listed) ? listed : [];
  const entries = all.filter(isEntry);
  if (entries.length === 0) throw new Problem(`The list of indexes (${MANIFEST}) names none.`);
  return { entries, coming: all.filter((one) => one?.coming) };
}

function isEntry(entry) {
  return ["name", "title", "index"].every((key) => typeof entry?.[key] === "string");
}

/** @type {(reading: import("./progress.js").Reading | null) => void} */
let show = () => {};
const progress = new Progress((reading) => show(reading));

/**
 * Calls back while an index is loaded.
 * @param {(reading: import("./progress.js").Reading | null) => void} told
 */
export function onLoading(told) {
  show = told;
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

/** Whether an index is in several files, so that what it answers comes as promises. */
export function isInParts({ index }) {
  return index?.endsWith("/") ?? false;
}

async function openNow(entry) {
  const { index: at, bytes } = entry;
  const isFolder = isInParts(entry);
  // The engine and the index come at the same time.
  const reading = isFolder ? undefined : progress.read(at, { size: bytes });
  reading?.catch(() => {});
  const { open } = await loadEngine();
  try {
    return await open(isFolder ? (name, options) => progress.read(at + name, options) : await reading);
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
