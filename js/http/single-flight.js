/** The time that one request has before another one tries too. */
const MAX_WAIT_MS = 10_000;

/** The first and the longest wait between two looks, in milliseconds. */
const [FIRST, LONGEST] = [4, 64];

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * A value that one request makes while the others wait for it.
 *
 * In workerd a promise belongs to the request in which it was made: when that request is cancelled,
 * nothing that it waited for goes on, and whoever waits for its promise waits for ever. So no
 * promise is shared here. Those who wait look again and again, each with a timer of its own, and do
 * the work themselves if it takes too long.
 *
 * @template T
 */
export class SingleFlight {
  /** @type {T | undefined} */
  value;
  /** The attempt under way, for those who wait: its start, and the error if it failed. */
  #attempt;

  /**
   * @param {() => Promise<T>} make
   * @param {(promise: Promise<unknown>) => void} waitUntil keeps a request alive whose client is gone
   * @returns {Promise<T>} rejects as the attempt does that it waited for; the next call tries again
   */
  async get(make, waitUntil) {
    for (let wait = FIRST; ; wait = Math.min(2 * wait, LONGEST)) {
      if (this.value !== undefined) return this.value;
      const attempt = this.#attempt;
      if (attempt === undefined || Date.now() - attempt.since > MAX_WAIT_MS) break;
      await pause(wait);
      if (attempt.error !== undefined) throw attempt.error;
    }
    const making = this.#make(make);
    waitUntil(making.catch(() => {}));
    return making;
  }

  async #make(make) {
    const attempt = { since: Date.now(), error: undefined };
    this.#attempt = attempt;
    try {
      this.value = await make();
      return this.value;
    } catch (error) {
      attempt.error = error;
      throw error;
    } finally {
      if (this.#attempt === attempt) this.#attempt = undefined;
    }
  }
}
