// The places to which addresses lead, in a form that can be compared.
// crates/mcp/src/page_address.rs does the same.
import { decoded } from "../text/address.js";

/** The kinds of fit of an address and a page: the same, the same but for a base path, or perhaps meant. */
export const [SAME, PART, NEAR] = [2, 1, 0];

/**
 * The place to which an address leads, without the parts that may be left out.
 *
 * @typedef {{ host: string, path: string, relative: boolean }} Place with an empty host where none
 *   is known; relative where a base path may stand before it
 * @returns {Place}
 */
export function placeOf(address) {
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
  const last = steps.pop()?.replace(/(?:\.(?:x?html?|mdx?))+$/i, "");
  if (last && last !== "index") steps.push(last);
  return steps.join("/");
}

/** The places that an address may mean: it may begin with a host that has no scheme. */
export function readingsOf(address) {
  const place = placeOf(address);
  const [, host, path] = /^([^/]*\.[^/]*)\/(.*)$/s.exec(place.relative ? place.path : "") ?? [];
  return host === undefined ? [place] : [place, { host: named(host), path, relative: false }];
}

const isElsewhere = (one, other) => one.host && other.host && one.host !== other.host;

/** Whether a path ends with the steps of another one. */
const endsWith = (path, end) => end !== "" && path.endsWith(end) && path.at(-end.length - 1) === "/" && path.length > end.length;

/**
 * The kind of fit of an address and a page's place, and the length of the common part; nothing if they
 * do not fit.
 *
 * @param {Place} asked
 * @param {Place} page
 */
export function fit(asked, page) {
  const as = (kind, path) => [isElsewhere(asked, page) ? NEAR : kind, path.length];
  if (asked.path === page.path) return as(SAME, page.path);
  if (endsWith(page.path, asked.path)) return as(asked.host && !page.relative ? NEAR : PART, asked.path);
  if (endsWith(asked.path, page.path)) return as(page.relative ? PART : NEAR, page.path);
  return undefined;
}

/** The place to which a prefix of addresses leads, with a slash at its end if the prefix has one. */
export function beginningOf(prefix) {
  const place = placeOf(prefix);
  if (prefix.endsWith("/") && place.path) place.path += "/";
  return place;
}

/**
 * The number of steps that must be left out so that an address begins with the prefix: of the address
 * those before it, or of the prefix the first ones, as either may be without a base path.
 *
 * @param {Place} asked
 * @param {Place} there
 * @returns {number} Infinity where it does not
 */
export function rank(asked, there) {
  if (isElsewhere(asked, there)) return Infinity;
  const path = `${there.path}/`;
  if (path.startsWith(asked.path)) return 0;
  if (!asked.host && `/${path}`.includes(`/${asked.path}`)) return 1;
  if (!there.relative) return Infinity;
  const ends = [...asked.path.matchAll(/\//g)].map(({ index }) => asked.path.slice(index + 1));
  const dropped = ends.filter((end) => end).findIndex((end) => path.startsWith(end));
  return dropped < 0 ? Infinity : dropped + 2;
}
