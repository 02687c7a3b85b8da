// Measures the files that a page loads until it has answered, Kindex beside Pagefind. Writes the
// table into BENCHMARKS.md and its plot into docs/plots.
//
//   make bench WHAT=first-answer                 every site there is
//   make bench WHAT=first-answer DATA=folder     where the archives lie: docs/NAME.tar.xz
//   make bench WHAT=first-answer SITES=vue-docs,rust-book   some sites: prints, and leaves the table alone
//
// Real pages in Chromium, each query in a page without a cache. The server speaks HTTP/2, as hosts
// do, and HTTP/1.1 where round trips are counted once more. It compresses scripts, styles, JSON and
// WebAssembly with Brotli, as they do too, and nothing else. Its certificate is made by `openssl`.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { extname, join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { launch } from "../../scripts/chromium.mjs";
import { QUERIES, SITES, queries, sitesOf } from "../data/sites.mjs";
import { peers } from "../engines/peers.mjs";
import { build as buildPagefind } from "../engines/ranking/pagefind.mjs";
import { build, pagesFrom } from "../engines/sections.mjs";
import { OUT, ROOT } from "../paths.mjs";
import { publishTables, table } from "../publish.mjs";
import { drawBytes } from "./plots.mjs";

/** The number of queries with which round trips are counted. */
const SLOW = 5;

/** Added to every response to count those that wait for each other, in milliseconds. */
const DELAY = 200;

/** A page that has asked for nothing for so long does not, in milliseconds. */
const QUIET = 100;

/** The results of a first answer, with their texts. */
const RESULTS = 5;

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm" };

/** A query is typed from its third letter to this one, to measure the cost of a letter. */
const TYPED = 10;

/** For the server, which nobody else asks: any name will do. */
const OPENSSL = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=localhost"];
const TRUSTING = "--ignore-certificate-errors";

const module = (address) => `<link rel="modulepreload" href="${address}">`;
const fetched = (address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`;

/** A page with an index in several files, which lie in a folder. */
const severalFiles = (folder) => ({
  links: [module("/kindex/index.min.js"), fetched("/kindex/page/page_bg.wasm"), fetched(`/${folder}/index.kdx`)],
  script: `
      import { open } from "/kindex/index.min.js";
      const index = await open("/${folder}/");
      const ask = async (query, typing) => {
        const prefix = typing && !/(?:^|\\s)[\\p{Lu}\\p{Ll}\\p{N}]{1,2}$/u.test(query);
        return (await index.search(query, { limit: ${RESULTS}, prefix })).hits.length;
      };`,
});

/**
 * The pages, each as its engine's documentation wants it. The script ends with `ask`, which takes a
 * query and whether it is still being typed. The documentation of Pagefind has a page call `init`
 * when searching is near, and `preload` while it waits for the next letter, for which nobody waits
 * here. Its script is linked here as a courtesy.
 */
const ENGINES = {
  "Kindex, several files": severalFiles("sharded"),
  "Kindex, one file": {
    links: [module("/kindex/index.min.js"), fetched("/kindex/page/page_bg.wasm"), fetched("/one/index.kdx.gz")],
    script: `
      import { open } from "/kindex/index.min.js";
      const index = await open("/one/index.kdx.gz");
      const ask = async (query, prefix) => index.search(query, { limit: ${RESULTS}, prefix }).hits.length;`,
  },
  Pagefind: {
    links: [module("/pagefind/pagefind.js")],
    script: `
      const pagefind = await import("/pagefind/pagefind.js");
      await pagefind.init();
      const ask = async (query) => {
        const { results } = await pagefind.search(query);
        return (await Promise.all(results.slice(0, ${RESULTS}).map((result) => result.data()))).length;
      };`,
  },
};

function pageOf(engine) {
  const { links, script } = ENGINES[engine];
  const head = ['<link rel="icon" href="data:,">', ...links].join("");
  return `<!doctype html><title>${engine}</title>${head}<script type="module">${script} globalThis.ask = ask;</script>`;
}

/**
 * Serves folders by the first part of the path, and counts. A request that comes when others of its
 * chain have been answered is one round trip further on than the furthest of these.
 */
async function serve(folders) {
  mkdirSync(OUT, { recursive: true });
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(OUT, name));
  execFileSync("openssl", [...OPENSSL, "-keyout", key, "-out", cert], { stdio: ["ignore", "ignore", "pipe"] });
  const counted = { bytes: 0, requests: 0, chain: { length: 0 }, open: 0, delay: 0 };
  const bodies = new Map();
  const body = (file) => {
    if (!bodies.has(file)) bodies.set(file, TYPES[extname(file)] ? brotliCompressSync(readFileSync(file)) : readFileSync(file));
    return bodies.get(file);
  };
  const secrets = { key: readFileSync(key), cert: readFileSync(cert), allowHTTP1: true };
  const server = createSecureServer(secrets, async (request, response) => {
    counted.open++;
    response.on("close", () => counted.open--);
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const [, first, ...rest] = normalize(path).split("/");
    const { chain } = counted;
    const place = chain.length + 1;
    await sleep(counted.delay);
    chain.length = Math.max(chain.length, place);
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
  const close = () => new Promise((resolve) => server.close(resolve));
  return { address: `https://127.0.0.1:${server.address().port}`, counted, close };
}

/** Waits until a page asks for nothing more: what it loads without a query, some load in a Worker. */
async function quiet({ counted }) {
  for (let before = -1; counted.open > 0 || counted.requests !== before; ) {
    before = counted.requests;
    await sleep(QUIET);
  }
}

/** Opens a page in a profile of its own, and uses it once it can be asked and is quiet. */
async function inPage(browser, server, engine, use) {
  const context = await browser.newContext();
  const page = await context.newPage();
  Object.assign(server.counted, { bytes: 0, requests: 0, chain: { length: 0 } });
  await page.goto(`${server.address}/engine/${encodeURIComponent(engine)}`);
  await page.waitForFunction(() => globalThis.ask);
  await quiet(server);
  const found = await use((query, typing) => page.evaluate((args) => globalThis.ask(...args), [query, typing]));
  await context.close();
  return found;
}

/** Counts what one page loads before it can be asked, and for a first answer. */
function firstAnswer(browser, server, engine, query) {
  return inPage(browser, server, engine, async (ask) => {
    const before = server.counted.bytes;
    await ask(query, false);
    const { bytes, requests, chain } = server.counted;
    // The page itself is one more.
    return { before, bytes, requests, trips: chain.length - 1 };
  });
}

/**
 * The most round trips that a letter takes, in a page that is ready, each typed when the one before
 * has been answered.
 */
function tripsOfTyping(browser, server, engine, query) {
  return inPage(browser, server, engine, async (ask) => {
    let most = 0;
    for (let length = 3; length <= Math.min(query.length, TYPED); length++) {
      const chain = (server.counted.chain = { length: 0 });
      await ask(query.slice(0, length), true);
      most = Math.max(most, chain.length);
    }
    return most;
  });
}

/**
 * Round trips of first answers and of letters, the median of some queries, in two browsers, with a
 * delay that keeps them apart.
 */
async function tripsOf(browsers, server, engine, asked) {
  server.counted.delay = DELAY;
  const found = [];
  for (const browser of browsers) {
    const answers = [];
    const letters = [];
    for (const query of asked) {
      answers.push((await firstAnswer(browser, server, engine, query)).trips);
      letters.push(await tripsOfTyping(browser, server, engine, query));
    }
    found.push([at(answers, 0.5), at(letters, 0.5)]);
  }
  server.counted.delay = 0;
  return [0, 1].map((kind) => found.map((counts) => counts[kind]).join(" / "));
}

/** About `count` of them, spread over all. */
const spread = (all, count) => all.filter((_, nth) => nth % Math.ceil(all.length / count) === 0);

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)];
const kb = (bytes) => Math.round(bytes / 1000).toLocaleString("en");

async function rowOf(browsers, server, engine, asked) {
  const found = [];
  for (const query of asked) found.push(await firstAnswer(browsers[0], server, engine, query));
  const column = (key) => found.map((one) => one[key]);
  return [
    kb(at(column("before"), 0.5)),
    `${kb(at(column("bytes"), 0.5))} / ${kb(at(column("bytes"), 0.95))}`,
    at(column("requests"), 0.5),
    ...(await tripsOf(browsers, server, engine, spread(asked, SLOW))),
  ];
}

/**
 * Builds the folders that the engines search, all from the same pages: the folders, and how many
 * pages there are.
 */
async function built(site, from) {
  const out = join(OUT, `${site.name}.first-answer`);
  rmSync(out, { recursive: true, force: true });
  const folders = { sharded: join(out, "sharded"), one: join(out, "one"), pagefind: join(out, "pagefind") };
  mkdirSync(folders.one, { recursive: true });
  build(site, from, folders.sharded, "--layout", "sharded");
  build(site, from, join(folders.one, "index.kdx.gz"));
  const pages = await pagesFrom(site, from, out);
  await buildPagefind(pages, folders.pagefind);
  return { folders: { kindex: join(ROOT, "dist/npm"), ...folders }, pages: pages.length };
}

/** The rows of a site in the table, and how many pages it has. */
async function measure(browsers, site, folder) {
  const asked = queries(site, folder);
  const { folders, pages } = await built(site, folder);
  const server = await serve(folders);
  const rows = [];
  for (const engine of Object.keys(ENGINES)) {
    rows.push([site.name, engine, ...(await rowOf(browsers, server, engine, asked))]);
    console.log(rows.at(-1).join(" | "));
  }
  await server.close();
  return { rows, pages };
}

const sites = sitesOf(SITES.map(({ name }) => name));
const browsers = [await launch(TRUSTING), await launch(TRUSTING, "--disable-http2")];
const rows = [];
const pages = new Map();
for (const { site, from } of sites) {
  const measured = await measure(browsers, site, from);
  rows.push(...measured.rows);
  pages.set(site.name, measured.pages);
}
const version = browsers[0].version();
for (const browser of browsers) await browser.close();
const { version: pagefind } = (await peers()).find(({ engine }) => engine === "pagefind");
const head = ["site", "engine", "before any query, KB", "first answer, KB: p50 / p95", "requests", "round trips: HTTP/2 / 1.1", "of a letter: HTTP/2 / 1.1"];
const about = `Pagefind ${pagefind}, Chromium ${version}; ${QUERIES} queries a site.`;
publishTables({ "first-answer": `${about}\n\n${table(head, rows)}` });
if (!process.env.SITES) drawBytes(pages);
