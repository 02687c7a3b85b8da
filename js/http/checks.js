import { OF_EMBED, isCandidates, isShare, isTime } from "../embedder/kinds.js";

/**
 * A kind of option: a description of the accepted values, and a test of one.
 *
 * @typedef {[accepted: string, suits: (value: unknown) => boolean]} Kind
 */

const isText = (value) => typeof value === "string" && value !== "";

const isNumber = (value) => typeof value === "number" && value >= 0;

const isFunction = (value) => typeof value === "function";

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The address of the WebAssembly, or the module; `open` knows which of these it can use. */
const isWasm = (value) => isText(value) || (typeof value === "object" && value !== null);

/** Headers may have printable ASCII. */
const isHeader = (value) => isText(value) && /^[\x20-\x7e]+$/.test(value);

/** An address that paths may be put behind. */
const isAddress = (value) => isText(value) && /^https?:\/\/[^@?#]+$/.test(value) && URL.canParse(value);

/** The options whose values need no other to be looked at. @type {Record<string, Kind>} */
export const KINDS = {
  wasm: ["a module, its bytes or its address", isWasm],
  title: ["a text", isText],
  description: ["a text", isText],
  tokens: ["the name of a variable, or an object with tenants by the SHA-256 of their tokens", (value) => isText(value) || isObject(value)],
  rateLimit: ["the name of a rate limit", isText],
  cors: ["an object", isObject],
  cacheControl: ["the text of the header", isHeader],
  cacheBytes: ["a number from 0", isNumber],
  refresh: ["a number from 0", isNumber],
  limits: ["an object", isObject],
  mcp: ["a function", isFunction],
  publicUrl: ['the address of /mcp that clients take, such as "https://docs.example.org/mcp"', isAddress],
  onError: ["a function", isFunction],
  embed: ["a function", isFunction],
  embedder: ["a text", isText],
  alpha: ["a number from 0 to 1", isShare],
  candidates: ["a whole number from 1 to 1000", isCandidates],
  embedTimeout: ["a number of milliseconds from 1", isTime],
};

/**
 * Throws a TypeError where an option has a value of the wrong kind.
 *
 * @param {Record<string, unknown>} config
 */
export function checkKinds(config) {
  for (const [name, [accepted, suits]] of Object.entries(KINDS)) {
    const value = config[name];
    if (value !== undefined && !suits(value)) throw new TypeError(`${name}: accepted is ${accepted}`);
  }
  const idle = OF_EMBED.find((name) => config[name] !== undefined);
  if (idle && config.embed === undefined) throw new TypeError(`${idle}: it needs embed`);
  if (config.publicUrl !== undefined && config.mcp === undefined) throw new TypeError("publicUrl: it needs mcp");
  const maxAge = config.cors?.maxAge;
  if (maxAge !== undefined && !(isNumber(maxAge) && Number.isInteger(maxAge))) {
    throw new TypeError("cors.maxAge: accepted are whole numbers from 0");
  }
}
