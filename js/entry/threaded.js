/**
 * An index in another thread: what is asked goes there as messages, and answers come back so. See
 * thread.js for the other side.
 */
import { bytesOf, hasScheme, viewOf } from "../engine/bytes.js";
import { KindexError, closed, wrongArgument } from "../engine/errors.js";

/** What runs in the thread. */
const THREAD = "./thread.js";

/** Where this script lies, as far as that is known. */
const HERE = import.meta.url;

/** An open index in another thread. */
class ThreadedIndex {
  #thread;
  #number = 0;
  /** By number, those who wait for an answer. */
  #waiting = new Map();
  /** Why nothing can be asked any more. */
  #over;

  constructor(thread) {
    this.#thread = thread;
    thread.listen((message) => this.#answer(message), (error) => this.#end(notStarted(error)));
  }

  /**
   * @param {string} call
   * @param {unknown[]} args
   * @param {{ signal?: AbortSignal, transfer?: Transferable[] }} [options]
   */
  ask(call, args, { signal, transfer = [] } = {}) {
    if (this.#over) return Promise.reject(this.#over);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const number = this.#number++;
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#thread.post({ number, call: "abort" });
        this.#settled(number);
        reject(signal.reason);
      };
      signal?.addEventListener("abort", stop, { once: true });
      const heard = () => signal?.removeEventListener("abort", stop);
      this.#waiting.set(number, { resolve, reject, heard });
      this.#thread.hold(true);
      try {
        this.#thread.post({ number, call, args }, transfer);
      } catch (cause) {
        this.#settled(number);
        reject(new KindexError("invalid_argument", `it cannot be sent to a thread: ${cause.message}`, { cause }));
      }
    });
  }

  /**
   * @param {string} query
   * @param {import("./index.js").ShardedSearchOptions} [options]
   * @returns {Promise<import("./index.js").Results>}
   */
  async search(query, given) {
    const { signal, ...options } = given ?? {};
    return this.ask("search", [query, options], { signal });
  }

  /** Ends the thread; searches under way reject with `closed`. Closing twice does no harm. */
  close() {
    this.#end(closed());
  }

  #answer({ number, value, error }) {
    const asked = this.#waiting.get(number);
    // Nobody waits any more.
    if (!asked) return;
    this.#settled(number);
    if (error) asked.reject(errorOf(error));
    else asked.resolve(value);
  }

  #settled(number) {
    this.#waiting.get(number)?.heard();
    this.#waiting.delete(number);
    if (this.#waiting.size === 0) this.#thread.hold(false);
  }

  #end(why) {
    this.#over ??= why;
    this.#thread.end();
    for (const [number, { reject }] of [...this.#waiting]) {
      this.#settled(number);
      reject(this.#over);
    }
  }
}

/**
 * @param {import("./index.js").Source} source
 * @param {import("./index.js").ShardedOpenOptions} options checked
 * @returns {Promise<ThreadedIndex>}
 */
export async function open(source, { wasm, ...others }) {
  const [from, module] = await Promise.all([sendable(source), sendable(wasm)]);
  const index = new ThreadedIndex(startThread());
  // What was read here is of no use here any more.
  const transfer = [from, module].filter((one) => one?.own).map(({ bytes }) => bytes.buffer);
  try {
    await index.ask("open", [from, { wasm: module, ...others }], { transfer });
  } catch (error) {
    index.close();
    throw error;
  }
  return index;
}

/** A source in a form that can be sent: `{ address }`, `{ bytes }` or `{ value }`. */
async function sendable(given) {
  const source = await given;
  if (source === undefined || source === null) return undefined;
  // The thread's own address is not the page's.
  if (typeof source === "string") return { address: absolute(source) };
  if (source instanceof URL) return { address: String(source), file: true };
  const view = viewOf(source);
  if (view) return { bytes: view };
  if (source instanceof WebAssembly.Module || source instanceof Blob) return { value: source };
  if (typeof source.arrayBuffer === "function") return { bytes: await bytesOf(source), own: true };
  throw wrongArgument("source", "a URL, a path (in Node), bytes, a Response or a Blob");
}

/** The address that a string means here: on the page, or in Node in the folder that one is in. */
function absolute(address) {
  const page = globalThis.document?.baseURI ?? globalThis.location?.href;
  if (page) return URL.canParse(address, page) ? new URL(address, page).href : address;
  return hasScheme(address) ? address : builtin("node:url").pathToFileURL(address).href;
}

/** A module of Node's. Bundlers for the browser never see an import of it. */
function builtin(name) {
  return globalThis.process.getBuiltinModule(name);
}

/** Errors lose their class and their code on the way. */
function errorOf({ code, message, url, status, name }) {
  if (!code) return Object.assign(new Error(message), { name });
  return new KindexError(code, message, status === undefined && url === undefined ? {} : { url, status });
}

function notStarted(error) {
  const message = `cannot start the thread: ${error?.message ?? "its script cannot be loaded"}`;
  return new KindexError("thread_failed", message, { cause: error });
}

function startThread() {
  try {
    return isUsable(globalThis.Worker) ? inBrowser(started()) : inNode();
  } catch (error) {
    throw notStarted(error);
  }
}

/** Outside of pages it has to be one that a program can end with: Deno's is none, Bun's is. */
function isUsable(Worker) {
  return Worker !== undefined && (globalThis.location !== undefined || "unref" in Worker.prototype);
}

/** Bundlers know the form in which the thread's script is named here, and put it where it is found. */
function started() {
  return isElsewhere() ? startedFromElsewhere() : new Worker(new URL("./thread.js", import.meta.url), { type: "module" });
}

/** Whether this script is of another origin than the page, as from a CDN. Bundlers may say file: here. */
function isElsewhere() {
  const { protocol, origin } = new URL(HERE);
  return Boolean(globalThis.location) && protocol.startsWith("http") && origin !== location.origin;
}

/** A page may run scripts of another origin, but only start threads from its own. */
function startedFromElsewhere() {
  const script = `import ${JSON.stringify(new URL(THREAD, HERE))};`;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(address, { type: "module" });
}

/** What both kinds of threads can do. */
function inBrowser(worker) {
  return {
    listen(heard, failed) {
      worker.addEventListener("message", ({ data }) => heard(data));
      worker.addEventListener("error", (event) => failed(event));
      worker.addEventListener("messageerror", (event) => failed(event));
    },
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (held) => hold(worker, held),
    end: () => worker.terminate(),
  };
}

function inNode() {
  const { Worker } = builtin("node:worker_threads");
  const worker = new Worker(new URL("./thread.js", import.meta.url));
  return {
    listen(heard, failed) {
      worker.on("message", heard);
      worker.on("error", failed);
    },
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (held) => hold(worker, held),
    end: () => void worker.terminate(),
  };
}

/** Outside of pages: an index that nobody asks anything does not keep the program running. */
function hold(worker, held) {
  if (held) worker.ref?.();
  else worker.unref?.();
}
