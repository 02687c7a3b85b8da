// The tool list_pages.
import { texts } from "./interface.js";
import { pagesUnder } from "./addresses.js";
import { foldersOf } from "./folders.js";
import { cost, filled, line, noteCost, shown, shownId } from "./text.js";

/** As many pages as there can be. */
const ALL = 2 ** 32 - 1;

/**
 * Pages, and the names of the indexes that cannot be looked at though all are asked for.
 *
 * @param {import("./sites.js").OneSite} sites
 * @param {{ prefix: string, from: number, limit: number }} args
 * @param {number} budget
 */
export async function listPages(sites, args, budget) {
  const [name] = sites.parted(args.prefix);
  const missing = name === undefined ? sites.missing : [];
  const found = await listed(sites, args, Math.max(budget - noteCost(missing), 0));
  return missing.length > 0 ? { ...found, not_loaded: missing } : found;
}

/** Pages, as far as they fit; if there are too many, how many there are where. */
async function listed(sites, { prefix, from, limit }, budget) {
  const found = await pagesUnder(sites, { prefix, from, limit });
  if (from === 0 && found.total > limit) {
    const known = overview(found.total, await partedUnder(sites, prefix, limit), budget);
    if (known) return known;
  }
  return oneByOne(found, from, budget);
}

/** How many pages there are where, of several indexes of each of these, and those that are not among these. */
async function partedUnder(sites, prefix, limit) {
  const folders = prefix === "" ? await sites.folders() : undefined;
  if (folders) return { folders, alone: [] };
  const { pages } = await pagesUnder(sites, { prefix, from: 0, limit: ALL });
  return foldersOf(pages, limit);
}

/** The same as far as it is given; nothing if that does not fit. */
function overview(total, parted, budget) {
  if (!parted) return undefined;
  const folders = parted.folders.map(({ prefix, pages: count }) => ({ prefix: shownId(prefix), pages: count }));
  const rows = parted.alone.map(shown);
  const takes = [...folders, ...rows].reduce((sum, row) => sum + cost(row), 0);
  return takes > budget ? undefined : { total, folders, pages: rows };
}

function oneByOne(found, from, budget) {
  const pages = [];
  let left = budget;
  for (const one of found.pages) {
    const page = shown(one);
    left -= cost(page);
    // One is given in any case: otherwise the list would never go on.
    if (left < 0 && pages.length > 0) break;
    pages.push(page);
  }
  const next = from + pages.length;
  return { total: found.total, pages, ...(pages.length > 0 && next < found.total ? { next } : {}) };
}

// The name of an index ends with colons, and no other prefix.
const folderRow = (prefix, count, sites) => (prefix.endsWith(":") ? sites.row(prefix, count) : filled(texts.folder, prefix, count));

/** @param {Awaited<ReturnType<typeof listPages>>} result */
export function listText({ total, folders, pages, next, not_loaded: missing }, _, sites) {
  const at = ({ id, url }) => (url ? line(url, Infinity) : `id ${line(id, Infinity)}`);
  // In quotes, no title begins a block of Markdown.
  const rows = pages.map((page) => `- ${JSON.stringify(page.title || line(page.id))}: ${at(page)}`);
  const note = missing ? [sites.said("notLoaded", missing)] : [];
  if (folders) {
    const within = folders.map(({ prefix, pages: count }) => folderRow(line(prefix, Infinity), count, sites));
    return [filled(texts.folders, total), ...within, ...rows, ...note].join("\n");
  }
  const hint = total === 0 ? texts.withoutPrefix : "";
  const parts = [filled(texts.pages, pages.length, total) + hint, ...rows];
  if (next !== undefined) parts.push(filled(texts.moreToList, next));
  return [...parts, ...note].join("\n");
}
