// The places of all pages of an index, which are found once.
import { bounds } from "./interface.js";
import { ownerOf } from "../index/borrowed.js";
import { placeOf } from "./places.js";

/** All of a list: as many as can be asked for. */
const ALL = { prefix: "", from: 0, limit: 2 ** 32 - 1 };

/**
 * By the index, as long as that is there. It has no promises: in workerd these belong to the request
 * in which they were made.
 *
 * @type {WeakMap<object, Catalog>}
 */
const catalogs = new WeakMap();

/** The index is not the one that the catalog is of. */
class Replaced extends Error {}

/** Places by the numbers of pages, in arrays: as objects of their own they would take twice as much. */
class Places {
  #hosts = [];
  #paths = [];
  #relative = [];
  /** Pages with the address of one before them. @type {Set<number>} */
  repeated = new Set();

  /**
   * @param {string[]} addresses empty where a page has none
   * @param {Map<string, string>} shared every string once
   */
  constructor(addresses, shared) {
    const seen = new Set();
    for (const [page, address] of addresses.entries()) {
      const { host, path, relative } = placeOf(address);
      this.#hosts.push(once(shared, host));
      this.#paths.push(address ? once(shared, path) : undefined);
      this.#relative.push(relative);
      if (seen.has(address)) this.repeated.add(page);
      seen.add(address);
    }
  }

  get total() {
    return this.#paths.length;
  }

  /**
   * @param {number} page
   * @returns {import("./places.js").Place | undefined} nothing where the page has no address
   */
  at(page) {
    const path = this.#paths[page];
    return path === undefined ? undefined : { host: this.#hosts[page], path, relative: this.#relative[page] };
  }
}

/** The string that is there already, if there is one like it. */
function once(shared, string) {
  if (!shared.has(string)) shared.set(string, string);
  return shared.get(string);
}

/**
 * The places of the pages of an index; the rest of a page stays in the index.
 *
 * @typedef {{ urls: Places, ids: Places }} Catalog
 * @returns {Catalog}
 */
function catalogFor(pages) {
  // Paths of ids are mostly those of addresses.
  const shared = new Map();
  const places = (key) => new Places(pages.map((page) => page[key]), shared);
  return { urls: places("url"), ids: places("id") };
}

/**
 * Uses the catalogs of indexes; once more with new ones, if one of the indexes was replaced meanwhile, as
 * Workers do it.
 *
 * @template T
 * @param {import("./sites.js").Site[]} all
 * @param {(catalogs: Catalog[]) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withCatalogs(all, use) {
  try {
    return await use(await catalogsOf(all));
  } catch (error) {
    if (!(error instanceof Replaced)) throw error;
    for (const { index } of all) catalogs.delete(ownerOf(index));
    return use(await catalogsOf(all));
  }
}

async function catalogsOf(all) {
  const found = [];
  for (const { index } of all) found.push(await catalogOf(index));
  return found;
}

async function catalogOf(index) {
  const known = catalogs.get(ownerOf(index));
  if (known) return known;
  const { pages } = await index.pages(ALL);
  const catalog = catalogFor(pages);
  catalogs.set(ownerOf(index), catalog);
  return catalog;
}

/**
 * Pages by the numbers of their indexes and their own, in the order of these.
 *
 * @param {import("./sites.js").Site[]} all
 * @param {Catalog[]} catalogs
 * @param {{ of: number, page: number }[]} numbers
 * @returns {Promise<{ of: import("./sites.js").Site, page: import("./sites.js").Page }[]>}
 */
export async function pagesAt(all, catalogs, numbers) {
  const found = [];
  for (let rest = numbers; rest.length > 0; ) {
    const [{ of: at }] = rest;
    const end = rest.findIndex(({ of }) => of !== at);
    const own = end < 0 ? rest : rest.slice(0, end);
    const pages = await pagesOf(all[at].index, catalogs[at], own.map(({ page }) => page));
    found.push(...pages.map((page) => ({ of: all[at], page })));
    rest = rest.slice(own.length);
  }
  return found;
}

async function pagesOf(index, catalog, numbers) {
  // Most of the index may lie between a few of them.
  if (numbers.length > bounds.pagesOneByOne) return between(index, catalog, numbers);
  const found = [];
  for (const number of numbers) found.push(...(await between(index, catalog, [number])));
  return found;
}

async function between(index, catalog, numbers) {
  const from = numbers.reduce((least, number) => Math.min(least, number), Infinity);
  const last = numbers.reduce((most, number) => Math.max(most, number), 0);
  const { total, pages } = await index.pages({ prefix: "", from, limit: last - from + 1 });
  if (total !== catalog.ids.total) throw new Replaced();
  return numbers.map((number) => {
    const page = pages[number - from];
    if (placeOf(page.id).path !== catalog.ids.at(number)?.path) throw new Replaced();
    return page;
  });
}
