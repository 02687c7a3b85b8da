/**
 * Starts threads: index.js loads this for `open(source, { worker: true })`.
 */
import { openThreaded } from "../thread/threaded-index.js";

/** The script that runs in the thread. */
const THREAD = "./thread.js";

/** The address of this script, as far as that is known. */
const HERE = import.meta.url;

/**
 * @param {import("./index.js").Source} source
 * @param {import("./index.js").ShardedOpenOptions} options checked
 */
export const open = (source, options) => openThreaded(source, options, startThread);

/** @returns {import("../thread/threaded-index.js").Thread} */
function startThread() {
  return isUsable(globalThis.Worker) ? browserThread(newWorker()) : nodeThread();
}

/** Outside of pages it has to be one that a program can end with: Deno's is none, Bun's is. */
function isUsable(Worker) {
  return Worker !== undefined && (globalThis.location !== undefined || "unref" in Worker.prototype);
}

/** Bundlers know the form in which the thread's script is named here, and put it where it is found. */
function newWorker() {
  return isOtherOrigin() ? workerOfOtherOrigin() : new Worker(new URL("./thread.js", import.meta.url), { type: "module" });
}

/** Whether this script is of another origin than the page, as from a CDN. Bundlers may say file: here. */
function isOtherOrigin() {
  const { protocol, origin } = new URL(HERE);
  return Boolean(globalThis.location) && protocol.startsWith("http") && origin !== location.origin;
}

/** A page may run scripts of another origin, but only start threads from its own. */
function workerOfOtherOrigin() {
  const script = `import ${JSON.stringify(new URL(THREAD, HERE))};`;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(address, { type: "module" });
}

function browserThread(worker) {
  return {
    listen(onMessage, onError) {
      worker.addEventListener("message", ({ data }) => onMessage(data));
      worker.addEventListener("error", onError);
      worker.addEventListener("messageerror", onError);
    },
    post: (message, transfer) => worker.postMessage(message, transfer),
    keepAlive: (isWaited) => keepAlive(worker, isWaited),
    end: () => worker.terminate(),
  };
}

function nodeThread() {
  const { Worker } = globalThis.process.getBuiltinModule("node:worker_threads");
  const worker = new Worker(new URL("./thread.js", import.meta.url));
  return {
    listen(onMessage, onError) {
      worker.on("message", onMessage);
      worker.on("error", onError);
    },
    post: (message, transfer) => worker.postMessage(message, transfer),
    keepAlive: (isWaited) => keepAlive(worker, isWaited),
    end: () => void worker.terminate(),
  };
}

/** Outside of pages: an index that nobody asks anything does not keep the program running. */
function keepAlive(worker, isWaited) {
  if (isWaited) worker.ref?.();
  else worker.unref?.();
}
