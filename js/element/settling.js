/** The time that an answer has to stand before the page is told of the search. */
const SETTLED_MS = 1000;

/** Tells the page of a search, once: when its answer has stood for a while, or when somebody uses it. */
export class Settling {
  #tell;
  #detail;
  #waiting;

  /** @param {(detail: import("../entry/element.js").SearchDetail) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** Another answer is there. */
  begin(detail) {
    this.stop();
    this.#detail = detail;
    this.#waiting = setTimeout(() => this.end(), SETTLED_MS);
  }

  /** Tells of it now, if that is not done yet. */
  end() {
    const detail = this.#detail;
    this.stop();
    if (detail) this.#tell(detail);
  }

  /** Tells nothing of it any more. */
  stop() {
    clearTimeout(this.#waiting);
    this.#detail = undefined;
  }
}
