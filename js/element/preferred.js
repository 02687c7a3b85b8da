// The language and the version of the page, whose pages come first, and what says which others are.

/** The page says of itself which version it is of; several are divided by commas. */
const VERSION = 'meta[name="docsearch:version"]';

/** Keys whose value the page's own language chooses. */
const LANGUAGES = ["lang", "language"];

/** A part of an address that is a version; a number alone may be a year. */
const IS_VERSION = /^(?!\d+$)(v?\d+(\.(\d+|x))*(-[\da-z.]+)?|canary|current|dev|edge|latest|main|master|next|nightly|preview|stable|trunk|unreleased)$/;

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
 * The language and the version of a hit, in words, where these are not those of the page.
 *
 * @param {import("../entry/index.js").Hit} hit
 * @param {string} [lang] of the words
 */
export function differenceOf({ differs = {} }, lang = "en") {
  return Object.entries(differs).map(([key, value]) => (LANGUAGES.includes(key) ? languageName(value, lang) : value)).join(" · ");
}

function languageName(tag, lang) {
  try {
    return new Intl.DisplayNames(lang, { type: "language" }).of(tag);
  } catch {
    return tag; // No tag of a language.
  }
}

/**
 * Folds pages that are another version or a translation of one before them into that: they get `same`.
 *
 * @param {import("./pages.js").Page[]} pages
 */
export function folded(pages) {
  const first = new Map();
  return pages.filter((page) => {
    const [hit] = page.hits;
    const place = placeOf(hit);
    const before = first.get(place);
    if (!before) first.set(place, page);
    const isSame = before && isOther(before.hits[0], hit);
    if (isSame) before.same.push(hit);
    return !isSame;
  });
}

const isOther = (hit, { differs, meta }) => Boolean(differs) || meta?.version !== hit.meta?.version;

/** The address of a hit's page without the parts that stand for its version and its language. */
function placeOf({ url, differs = {}, meta }) {
  const own = [...Object.values(differs), meta?.version, ...proposed("lang"), ...proposed("version")];
  return url.split(/[?#]/)[0].split("/").filter((part) => !own.includes(part)).join("/");
}
