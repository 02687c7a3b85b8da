import { open } from "../explore.js";
import { boundedIndex } from "./bounded.js";
import { unavailable } from "./problem.js";
import { Single } from "./single.js";
import { headOf, located, openable } from "./source.js";
import { shardsOf, versionOf } from "./version.js";

/** So long after its last use nobody works with an index any more, in milliseconds. */
const IDLE = 60_000;

/** Codes of an index in several files one of which is not there: they may be those of another one by now. */
const GONE = ["fetch_failed", "missing_file"];

/** So long it is not looked for another one again where there was none, in milliseconds. */
const PAUSE = 5000;

/** So many that were replaced stay open at most: who began before two more came has long ended. */
const RETIRED = 2;

/**
 * The indexes that this instance of the Worker has open: one, or one for each tenant.
 *
 * @typedef {{ index: any, version: string, levels: number, stamp: unknown, several: boolean, shards: number, used: number, checked: number, missed: number, next: Single<Opened> }} Opened
 */
export class Indexes {
  #settings;
  /** By tenant; what was used last comes last. @type {Map<string | undefined, Single<Opened>>} */
  #open = new Map();
  /** What may still be in use. @type {Opened[]} */
  #retired = [];

  /** @param {import("./settings.js").Settings} settings */
  constructor(settings) {
    this.#settings = settings;
  }

  /**
   * Uses the index that a request is about; once more with a new one, if that has been replaced.
   *
   * @template T
   * @param {import("./call.js").Call} call
   * @param {(opened: Opened) => T | Promise<T>} use
   */
  async use(call, use) {
    const opened = await this.#get(call);
    try {
      return await use(this.#for(call, opened));
    } catch (error) {
      if (!GONE.includes(error?.code)) throw error;
      return use(this.#for(call, await this.#successor(call, opened, error)));
    }
  }

  /**
   * The index that a request is about, for who asks it several things: each of them is asked as
   * `use` does.
   *
   * @param {import("./call.js").Call} call
   */
  async borrow(call) {
    const { index, several } = await this.#get(call);
    if (!several) return index;
    const asking = (name) => (...args) => this.use(call, (opened) => opened.index[name](...args));
    // It is awaited, so there has to be nothing where there is no method.
    return new Proxy(index, { get: (_, name) => (name in index ? asking(name) : undefined) });
  }

  #for({ signal }, opened) {
    return opened.several ? { ...opened, index: boundedIndex(opened.index, signal) } : opened;
  }

  /**
   * What lies in the place of an index of which a file is not there. Where that is the same one, it
   * stays open: it has all but this file.
   */
  async #successor(call, opened, cause) {
    const current = this.#open.get(call.tenant)?.value;
    if (current !== undefined && current !== opened) return current;
    if (Date.now() - opened.missed < PAUSE) throw unavailable(cause);
    const next = await this.#make(opened.next, call, (version) => {
      if (version !== opened.version) return;
      opened.missed = Date.now();
      throw cause;
    });
    this.#replace(call.tenant, opened, opened.next);
    return next;
  }

  #replace(tenant, opened, single) {
    if (this.#open.get(tenant)?.value !== opened) return;
    this.#retire(tenant, opened);
    this.#open.set(tenant, single);
  }

  async #get(call) {
    this.#sweep();
    const before = this.#open.get(call.tenant)?.value;
    if (before) await this.#renew(call, before);
    const single = this.#open.get(call.tenant) ?? new Single();
    this.#open.delete(call.tenant);
    this.#open.set(call.tenant, single);
    const opened = await this.#make(single, call);
    opened.used = Date.now();
    return opened;
  }

  #make(single, call, check = () => {}) {
    return single.get(() => this.#opened(call, check), (promise) => call.waitUntil(promise));
  }

  /** Whatever fails here is none of the request's doing, nor is what `check` finds in the version. */
  async #opened(call, check) {
    const { settings, env, tenant } = call;
    try {
      const place = located(settings.source, tenant, env);
      const stamp = await this.#stamp(call);
      const head = await headOf(place);
      const version = versionOf(head, place.tenant);
      check(version);
      const { wasm, cacheBytes } = settings;
      const more = place.folder ? { cacheBytes, coalesce: false } : { tenant: place.tenant };
      const index = await open(openable(place, head), { wasm, ...more });
      const levels = (await index.stats()).levels.length;
      const times = { used: Date.now(), checked: Date.now(), missed: 0 };
      const several = { several: place.folder, shards: shardsOf(head), next: new Single() };
      return { index, version, levels, stamp, ...several, ...times };
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
      const single = new Single();
      await this.#make(single, call);
      this.#retire(call.tenant, opened);
      this.#open.set(call.tenant, single);
    } catch (error) {
      onError(error.cause ?? error, call);
    }
  }

  async #stamp({ settings: { source }, tenant, env }) {
    return source.stamp?.(located(source, tenant, env).first, env);
  }

  #retire(tenant, opened) {
    if (this.#open.get(tenant)?.value === opened) this.#open.delete(tenant);
    if (!this.#retired.includes(opened)) this.#retired.push(opened);
  }

  /** Gives memory back: of the tenants that were used longest ago, and of what was replaced. */
  #sweep() {
    for (const { index } of this.#retired.splice(0, this.#retired.length - RETIRED)) index.close();
    const idle = ({ used }) => Date.now() - used > IDLE;
    for (const [tenant, { value }] of this.#open) {
      if (this.#open.size <= this.#settings.limits.indexes) break;
      if (value && idle(value)) this.#retire(tenant, value);
    }
    for (const { index } of this.#retired.filter(idle)) index.close();
    this.#retired = this.#retired.filter((one) => !idle(one));
  }
}
