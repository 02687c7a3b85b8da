// The options of the theme.
import { siteIndex } from "kindex/site";

const VERSIONS = ["page", "choose", "all"];

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isValue = (value) => ["string", "number", "boolean"].includes(typeof value);
const isPath = (value) => typeof value === "string" && /^[^/\\?#%][^\\?#%]*(?<!\/)$/.test(value) && !/\.\.|\/\/|\.html?$/.test(value);

/** The attributes of the field that the theme sets, and why. */
const DECIDED = {
  src: "the address of the index follows from baseUrl and the option file",
  modal: "the search bar is a button that opens a dialog",
  mode: 'a page of results is made by the option searchPage, such as "search"',
};

/** Each option with its test; `kindex/site` tests the others. */
const OPTIONS = {
  versions: [(value) => VERSIONS.includes(value), VERSIONS.map((one) => JSON.stringify(one)).join(", ")],
  searchPage: [(value) => value === false || isPath(value), 'false, or a path below baseUrl such as "search"'],
  field: [(value) => isObject(value) && Object.values(value).every(isValue), "an object with attributes of <kindex-search>, whose values are strings, numbers or true and false"],
};

const OF_THE_INDEX = ["agents", "file", "exclude", "synonyms", "pins", "pairs", "strict"];

const DEFAULTS = { id: "default", file: "search-index/", versions: "page", searchPage: false };

/**
 * The options with their defaults; throws where one cannot be used.
 *
 * @param {import("../index.js").KindexDocusaurusOptions & { id?: string }} given
 */
export function validOptions(given = {}) {
  const { id, ...options } = given;
  for (const [name, value] of Object.entries(options)) if (value !== undefined) check(name, value);
  checkIndex(options);
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULTS, ...Object.fromEntries(known), id: id ?? DEFAULTS.id };
}

function check(name, value) {
  if (OF_THE_INDEX.includes(name)) return;
  if (!Object.hasOwn(OPTIONS, name)) {
    const names = [...OF_THE_INDEX, ...Object.keys(OPTIONS)].sort().join(", ");
    throw new Error(`kindex-docusaurus: there is no option ${JSON.stringify(name)}; accepted are ${names}`);
  }
  const [test, accepted] = OPTIONS[name];
  if (!test(value)) throw new Error(`kindex-docusaurus: ${name}: ${JSON.stringify(value)} given; accepted is ${accepted}`);
  if (name === "field") refuseDecided(value);
}

function refuseDecided(field) {
  const name = Object.keys(DECIDED).find((one) => Object.hasOwn(field, one));
  if (name) throw new Error(`kindex-docusaurus: field.${name}: ${DECIDED[name]}; leave it out`);
}

function checkIndex({ agents, file, exclude, synonyms, pins, pairs, strict }) {
  try {
    siteIndex({ agents, file, exclude, synonyms, pins, pairs, strict });
  } catch (cause) {
    throw new Error(`kindex-docusaurus: ${cause.message}`, { cause });
  }
}
