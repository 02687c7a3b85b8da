// Pages by whatever a model copied as their address. crates/cli/src/command/mcp/addresses.rs does
// the same.
import { decoded } from "../address.js";
import { Mistake } from "./mistake.js";
import { pageOf } from "./pages.js";
import { askable, line } from "./text.js";

/** How many pages are named where an address may be that of several. */
const NAMED = 5;

/** How an address fits a page: the same, where a base path is left out of one, or perhaps meant. */
const [SAME, PART, NEAR] = [2, 1, 0];

/** All of a list: as many as can be asked for. */
const ALL = { prefix: "", from: 0, limit: 2 ** 32 - 1 };

/**
 * Where an address leads, without what it may be written with or without.
 *
 * @typedef {{ host: string, path: string, relative: boolean }} Place with an empty host where none
 *   is known; relative where a base path may stand before it
 * @returns {Place}
 */
function placeOf(address) {
  // A fragment that is a path stands for a page in programs of one page.
  const bare = address.replace(/#(?!\/|!\/)[^#]*$/, "").replace(/\?.*$/s, "");
  const [start, host] = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/]*)/i.exec(bare) ?? [""];
  const path = bare.slice(start.length) || (start && "/");
  return { host: named(host ?? ""), path: joined(path), relative: !path.startsWith("/") };
}

const named = (host) => host.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/^www\./, "");

/**
 * A path without slashes at its ends, what is encoded in it, and the name of its file as far as
 * sites do without. `knots.html.md` is what some sites give models.
 */
function joined(path) {
  const steps = [];
  for (const part of path.split("/")) {
    const step = decoded(part) ?? part;
    if (step === "..") steps.pop();
    else if (step && step !== ".") steps.push(step);
  }
  const last = steps.pop()?.replace(/(?:\.(?:html?|mdx?))+$/i, "");
  if (last && last !== "index") steps.push(last);
  return steps.join("/");
}

/** What an address may be too where the host is written without a scheme. */
function readingsOf(address) {
  const place = placeOf(address);
  const [, host, path] = /^([^/]*\.[^/]*)\/(.*)$/s.exec(place.relative ? place.path : "") ?? [];
  return host === undefined ? [place] : [place, { host: named(host), path, relative: false }];
}

const isElsewhere = (one, other) => one.host && other.host && one.host !== other.host;

/** Whether a path ends with the steps of another one. */
const endsWith = (path, end) => end !== "" && path.endsWith(`/${end}`);

/**
 * How an address fits a page at a place, and how much of both is the same; nothing where it does not.
 *
 * @param {Place} asked
 * @param {Place} page
 */
function fit(asked, page) {
  const near = isElsewhere(asked, page);
  const as = (kind, path) => [near ? NEAR : kind, path.length];
  if (asked.path === page.path) return as(SAME, page.path);
  if (endsWith(page.path, asked.path)) return as(asked.host && !page.relative ? NEAR : PART, asked.path);
  if (endsWith(asked.path, page.path)) return as(page.relative ? PART : NEAR, page.path);
  return undefined;
}

/**
 * The page with an address, in whatever form, or with an id.
 *
 * @param {import("../explore.js").Explorer} index
 * @param {string} address
 * @returns {Promise<{ id: string, url: string, title: string }>} throws a Mistake where there is none
 *   or several, which names those that may be meant
 */
export async function pageAt(index, address) {
  const page = await exactly(index, address);
  if (page) return page;
  const { pages } = await index.pages(ALL);
  const near = [];
  for (const place of readingsOf(address)) {
    for (const key of ["url", "id"]) {
      const { kind, found } = best(pages, place, key);
      if (kind === NEAR) near.push(...found);
      else if (found.length > 0) return only(address, found);
    }
  }
  throw none(address, near);
}

/** The page with just that address, with or without a fragment, or with that id. */
async function exactly(index, address) {
  return (
    (await index.page(address)) ??
    (await index.page(address.replace(/#[^#]*$/, ""))) ??
    (await pageOf(index, address))
  );
}

/** The pages that fit best, and how. */
function best(pages, asked, key) {
  let [kind, same, found] = [-1, 0, []];
  const seen = new Set();
  // Both end with the same step; most pages of a large site are passed over by that.
  const last = asked.path.slice(asked.path.lastIndexOf("/") + 1);
  const mayFit = (address) => address.includes(last) || address.includes("%");
  for (const page of pages) {
    if (!page[key] || !mayFit(page[key]) || seen.has(page[key])) continue;
    seen.add(page[key]);
    const [fits, much] = fit(asked, placeOf(page[key])) ?? [-1, 0];
    if (fits < 0 || fits < kind || (fits === kind && much < same)) continue;
    if (fits > kind || much > same) [kind, same, found] = [fits, much, []];
    found.push(page);
  }
  return { kind, found };
}

function only(address, found) {
  if (found.length === 1) return found[0];
  const said = `url: ${line(address)} may be that of several pages; give one of these as it is:`;
  throw new Mistake(`${said}\n${rows(found)}`);
}

function none(address, near) {
  const said = `url: there is no page ${line(address)};`;
  return new Mistake(
    near.length > 0
      ? `${said} what may be meant:\n${rows(near)}`
      : `${said} list_pages and search_docs have the addresses`,
  );
}

function rows(pages) {
  const rows = pages.slice(0, NAMED).map(({ id, url }) => `- ${line(askable(url) || id, Infinity)}`);
  if (pages.length > NAMED) rows.push(`- and ${pages.length - NAMED} more`);
  return rows.join("\n");
}

/**
 * The pages whose addresses begin with a prefix, in whatever form.
 *
 * @param {import("../explore.js").Explorer} index
 * @param {{ prefix: string, from: number, limit: number }} wanted
 */
export async function pagesUnder(index, { prefix, from, limit }) {
  const found = await index.pages({ prefix, from, limit });
  if (found.total > 0 || prefix === "") return found;
  const { pages } = await index.pages(ALL);
  const asked = placeOf(prefix);
  if (prefix.endsWith("/") && asked.path) asked.path += "/";
  const ranks = pages.map(({ url }) => rank(asked, url));
  const least = ranks.reduce((least, rank) => Math.min(least, rank), Infinity);
  const fitting = pages.filter((_, at) => least < Infinity && ranks[at] === least);
  return { total: fitting.length, pages: fitting.slice(from, from + limit) };
}

/**
 * How much had to be left out so that an address begins as it is asked to: of the address what comes
 * before, or of the prefix so many steps, as either may be without a base path.
 *
 * @param {Place} asked
 * @returns {number} Infinity where it does not
 */
function rank(asked, url) {
  const there = placeOf(url);
  if (!url || isElsewhere(asked, there)) return Infinity;
  const path = `${there.path}/`;
  if (path.startsWith(asked.path)) return 0;
  if (!asked.host && `/${path}`.includes(`/${asked.path}`)) return 1;
  if (!there.relative) return Infinity;
  const ends = [...asked.path.matchAll(/\//g)].map(({ index }) => asked.path.slice(index + 1));
  const dropped = ends.filter((end) => end).findIndex((end) => path.startsWith(end));
  return dropped < 0 ? Infinity : dropped + 2;
}
