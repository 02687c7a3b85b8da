// The options of `kindex/vite` and `kindex/site`, and the options of the command that they stand for.
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { KindexError } from "../engine/errors.js";
import { unknownOption } from "../engine/options.js";

/** In how many files an index is. */
const LAYOUTS = ["auto", "single", "sharded"];

const isString = (value) => typeof value === "string";
const isBoolean = (value) => typeof value === "boolean";
const isTexts = (value) => Array.isArray(value) && value.every(isString);

/** Whether a name can be one of a file and a part of an address. */
const isFile = (value) =>
  isString(value) && /^(?!\/)([^\\]*\/|.*[^/]\.kdx(\.gz)?)$/.test(value) && !/[#?%]|\/\//.test(value) && !value.split("/").includes("..");

const TEXT = [isString, "a string"];
const TEXTS = [(value) => isString(value) || isTexts(value), "a string or an array of strings"];
const MODULE = [(value) => isString(value?.module), 'an object with the address of a module, such as { module: "file:///site/addresses.js" }'];
const YES_NO = [isBoolean, "true or false"];
const LAYOUT = [(value) => LAYOUTS.includes(value), '"auto", "single" or "sharded"'];
const ATTRIBUTES = [
  (value) => typeof value === "object" && value !== null && Object.entries(value).every(([name, one]) => /^[a-z][a-z-]*$/.test(name) && /^(string|number|boolean)$/.test(typeof one)),
  'attributes of the search field, as HTML writes them, such as { placeholder: "Search", "per-document": 2 }',
];

/** The options of files for programs, each with its test. */
const AGENTS = {
  baseUrl: isString,
  headers: isBoolean,
  llmsCharacters: (value) => Number.isInteger(value) && value >= 1000,
  llmsFull: isBoolean,
  siteSummary: isString,
  siteTitle: isString,
};

const isAgents = (value) =>
  isBoolean(value) || (Object.getPrototypeOf(value ?? "") === Object.prototype && Object.entries(value).every(([name, one]) => one === undefined || (Object.hasOwn(AGENTS, name) && AGENTS[name](one))));

/** Each option with its test. */
const OPTIONS = {
  docs: TEXTS,
  file: [isFile, "a name below the site's root that ends in .kdx, .kdx.gz, or for several files in /, without #, ?, % and //"],
  baseUrl: TEXT,
  include: TEXT,
  exclude: TEXTS,
  language: TEXT,
  site: TEXT,
  synonyms: TEXT,
  pins: TEXT,
  pairs: YES_NO,
  addresses: MODULE,
  cleanUrls: YES_NO,
  strict: YES_NO,
  agents: [isAgents, `true, or an object with ${Object.keys(AGENTS).join(", ")}, such as { baseUrl: "https://example.org/docs/" }`],
  auto: YES_NO,
};

/** Those of search that is put into finished pages. */
const INJECTED = { folder: TEXT, layout: LAYOUT, into: TEXT, replace: TEXT, field: ATTRIBUTES };

const without = (...names) => Object.keys(OPTIONS).filter((name) => !names.includes(name));

/** Those of an index of finished pages, which has no sources and no bundle. */
export const FINISHED = without("docs", "addresses", "auto");

/** Those of finished pages that get search: their index is beside the script, and addresses are relative. */
export const SEARCHED = [...without("docs", "addresses", "auto", "file", "baseUrl"), ...Object.keys(INJECTED)];

/**
 * @param {import("./vite.js").KindexOptions} [given]
 * @param {string[]} [names] of the options that there are
 * @returns {import("./vite.js").KindexOptions & { file: string, auto: boolean }}
 */
export function settingsOf(given = {}, names = Object.keys(OPTIONS)) {
  const settings = { file: "search-index/", auto: true };
  for (const [name, value] of Object.entries(given ?? {})) {
    if (!names.includes(name)) throw unknownOption(name, names);
    const [test, accepted] = { ...OPTIONS, ...INJECTED }[name];
    if (value === undefined) continue;
    if (!test(value)) throw new KindexError("invalid_option", `${name}: ${JSON.stringify(value)} given; accepted is ${accepted}`);
    settings[name] = value;
  }
  return settings;
}

/** The path under which the site is published or served, which ends in a slash. */
export function baseOf({ baseUrl }, { base, command }) {
  const address = (command === "serve" ? undefined : baseUrl) ?? base;
  if (/^(\/|https?:\/\/)/.test(address)) return address.endsWith("/") ? address : `${address}/`;
  throw new KindexError(
    "invalid_option",
    `base: ${JSON.stringify(address)} given, by which pages in folders cannot find the index; set Vite's base, or baseUrl of kindex(), to where the site is published, such as "/docs/"`,
  );
}

const listed = (value = []) => [value].flat();

/** The folders with the sources, whole paths. */
export const sourcesOf = ({ docs = "." }, root) => listed(docs).map((path) => resolve(root, path));

/** The options of the command for finished pages. */
export function buildFlags(settings, { root, base, folder }) {
  return { ...flags(settings, root, base), output: join(folder, settings.file), exclude: listed(settings.exclude), "clean-urls": settings.cleanUrls };
}

/** The options of `kindex inject` for finished pages. */
export function injectFlags({ folder = "kindex", layout, into, replace, field = {}, cleanUrls, ...settings }) {
  const attribute = Object.entries(field).filter(([, value]) => value !== false).map(([name, value]) => (value === true ? name : `${name}=${value}`));
  return { ...flags(settings, process.cwd()), exclude: listed(settings.exclude), layout, folder, into, replace, attribute, "clean-urls": cleanUrls };
}

/** The options of `kindex agents` for finished pages; undefined where nobody asks for it. */
export function agentFlags({ agents, baseUrl = "", cleanUrls, exclude, strict }) {
  if (!agents) return undefined;
  const { headers, llmsFull, llmsCharacters, siteTitle, siteSummary, ...given } = agents;
  // A path alone says less than canonical links in pages do.
  const base = given.baseUrl ?? (baseUrl.includes("://") ? baseUrl : undefined);
  const files = { headers, "llms-full": llmsFull, "llms-characters": llmsCharacters, "site-title": siteTitle, "site-summary": siteSummary };
  return { ...files, "base-url": base, "clean-urls": cleanUrls, exclude: listed(exclude), strict };
}

/** The path of a file below a folder, with forward slashes; empty where it is not in there. */
function within(folder, file) {
  const path = relative(folder, file);
  return isAbsolute(path) || path === ".." || path.startsWith(`..${sep}`) ? "" : path.replaceAll(sep, "/");
}

/** The options of the command for sources, among which neither packages nor finished pages count. */
export function sourceFlags(settings, { root, base, outDir }) {
  const finished = sourcesOf(settings, root).map((path) => within(path, resolve(root, outDir)));
  const exclude = [...listed(settings.exclude), "node_modules", ...finished.filter(Boolean).map((path) => `/${path}/`)];
  return { ...flags(settings, root, base), exclude };
}

function flags({ pairs, include, language, site, synonyms, pins, strict }, root, base) {
  return {
    "no-pairs": pairs === false,
    include,
    "base-url": base,
    language,
    site,
    synonyms: synonyms && resolve(root, synonyms),
    pins: pins && resolve(root, pins),
    strict,
  };
}
