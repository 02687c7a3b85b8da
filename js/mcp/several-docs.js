// The tool list_docs of several indexes.
import { texts } from "./interface-several.js";
import { joinedKeys } from "../explorer/named-group.js";
import { ownerOf } from "../index/borrowed.js";
import { filtersWithin, keysText, taking, valuesOf, whenBuilt } from "./docs.js";
import { commonOf } from "./folders.js";
import { filled, line, noteCost } from "./text.js";

/** As many as there can be. */
const ALL = 2 ** 32 - 1;

/**
 * The page whose title an index has, by the index, as long as that is there. The number of one that has none is that of
 * all pages.
 *
 * @type {WeakMap<object, { number: number, url: string | undefined, total: number }>}
 */
const entitling = new WeakMap();

/**
 * First of all that they are there, then their titles, and then their languages and versions, as far as that fits.
 *
 * @param {import("./several.js").Several} sites
 * @param {{ limit: number }} args
 * @param {number} budget
 * @param {import("../entry/mcp.js").Server} server
 */
export async function listSeveral(sites, { limit }, budget, { built }) {
  const keys = [];
  for (const { index } of sites.all) keys.push(await index.keys({ limit: ALL }));
  const alone = await sites.unlike(sites.all);
  const take = taking(budget - noteCost(sites.missing) - noteCost(alone));
  const docs = [];
  for (const { name, index } of sites.all) {
    const one = await untitled(name, index, built);
    if (!take(one)) break;
    docs.push(one);
  }
  for (const [at, one] of docs.entries()) {
    const title = line((await titleOf(sites.all[at].index)) ?? one.name);
    if (take(title)) one.title = title;
  }
  for (const [at, one] of docs.entries()) {
    one.languages = valuesOf(keys[at], "lang", limit).filter(take);
    one.versions = valuesOf(keys[at], "version", limit).filter(take);
  }
  const { filters, ...more } = filtersWithin(joinedKeys(keys, Math.max(limit, 2)), limit, take);
  const docsLeftOut = sites.all.length - docs.length;
  return {
    docs,
    filters,
    ...(docsLeftOut > 0 ? { docs_left_out: docsLeftOut } : {}),
    ...more,
    ...(sites.missing.length > 0 ? { not_loaded: sites.missing } : {}),
    ...(alone.length > 0 ? { searched_alone: alone } : {}),
  };
}

/** What is told of an index in any case. */
async function untitled(name, index, built) {
  const { documents: pages } = await index.stats();
  const when = typeof built !== "object" ? built : Object.hasOwn(built, name) ? built[name] : undefined;
  return { name, title: "", pages, languages: [], versions: [], ...(when === undefined ? {} : { built: line(when) }) };
}

/** The title of the page that all addresses begin with, for which all pages are read once, and again where others took their place. */
async function titleOf(index) {
  const owner = ownerOf(index);
  const known = entitling.get(owner);
  if (known) {
    const { total, pages } = await index.pages({ prefix: "", from: known.number, limit: 1 });
    const [page] = pages;
    if (total === known.total && page?.url === known.url && page?.title !== "") return page?.title;
  }
  const { page, ...found } = await entitlingIn(index);
  entitling.set(owner, found);
  return page?.title;
}

async function entitlingIn(index) {
  const { total, pages } = await index.pages({ prefix: "", from: 0, limit: ALL });
  const common = commonOf(pages);
  const isFirst = ({ url, title }) => url !== "" && title !== "" && /^(?:(?:\.\/)?$|index\.)/.test(url.slice(common));
  const number = pages.findIndex(isFirst);
  const page = pages[number];
  return { page, number: page ? number : total, url: page?.url, total };
}

/** @param {Awaited<ReturnType<typeof listSeveral>>} result */
export function severalText(result, _, sites) {
  const { docs, docs_left_out: leftOut = 0, not_loaded: missing, searched_alone: alone } = result;
  const rows = [filled(texts.docs, docs.length + leftOut, docs[0]?.name ?? ""), ...docs.map(docsRow)];
  if (leftOut > 0) rows.push(filled(texts.docsLeftOut, leftOut));
  if (missing) rows.push(sites.said("notLoaded", missing));
  if (alone) rows.push(sites.said("searchedAlone", alone));
  return [...rows, ...keysText(result)].join("\n");
}

function docsRow({ name, title, pages, languages, versions, built }) {
  const list = (text, values) => (values.length === 0 ? "" : filled(text, values.map((value) => JSON.stringify(value)).join(", ")));
  const entitled = title === "" ? "" : filled(texts.titleOf, JSON.stringify(title));
  return filled(texts.docOf, name, entitled, pages, list(texts.languagesOf, languages), list(texts.versionsOf, versions), whenBuilt(built));
}
