// Options of searches: those that are accepted, and values that no option has.

const USUAL = [
  { prefix: true }, { prefix: "all" }, { fuzzy: false }, { texts: false }, { group: true }, { limit: 1 }, { limit: 50 }, { limit: 0 },
  { offset: 3 }, { perDocument: 1 }, { returnLevel: 0 }, { returnLevel: 2 }, { expand: false }, { prefix: true, completions: 8 },
  { phraseBytes: 2000 }, { filters: { tags: ["code", "css"] } },
  { filters: { date: { min: "2024" }, lang: { not: "de" } } }, { prefer: { lang: ["de", "en"] } }, { sort: "date:desc" }, { limit: 4294967295, texts: false },
];

const NO_VALUES = [-1, 1.5, NaN, Infinity, 2 ** 32, "10", "", "\0", true, {}, [], [NaN], ["a"], { any: [] }, { a: {} }, { "": "x" }, { lang: { min: [] } }, { lang: { near: 1 } }];

const NAMES = [
  "limit", "offset", "prefix", "fuzzy", "texts", "completions", "matchLevel", "returnLevel", "expand", "perDocument", "group",
  "phraseBytes", "filters", "prefer", "sort", "facets", "collapse", "vector", "weights", "nothing", "__proto__", "limt",
];

const NO_OPTIONS = [5, "limit", [], { returnLevel: 99 }, { matchLevel: 7 }, { returnLevel: 0, matchLevel: 1 }, { expand: false, returnLevel: 1 }];

/** Draws options: mostly none or some that are accepted. */
export const optionsOf = (draw) =>
  draw.weighted([
    [50, () => undefined],
    [42, () => Object.assign({}, ...draw.several(2, () => draw.pick(USUAL)))],
    [7, () => ({ [draw.pick(NAMES)]: draw.pick(NO_VALUES) })],
    [1, () => draw.pick(NO_OPTIONS)],
  ])();
