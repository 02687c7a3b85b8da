import { QUERY_METHODS } from "../explorer/explorer.js";
import { lend } from "../index/borrowed.js";
import { withReader } from "../shards/sharded-index.js";
import { withoutShortStars } from "./file-budget.js";
import { IndexPool } from "./index-pool.js";
import { inTime } from "./in-time.js";
import { unavailable } from "./problem.js";
import { SingleFlight } from "./single-flight.js";
import { headOf, locate, openable } from "./source.js";
import { shardsOf, versionOf } from "./version.js";

/** The codes of errors about a missing file: the folder may have another index by now. */
export const GONE = ["fetch_failed", "missing_file"];

/** The time before another index is looked for again after there was none. */
export const PAUSE_MS = 5000;

/** The time that an index has to open, for a request that has others to answer from. The wait for a place ends before. */
export const MAX_OPENING_MS = 10_500;

/** The time that a request waits for an index in the place of one that is open. */
const MAX_RENEWAL_MS = 5000;

/** The candidates whose vectors are read, most often each from another file, where not all files may be. */
const MAX_CANDIDATES = 20;

/**
 * The indexes of a source that this instance of the Worker has open: one, or one for each tenant.
 *
 * @typedef {{ index: any, version: string, levels: number, stamp: unknown, several: boolean, shards: number, tenant?: string, closed?: boolean, checked: number, missed: number, next: SingleFlight<Opened> }} Opened
 */
export class Indexes {
  #settings;
  #openIndex;
  /** By tenant. @type {Map<string | undefined, SingleFlight<Opened>>} */
  #open = new Map();
  #pool;

  /**
   * @param {import("./settings.js").Settings & { isOneOfSeveral?: boolean }} settings
   * @param {typeof import("../entry/explore.js").open} openIndex
   */
  constructor(settings, openIndex) {
    this.#openIndex = openIndex;
    this.#settings = settings;
    this.#pool = new IndexPool(settings.limits.indexes, (closed) => {
      if (this.#open.get(closed.tenant)?.value === closed) this.#open.delete(closed.tenant);
    });
  }

  /**
   * Uses the index that a request is about; once more with a new one, if that has been replaced.
   *
   * @template T
   * @param {import("./call.js").Call} call
   * @param {(opened: Opened, own: Opened) => T | Promise<T>} use is given the index within the bounds of the request, and
   *   as it is kept here
   */
  async use(call, use) {
    for (let again = true; ; again = false) {
      const opened = await this.get(call);
      try {
        return await this.#during(call, opened, use);
      } catch (error) {
        // Others may have needed its place: before it was taken up, or as it took too long.
        if (!again || error?.code !== "closed") throw error;
      }
    }
  }

  #during(call, opened, use) {
    const work = (own) => use(this.bounded(call, own), own);
    return this.hold(opened, async () => {
      try {
        return await work(opened);
      } catch (error) {
        if (!GONE.includes(error?.code)) throw error;
        const next = await this.successor(call, opened, error);
        return this.hold(next, () => work(next));
      }
    });
  }

  /**
   * The index that a request is about, for who asks it several things: each of them is asked as
   * `use` does. One in a single file answers at once, as long as no other needed its place.
   *
   * @param {import("./call.js").Call} call
   */
  async borrow(call) {
    return this.lent(call, { opened: await this.get(call) });
  }

  /**
   * The same of what is open already, in the place of which `held` has another one once that answers.
   *
   * @param {import("./call.js").Call} call
   * @param {{ opened: Opened }} held
   */
  async lent(call, held) {
    const { opened } = held;
    const { index, several } = opened;
    const ask = (name, args) =>
      this.use(call, (now, own) => {
        held.opened = own;
        return now.index[name](...this.#argumentsOf(name, args, now));
      });
    const asking = (name) => (...args) => (several || opened.closed ? ask(name, args) : index[name](...args));
    // It was used just now.
    await this.hold(opened, () => {});
    return lend(index, Object.fromEntries(QUERY_METHODS.map((name) => [name, asking(name)])));
  }

  /** Works with an open index, which is not closed meanwhile. */
  hold(opened, work) {
    return this.#pool.use(opened, work);
  }

  /** The arguments of a question: a query without stars that too many words would suit, others as they are. */
  #argumentsOf(name, args, { shards }) {
    if (name !== "search") return args;
    const [query, ...others] = args;
    return [withoutShortStars(query, shards, this.#settings.limits.files), ...others];
  }

  /** The index for one request, whose budget all that it reads is taken from. */
  bounded(call, opened) {
    if (!opened.several) return opened;
    const { budget, settings } = call;
    const index = withReader(opened.index, (read) => budget.reader(read));
    const search = index.search.bind(index);
    const few = opened.shards > settings.limits.files ? MAX_CANDIDATES : undefined;
    index.search = (query, options) => {
      if (!options?.vector) return search(query, options);
      return budget.sparing(options, () => search(query, { ...options, candidates: options.candidates ?? few }));
    };
    return { ...opened, index };
  }

  /**
   * The index that is in the place of one that lacks a file. If it is the same one, it stays open, as
   * it has all but this file.
   */
  async successor(call, opened, cause) {
    const current = this.#open.get(call.tenant)?.value;
    if (current !== undefined && current !== opened) return current;
    if (Date.now() - opened.missed < PAUSE_MS) throw unavailable(cause);
    const next = await this.#make(opened.next, call, (version) => {
      if (version !== opened.version) return;
      opened.missed = Date.now();
      throw cause;
    }, opened);
    this.#replace(call.tenant, opened, opened.next);
    return next;
  }

  /** Another request may have been quicker, or the old one closed meanwhile. */
  #replace(tenant, opened, single) {
    const current = this.#open.get(tenant);
    if (current === single) return;
    if (current?.value !== opened) {
      this.#pool.retire(single.value);
      return;
    }
    this.#open.set(tenant, single);
    this.#pool.retire(opened);
  }

  /** The index that a request is about, open. */
  async get(call) {
    const before = this.#open.get(call.tenant)?.value;
    if (before) {
      const renewing = this.#renew(call, before);
      call.waitUntil(renewing);
      // The old one goes on where the new one is late.
      await inTime(renewing, MAX_RENEWAL_MS);
    }
    const single = this.#open.get(call.tenant) ?? new SingleFlight();
    this.#open.set(call.tenant, single);
    return this.#make(single, call);
  }

  /** Opens an index, in the place of one that is `replaced`. */
  #make(single, call, check = () => {}, replaced) {
    return single.get(() => this.#placed(call, check, replaced), (promise) => call.waitUntil(promise));
  }

  async #placed(call, check, replaced) {
    const place = await this.#pool.reserve(replaced).catch((cause) => {
      throw unavailable(cause);
    });
    try {
      const opened = await this.#opened(call, check);
      this.#pool.add(place, opened);
      return opened;
    } finally {
      this.#pool.release(place);
    }
  }

  /** Errors here, also those that `check` throws, are never the fault of the request. */
  async #opened(call, check) {
    const { env, tenant } = call;
    const { source, wasm, cacheBytes, isOneOfSeveral = false } = this.#settings;
    try {
      const place = locate(source, tenant, env);
      const stamp = await this.#stamp(call);
      const head = await headOf(place);
      const version = versionOf(head);
      check(version);
      // One file is searched together with others as a folder is.
      const asFolder = place.folder || isOneOfSeveral;
      const more = asFolder ? { cacheBytes, coalesce: false } : {};
      const index = await this.#openIndex(openable(place, head, asFolder), { wasm, ...more });
      const levels = (await index.stats()).levels.length;
      const times = { checked: Date.now(), missed: 0 };
      const several = { several: asFolder, shards: shardsOf(head), next: new SingleFlight() };
      return { index, version, levels, stamp, tenant, ...several, ...times };
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  /**
   * Asks now and then whether there is another index in its place; one request does. The old one
   * goes on where the new one cannot be opened.
   */
  async #renew(call, opened) {
    const { refresh, onError } = this.#settings;
    if (Date.now() - opened.checked < refresh * 1000) return;
    opened.checked = Date.now();
    try {
      const stamp = await this.#stamp(call);
      if (stamp === undefined || stamp === opened.stamp) return;
      const single = new SingleFlight();
      await this.#make(single, call, () => {}, opened);
      this.#replace(call.tenant, opened, single);
    } catch (error) {
      onError(error.cause ?? error, call);
    }
  }

  async #stamp({ tenant, env }) {
    const { source } = this.#settings;
    return source.stamp?.(locate(source, tenant, env).first, env);
  }
}
