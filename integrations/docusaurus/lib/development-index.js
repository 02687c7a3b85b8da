// The index of the sources, for `docusaurus start`.
import { Worker } from "node:worker_threads";

/** Makes the index anew each time the content of the site is loaded, in a thread of its own. */
export class DevelopmentIndex {
  #task;
  /** @type {Worker | undefined} */
  #thread;
  /** What was told of the last one, which is told once. */
  #told = [];

  /** @param {{ file: string, lang: string }} task where the index is written, and the language of the pages */
  constructor(task) {
    this.#task = task;
  }

  /** @param {import("./pages.js").Page[]} pages */
  make(pages) {
    this.#thread ??= this.#started();
    this.#thread.postMessage({ ...this.#task, pages });
  }

  #started() {
    const thread = new Worker(new URL("./development-thread.js", import.meta.url));
    thread.on("message", (faults) => this.#tell(faults));
    thread.on("error", ({ message }) => {
      this.#thread = undefined;
      this.#tell([`the thread that makes the index has ended: ${message}`]);
    });
    // The server ends when its own work does. A listener that is added later would undo this.
    thread.unref();
    return thread;
  }

  #tell(faults) {
    for (const fault of faults.filter((one) => !this.#told.includes(one))) console.warn(`kindex-docusaurus: ${fault}`);
    this.#told = faults;
  }
}
