// Answers DocSearch's requests as Algolia does, on this machine: with sections that Kindex finds, as
// many as DocSearch asks for. A query that was asked before has its answer ready.
import { createServer } from "node:http";

/** The hits that DocSearch asks for, unless a site says otherwise. */
const HITS = 20;

/** Letters before and after a match in what is shown of a text, about as much as Algolia shows. */
const AROUND = 60;

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The words of a query, marked in a text. */
function marked(text, words) {
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "giu");
  return text.split(pattern).map((piece, at) => (at % 2 === 1 ? `<mark>${escaped(piece)}</mark>` : escaped(piece))).join("");
}

/** Some of a text around the first word that is in it. */
function around(text, words) {
  const places = words.map((word) => text.toLowerCase().indexOf(word.toLowerCase())).filter((place) => place >= 0);
  const first = Math.min(...places, text.length);
  return text.slice(Math.max(0, first - AROUND), first + AROUND).replace(/\s+/g, " ");
}

/** A hit as the crawler of DocSearch lays it out: the headings above in levels, the text as content. */
function record({ id, document, title, headings, text, url }, words) {
  const trail = [title, ...headings.filter(Boolean)];
  const levels = Array.from({ length: 7 }, (_, level) => [`lvl${level}`, level === 0 ? "Documentation" : (trail[level - 1] ?? null)]);
  const content = around(text, words);
  const value = (text) => ({ value: text === null ? null : marked(text, words), matchLevel: "full", matchedWords: words });
  const hierarchy = Object.fromEntries(levels);
  const highlighted = Object.fromEntries(levels.map(([level, heading]) => [level, value(heading)]));
  return {
    objectID: String(id),
    url: url ?? `/${document}`,
    type: "content",
    hierarchy,
    content,
    _highlightResult: { hierarchy: highlighted, content: value(content) },
    _snippetResult: { hierarchy: highlighted, content: value(content) },
  };
}

function answer(index, query) {
  const words = query.split(/\s+/).filter(Boolean);
  const { hits, total } = index.search(query, { prefix: true, limit: HITS });
  const found = hits.map((hit) => record(hit, words));
  return JSON.stringify({ results: [{ hits: found, nbHits: total, page: 0, nbPages: 1, hitsPerPage: HITS, query, params: "", index: "docs", processingTimeMS: 1 }] });
}

async function bodyOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Answers from an open index: `{ host, close }`. */
export async function serveAlgolia(index) {
  const answers = new Map();
  const server = createServer(async (request, response) => {
    const { requests } = JSON.parse(await bodyOf(request));
    const { query } = requests[0];
    if (!answers.has(query)) answers.set(query, answer(index, query));
    response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" }).end(answers.get(query));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { host: `127.0.0.1:${server.address().port}`, close };
}
