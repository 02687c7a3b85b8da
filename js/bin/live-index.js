// The index of a site that is being written.
import { Worker } from "node:worker_threads";

/** After a file was saved the next ones may follow so soon, in milliseconds. */
const SETTLED = 25;

export class LiveIndex {
  /** @type {Worker | undefined} */
  #thread;
  #task;
  #on;
  /** By name the bytes of its files. */
  #files = new Map();
  /** The reason of the last failure; undefined after a success. */
  #failure;
  /** The messages that were told for the last one, which are told once. */
  #told = new Set();
  #making;
  /** What became of each file, by its path, with the id of its document. */
  outcomes = [];
  #isStale = false;
  #isClosed = false;
  #timer;

  /**
   * @param {{ paths: string[], given: object }} task
   * @param {{ change: () => void, warn: (message: string) => void, fail: (message: string) => void }} on
   */
  constructor(task, on) {
    this.#task = task;
    this.#on = on;
    this.#make();
  }

  /** A file was saved. */
  touch() {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#make(), SETTLED);
  }

  /**
   * A file of the newest index, which may be on its way.
   *
   * @param {string} name
   * @returns {Promise<Uint8Array | undefined>}
   */
  async file(name) {
    while (this.#making) await this.#making;
    if (this.#files.size === 0) throw new Error(this.#failure);
    return this.#files.get(name);
  }

  async close() {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    await this.#thread?.terminate();
  }

  #make() {
    if (this.#making) {
      this.#isStale = true;
      return;
    }
    this.#isStale = false;
    this.#making = this.#made().then((made) => {
      this.#making = undefined;
      if (this.#isClosed) return;
      this.#take(made);
      if (this.#isStale) this.#make();
    });
  }

  /** What the thread answers, or why it does not. */
  #made() {
    this.#thread ??= this.#started();
    const thread = this.#thread;
    return new Promise((resolve) => {
      const onMessage = (made) => {
        thread.off("exit", onExit);
        resolve(made);
      };
      const onExit = () => {
        this.#thread = undefined;
        resolve({ failed: "the thread that makes the index has ended; save a file to start it anew" });
      };
      thread.once("message", onMessage);
      thread.once("exit", onExit);
      thread.postMessage(this.#task);
    });
  }

  #started() {
    const thread = new Worker(new URL("./index-thread.js", import.meta.url));
    // The server ends when its own work does.
    thread.unref();
    thread.on("error", ({ message }) => this.#on.fail(message));
    return thread;
  }

  #take({ files, messages = [], outcomes = [], failed }) {
    this.#tell(messages);
    if (failed && failed !== this.#failure) this.#on.fail(failed);
    this.#failure = failed;
    if (failed) return;
    const before = this.#files;
    this.#files = new Map(files);
    this.outcomes = outcomes;
    if (before.size > 0 && !isSame(before, this.#files)) this.#on.change();
  }

  #tell(messages) {
    for (const message of messages.filter((one) => !this.#told.has(one))) this.#on.warn(message);
    this.#told = new Set(messages);
  }
}

function isSame(before, now) {
  if (before.size !== now.size) return false;
  return [...now].every(([name, bytes]) => before.has(name) && Buffer.compare(before.get(name), bytes) === 0);
}
