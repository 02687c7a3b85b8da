/**
 * The side of the page: an index in another thread is asked by messages, which thread-server.js
 * answers there.
 */
import { bytesOf, hasScheme, isFolder, settingsIn, viewOf } from "../engine/bytes.js";
import { KindexError, closedError, invalidArgument } from "../engine/errors.js";

/**
 * A thread, however the platform runs it.
 *
 * @typedef {object} Thread
 * @property {(onMessage: (message: any) => void, onError: (error: any) => void) => void} listen
 * @property {(message: object, transfer?: Transferable[]) => void} post
 * @property {(isWaited: boolean) => void} keepAlive while someone waits, the program goes on for it
 * @property {() => void} end
 */

/** The time that a thread and its script may take until they say that they are there. */
const START_TIMEOUT_MS = 15_000;

/** An open index in another thread. */
class ThreadedIndex {
  #thread;
  #lastId = 0;
  #late;
  /** Those who wait for an answer, by the id of their message. */
  #waiting = new Map();
  /** The reason why nothing can be asked any more. */
  #endedBy;

  /** @param {Thread} thread */
  constructor(thread) {
    this.#thread = thread;
    this.#late = setTimeout(() => this.#end(startFailed(new Error(`it did not start within ${START_TIMEOUT_MS / 1000} seconds`))), START_TIMEOUT_MS);
    thread.listen((message) => this.#answer(message), (error) => this.#end(startFailed(error)));
  }

  /**
   * @param {string} method
   * @param {unknown[]} args
   * @param {{ signal?: AbortSignal, transfer?: Transferable[] }} [options]
   */
  ask(method, args, { signal, transfer = [] } = {}) {
    if (this.#endedBy) return Promise.reject(this.#endedBy);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = this.#lastId++;
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#thread.post({ id, method: "abort" });
        this.#settle(id);
        reject(signal.reason);
      };
      signal?.addEventListener("abort", stop, { once: true });
      const settled = () => signal?.removeEventListener("abort", stop);
      this.#waiting.set(id, { resolve, reject, settled });
      this.#thread.keepAlive(true);
      try {
        this.#thread.post({ id, method, args }, transfer);
      } catch (cause) {
        this.#settle(id);
        reject(new KindexError("invalid_argument", `it cannot be sent to a thread: ${cause.message}`, { cause }));
      }
    });
  }

  /**
   * @param {string} query
   * @param {import("../entry/index.js").ShardedSearchOptions} [given]
   * @returns {Promise<import("../entry/index.js").Results>}
   */
  async search(query, given) {
    const { signal, ...options } = given ?? {};
    return this.ask("search", [query, options], { signal });
  }

  /** Ends the thread; searches under way reject with `closed`. Closing twice does no harm. */
  close() {
    this.#end(closedError());
  }

  /** The first message says that the thread is there; each other one is an answer. */
  #answer({ id, value, error }) {
    clearTimeout(this.#late);
    const asked = this.#waiting.get(id);
    // An aborted search is answered too, and nobody waits for that.
    if (!asked) return;
    this.#settle(id);
    if (error) asked.reject(errorOf(error));
    else asked.resolve(value);
  }

  #settle(id) {
    this.#waiting.get(id)?.settled();
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#thread.keepAlive(false);
  }

  #end(error) {
    clearTimeout(this.#late);
    this.#endedBy ??= error;
    this.#thread.end();
    for (const [id, { reject }] of [...this.#waiting]) {
      this.#settle(id);
      reject(this.#endedBy);
    }
  }
}

/**
 * Opens an index in a thread.
 *
 * @param {import("../entry/index.js").Source} source
 * @param {import("../entry/index.js").ShardedOpenOptions} options checked
 * @param {() => Thread} startThread
 * @returns {Promise<ThreadedIndex>}
 */
export async function openThreaded(source, { wasm, ...others }, startThread) {
  // Before anything is read, as the source is still of use where no thread may start.
  const index = new ThreadedIndex(started(startThread));
  try {
    const [from, module] = await Promise.all([sendable(source), wasm && sendable(wasm)]);
    // Bytes that were read here are of use in the thread alone, so they move there without a copy.
    const transfer = [from, module].filter((one) => one?.own).map(({ bytes }) => bytes.buffer);
    await index.ask("open", [from, { wasm: module, ...others }], { transfer });
  } catch (error) {
    index.close();
    throw error;
  }
  return index;
}

function started(startThread) {
  try {
    return startThread();
  } catch (error) {
    throw startFailed(error);
  }
}

/** A source in a form that can be sent: `{ address, folder }`, `{ bytes }`, `{ value }`, or `{ all }` of several. */
async function sendable(given) {
  const source = await given;
  if (Array.isArray(source)) return { all: await Promise.all(source.map((one) => sendableMember(one))) };
  // The thread's own address is not the page's.
  if (typeof source === "string" || source instanceof URL) return sendableAddress(absolute(String(source)));
  const view = viewOf(source);
  if (view) return { bytes: view };
  if (source instanceof WebAssembly.Module || source instanceof Blob) return { value: source };
  if (typeof source?.arrayBuffer === "function") return { bytes: await bytesOf(source), own: true };
  throw invalidArgument("source", "a URL, a path (in Node), bytes, a Response or a Blob");
}

async function sendableMember(given) {
  const { src, ...settings } = settingsIn(given);
  const failed = ({ code, message }) => ({ error: { code, message } });
  return { src: await sendable(src).catch((error) => (error.code === "invalid_argument" ? Promise.reject(error) : failed(error))), ...settings };
}

const sendableAddress = (address) => ({ address, folder: isFolder(address) });

/** The address that a string means here: on the page, or in Node in the current folder. */
function absolute(address) {
  const page = globalThis.document?.baseURI ?? globalThis.location?.href;
  if (page) return URL.canParse(address, page) ? new URL(address, page).href : address;
  if (hasScheme(address)) return address;
  // Bundlers for the browser never see an import of Node's module.
  return globalThis.process.getBuiltinModule("node:url").pathToFileURL(address).href;
}

/** Makes an error of its message: errors lose their class and their code on the way. */
function errorOf({ code, message, url, status, name }) {
  if (!code) return Object.assign(new Error(message), { name });
  return new KindexError(code, message, status === undefined && url === undefined ? {} : { url, status });
}

function startFailed(error) {
  const message = `cannot start the thread: ${error?.message ?? "its script cannot be loaded"}`;
  return new KindexError("thread_failed", message, { cause: error });
}
