/** The time that a request works with an index at most: a cancelled one never says that it is done. */
const MAX_WORK_MS = 3000;

/** The longest wait for a place, and the time that one is kept for an index that is being opened. */
const MAX_WAIT_MS = 10_000;

/** The first and the longest wait between two looks, in milliseconds. */
const [FIRST, LONGEST] = [4, 64];

/** The error that there is no place for an index, whatever that is. */
export class InUse extends Error {}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The indexes that an instance holds in memory: a number at most, and while one is replaced one more.
 * Before there is a place for the next one, the one is closed that nobody has worked with for longest.
 *
 * In workerd a promise belongs to the request in which it was made, and nothing goes on when that is
 * cancelled. So those who wait look again and again, each with a timer of its own, and whatever is
 * noted for a request ends with the time.
 *
 * @typedef {{ index: { close(): void }, users?: number, used?: number, retired?: boolean, closed?: boolean }} Holding
 */
export class IndexPool {
  #limit;
  #onClose;
  /** @type {Set<Holding>} */
  #open = new Set();
  /** The places for indexes that are being opened: since when, and whether it replaces another one. */
  #reserved = new Set();

  /**
   * @param {number} limit
   * @param {(closed: any) => void} onClose is called with each index that was closed
   */
  constructor(limit, onClose) {
    this.#limit = limit;
    this.#onClose = onClose;
  }

  /**
   * A place for one more index, which `add` or `release` gives back.
   *
   * @param {Holding} [replaced] the index that will be closed once the new one is there
   * @returns {Promise<object>} rejects where all are in use for long
   */
  async reserve(replaced) {
    const place = { since: Date.now(), replaces: replaced !== undefined };
    for (let wait = FIRST; !this.#makeRoom(replaced); wait = Math.min(2 * wait, LONGEST)) {
      if (Date.now() - place.since > MAX_WAIT_MS) throw new InUse(`as many indexes as limits.indexes, ${this.#limit}, are in use`);
      await pause(wait);
    }
    place.since = Date.now();
    this.#reserved.add(place);
    return place;
  }

  /** Gives back a place in which nothing came to be. */
  release(place) {
    this.#reserved.delete(place);
  }

  /** @param {Holding} opened the index for which the place was */
  add(place, opened) {
    this.#reserved.delete(place);
    this.#open.add(Object.assign(opened, { users: 0, used: Date.now() }));
  }

  /**
   * Works with an index, which is not closed meanwhile.
   *
   * @template T
   * @param {Holding} opened
   * @param {() => T | Promise<T>} work
   */
  async use(opened, work) {
    this.#sweep();
    opened.used = Date.now();
    opened.users++;
    try {
      return await work();
    } finally {
      opened.users--;
      if (opened.retired && opened.users === 0) this.#close(opened);
    }
  }

  /** Closes an index as soon as nobody works with it. */
  retire(opened) {
    opened.retired = true;
    this.#sweep();
  }

  #sweep() {
    for (const one of this.#open) if (one.retired && isIdle(one)) this.#close(one);
  }

  #makeRoom(replaced) {
    const late = Date.now() - MAX_WAIT_MS;
    for (const place of this.#reserved) if (place.since < late) this.#reserved.delete(place);
    const one = this.#open.has(replaced) && ![...this.#reserved].some(({ replaces }) => replaces) ? 1 : 0;
    while (this.#open.size + this.#reserved.size >= this.#limit + one) {
      const oldest = this.#oldest(replaced);
      if (!oldest) return false;
      this.#close(oldest);
    }
    return true;
  }

  /** The index to close first: one that was replaced, else the one that is unused for longest. */
  #oldest(replaced) {
    const idle = [...this.#open].filter((one) => one !== replaced && isIdle(one));
    const order = (one) => (one.retired ? 0 : one.used);
    return idle.sort((a, b) => order(a) - order(b))[0];
  }

  #close(opened) {
    if (opened.closed) return;
    opened.closed = true;
    this.#open.delete(opened);
    opened.index.close();
    this.#onClose(opened);
  }
}

const isIdle = ({ users, used }) => users === 0 || Date.now() - used > MAX_WORK_MS;
