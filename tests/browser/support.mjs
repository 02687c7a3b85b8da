// Helpers that the browser tests share: the browser, the servers and the folders that they serve.
import { execFile, spawn } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { appendFile, cp, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export { launchShell as launch } from "../../scripts/chromium.mjs";

const run = promisify(execFile);

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
export const COMMAND = resolve(process.env.KINDEX_COMMAND ?? join(TARGET, "debug", "kindex"));

// Plugins start it.
process.env.KINDEX_COMMAND ??= COMMAND;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

const EMPTY = "<!doctype html><title>Test</title>";

/** A page's patience: waiting ends when the condition holds, so that only failures take so long. */
export const PATIENCE = 20_000;

/** A page in a profile of its own; `complaints` gathers what the browser has to say against it. */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  return { page, complaints, close: () => context.close() };
}

/** What a promise gives, if it does so within a page's patience. */
export const soon = (promise) => {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error("it never came")).unref());
  return Promise.race([promise, late]);
};

/** The page has been drawn twice: whatever it does at once in answer to an event is done. */
export const drawn = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** How light the background of a part of the search field is, from 0 to 1. */
export const lightness = (page, part, field = "kindex-search") =>
  page.evaluate(([field, part]) => {
    const seen = document.querySelector(field).shadowRoot.querySelector(`[part=${part}]`);
    const [red, green, blue] = getComputedStyle(seen).backgroundColor.match(/\d+/g).map(Number);
    return (red + green + blue) / 765;
  }, [field, part]);

/**
 * The network goes and returns, until the page shows something again: Chromium may tell it that the
 * network is there a moment before it is.
 */
export async function loseNetwork(page, shown) {
  const context = page.context();
  const attempt = async (timeout) => {
    await context.setOffline(true);
    await context.setOffline(false);
    await shown.waitFor({ timeout });
  };
  await attempt(3000).catch(() => attempt(PATIENCE));
}

/** Runs the command line program. */
export async function kindex(...args) {
  if (!existsSync(COMMAND)) throw new Error(`${COMMAND} is missing; run: make command`);
  return run(COMMAND, args);
}

/** The demo as `make demo` serves it, in a folder of its own; without DATA, unless a folder is given. */
export async function copyOfDemo(DATA = "/dev/null", more = {}) {
  const folder = await mkdtemp(join(tmpdir(), "kindex-demo-"));
  const RUST_DOCS = await someOfRust(join(folder, "rust")).catch(() => "/dev/null");
  const env = { ...process.env, DATA, RUST_DOCS, DEMO: join(folder, "demo"), NO_SERVE: "1", ...more };
  await run(join(ROOT, "scripts", "demo.sh"), { env });
  return env.DEMO;
}

/** Pages of the standard library that answer the demo's queries. All of them take minutes. */
const STD = ["collections/hash_map/index", "index", "io/index", "slice/index", "str/trait.FromStr", "thread/index", "vec/index"];

/** The documentation that the toolchain has, with these pages of its standard library. */
async function someOfRust(folder) {
  const { stdout } = await run("rustc", ["--print", "sysroot"]);
  const from = join(stdout.trim(), "share/doc/rust/html");
  for (const page of ["all", ...STD]) await cp(join(from, "std", `${page}.html`), join(folder, "std", `${page}.html`));
  // The demo tells what it keeps by this page.
  await appendFile(join(folder, "std/all.html"), "<!-- some pages -->");
  await symlink(join(from, "book"), join(folder, "book"));
  return folder;
}

/** Adds an index to a demo's list. */
export async function addToManifest(folder, entry) {
  const path = join(folder, "indexes", "manifest.json");
  const entries = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify([...entries, entry]));
}

/** Serves a folder with the command line program, which may get more flags. */
export async function serve(folder, ...flags) {
  const server = spawn(COMMAND, ["serve", folder, "--port", "0", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  for await (const line of createInterface(server.stdout)) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address) return { address, close: () => (server.kill(), ended) };
  }
  throw new Error("kindex serve ended without saying where it serves");
}

/**
 * Serves files of the repository: `folders` maps the first part of a path to a folder. Everything
 * else is `page`. Each answer waits for what `before` gives for the path, and has the headers that
 * `headers` gives for it.
 */
export async function serveFiles(folders, { page = EMPTY, before = () => {}, headers = () => ({}) } = {}) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const [, first, ...rest] = normalize(path).split("/");
    const file = folders[first] && join(folders[first], ...rest);
    await before(path);
    if (!file) {
      response.writeHead(200, { "content-type": TYPES[".html"], ...headers(path) }).end(typeof page === "function" ? page(path) : page);
    } else if (await isFile(file)) {
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, ...headers(path) });
      createReadStream(file).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, close };
}

async function isFile(path) {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ?? false;
}

export function remove(folder) {
  return folder ? rm(folder, { recursive: true, force: true }) : undefined;
}
