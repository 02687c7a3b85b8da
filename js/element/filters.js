// The filters of a search: for each key its values, each with how many pages it would leave.
import { Checks, Select } from "./filter-controls.js";
import { proposed } from "./preferred.js";

/** @typedef {Map<string, string[]>} Chosen the values that are chosen, by key; none for all */

export class Filters {
  #box;
  #Control;
  #onChange;
  /** @type {Chosen} */
  #chosen;
  /** What values of each key are chosen with. */
  #controls = new Map();

  /**
   * @param {HTMLElement} box
   * @param {Chosen | undefined} chosen what the address of a page of results has; nothing elsewhere
   * @param {() => void} onChange
   */
  constructor(box, chosen, onChange) {
    this.#box = box;
    this.#Control = chosen ? Checks : Select;
    this.#chosen = chosen ?? new Map();
    this.#onChange = onChange;
  }

  /** What is chosen, and of which keys nothing is where the page proposes something. @returns {Chosen} */
  get chosen() {
    return new Map([...this.#chosen].filter(([key, values]) => values.length > 0 || proposed(key).length > 0));
  }

  /**
   * Searches with what is chosen, and shows what else could be.
   *
   * @param {(options: object) => Promise<import("../entry/index.js").Results>} search
   * @param {string[]} keys
   * @param {object} options
   * @param {typeof import("./texts.js").TEXTS} texts
   */
  async search(search, keys, options, texts) {
    if (keys.length === 0) {
      this.#box.hidden = true;
      return search(options);
    }
    const narrowing = keys.filter((key) => this.#valuesOf(key).length > 0);
    const counts = new Map();
    // The pages that another value would leave are counted without those that are chosen.
    for (const key of narrowing) {
      const { facets } = await search({ ...options, limit: 1, filters: this.#filters(options, key, keys), facets: [key] });
      counts.set(key, facets[key]);
      this.#settle(key, facets[key]);
    }
    const results = await search({ ...options, filters: this.#filters(options, undefined, keys), facets: keys });
    this.#arrange(keys);
    for (const key of keys) this.#show(key, counts.get(key) ?? results.facets[key], texts);
    this.#box.hidden = keys.every((key) => this.#controls.get(key).isEmpty);
    return results;
  }

  #valuesOf(key) {
    return this.#chosen.get(key) ?? proposed(key).slice(0, 1);
  }

  /** Chooses the value that the page proposes, if the index has it. */
  #settle(key, counts) {
    if (this.#chosen.has(key)) return;
    const values = counts.map(([value]) => value);
    this.#chosen.set(key, proposed(key).filter((value) => values.includes(value)).slice(0, 1));
  }

  #filters({ filters = {} }, except, keys) {
    const narrowing = keys.filter((key) => key !== except && this.#valuesOf(key).length > 0);
    return { ...filters, ...Object.fromEntries(narrowing.map((key) => [key, this.#valuesOf(key)])) };
  }

  /** Has a control for each of the keys, in their order, and no others. */
  #arrange(keys) {
    const known = [...this.#controls.keys()];
    // A control that takes its place anew would lose the focus.
    if (keys.length === known.length && keys.every((key, at) => key === known[at])) return;
    this.#controls = new Map(keys.map((key) => [key, this.#controls.get(key) ?? this.#made(key)]));
    this.#box.replaceChildren(...[...this.#controls.values()].map(({ node }) => node));
  }

  #made(key) {
    return new this.#Control((values) => {
      this.#chosen.set(key, values);
      this.#onChange();
    });
  }

  #show(key, counts, { any, filters = {} }) {
    const chosen = this.#valuesOf(key);
    const lacking = chosen.filter((value) => counts.every(([one]) => one !== value));
    const [first = "", ...rest] = key;
    const given = Object.hasOwn(filters, key) ? filters[key] : undefined;
    this.#controls.get(key).show({
      counts: [...lacking.map((value) => [value, 0]), ...counts],
      chosen,
      name: given ?? key,
      title: given ?? first.toUpperCase() + rest.join(""),
      any,
    });
  }
}
