// `kindex dev`: a site with search while it is written, and the page about its index.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { NATIVE } from "../js/cli-support.mjs";
import { launch, openPage } from "./support.mjs";

const page = (title, text, head = "") =>
  `<!doctype html><html lang="en"><head><title>${title}</title><link rel="icon" href="data:,">${head}</head><body><main><h1 id="${title.toLowerCase()}">${title}</h1><p>${text}</p></main></body></html>`;

const GOLDEN = `- query: feed a heron
  page: guide.html#guide
- query: the rope
  page: guide.html
  within: 1
- query: gone
  page: gone.html
`;

/** Runs the command in a folder until it listens. */
async function dev(cwd, ...args) {
  const child = spawn(NATIVE, ["dev", ...args, "--port", "0"], { cwd });
  const address = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => resolve(/http:\S+\//.exec(data)[0]));
    let said = "";
    child.stderr.on("data", (data) => (said += data));
    child.on("exit", () => reject(new Error(said)));
  });
  return { child, address };
}

describe("kindex dev", () => {
  let folder;
  let child;
  let address;
  let browser;
  let tab;
  let complaints;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-dev-"));
    await mkdir(join(folder, "site", ".hidden"), { recursive: true });
    await writeFile(join(folder, "secret.html"), page("Secret", "Not for the server."));
    await symlink(join(folder, "secret.html"), join(folder, "site", "out.html"));
    await write("index.html", page("Ropes", "A heron stands on a rope."));
    await write("old.html", page("Old", "", '<meta http-equiv="refresh" content="0;url=index.html">'));
    await write("guide.html", page("Guide", "The heron, and how to feed it.", '<link rel="canonical" href="https://docs.example.com/guide.html">'));
    await mkdir(join(folder, "site", "deep"));
    await write("deep/index.html", page("Deep", "A page of a folder."));
    await write(".hidden/a.html", page("Hidden", "A heron."));
    await writeFile(join(folder, "golden.yaml"), GOLDEN);
    ({ child, address } = await dev(folder, "site", "--golden", "golden.yaml"));
    browser = await launch();
    ({ page: tab, complaints } = await openPage(browser));
  });

  after(async () => {
    await browser?.close();
    child?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const write = (path, text) => writeFile(join(folder, "site", path), text);
  const status = (path, headers = {}) =>
    new Promise((resolve, reject) => get(new URL(path, address), { headers }, (response) => resolve(response.resume().statusCode)).on("error", reject));

  const titles = () => tab.locator("kindex-search [part=title]").allInnerTexts();

  async function search(query) {
    await tab.keyboard.press("Control+k");
    await tab.locator("kindex-search input").fill(query);
    await tab.locator("kindex-search [part~=option]").first().waitFor();
  }

  test("puts the field into each page, and finds what is saved", async () => {
    await tab.goto(address);
    await tab.locator("kindex-search [part=button]").waitFor();
    await search("heron");
    assert.deepEqual((await titles()).toSorted(), ["Guide", "Ropes"]);
    const loaded = tab.waitForEvent("load");
    await write("new.html", page("Newest", "A bittern, which is a heron as well."));
    await loaded;
    await tab.locator("kindex-search [part=button]").waitFor();
    await search("bittern");
    assert.deepEqual(await titles(), ["Newest"]);
    await tab.keyboard.press("Enter");
    await tab.waitForURL(/\/new\.html/);
    assert.deepEqual(complaints, []);
  });

  test("leads to the page that is served, wherever the site is published", async () => {
    await tab.goto(address);
    await search("feed");
    const link = await tab.locator("kindex-search [part~=option]").first().getAttribute("href");
    assert.ok(link.startsWith(`${address}guide.html`), link);
  });

  test("loads pages again for a style sheet too", async () => {
    await tab.goto(address);
    await tab.locator("kindex-search [part=button]").waitFor();
    const loaded = tab.waitForEvent("load");
    await write("x.css", "body {}");
    await loaded;
  });

  test("shows what is indexed of each file, and why", async () => {
    await tab.goto(`${address}__kindex/`);
    const files = tab.locator("#files li");
    await files.first().waitFor();
    assert.match((await files.allInnerTexts()).join("\n"), /old\.html\nleft out: the page only redirects/);
    await tab.locator("#find").fill("guide");
    assert.equal(await files.count(), 1);
    await files.locator("button").click();
    await tab.locator("#results pre").nth(1).waitFor();
    assert.match(await tab.locator("#results").innerText(), /"title": "Guide"[^]*how to feed it/);
  });

  test("tries queries with other weights, and explains the scores", async () => {
    await tab.goto(`${address}__kindex/`);
    await tab.locator("#q").fill("guide");
    const first = tab.locator("#results summary").first();
    await first.waitFor();
    const score = await first.innerText();
    await first.click();
    assert.match(await tab.locator("#results pre").first().innerText(), /title: guide[^]*total +\d/);
    await tab.locator("#weights input[name=title]").fill("9");
    await tab.waitForFunction((before) => document.querySelector("#results summary")?.innerText !== before, score);
    assert.deepEqual(complaints, []);
  });

  test("asks the queries of a golden set, and again when it or a weight changes", async () => {
    await tab.goto(`${address}__kindex/`);
    const said = tab.locator("#golden");
    await said.getByText("1 of 3 entries of the golden set as expected").waitFor();
    assert.match(await said.innerText(), /the rope\s+not within 1; guide\.html: not found/);
    assert.match(await said.innerText(), /gone\s+not within 10; gone\.html: the index has no such page/);
    await said.getByRole("button", { name: "the rope" }).click();
    await tab.locator("#results summary").first().waitFor();
    assert.equal(await tab.locator("#q").inputValue(), "the rope");
    await writeFile(join(folder, "golden.yaml"), "- query: feed\n  page: guide.html#guide\n");
    await said.getByText("1 of 1 entries").waitFor();
    await writeFile(join(folder, "golden.yaml"), "- query: guide\n  page: guide.html#other\n");
    await said.getByText("guide.html#other: not found").waitFor();
    await writeFile(join(folder, "golden.yaml"), "- query: guide\n");
    await said.getByText("golden.yaml: line 1").waitFor();
    await writeFile(join(folder, "golden.yaml"), GOLDEN);
    await said.getByText("1 of 3 entries").waitFor();
  });

  test("serves nothing but the site, and to this machine alone", async () => {
    assert.equal(await status("guide"), 200);
    assert.equal(await status("deep"), 307);
    assert.equal(await status("deep/"), 200);
    assert.equal(await status("missing.html"), 404);
    assert.equal(await status(".hidden/a.html"), 404);
    assert.equal(await status("out.html"), 404, "a link out of the folder");
    assert.equal(await status("..%2fsecret.html"), 404);
    assert.equal(await status("%E0%A4%A"), 404);
    assert.equal(await status("index.html", { host: "evil.example" }), 403);
  });

  test("serves a site below the path where it is published", async () => {
    const { child, address } = await dev(folder, "site", "--base-path", "/docs/");
    const { page: tab, complaints, close } = await openPage(browser);
    try {
      assert.ok(address.endsWith("/docs/"), address);
      await tab.goto(new URL("/", address).href);
      assert.equal(tab.url(), address);
      await tab.locator("kindex-search [part=button]").waitFor();
      await tab.keyboard.press("Control+k");
      await tab.locator("kindex-search input").fill("feed");
      await tab.locator("kindex-search [part~=option]").first().waitFor();
      await tab.keyboard.press("Enter");
      await tab.waitForURL(/\/docs\/guide\.html/);
      await tab.goto(`${address}__kindex/`);
      await tab.locator("#q").fill("feed");
      assert.equal(await tab.locator("#results li a").first().getAttribute("href"), `${address}guide.html`);
      assert.equal(await tab.locator("#golden").innerText(), "");
      assert.equal((await fetch(`${address}deep`, { redirect: "manual" })).headers.get("location"), "/docs/deep/");
      assert.equal((await fetch(new URL("/guide.html", address))).status, 404);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
      child.kill();
    }
  });

  test("says at once that a golden set is none", async () => {
    await writeFile(join(folder, "bad.yaml"), "- page: a\n");
    await assert.rejects(dev(folder, "site", "--golden", "bad.yaml"), /bad\.yaml: line 1: an entry has no query/);
    await assert.rejects(dev(folder, "site", "--golden", "none.yaml"), /cannot read none\.yaml/);
  });

  test("follows a folder that is taken away and made anew", async () => {
    const site = join(folder, "site");
    await rm(site, { recursive: true });
    await mkdir(site);
    await write("index.html", page("Again", "The kestrel."));
    await tab.goto(`${address}__kindex/`);
    await tab.locator("#files li").getByText("indexed: Again").waitFor();
    await write("late.html", page("Late", "The kite."));
    await tab.locator("#files li").getByText("indexed: Late").waitFor();
  });
});
