// Messages of the Model Context Protocol: calls that are right, calls with wrong arguments, and lines that
// are no message.
import { drawer, nameOf, textOf } from "./draw.mjs";

const WRONG = [-1, 0, 1.5, 1e300, 2 ** 32, "5", "", null, true, [], {}, [1], { a: { b: [] } }, "\0", "\ud800"];

const NAMES = ["query", "limit", "offset", "expand_to_parents", "max_tokens", "filters", "version", "exclude", "url", "from", "lines", "pattern", "regex", "page", "prefix", "nothing", "__proto__"];

const FILTERS = [{ tags: "code" }, { lang: ["de", "en"] }, { date: { min: "2024" } }, { nothing: 1 }, { lang: {} }, { lang: { near: 1 } }];

/** A class with many characters, many times. */
const HAN = `[^${Array.from({ length: 480 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("")}]{999}ÿ`;

/** Patterns that take long where states are tried one after the other, and some that are none. */
const PATTERNS = ["(a*)*b", "(\\w+\\s?)+$", "((a|b|.)?){30}x", "[^a-y]{2,9}|\\bz", "(|){600}ÿ", HAN, "(", "a{9999}", "(?=a)", "\\"];

const TOOLS = [
  [60, "search_docs", (material, draw) => ({
    query: textOf(material, draw),
    ...draw.pick([{}, {}, { limit: 3 }, { limit: 50, max_tokens: 9000 }, { offset: 5 }, { expand_to_parents: false }, { filters: draw.pick(FILTERS) }, { version: draw.pick(["1", "2.x", ""]) }, { exclude: [draw.pick(material.ids), draw.pick(material.urls)] }]),
  })],
  [10, "read_page", ({ ids }, draw) => ({ url: nameOf(ids, draw), ...draw.pick([{}, { lines: 2 }, { max_tokens: 300 }]) })],
  [10, "read_page", ({ urls }, draw) => ({ url: nameOf(urls, draw), ...draw.pick([{}, {}, { from: "1.300" }, { from: "30", lines: 9 }, { from: "x" }]) })],
  [6, "grep_docs", (material, draw) => ({
    pattern: textOf(material, draw).slice(0, 1 + draw.below(20)),
    ...draw.pick([{}, { regex: true }, { regex: true, pattern: draw.pick(PATTERNS) }, { word: true, case: true }, { page: nameOf(material.urls, draw).slice(0, 9) }, { from: "3.7", limit: 200 }]),
  })],
  [4, "list_pages", ({ urls }, draw) => ({ prefix: nameOf(urls, draw).slice(0, draw.below(9)), limit: 1 + draw.below(200) })],
  [2, "list_docs", (_, draw) => ({ limit: 1 + draw.below(200) })],
  [2, "search_doc", () => ({})],
].map(([weight, name, make]) => [weight, (material, draw) => ({ name, arguments: make(material, draw) })]);

const METHODS = ["initialize", "tools/list", "resources/list", "resources/templates/list", "ping", "prompts/list", "tools/call", "resources/read", "", "\0", "__proto__"];

/** A part of the arguments has a value that it cannot have. */
function spoiled(params, draw) {
  const given = { ...params.arguments, [draw.pick(NAMES)]: draw.pick(WRONG) };
  return draw.pick([{ ...params, arguments: given }, { ...params, arguments: draw.pick(WRONG) }, { ...params, name: draw.pick(WRONG) }, given, draw.pick(WRONG)]);
}

const REQUESTS = [
  [86, (material, draw) => ({ method: "tools/call", params: draw.weighted(TOOLS)(material, draw) })],
  [5, (material, draw) => ({ method: "tools/call", params: spoiled(draw.weighted(TOOLS)(material, draw), draw) })],
  [3, ({ urls }, draw) => ({ method: "resources/read", params: { uri: `kindex://pages/${nameOf(urls, draw)}` } })],
  [3, (_, draw) => ({ method: draw.pick(METHODS), ...draw.pick([{}, { params: {} }, { params: draw.pick(WRONG) }]) })],
];

/** A request, whose id says which. */
export const request = (material, draw, id) => ({ jsonrpc: "2.0", id, ...draw.weighted(REQUESTS)(material, draw) });

const DEEP = "[".repeat(2000);

/** Lines that ask for nothing: broken off, of other protocols, of what is no text. */
const NO_MESSAGES = [
  (line, { below }) => line.slice(0, below(line.length)),
  (line, { below, pick }) => line.slice(0, below(line.length)) + pick(["\0", "}", "\"", "\\", "\ufffd", DEEP]) + line.slice(below(line.length)),
  (line) => `[${line},${line}]`,
  () => DEEP,
  () => `{"jsonrpc":"2.0","id":{"a":${DEEP}`,
  () => '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  () => '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  () => '{"jsonrpc":"1.0","id":0.5,"method":"ping"}',
  () => '{"jsonrpc":"2.0","id":"r","result":{}}',
  () => '{"jsonrpc":"2.0","id":99999999999999999999999,"method":"ping"}',
  () => "GET / HTTP/1.1\r",
  (_, { pick }) => pick(["", " ", "{}", "null", "5", "\"", "\ufeff", "\u2028", "{\"id\":1}"]),
  () => Buffer.from([0x22, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22]),
  (line) => line.padEnd(100_000),
];

/**
 * Lines for a server, each with the id that the answer is to have; nothing for those that are no request.
 *
 * @returns {() => { line: string | Buffer, id?: number }}
 */
export function lines(material, seed) {
  const draw = drawer(seed);
  let id = 0;
  return () => {
    const line = JSON.stringify(request(material, draw, ++id));
    return draw.below(25) > 0 ? { line, id } : { line: draw.pick(NO_MESSAGES)(line, draw) };
  };
}
