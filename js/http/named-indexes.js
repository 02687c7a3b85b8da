// The indexes of a Worker with several sources, which answer as one.
import { KindexError } from "../engine/errors.js";
import { NamedGroup } from "../explorer/named-group.js";
import { withoutShortStars } from "./file-budget.js";
import { GONE, Indexes, PAUSE_MS } from "./indexes.js";

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
  /** @type {{ name: string, weight: number, indexes: Indexes, failed: Map<string | undefined, { error: unknown, since: number }> }[]} */
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
   * Uses the indexes that a request is about.
   *
   * @template T
   * @param {import("./call.js").Call} call
   * @param {(opened: import("./indexes.js").Opened) => T | Promise<T>} use
   */
  async use(call, use) {
    const held = await this.#held(call);
    const open = held.filter(({ opened }) => opened);
    if (open.length === 0) throw held[0].error;
    const shards = open.map(({ name, opened }) => [name, opened.shards]);
    return use({
      index: this.#group(call, held),
      // Another one may be in the place of one of them once all is answered.
      get version() {
        return open.map(({ name, opened }) => `${name}=${opened.version}`).join();
      },
      levels: Math.max(...open.map(({ opened }) => opened.levels)),
      shards: sum(shards),
      shardsOf: (names) => sum(shards.filter(([name]) => names.includes(name))),
    });
  }

  /**
   * The indexes that a request is about, for who asks them several things.
   *
   * @param {import("./call.js").Call} call
   */
  async borrow(call) {
    return this.#group(call, await this.#held(call));
  }

  #group(call, held) {
    return new NamedGroup(() => held, (query, options) => this.#search(call, held, query, options));
  }

  /** @returns {Promise<Held[]>} */
  #held(call) {
    return Promise.all(this.#sources.map((source) => this.#open(call, source)));
  }

  /** Opens a source. One that could not be opened just now is not tried again at once. */
  async #open(call, { name, weight, indexes, failed }) {
    const before = failed.get(call.tenant);
    if (before && Date.now() - before.since < PAUSE_MS) return { name, weight, indexes, error: before.error };
    try {
      const held = { name, weight, indexes, opened: await indexes.get(call) };
      failed.delete(call.tenant);
      return Object.assign(held, { index: await indexes.lent(call, held) });
    } catch (error) {
      failed.set(call.tenant, { error, since: Date.now() });
      this.#report(call, name, error.cause ?? error);
      return { name, weight, indexes, error };
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
      for (const one of lost.filter((one) => this.#isNews(one, open))) this.#report(call, one.label, one);
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
      // What is to be said of it is the error of the search.
      one.opened = await next.catch(() => one.opened);
    }
    return open.some(({ opened }, at) => opened !== before[at]);
  }

  /** Whether it is to be told: that one is cut in another way stays so. */
  #isNews({ code, label }, open) {
    const { opened } = open.find(({ name }) => name === label);
    if (code === "invalid_option" && this.#told.has(opened)) return false;
    if (code === "invalid_option") this.#told.add(opened);
    return true;
  }

  #report(call, name, error) {
    this.#settings.onError(new Error(`the index ${name} cannot be read, so that answers are without it: ${error.message ?? error}`, { cause: error }), call);
  }
}

const sum = (shards) => shards.reduce((total, [, count]) => total + count, 0);
