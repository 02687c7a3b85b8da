// The indexes of a Worker with several sources, which answer as one.
import { KindexError } from "../engine/errors.js";
import { QUERY_METHODS } from "../explorer/explorer.js";
import { Lost, watched } from "../explorer/lost.js";
import { NamedGroup, parted } from "../explorer/named-group.js";
import { withoutShortStars } from "./file-budget.js";
import { LATE, inTime } from "./in-time.js";
import { InUse } from "./index-pool.js";
import { GONE, Indexes, MAX_OPENING_MS, PAUSE_MS } from "./indexes.js";
import { Problem, unavailable } from "./problem.js";

/** The codes of errors of an index in the place of which there may be another one by now. */
const REPLACED = [...GONE, "closed"];

/**
 * A source, during a request: what is open of it, or the reason why nothing is.
 *
 * @typedef {{ name: string, weight: number, indexes: Indexes, opened?: import("./indexes.js").Opened, index?: any, error?: unknown }} Held
 */

/** The indexes of all sources, of which each is opened and renewed by itself. */
export class NamedIndexes {
  #settings;
  #openIndex;
  /** @type {{ name: string, weight: number, indexes: Indexes, failed: Map<string | undefined, { error: unknown, isLate: boolean, since: number }> }[]} */
  #sources;
  /** Those of which it was told that they cannot be searched with the others. @type {WeakSet<object>} */
  #told = new WeakSet();

  /**
   * @param {import("./settings.js").Settings} settings with `sources`
   * @param {typeof import("../entry/explore.js").open} openIndex
   */
  constructor(settings, openIndex) {
    this.#settings = settings;
    this.#openIndex = openIndex;
    this.#sources = settings.sources.map(({ name, source, weight }) => {
      return { name, weight, indexes: new Indexes({ ...settings, source, isOneOfSeveral: true }, openIndex), failed: new Map() };
    });
  }

  /**
   * Uses the indexes that a request is about; once more without those that turn out not to be there.
   *
   * @template T
   * @param {import("./call.js").Call} call
   * @param {(opened: import("./indexes.js").Opened) => T | Promise<T>} use
   * @param {string} id in the address of the request
   */
  async use(call, use, id) {
    const held = await this.#held(call, this.#asked(call, id));
    for (const one of held.filter(({ index }) => index)) one.index = watched(one.name, one.index, QUERY_METHODS);
    for (;;) {
      const open = held.filter(({ opened }) => opened);
      if (open.length === 0) throw held[0].error;
      try {
        return await use(this.#together(call, held, open));
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        this.#leaveOut(call, open, error);
      }
    }
  }

  /** Leaves out those that are lost. Where no other is left, the error of the last one is thrown. */
  #leaveOut(call, open, { names, errors }) {
    for (const [at, name] of names.entries()) {
      const { cause } = errors[at];
      if (at + 1 === open.length) throw cause;
      Object.assign(open.find((one) => one.name === name), { opened: undefined, index: undefined, error: cause });
      this.#report(call, name, cause);
    }
  }

  /** Those that are open, as one. */
  #together(call, held, open) {
    const shards = open.map(({ name, opened }) => [name, opened.shards]);
    return {
      index: this.#group(call, held),
      // Another one may be in the place of one of them once all is answered.
      get version() {
        return open.map(({ name, opened }) => `${name}=${opened.version}`).join();
      },
      levels: Math.max(...open.map(({ opened }) => opened.levels)),
      shards: sum(shards),
      shardsOf: (names) => sum(shards.filter(([name]) => names.includes(name))),
    };
  }

  /**
   * The indexes that a request is about, for who asks them several things.
   *
   * @param {import("./call.js").Call} call
   */
  async borrow(call) {
    return this.#group(call, await this.#held(call, this.#sources));
  }

  #group(call, held) {
    return new NamedGroup(() => held, (query, options) => this.#search(call, held, query, options));
  }

  /** The sources that an address names, or all: nothing waits for one that is not asked. */
  #asked({ url: { searchParams } }, id) {
    const all = this.#sources.map(({ name }) => name);
    const [first] = [id, searchParams.get("prefix") ?? ""].map((text) => parted(all, text)[0]).filter((name) => name);
    const names = first === undefined ? searchParams.getAll("index") : [first];
    const asked = this.#sources.filter(({ name }) => names.includes(name));
    return asked.length > 0 ? asked : this.#sources;
  }

  /** @returns {Promise<Held[]>} */
  #held(call, sources) {
    return Promise.all(sources.map((source) => this.#open(call, source)));
  }

  /**
   * Opens a source. One that could not be opened just now is not tried again at once, and one that was late is not
   * waited for again.
   */
  async #open(call, { name, weight, indexes, failed }) {
    const { tenant } = call;
    const before = failed.get(tenant);
    if (before && Date.now() - before.since < PAUSE_MS) return { name, weight, indexes, error: before.error };
    let isLate = false;
    try {
      const opened = await inTime(this.#opening(call, indexes, failed), before?.isLate ? 0 : MAX_OPENING_MS);
      isLate = opened === LATE;
      if (isLate) throw unavailable(new Error("it did not open in time"));
      const held = { name, weight, indexes, opened };
      return Object.assign(held, { index: await indexes.lent(call, held) });
    } catch (error) {
      // That there is no place for it says nothing of it.
      if (!(error.cause instanceof InUse)) failed.set(tenant, { error, isLate, since: Date.now() });
      if (!isLate || !before?.isLate) this.#report(call, name, error);
      return { name, weight, indexes, error };
    }
  }

  /** What comes late is there from then on. What fails late is as late as before, and its pause begins then. */
  async #opening(call, indexes, failed) {
    const { tenant } = call;
    try {
      const opened = await indexes.get(call);
      failed.delete(tenant);
      return opened;
    } catch (error) {
      if (failed.get(tenant)?.isLate && !(error.cause instanceof InUse)) failed.set(tenant, { error, isLate: true, since: Date.now() });
      throw error;
    }
  }

  /** Searches those that are asked, once more where another index is in the place of one of them. */
  async #search(call, held, query, { indexes: names, ...options } = {}) {
    const asked = held.filter(({ name }) => names === undefined || names.includes(name));
    const open = asked.filter(({ opened }) => opened);
    if (open.length === 0) throw asked[0].error;
    for (let again = true; ; again = false) {
      const { found, error, lost } = await this.#searched(call, open, query, options);
      const tooMany = lost.find(({ code }) => code === "too_many_files");
      if (tooMany) throw tooMany;
      if (again && (await this.#renewed(call, open, lost))) continue;
      if (error) throw error;
      this.#tell(call, open, lost);
      const missing = asked.filter(({ opened }) => !opened).map(({ name }) => ({ label: name, code: "read_failed" }));
      const unavailable = [...missing, ...lost.map(({ label, code }) => ({ label, code }))];
      return { ...found, ...(unavailable.length > 0 && { unavailable }) };
    }
  }

  /** What is found, and the errors of those that are not in it; all have one where nothing is found. */
  async #searched(call, open, query, options) {
    const { wasm, limits } = this.#settings;
    const sources = open.map(({ name, weight, indexes, opened }) => ({ src: indexes.bounded(call, opened).index, label: name, weight }));
    const bounded = withoutShortStars(query, sum(open.map(({ name, opened }) => [name, opened.shards])), limits.files);
    const search = async () => (await this.#openIndex(sources, { wasm })).search(bounded, options);
    try {
      const found = await open.reduceRight((work, { indexes, opened }) => () => indexes.hold(opened, work), search)();
      const lost = (found.unavailable ?? []).map(({ label, code, message }) => new KindexError(code, message, { label }));
      return { found, lost };
    } catch (error) {
      const lost = REPLACED.includes(error?.code) ? open.map(({ name: label }) => new KindexError(error.code, error.message, { label })) : [];
      return { error, lost };
    }
  }

  /** Whether another index is in the place of one that was lost. */
  async #renewed(call, open, lost) {
    const before = open.map(({ opened }) => opened);
    for (const error of lost.filter(({ code }) => REPLACED.includes(code))) {
      const one = open.find(({ name }) => name === error.label);
      const next = error.code === "closed" ? one.indexes.get(call) : one.indexes.successor(call, one.opened, error);
      // The error of the search says more than that of opening it.
      one.opened = await next.catch(() => one.opened);
    }
    return open.some(({ opened }, at) => opened !== before[at]);
  }

  /** Tells why a search is without some. That one is cut in another way stays so, and is told once. */
  #tell(call, open, lost) {
    const [first] = open.filter(({ name }) => lost.every(({ label }) => label !== name));
    for (const error of lost) {
      const { name, opened } = open.find(({ name }) => name === error.label);
      if (error.code !== "invalid_option") this.#report(call, name, error);
      else if (!this.#told.has(opened)) {
        this.#told.add(opened);
        const advice = "build both with the same levels, overlap, unit, chunker and parents";
        const message = `the index ${name} is searched by itself only, as it was built with other chunks than ${first.name}: ${advice}`;
        this.#settings.onError(new Error(message, { cause: error }), call);
      }
    }
  }

  #report(call, name, error) {
    const cause = (error instanceof Problem && error.cause) || error;
    this.#settings.onError(new Error(`the index ${name} cannot be read, so that answers are without it: ${cause.message ?? cause}`, { cause }), call);
  }
}

const sum = (shards) => shards.reduce((total, [, count]) => total + count, 0);
