import { open } from "../explore.js";
import { boundedIndex } from "./bounded.js";
import { unavailable } from "./problem.js";
import { Single } from "./single.js";
import { headOf, located, openable } from "./source.js";
import { versionOf } from "./version.js";

/** So long after its last use nobody works with an index any more, in milliseconds. */
const IDLE = 60_000;

/** Codes of an index in several files whose files are those of another one by now. */
const GONE = ["fetch_failed", "missing_file"];

/**
 * The indexes that this instance of the Worker has open: one, or one for each tenant.
 *
 * @typedef {{ index: any, version: string, levels: number, stamp: unknown, several: boolean, used: number, checked: number }} Opened
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
      this.#retire(call.tenant, opened);
      return use(await this.borrow(call));
    }
  }

  /**
   * The index that a request is about, for that request.
   *
   * @param {import("./call.js").Call} call
   * @returns {Promise<Opened>}
   */
  async borrow(call) {
    return this.#for(call, await this.#get(call));
  }

  #for({ signal }, opened) {
    return opened.several ? { ...opened, index: boundedIndex(opened.index, signal) } : opened;
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

  #make(single, call) {
    return single.get(() => this.#opened(call), (promise) => call.waitUntil(promise));
  }

  /** Whatever fails here is none of the request's doing. */
  async #opened(call) {
    const { settings, env, tenant } = call;
    try {
      const place = located(settings.source, tenant, env);
      const stamp = await this.#stamp(call);
      const head = await headOf(place);
      const version = versionOf(head, place.tenant);
      const { wasm, cacheBytes } = settings;
      const more = place.folder ? { cacheBytes, coalesce: false } : { tenant: place.tenant };
      const index = await open(openable(place, head), { wasm, ...more });
      const levels = (await index.stats()).levels.length;
      return { index, version, levels, stamp, several: place.folder, used: Date.now(), checked: Date.now() };
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
    const idle = ({ used }) => Date.now() - used > IDLE;
    for (const [tenant, { value }] of this.#open) {
      if (this.#open.size <= this.#settings.limits.indexes) break;
      if (value && idle(value)) this.#retire(tenant, value);
    }
    for (const { index } of this.#retired.filter(idle)) index.close();
    this.#retired = this.#retired.filter((one) => !idle(one));
  }
}
