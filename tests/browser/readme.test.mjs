// The README's quick starts as they stand: in an empty folder, one after another.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT, put, run } from "../bundlers/support.mjs";
import { COMMAND, launch, openPage, serve } from "./support.mjs";

const BLOCK = /^```(\w+)\n(.*?)^```$/gms;

/** The name of a file in its first line, which is a comment. */
const NAME = /^(?:\/\/|<!--) (\S+\.\w+)/;

/** The time that npm and wrangler may take. */
const PATIENCE = { timeout: 180_000 };

describe("the quick starts", () => {
  let root, folder, env, preface, sections;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), "kindex-readme-"));
    folder = join(root, "site");
    // The folder where `make install` would put the command.
    const bin = join(root, "bin");
    await mkdir(bin);
    await symlink(COMMAND, join(bin, "kindex"));
    const PATH = [bin, process.env.PATH].join(delimiter);
    env = { ...process.env, PATH, KINDEX: ROOT.replace(/\/$/, ""), WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" };
    const readme = await readFile(join(ROOT, "README.md"), "utf8");
    const part = /^## Quick starts$(.*?)^## /ms.exec(readme)[1];
    const [first, ...rest] = part.split(/^### /m);
    preface = first;
    sections = rest.map((section) => [...section.matchAll(BLOCK)]);
    const named = sections.flat().map(([, , text]) => [NAME.exec(text)?.[1], text]).filter(([name]) => name);
    assert.equal(named.length, 3);
    await put(folder, Object.fromEntries(named));
  });

  after(() => rm(root, { recursive: true, force: true }));

  /** The blocks of a section, by language; each language has one there. */
  const blocks = (at) => Object.fromEntries(sections[at].map(([, language, text]) => [language, text]));

  const shell = (text) => run("bash", ["-euc", text], { cwd: folder, env });

  test("begin with targets of make", async () => {
    const targets = [...preface.matchAll(/^make (.+)$/gm)].flatMap(([, names]) => names.split(" "));
    assert.deepEqual(targets, ["install", "package"]);
    const { stdout } = await run("make", ["--dry-run", "--always-make", ...targets], { cwd: ROOT });
    for (const step of [/setup\.sh rust/, /cargo install .*--path crates\/cli/, /setup\.sh wasm/, /scripts\/package\.sh/]) assert.match(stdout, step);
  });

  test("there are three", () => assert.deepEqual(sections.map((section) => section.length), [3, 2, 1]));

  test("a search field on a static site", PATIENCE, async () => {
    await shell(blocks(0).sh);
    const server = await serve(join(folder, "public"));
    const browser = await launch();
    try {
      const { page, complaints } = await openPage(browser);
      await page.goto(`${server.address}search.html`);
      await page.locator("kindex-search input").click();
      await page.keyboard.type("unpack");
      await page.locator("kindex-search [part~=option]").first().click();
      // The page that was found is there.
      await page.waitForURL(/\/install\.html/);
      assert.equal(await page.title(), "Install");
      // Browsers look for an icon.
      assert.deepEqual(complaints.filter((complaint) => !/404/.test(complaint)), []);
    } finally {
      await browser.close();
      await server.close();
    }
    // The search page is no result, nor what is beside it; also when the index is built anew.
    const { stdout } = await shell(blocks(0).sh.split("\n")[0]);
    assert.match(stdout, /: 1 document, .*; 1 page left out as asked/);
  });

  test("in Node", PATIENCE, async () => {
    const { stdout } = await shell(blocks(1).sh);
    assert.match(stdout, /^Install \/install\.html Unpack the archive/m);
  });

  test("documentation for a language model", PATIENCE, async () => {
    const [{ command, args }] = Object.values(JSON.parse(blocks(2).json).mcpServers);
    const { resolve } = createRequire(join(ROOT, "tests/mcp/package.json"));
    const load = (name) => import(pathToFileURL(resolve(name)));
    const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
    const client = new Client({ name: "reader", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command, args, cwd: folder, env }));
    const params = { name: "search_docs", arguments: { query: "unpack", limit: 1 } };
    const { content } = await client.callTool(params);
    assert.match(content[0].text, /\n\[1\] .*\nurl: \/install\.html/);
    await client.close();
  });

  test("a Worker, as docs/worker.md has it", PATIENCE, async () => {
    const guide = await readFile(join(ROOT, "docs/worker.md"), "utf8");
    const [, commands] = /^## Deploying$.*?^```sh\n(.*?)^```$/ms.exec(guide);
    // A group of its own: npx, a shell and wrangler end together.
    const worker = spawn("bash", ["-euc", commands], { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "ignore"] });
    const closed = once(worker, "close");
    try {
      await said(worker, /Ready on/);
      const response = await fetch("http://localhost:8787/search?q=install");
      const { data } = await response.json();
      assert.match(data.results[0].url, /^\/install\.html/);
    } finally {
      process.kill(-worker.pid, "SIGINT");
      await closed;
    }
  });
});

/** Waits until a program says something. */
async function said({ stdout }, what) {
  const heard = [];
  for await (const line of createInterface(stdout)) {
    heard.push(line);
    if (what.test(line)) return;
  }
  throw new Error(heard.join("\n"));
}
