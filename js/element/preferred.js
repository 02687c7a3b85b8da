// The language and the version of the page, whose pages come first, and what says which others are.

/** The page says of itself which version it is of; several are divided by commas. */
const VERSION = 'meta[name="docsearch:version"]';

/** Keys whose value the page's own language chooses. */
const LANGUAGES = ["lang", "language"];

/** A part of an address that is a version; a number without a dot or a "v" may be a year or a chapter. */
const IS_VERSION = /^((v\d+|\d+\.(\d+|x))(\.(\d+|x))*(-[\da-z.]+)?|canary|current|dev|edge|latest|main|master|next|nightly|preview|stable|trunk|unreleased)$/;

/** The values that the page proposes for a key, the best first. */
export function proposed(key) {
  if (key === "version") return versions();
  const { lang } = document.documentElement;
  return LANGUAGES.includes(key) && lang ? [lang, lang.split("-")[0]] : [];
}

function versions() {
  const said = document.querySelector(VERSION)?.content.split(",").map((one) => one.trim()).filter(Boolean) ?? [];
  return said.length > 0 ? said : location.pathname.split("/").filter((part) => IS_VERSION.test(part));
}

/** The values of keys that results are to have before others, as a search takes them. */
export function preferred(keys) {
  const known = keys.split(/\s+/).map((key) => [key, proposed(key)]);
  return Object.fromEntries(known.filter(([, values]) => values.length > 0));
}

/**
 * The label of a hit's index, and the language and the version of the hit, in words, where these are not those of the page.
 *
 * @param {import("../entry/index.js").Hit} hit
 * @param {string} [lang] of the words
 */
export function differenceOf({ label, differs = {} }, lang = "en") {
  const values = Object.entries(differs).map(([key, value]) => (LANGUAGES.includes(key) ? languageName(value, lang) : value));
  return [label, ...values].filter(Boolean).join(" · ");
}

function languageName(tag, lang) {
  try {
    return new Intl.DisplayNames(lang, { type: "language" }).of(tag);
  } catch {
    return tag; // No tag of a language.
  }
}

/**
 * Folds pages that are another version or a translation of one before them into one, which gets the others
 * as `same`. That of the page's own version stands for all, or else the first.
 *
 * @param {import("./pages.js").Page[]} pages
 */
export function folded(pages) {
  const groups = new Map();
  for (const page of pages) {
    const place = placeOf(page.hits[0]);
    const group = groups.get(place)?.find(([first]) => isCopy(first.hits[0], page.hits[0]));
    if (group) group.push(page);
    else groups.set(place, [...(groups.get(place) ?? []), [page]]);
  }
  const own = proposed("version");
  return [...groups.values()].flat().sort(([a], [b]) => pages.indexOf(a) - pages.indexOf(b)).map((group) => {
    const best = group.find(({ hits: [hit] }) => !hit.differs && own.includes(versionOf(hit))) ?? group[0];
    const others = group.filter((page) => page !== best).map(({ hits: [hit] }) => hit);
    return { ...best, same: others };
  });
}

/** The version of a hit's page, or its versions; empty where it has none. */
export const versionOf = ({ meta }) => [meta?.version ?? ""].flat().join(", ");

/** Whether hits at one place are of one page: translations, or versions with the same title. */
function isCopy(a, b) {
  const isTranslation = a.differs?.lang !== b.differs?.lang;
  return isTranslation || (a.title === b.title && versionOf(a) !== versionOf(b));
}

/** The address of a hit's page without the parts that stand for its version and its language. */
function placeOf(hit) {
  const { url, anchor, differs = {} } = hit;
  const values = [...Object.values(differs), versionOf(hit), ...proposed("lang"), ...proposed("version")];
  const own = new Set(values.flatMap((value) => value.split(", ")).flatMap((value) => [value, value.split("-")[0]]).map(lower));
  const [path, ...rest] = url.replace(anchor ? `#${anchor}` : "", "").split(/(?=[?#])/);
  return [path.split("/").filter((part) => part && !own.has(lower(part))).join("/"), ...rest].join("");
}

const lower = (text) => text.toLowerCase();
