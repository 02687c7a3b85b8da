// Measures what a page loads until it has answered, Kindex beside Pagefind, and writes the table
// into BENCHMARKS.md.
//
//   make first-answer                 every site there is
//   make first-answer DATA=folder     where the archives lie: docs/NAME.tar.xz
//
// Real pages in Chromium, each query in a page without a cache. The server compresses scripts,
// styles, JSON and WebAssembly with Brotli, as hosts do, and nothing else.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { open } from "../dist/npm/explore.js";
import { build as buildPagefind } from "../eval/peers/engines/pagefind.mjs";
import { ROOT, archiveOf, unpack } from "./data.mjs";
import { pagesOf } from "./eval/pages.mjs";
import { peers } from "./eval/peers.mjs";
import { publish, table } from "./publish.mjs";
import { SITES, queries } from "./sites.mjs";

const OUT = join(ROOT, "target/bench");
const KINDEX = join(ROOT, "target/release/kindex");

/** So many queries; each is a page of its own. */
const ASKED = 40;

/** Added to every response to count those that wait for each other, in milliseconds. */
const DELAY = 200;

/** A first answer has so many results with their texts. */
const RESULTS = 5;

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm" };

/** What a page of an engine does: `ready` when it could search, `ask` what it does then. */
const ENGINES = {
  "Kindex, several files": `
    import { open } from "/kindex/sharded.js";
    const index = await open("/sharded/");
    const ask = async (query) => (await index.search(query, { limit: ${RESULTS} })).hits.length;`,
  "Kindex, one file": `
    import { open } from "/kindex/index.js";
    const index = await open("/one/index.kdx.gz");
    const ask = async (query) => index.search(query, { limit: ${RESULTS} }).hits.length;`,
  Pagefind: `
    const pagefind = await import("/pagefind/pagefind.js");
    await pagefind.init();
    const ask = async (query) => {
      const { results } = await pagefind.search(query);
      return (await Promise.all(results.slice(0, ${RESULTS}).map((result) => result.data()))).length;
    };`,
};

const pageOf = (engine) =>
  `<!doctype html><title>${engine}</title><script type="module">${ENGINES[engine]} globalThis.ask = ask;</script>`;

/** Serves folders by the first part of the path, and counts. */
async function serve(folders) {
  const counted = { bytes: 0, requests: 0, delay: 0 };
  const bodies = new Map();
  const body = (file) => {
    if (!bodies.has(file)) bodies.set(file, TYPES[extname(file)] ? brotliCompressSync(readFileSync(file)) : readFileSync(file));
    return bodies.get(file);
  };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const [, first, ...rest] = normalize(path).split("/");
    await new Promise((resolve) => setTimeout(resolve, counted.delay));
    if (first === "engine") {
      return response.writeHead(200, { "content-type": "text/html" }).end(pageOf(rest[0]));
    }
    const file = folders[first] && join(folders[first], ...rest);
    if (!file || !statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    const bytes = body(file);
    counted.bytes += bytes.length;
    counted.requests++;
    const type = TYPES[extname(file)];
    const headers = type ? { "content-type": type, "content-encoding": "br" } : { "content-type": "application/octet-stream" };
    return response.writeHead(200, headers).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { address: `http://127.0.0.1:${server.address().port}`, counted, close };
}

/** What one page loads before it can be asked, and for a first answer. */
async function firstAnswer(browser, server, engine, query) {
  const context = await browser.newContext();
  const page = await context.newPage();
  Object.assign(server.counted, { bytes: 0, requests: 0 });
  const started = performance.now();
  await page.goto(`${server.address}/engine/${encodeURIComponent(engine)}`);
  await page.waitForFunction(() => globalThis.ask);
  const before = server.counted.bytes;
  await page.evaluate((query) => globalThis.ask(query), query);
  const took = performance.now() - started;
  await context.close();
  return { before, bytes: server.counted.bytes, requests: server.counted.requests, took };
}

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)];
const kb = (bytes) => Math.round(bytes / 1000).toLocaleString("en");

async function rowOf(browser, server, engine, asked) {
  const found = [];
  for (const query of asked) found.push(await firstAnswer(browser, server, engine, query));
  server.counted.delay = DELAY;
  const slow = [];
  for (const query of asked.slice(0, 5)) slow.push((await firstAnswer(browser, server, engine, query)).took);
  server.counted.delay = 0;
  const column = (key) => found.map((one) => one[key]);
  // The page itself is one more.
  const trips = Math.floor(at(slow, 0.5) / DELAY) - 1;
  return [
    kb(at(column("before"), 0.5)),
    `${kb(at(column("bytes"), 0.5))} / ${kb(at(column("bytes"), 0.95))}`,
    at(column("requests"), 0.5),
    trips,
  ];
}

const command = (...args) => execFileSync(KINDEX, args, { stdio: ["ignore", "ignore", "ignore"] });

/** Builds what the engines search, all from the same pages. */
async function foldersOf({ name, site }, folder) {
  const out = join(OUT, `${name}.first-answer`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "one"), { recursive: true });
  const folders = { sharded: join(out, "sharded"), one: join(out, "one"), pagefind: join(out, "pagefind") };
  command("build", folder, "--site", site, "-o", folders.sharded, "--layout", "sharded");
  command("build", folder, "--site", site, "-o", join(folders.one, "index.kdx.gz"));
  const sections = join(out, "sections.kdx");
  command("build", folder, "--site", site, "-o", sections, "--parents", "sections", "--section-depth", "6");
  const index = await open(sections);
  await buildPagefind(pagesOf(index), folders.pagefind);
  index.close();
  return { kindex: join(ROOT, "dist/npm"), ...folders };
}

async function measure(browser, site, folder) {
  const all = queries(site, folder);
  const step = Math.max(1, Math.floor(all.length / ASKED));
  const asked = all.filter((_, number) => number % step === 0).slice(0, ASKED);
  const server = await serve(await foldersOf(site, folder));
  const rows = [];
  for (const engine of Object.keys(ENGINES)) {
    rows.push([site.name, engine, ...(await rowOf(browser, server, engine, asked))]);
    console.log(rows.at(-1).join(" | "));
  }
  await server.close();
  return rows;
}

mkdirSync(OUT, { recursive: true });
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args });
const rows = [];
for (const site of SITES) {
  const folder = unpack(site.name, OUT);
  if (folder) rows.push(...(await measure(browser, site, folder)));
  else console.log(`${site.name}: left out, ${archiveOf(site.name)} is not there`);
}
const version = browser.version();
await browser.close();
if (rows.length === 0) throw new Error("there is nothing to measure: set DATA to a folder with docs/NAME.tar.xz");
const { version: pagefind } = (await peers()).find(({ engine }) => engine === "pagefind");
const head = ["site", "engine", "before any query, KB", "first answer, KB: p50 / p95", "requests", "round trips"];
const about = `Pagefind ${pagefind}, Chromium ${version}; ${ASKED} queries a site.`;
publish("first-answer", `${about}\n\n${table(head, rows)}`);
