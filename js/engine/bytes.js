import { KindexError, invalidArgument } from "./errors.js";

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

/**
 * The bytes of whatever an index can be given as.
 *
 * @param {import("../entry/index.js").Source} source
 * @param {AbortSignal} [signal] stops a request
 * @returns {Promise<Uint8Array>}
 */
export async function bytesOf(source, signal) {
  const found = await bodyOrBytes(source, signal);
  if (ArrayBuffer.isView(found)) return found;
  try {
    return new Uint8Array(await found.arrayBuffer());
  } catch (cause) {
    throw fetchFailed(found.url, cause.message, { cause });
  }
}

/**
 * The same, as far as it can be told without waiting for the whole: a body that is on its way can
 * be compiled while it arrives.
 *
 * @param {import("../entry/index.js").Source} source
 * @param {AbortSignal} [signal] stops a request
 * @returns {Promise<Response | Blob | Uint8Array>}
 */
export async function bodyOrBytes(source, signal) {
  if (typeof source === "string" || source instanceof URL) {
    const file = fileAt(source);
    return file ? readFile(file) : successful(await fetched(source, signal));
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

async function fetched(url, signal) {
  try {
    return await fetch(url, { signal });
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
