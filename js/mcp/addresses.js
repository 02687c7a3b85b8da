// Pages by whatever a model copied as their address. crates/mcp/src/addresses.rs does the same.
import { decoded } from "../text/address.js";
import { bounds, texts } from "./interface.js";
import { pagesAt, withCatalog } from "./catalog.js";
import { endsOf, spanOf } from "./span.js";
import { ToolError, ifKnown } from "./tool-error.js";
import { pageOf } from "./pages.js";
import { NEAR, beginningOf, fit, rank, readingsOf } from "./places.js";
import { askable, filled, line } from "./text.js";

/**
 * The page, section or passage with an address, in whatever form, or with an id.
 *
 * @param {import("../entry/explore.js").Explorer} index
 * @param {string} address
 * @returns {Promise<{ page: { id: string, url: string, title: string }, part: import("./pages.js").Part, unknown?: string }>}
 *   with the name of a section that the page does not have; throws a ToolError where there is no page
 *   or several, which names those that may be meant
 */
export async function placeAt(index, address) {
  const span = spanOf(address);
  const found = span && (await passageAt(index, span));
  if (found) return found;
  const page = await pageAt(index, address);
  const at = address.lastIndexOf("#");
  const anchor = at < 0 ? "" : address.slice(at + 1).split(":~:")[0];
  if (!anchor || page.url === address || /^!?\//.test(anchor)) return { page, part: {} };
  for (const one of [anchor, decoded(anchor)]) {
    const lines = one === undefined ? null : await index.section(`${page.id}#${one}`);
    if (lines) return { page, part: { lines } };
  }
  return { page, part: {}, unknown: anchor };
}

/** A passage; nothing where there is no such one. */
async function passageAt(index, span) {
  const page = await pageAt(index, span.document).catch((error) => {
    if (!(error instanceof ToolError)) throw error;
  });
  if (!page) return undefined;
  const ends = [];
  for (const id of endsOf({ ...span, document: page.id })) {
    ends.push(await ifKnown(() => index.chunk(id), () => undefined));
  }
  const [first, last] = ends;
  return first && last && { page, part: { units: [first.start, last.end] } };
}

/** The page with an address, in whatever form, or with an id. */
async function pageAt(index, address) {
  const page = await exactly(index, address);
  if (page) return page;
  return withCatalog(index, async (catalog) => {
    const { found, near } = fitting(catalog, address);
    const named = await pagesAt(index, catalog, (found ?? near).slice(0, bounds.namedPages));
    if (!found) throw none(address, named, near.length);
    if (found.length > 1) throw several(address, named, found.length);
    return named[0];
  });
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
function fitting(catalog, address) {
  const near = [];
  for (const place of readingsOf(address)) {
    for (const places of [catalog.urls, catalog.ids]) {
      const { kind, found } = best(places, place);
      if (kind === NEAR) near.push(found);
      else if (found.length > 0) return { found };
    }
  }
  return { near: near.flat() };
}

/** The pages that fit best, and how. */
function best(places, asked) {
  let [kind, same, found] = [-1, 0, []];
  for (let page = 0; page < places.total; page++) {
    const place = places.at(page);
    const [fits, much] = (place && fit(asked, place)) ?? [-1, 0];
    if (fits < 0 || fits < kind || (fits === kind && much < same) || places.repeated.has(page)) continue;
    if (fits > kind || much > same) [kind, same, found] = [fits, much, []];
    found.push(page);
  }
  return { kind, found };
}

function several(address, named, count) {
  return new ToolError(filled(texts.severalPages, line(address), rows(named, count)));
}

function none(address, named, count) {
  const text = count > 0 ? filled(texts.nearPages, line(address), rows(named, count)) : filled(texts.noPage, line(address));
  return new ToolError(text);
}

function rows(named, count) {
  const rows = named.map(({ id, url }) => `- ${line(askable(url) || id, Infinity)}`);
  if (count > named.length) rows.push(filled(texts.morePages, count - named.length));
  return rows.join("\n");
}

/**
 * The pages whose addresses begin with a prefix, in whatever form.
 *
 * @param {import("../entry/explore.js").Explorer} index
 * @param {{ prefix: string, from: number, limit: number }} wanted
 */
export async function pagesUnder(index, { prefix, from, limit }) {
  const found = await index.pages({ prefix, from, limit });
  if (found.total > 0 || prefix === "") return found;
  return withCatalog(index, async (catalog) => {
    const numbers = under(catalog.urls, beginningOf(prefix));
    return { total: numbers.length, pages: await pagesAt(index, catalog, numbers.slice(from, from + limit)) };
  });
}

/** The numbers of the pages whose addresses begin as it is asked, with as little left out as can be. */
function under(places, asked) {
  let [least, found] = [Infinity, []];
  for (let page = 0; page < places.total; page++) {
    const place = places.at(page);
    const left = place ? rank(asked, place) : Infinity;
    if (left === Infinity || left > least) continue;
    if (left < least) [least, found] = [left, []];
    found.push(page);
  }
  return found;
}
