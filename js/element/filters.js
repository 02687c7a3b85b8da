// The filters of a search: for each key a list of its values, each with how many pages it would leave.
import { element } from "./dom.js";
import { proposed } from "./preferred.js";

export class Filters {
  #box;
  #onChange;
  /** @type {Map<string, string>} the chosen value of each key; empty for all */
  #chosen = new Map();
  /** A list for each key. */
  #selects = new Map();

  /**
   * @param {HTMLElement} box
   * @param {() => void} onChange
   */
  constructor(box, onChange) {
    this.#box = box;
    this.#onChange = onChange;
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
    const chosen = keys.filter((key) => this.#valueOf(key));
    const counts = {};
    // The pages that another value would leave are counted without the one that is chosen.
    for (const key of chosen) {
      const { facets } = await search({ ...options, limit: 1, filters: this.#filters(options, key, keys), facets: [key] });
      counts[key] = facets[key];
      this.#settle(key, counts[key]);
    }
    const results = await search({ ...options, filters: this.#filters(options, "", keys), facets: keys });
    this.#arrange(keys);
    for (const key of keys) this.#show(key, counts[key] ?? results.facets[key], texts);
    this.#box.hidden = keys.every((key) => this.#selects.get(key).options.length < 2);
    return results;
  }

  #valueOf(key) {
    return this.#chosen.get(key) ?? proposed(key)[0] ?? "";
  }

  /** Chooses the value that the page proposes, if the index has it. */
  #settle(key, counts) {
    if (this.#chosen.has(key)) return;
    const values = counts.map(([value]) => value);
    this.#chosen.set(key, proposed(key).find((value) => values.includes(value)) ?? "");
  }

  #filters({ filters = {} }, except, keys) {
    const own = keys.filter((key) => key !== except && this.#valueOf(key)).map((key) => [key, this.#valueOf(key)]);
    return { ...filters, ...Object.fromEntries(own) };
  }

  /** Has a list for each of the keys, in their order, and no others. */
  #arrange(keys) {
    // A list that takes its place anew would lose the focus.
    if (keys.join() === [...this.#selects.keys()].join()) return;
    this.#selects = new Map(keys.map((key) => [key, this.#selects.get(key) ?? this.#made(key)]));
    this.#box.replaceChildren(...this.#selects.values());
  }

  #show(key, counts, { any, filters }) {
    const select = this.#selects.get(key);
    const name = filters?.[key];
    const value = this.#valueOf(key);
    const isThere = !value || counts.some(([one]) => one === value);
    const all = isThere ? counts : [[value, 0], ...counts];
    const title = name ?? key[0].toUpperCase() + key.slice(1);
    const options = all.map(([one, count]) => element("option", { value: one }, `${one} (${count})`));
    select.replaceChildren(element("option", { value: "" }, `${title}: ${any}`), ...options);
    select.value = value;
    select.setAttribute("aria-label", name ?? key);
    select.classList.toggle("chosen", value !== "");
  }

  #made(key) {
    const select = element("select", { part: "filter" });
    select.addEventListener("change", () => {
      this.#chosen.set(key, select.value);
      this.#onChange();
    });
    return select;
  }
}
