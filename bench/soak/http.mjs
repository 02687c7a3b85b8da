// Requests for a Worker: those that are right, those with wrong parameters, and bytes that are no HTTP.
import { drawer, nameOf, textOf } from "./draw.mjs";
import { request as message } from "./messages.mjs";

const encoded = (text) => encodeURIComponent(text.toWellFormed?.() ?? Buffer.from(text).toString());

const MORE = ["", "", "", "&limit=3", "&limit=50", "&prefix=true", "&prefix=all", "&fuzzy=false", "&group=true", "&fold=true", "&texts=false", "&offset=5", "&level=0", "&maxTokens=500", "&facets=lang&facets=tags", "&sort=date:desc", "&filter.lang=en", "&prefer.lang=de"];

const WRONG = ["&limit=0", "&limit=-1", "&limit=1e3", "&limit=x", "&level=99", "&q=again", "&nothing=1", "&filter.=1", "&filter.nothing=1", "&sort=nothing", "&prefix=maybe", "&offset=99999999999", "&%zz", "&=", "&__proto__=1", "&facets=a".repeat(20)];

const PATHS = ["/", "/nowhere", "/search/", "//search", "/search?", "/chunks/", "/chunks/%zz", "/chunks/%ff/hierarchy", "/documents/%00", "/mcp", "/%2e%2e/search?q=a", "/status?x=1", "/openapi.json", `/search?q=${"a".repeat(15_000)}`, `/search?q=${"a".repeat(20_000)}`];

const get = (path, more = {}) => ({ method: "GET", path, ...more });

/** A message to /mcp, or a body that is none. */
function posted(material, draw) {
  const text = JSON.stringify(message(material, draw, draw.below(1000)));
  const body = draw.weighted([[9, () => text], [1, () => draw.pick(["", "{", text.slice(0, draw.below(text.length)), `[${text}]`, "[".repeat(5000), "x".repeat(70_000), "\0"])]])();
  const type = draw.weighted([[20, () => "application/json"], [1, () => draw.pick(["text/plain", "", "application/json; charset=latin1"])]])();
  return { method: "POST", path: "/mcp", body, headers: { "content-type": type, accept: "application/json, text/event-stream" } };
}

const KINDS = [
  [60, (material, draw) => get(`/search?q=${encoded(textOf(material, draw))}${draw.pick(MORE)}`)],
  [8, ({ prefixes }, draw) => get(`/suggest?q=${encoded(draw.pick(prefixes))}`)],
  [8, ({ ids }, draw) => get(`/chunks/${encoded(nameOf(ids, draw))}${draw.pick(["", "/hierarchy"])}`)],
  [4, ({ ids }, draw) => get(`/documents/${encoded(nameOf(ids, draw))}`)],
  [2, (_, draw) => get(draw.pick(["/documents?limit=5", "/documents?prefix=guides", "/filters", "/status"]))],
  [10, posted],
  [5, (material, draw) => get(`/search?q=${encoded(textOf(material, draw))}${draw.pick(WRONG)}`)],
  [1, (_, draw) => get(draw.pick(PATHS))],
  [1, (_, draw) => ({ method: draw.pick(["DELETE", "OPTIONS", "HEAD"]), path: draw.pick(["/search?q=a", "/mcp"]) })],
  [1, (_, draw) => ({ method: draw.pick(["POST", "PUT", "PATCH"]), path: "/search?q=a", body: "a" })],
  [1, (_, draw) => get("/search?q=a", { headers: draw.pick([{ "if-none-match": "*" }, { origin: "null" }, { accept: "\t" }, { "x-long": "a".repeat(6000) }, { range: "bytes=5-" }]) })],
];

/** Draws requests: `{ method, path, headers, body }`. */
export function requests(material, seed) {
  const draw = drawer(seed);
  return () => draw.weighted(KINDS)(material, draw);
}

/** Bytes that are no request, or one that is broken off. */
export const NO_REQUESTS = [
  "\0\0\0\0", "GET\r\n\r\n", "GET /search?q=a HTTP/9.9\r\n\r\n", "GET /search?q=a HTTP/1.1\r\nHost", "GET http:// HTTP/1.1\r\nHost: a\r\n\r\n",
  "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n{}", "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{}",
  "POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n5\r\n{}",
  `GET / HTTP/1.1\r\n${"x: y\r\n".repeat(500)}`, `GET /${"a".repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
];
