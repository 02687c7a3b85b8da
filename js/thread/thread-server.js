/**
 * The side of the thread: opens one index and answers the messages of a ThreadedIndex.
 */
import { KindexError } from "../engine/errors.js";
import { readerOfFile } from "../shards/sharded-index.js";

/**
 * Answers the messages that come to this thread.
 *
 * @param {(source: unknown, options: object) => Promise<{ search: Function }>} open opens a folder, or several indexes
 */
export function serve(open) {
  const port = parentPort();
  let index;
  /** The controllers of searches under way, by the id of their message. */
  const searches = new Map();

  const methods = {
    async open(_, source, { wasm, ...others }) {
      index = await open(sourceOf(source), { wasm: received(wasm), ...others });
    },

    async search(id, query, options) {
      const controller = new AbortController();
      searches.set(id, controller);
      try {
        return await index.search(query, { ...options, signal: controller.signal });
      } finally {
        searches.delete(id);
      }
    },
  };

  const onMessage = async ({ id, method, args }) => {
    if (method === "abort") {
      searches.get(id)?.abort();
      return;
    }
    try {
      port.postMessage({ id, value: await methods[method](id, ...args) });
    } catch (error) {
      const { code, message, name, url, status } = error;
      port.postMessage({ id, error: { code, message, name, url, status } });
    }
  };

  if (port === globalThis) port.addEventListener("message", ({ data }) => onMessage(data));
  else port.on("message", onMessage);
  // Whoever waits for this knows that the script arrived.
  port.postMessage({});
}

/** In browsers a thread talks through its global object, in Node through a port. */
function parentPort() {
  if (typeof globalThis.postMessage === "function") return globalThis;
  return globalThis.process.getBuiltinModule("node:worker_threads").parentPort;
}

function sourceOf(source) {
  if (source.all) return source.all.map(({ src, ...settings }) => ({ src: sourceOf(src), ...settings }));
  const { address, folder, error } = source;
  if (error) return () => Promise.reject(new KindexError(error.code, error.message));
  return folder ? address : readerOfFile(received(source));
}

/** The source that was sent, in the form that `open` takes. */
function received(source) {
  return source?.bytes ?? source?.value ?? source?.address;
}
