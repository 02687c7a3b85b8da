// Pages by whatever a model copied as their address. crates/mcp/src/addresses.rs does the same.
import { pagesOfAll } from "../explorer/pages-of-all.js";
import { decoded } from "../text/address.js";
import { bounds, texts } from "./interface.js";
import { pagesAt, withCatalogs } from "./catalog.js";
import { endsOf, spanOf } from "./span.js";
import { ToolError, ifKnown } from "./tool-error.js";
import { pageOf } from "./pages.js";
import { NEAR, beginningOf, fit, rank, readingsOf } from "./places.js";
import { askable, filled, line } from "./text.js";

/** @typedef {import("./sites.js").Site} Site */

/**
 * The page, section or passage with an address, in whatever form, or with an id.
 *
 * @param {import("./sites.js").OneSite} sites
 * @param {string} address
 * @returns {Promise<{ of: Site, page: import("./sites.js").Page, part: import("./pages.js").Part, unknown?: string }>}
 *   with the index that has the page, and the name of a section that the page does not have; throws a ToolError where
 *   there is no page or several, which names those that may be meant
 */
export async function placeAt(sites, address) {
  const [name, rest] = sites.parted(address);
  const all = sites.of(name);
  try {
    return await placeOf(all, rest);
  } catch (error) {
    throw name === undefined ? sites.unfound(error) : error;
  }
}

async function placeOf(all, address) {
  const span = spanOf(address);
  const found = span && (await passageAt(all, span));
  if (found) return found;
  const { of, page } = await pageAt(all, address);
  const at = address.lastIndexOf("#");
  const anchor = at < 0 ? "" : address.slice(at + 1).split(":~:")[0];
  if (!anchor || page.url === address || /^!?\//.test(anchor)) return { of, page, part: {} };
  for (const one of [anchor, decoded(anchor)]) {
    const lines = one === undefined ? null : await of.index.section(`${page.id}#${one}`);
    if (lines) return { of, page, part: { lines } };
  }
  return { of, page, part: {}, unknown: anchor };
}

/** A passage; nothing where there is no such one. */
async function passageAt(all, span) {
  const found = await pageAt(all, span.document).catch((error) => {
    if (!(error instanceof ToolError)) throw error;
  });
  if (!found) return undefined;
  const ends = [];
  for (const id of endsOf({ ...span, document: found.page.id })) {
    ends.push(await ifKnown(() => found.of.index.chunk(id), () => undefined));
  }
  const [first, last] = ends;
  return first && last && { ...found, part: { units: [first.start, last.end] } };
}

/**
 * The page with an address, in whatever form, or with an id.
 *
 * @param {Site[]} all
 * @param {string} address
 */
async function pageAt(all, address) {
  const exact = [];
  for (const of of all) {
    const page = await exactly(of.index, address);
    if (page) exact.push({ of, page });
  }
  if (exact.length > 0) return only(address, exact, exact.length);
  return withCatalogs(all, async (catalogs) => {
    const { found, near } = fitting(catalogs, address);
    const named = await pagesAt(all, catalogs, (found ?? near).slice(0, bounds.namedPages));
    if (!found) throw none(address, named, near.length);
    return only(address, named, found.length);
  });
}

function only(address, named, count) {
  if (count > 1) throw new ToolError(filled(texts.severalPages, line(address), rows(named, count)));
  return named[0];
}

/** The page with just that address, with or without a fragment, or with that id. */
async function exactly(index, address) {
  const bare = address.replace(/#[^#]*$/, "");
  return (
    (await index.page(address)) ??
    (bare === address ? null : await index.page(bare)) ??
    (await pageOf(index, address))
  );
}

/** The numbers of the pages that an address is that of; where there are none, of those that may be meant. */
function fitting(catalogs, address) {
  const near = [];
  for (const place of readingsOf(address)) {
    for (const places of ["urls", "ids"]) {
      const { kind, found } = best(catalogs.map((one) => one[places]), place);
      if (kind === NEAR) near.push(found);
      else if (found.length > 0) return { found };
    }
  }
  return { near: near.flat() };
}

/** The pages that fit best, and how. */
function best(all, asked) {
  let [kind, same, found] = [-1, 0, []];
  for (const [of, places] of all.entries()) {
    for (let page = 0; page < places.total; page++) {
      const place = places.at(page);
      const [fits, much] = (place && fit(asked, place)) ?? [-1, 0];
      if (fits < 0 || fits < kind || (fits === kind && much < same) || places.repeated.has(page)) continue;
      if (fits > kind || much > same) [kind, same, found] = [fits, much, []];
      found.push({ of, page });
    }
  }
  return { kind, found };
}

function none(address, named, count) {
  const text = count > 0 ? filled(texts.nearPages, line(address), rows(named, count)) : filled(texts.noPage, line(address));
  return new ToolError(text);
}

/** Some pages of all that may be meant, a row for each. */
function rows(named, count) {
  const shown = named.slice(0, bounds.namedPages);
  const rows = shown.map(({ of, page: { id, url } }) => `- ${of.id(line(askable(url) || id, Infinity))}`);
  if (count > shown.length) rows.push(filled(texts.morePages, count - shown.length));
  return rows.join("\n");
}

/**
 * The pages whose addresses begin with a prefix, in whatever form, as tools name them.
 *
 * @param {import("./sites.js").OneSite} sites
 * @param {{ prefix: string, from: number, limit: number }} wanted
 */
export async function pagesUnder(sites, { prefix: given, from, limit }) {
  const [name, prefix] = sites.parted(given);
  const all = sites.of(name);
  const found = await pagesOfAll(all, { prefix, from, limit }, (of, page) => of.page(page));
  if (found.total > 0 || prefix === "") return found;
  return withCatalogs(all, async (catalogs) => {
    const numbers = under(catalogs.map(({ urls }) => urls), beginningOf(prefix));
    const pages = await pagesAt(all, catalogs, numbers.slice(from, from + limit));
    return { total: numbers.length, pages: pages.map(({ of, page }) => of.page(page)) };
  });
}

/** The numbers of the pages whose addresses begin as it is asked, with as little left out as can be. */
function under(all, asked) {
  let [least, found] = [Infinity, []];
  for (const [of, places] of all.entries()) {
    for (let page = 0; page < places.total; page++) {
      const place = places.at(page);
      const left = place ? rank(asked, place) : Infinity;
      if (left === Infinity || left > least) continue;
      if (left < least) [least, found] = [left, []];
      found.push({ of, page });
    }
  }
  return found;
}
