/** Reads files and tells how far that is. */

/** Shorter waits are not worth a word. */
const PATIENCE = 250;

/**
 * The state of reading, all files together.
 * @typedef {object} Reading
 * @property {number} loaded bytes that have arrived
 * @property {number} [total] bytes that will have arrived; absent where a host does not say
 */

export class Progress {
  #show;
  /** The files under way. */
  #files = new Set();
  #timer = 0;

  /** @param {(reading: Reading | null) => void} show called while files are read, with null at the end */
  constructor(show) {
    this.#show = show;
  }

  /**
   * The bytes of a file.
   * @param {string} url
   * @param {{signal?: AbortSignal, size?: number}} [options] `size` of the file, where a host does
   *   not tell it: those that compress on the way do not
   * @returns {Promise<Uint8Array | Response>} an answer without a file is returned as it is
   */
  async read(url, { signal, size } = {}) {
    const file = { loaded: 0, total: size };
    this.#begin(file);
    try {
      const response = await fetch(url, { signal });
      if (!response.ok || !response.body) return response;
      file.total = lengthOf(response) ?? size;
      return await this.#collect(response.body.getReader(), file);
    } finally {
      this.#end(file);
    }
  }

  async #collect(reader, file) {
    const parts = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
      parts.push(value);
      file.loaded += value.length;
      if (!this.#timer) this.#show(this.#sum());
    }
  }

  #begin(file) {
    if (this.#files.size === 0) this.#timer = setTimeout(() => this.#speak(), PATIENCE);
    this.#files.add(file);
  }

  #speak() {
    this.#timer = 0;
    this.#show(this.#sum());
  }

  #end(file) {
    this.#files.delete(file);
    if (this.#files.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#show(null);
  }

  #sum() {
    const files = [...this.#files];
    const sum = (key) => files.reduce((all, file) => all + file[key], 0);
    const isKnown = files.every((file) => file.total >= file.loaded);
    return { loaded: sum("loaded"), total: isKnown ? sum("total") : undefined };
  }
}

/** The length of what arrives; hosts that compress on the way tell another. */
function lengthOf({ headers }) {
  const length = Number(headers.get("content-length"));
  return length > 0 && !headers.get("content-encoding") ? length : undefined;
}
