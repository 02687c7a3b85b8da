/**
 * What runs in a thread of its own, for `open(source, { worker: true })`: opens one index and
 * answers what threaded.js asks. It is no Cloudflare Worker, and nothing imports it.
 *
 * It searches with the module for several files, which opens one file too: so there is one module
 * to load, and nothing that a bundler would have to split off.
 */
import { bytesOf } from "../engine/bytes.js";
import { inflatedIndex } from "../engine/gzip.js";
import { open } from "./sharded.js";

/** In browsers a thread talks through its global object, in Node through a port. */
const port =
  typeof globalThis.postMessage === "function"
    ? globalThis
    : globalThis.process.getBuiltinModule("node:worker_threads").parentPort;

let index;

/** By number, what stops a search under way. */
const searching = new Map();

const CALLS = {
  async open(_, source, { wasm, ...others }) {
    const options = { wasm: received(wasm), ...others };
    const { address, file } = source;
    if (address?.endsWith("/") && !file) {
      index = await open(address, options);
      return;
    }
    const bytes = bytesOf(received(source)).then(inflatedIndex);
    // Both are loaded at the same time; whichever fails first is what is told.
    bytes.catch(() => {});
    index = await open(() => bytes, options);
  },

  async search(number, query, options) {
    const controller = new AbortController();
    searching.set(number, controller);
    try {
      return await index.search(query, { ...options, signal: controller.signal });
    } finally {
      searching.delete(number);
    }
  },
};

/** What was sent, as what opens an index takes it. */
function received(source) {
  return source?.bytes ?? source?.value ?? source?.address;
}

async function hear({ number, call, args }) {
  if (call === "abort") {
    searching.get(number)?.abort();
    return;
  }
  try {
    port.postMessage({ number, value: await CALLS[call](number, ...args) });
  } catch (error) {
    const { code, message, name, url, status } = error;
    port.postMessage({ number, error: { code, message, name, url, status } });
  }
}

if (port === globalThis) port.addEventListener("message", ({ data }) => hear(data));
else port.on("message", hear);
