// Pages by the beginnings of their addresses. crates/mcp/src/folders.rs does the same.
import { bounds } from "./interface.js";

/**
 * As many steps of addresses as give at most so many rows: for each beginning that several pages share how many do,
 * and the other pages. Nothing where even one step gives more, or no two pages share one.
 *
 * @typedef {{ id: string, url: string, title: string }} Page
 * @param {Page[]} pages
 * @param {number} most
 * @returns {{ folders: { prefix: string, pages: number }[], alone: Page[] } | undefined}
 */
export function foldersOf(pages, most) {
  const common = commonOf(pages);
  let best;
  for (let depth = 1; depth <= bounds.folderDepth; depth++) {
    const parted = atDepth(pages, common, depth);
    if (parted.folders.length === 0 || parted.folders.length + parted.alone.length > most) break;
    best = parted;
  }
  return best;
}

/** The length of what all addresses begin with, up to a slash. */
export function commonOf(pages) {
  const [first = "", ...urls] = pages.map(({ url }) => url).filter((url) => url);
  let most = first.length;
  for (const url of urls) {
    let same = 0;
    while (same < most && first[same] === url[same]) same++;
    most = same;
  }
  return first.slice(0, most).lastIndexOf("/") + 1;
}

/** Folders of so many steps below what is common, and the pages that are in none with others. */
function atDepth(pages, common, depth) {
  /** @type {Map<string, Page[]>} */
  const within = new Map();
  const alone = new Set();
  for (const page of pages) {
    const steps = page.url.slice(common).split("/");
    if (steps.length <= depth) {
      alone.add(page);
      continue;
    }
    const prefix = `${page.url.slice(0, common)}${steps.slice(0, depth).join("/")}/`;
    if (!within.has(prefix)) within.set(prefix, []);
    within.get(prefix).push(page);
  }
  const folders = [];
  for (const [prefix, found] of within) {
    if (found.length > 1) folders.push({ prefix, pages: found.length });
    else alone.add(found[0]);
  }
  return { folders, alone: pages.filter((page) => alone.has(page)) };
}
