import { KindexError, invalidArgument } from "./errors.js";
import { watched } from "./stall.js";

/** A scheme has two letters or more: `C:\index.kdx` is a path. */
export const hasScheme = (address) => /^[a-z][a-z\d+.-]+:/i.test(address);

/**
 * Whether a source is a folder, with an index in one file or in several: an address that ends in "/",
 * or a function that reads the files of one.
 *
 * @param {unknown} source
 */
export const isFolder = (source) =>
  typeof source === "function" || Boolean((source instanceof URL ? source.pathname : source)?.endsWith?.("/"));

/** What is said of one of several sources, in an object with it or by itself. */
export const settingsIn = (given) => (Object.getPrototypeOf(given ?? "") === Object.prototype ? given : { src: given });

/**
 * The bytes of whatever an index can be given as.
 *
 * @param {import("../entry/index.js").Source} source
 * @param {Asking} [asking]
 * @returns {Promise<Uint8Array>}
 *
 * @typedef {{ signal?: AbortSignal, cache?: RequestCache }} Asking what stops a request, and how the browser's HTTP
 *   cache takes part in it
 */
export async function bytesOf(source, asking) {
  if (isAddress(source) && !fileAt(source)) return fetchedBytes(source, asking);
  const found = await bodyOrBytes(source);
  return ArrayBuffer.isView(found) ? found : bytesIn(found, found);
}

/** Ends where nothing arrives for long. */
async function fetchedBytes(url, { signal, cache } = {}) {
  const { signal: ended, again, end } = watched(signal);
  const transform = (part, to) => {
    again();
    to.enqueue(part);
  };
  try {
    const response = successful(await fetched(url, { signal: ended, cache }));
    again();
    return await bytesIn(new Response(response.body?.pipeThrough(new TransformStream({ transform }))), response);
  } finally {
    end();
  }
}

async function bytesIn(body, { url, status }) {
  try {
    return new Uint8Array(await body.arrayBuffer());
  } catch (cause) {
    throw fetchFailed(url, cause.message, { cause, status });
  }
}

/**
 * The same, as far as it can be told without waiting for the whole: a body that is on its way can
 * be compiled while it arrives.
 *
 * @param {import("../entry/index.js").Source} source
 * @param {Asking} [asking]
 * @returns {Promise<Response | Blob | Uint8Array>}
 */
export async function bodyOrBytes(source, asking) {
  if (isAddress(source)) {
    const file = fileAt(source);
    return file ? readFile(file) : successful(await fetched(source, asking));
  }
  const bytes = viewOf(source);
  if (bytes) return bytes;
  // A Response, or a Blob: a file that was dropped on the page.
  if (typeof source?.arrayBuffer === "function") return successful(source);
  throw invalidArgument("source", "a URL, a path (in Node), bytes, a Response or a Blob");
}

/**
 * @param {unknown} source
 * @returns {Uint8Array | undefined} its bytes, not copied; undefined where it has none
 */
export function viewOf(source) {
  try {
    if (ArrayBuffer.isView(source)) {
      return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    }
    // By its tag, as the buffer may come from another window or test environment.
    const tag = Object.prototype.toString.call(source);
    return tag.endsWith("ArrayBuffer]") ? new Uint8Array(source) : undefined;
  } catch {
    throw new KindexError("invalid_argument", "the bytes were transferred");
  }
}

const isAddress = (source) => typeof source === "string" || source instanceof URL;

/**
 * @param {string | URL} address
 * @returns {string | URL | undefined} what to read with `fs`; undefined for what to fetch
 */
function fileAt(address) {
  const text = String(address);
  if (text.startsWith("file:")) return new URL(text);
  // On a page, an address without a scheme is relative to the page.
  const isPath = !hasScheme(text) && !globalThis.location && fileSystem();
  return isPath ? text : undefined;
}

/**
 * Node's `fs`. Bundlers for the browser never see an import of it.
 *
 * @returns {typeof import("node:fs/promises") | undefined}
 */
function fileSystem() {
  return globalThis.process?.getBuiltinModule?.("node:fs/promises");
}

async function readFile(file) {
  try {
    return await fileSystem().readFile(file);
  } catch (cause) {
    throw new KindexError("read_failed", `cannot read ${file}: ${reason(cause)}`, { cause });
  }
}

/** The system's message without its code and the call. An index in several files is a folder. */
function reason({ code, message }) {
  if (code === "EISDIR") return "it is a folder; a path that ends in / opens one";
  return message.replace(/^E\w+: |, \w+ '.*$/g, "");
}

async function fetched(url, { signal, cache } = {}) {
  try {
    // There is no HTTP cache outside of browsers, and workerd refuses the word.
    return await fetch(url, globalThis.location ? { signal, cache } : { signal });
  } catch (cause) {
    throw fetchFailed(url, cause.message, { cause });
  }
}

function successful(body) {
  if (body.ok === false) {
    const { status, url } = body;
    throw fetchFailed(url, `the server answered ${status}`, { status });
  }
  return body;
}

function fetchFailed(url = "", why, details) {
  return new KindexError("fetch_failed", `cannot fetch ${url}: ${why}`, {
    url: String(url),
    ...details,
  });
}
