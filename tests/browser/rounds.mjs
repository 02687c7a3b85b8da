// The page of docs/large-sites.md, and a server that holds back what it asks for until it has asked for
// all that it needs at that time: so it gets no answer if it waits where it need not.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, serveFiles } from "./support.mjs";

export const FOLDERS = (search) => ({ kindex: join(ROOT, "dist", "npm"), search });

/** The files that the page asks for at once, besides the head. */
const START = ["/kindex/index.min.js", "/kindex/page/page_bg.wasm"];

/** As docs/large-sites.md wants it. */
const headers = (path) => (path.endsWith(".kdx") ? { "cache-control": "no-cache" } : {});

/** The whole page that docs/large-sites.md shows. */
async function pageOfGuide() {
  const guide = await readFile(join(ROOT, "docs/large-sites.md"), "utf8");
  const [page] = [...guide.matchAll(/```html\n(.*?)```/gs)].map(([, text]) => text).filter((text) => text.includes("<!doctype html>"));
  return page.replace("<title>", '<link rel="icon" href="data:,"><title>');
}

/**
 * Serves the page and a folder with an index, round by round, for a query whose last word is the
 * `beginning` of one or not. `titles` are those of what it finds;
 * `wrong` says what was asked for twice or is not known to be wanted, and what is waited for.
 */
export async function serveRounds(folder, query, beginning = true) {
  const { rounds, titles } = await inNode(folder, query, beginning);
  const gate = gateOf([[...START, ...rounds[0]], ...rounds.slice(1)]);
  const server = await serveFiles(FOLDERS(folder), { page: await pageOfGuide(), before: gate.before, headers });
  const wrong = () => ({ unexpected: gate.surprises, missing: gate.missing() });
  return { ...server, address: `${server.address}page`, rounds, titles, wrong };
}

/** The same search in Node: what is asked for in each round, and what the answers are called. */
async function inNode(folder, query, prefix) {
  const { open } = await import("../../dist/npm/index.js");
  const rounds = [];
  let round;
  const index = await open(async (name) => {
    if (!round) rounds.push((round = []));
    round.push(`/search/${name}`);
    await new Promise(setImmediate); // All of a round have been asked for then.
    round = undefined;
    return readFile(join(folder, name));
  });
  const { hits } = await index.search(query, { prefix, limit: 5 });
  return { rounds, titles: hits.map(({ title }) => title) };
}

/** The requests that browsers make at a time to a host that speaks HTTP/1.1, as the one here does. */
const AT_ONCE = 6;

/** Answers the requests of a round when all of it have been made, or all that can be at a time. */
function gateOf(rounds) {
  const surprises = [];
  const waiting = new Map();
  const missing = () => (rounds[0] ?? []).filter((path) => !waiting.has(path));
  const before = (path) => {
    if (path === "/page") return undefined;
    if (!missing().includes(path)) return void surprises.push(path);
    return new Promise((resolve) => {
      waiting.set(path, resolve);
      const left = missing();
      if (left.length > 0 && waiting.size < AT_ONCE) return;
      if (left.length > 0) rounds[0] = left;
      else rounds.shift();
      for (const answer of waiting.values()) answer();
      waiting.clear();
    });
  };
  return { before, missing, surprises };
}
