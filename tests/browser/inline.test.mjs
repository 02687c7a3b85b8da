// Documentation that is opened as a file: one script has the search field, the engine and the index.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ENGINES, start } from "./engines.mjs";
import { ROOT, kindex, launch, openPage, serveFiles } from "./support.mjs";

const page = (title, text, up) => `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${title}</title>
  <link rel="icon" href="data:,"><script src="${up}search.js"></script></head>
  <body><main><h1 id="top">${title}</h1><p>${text}</p></main><kindex-search></kindex-search></body></html>`;

const FILES = {
  "index.html": page("Start", "Words to begin with.", ""),
  "guide/index.html": page("Guide", "The okapi eats leaves.", "../"),
  "guide/more page.html": page("More", "The tapir eats fruit.", "../"),
};

describe("a page that is opened as a file", () => {
  let folder, made;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-inline-"));
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    made = await kindex("build", folder, "-o", join(folder, "search.js"));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  /** Types in a page, and gives the address of the first result; then follows it. */
  const ask = (query) => {
    const field = document.querySelector("kindex-search");
    const input = field.shadowRoot.querySelector("input");
    input.focus();
    input.value = query;
    input.dispatchEvent(new Event("input"));
  };
  const answer = () => document.querySelector("kindex-search").shadowRoot.querySelector("[part~=option]")?.href;
  const expected = (path) => pathToFileURL(join(folder, path)).href;
  const plain = (url) => url.replace(/#.*/, "");

  test("has its script", async () => {
    assert.match(made.stdout, /search\.js: 3 documents/);
    const script = await readFile(join(folder, "search.js"), "utf8");
    assert.doesNotMatch(script, /import\.meta/);
    assert.ok(script.length < 250_000, String(script.length));
  });

  test("builds the same once more, the script being no document", async () => {
    const before = await readFile(join(folder, "search.js"));
    const { stdout } = await kindex("build", folder, "--include", "all", "-o", join(folder, "search.js"));
    assert.match(stdout, /: 3 documents/);
    assert.equal(Buffer.compare(await readFile(join(folder, "search.js")), before), 0);
  });

  test("searches and follows results in Chromium", async () => {
    const browser = await launch();
    const { page, complaints } = await openPage(browser);
    await page.goto(expected("guide/more page.html"));
    await page.evaluate(ask, "okapi");
    const url = await page.waitForFunction(answer).then((found) => found.jsonValue());
    assert.equal(plain(url), expected("guide/index.html"));
    await page.keyboard.press("Enter");
    await page.waitForURL(/guide\/index\.html/);
    await page.evaluate(ask, "tapir");
    const back = await page.waitForFunction(answer).then((found) => found.jsonValue());
    assert.equal(plain(back), expected("guide/more page.html"));
    assert.deepEqual(complaints, []);
    await browser.close();
  });

  test("remembers no searches of another manual", async () => {
    const manuals = await mkdtemp(join(tmpdir(), "kindex-manuals-"));
    for (const name of ["a", "b"]) {
      await cp(folder, join(manuals, name), { recursive: true });
      await writeFile(join(manuals, name, "index.html"), FILES["index.html"].replace("<kindex-search>", "<kindex-search modal>"));
    }
    const browser = await launch();
    const { page, complaints } = await openPage(browser);
    const input = page.locator("kindex-search input");
    const recent = page.locator("kindex-search [part~=recent]");
    /** What the dialog of a manual has at first, and the earlier searches that it lists. */
    const remembered = async (name) => {
      await page.goto(pathToFileURL(join(manuals, name, "index.html")).href);
      await page.keyboard.press("Control+k");
      // With the panel comes what it lists at first; what an emptied field lists comes at once.
      await page.locator("kindex-search [part=panel]").waitFor({ state: "attached" });
      const query = await input.inputValue();
      await input.fill("");
      return [query, await recent.evaluateAll((all) => all.filter((one) => one.matches("[role=row]")).map((one) => one.ariaLabel))];
    };
    try {
      assert.deepEqual(await remembered("a"), ["", []]);
      await page.keyboard.type("okapi");
      await page.locator("kindex-search [part~=option]").first().waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/a\/guide\/index\.html/);
      assert.deepEqual(await remembered("b"), ["", []]);
      assert.deepEqual(await remembered("a"), ["okapi", ["okapi"]]);
      assert.deepEqual(complaints, []);
    } finally {
      await browser.close();
      await rm(manuals, { recursive: true });
    }
  });

  test("searches another index where the page names one, from any time on", async () => {
    await kindex("build", join(ROOT, "tests", "corpus"), "-o", join(folder, "other.kdx"), "-q");
    await kindex("build", join(ROOT, "tests", "corpus"), "-o", join(folder, "parts"), "--layout", "sharded", "-q");
    const server = await serveFiles({ "search.js": join(folder, "search.js"), "other.kdx": join(folder, "other.kdx"), parts: join(folder, "parts") }, { page: FILES["index.html"] });
    const browser = await launch();
    const { page, complaints } = await openPage(browser);
    await page.goto(server.address);
    const title = () => document.querySelector("kindex-search").shadowRoot.querySelector("[part~=title]")?.textContent;
    const finds = async (query, expected) => {
      await page.evaluate(ask, query);
      const is = ([find, expected]) => new Function(`return (${find})()`)() === expected;
      await page.waitForFunction(is, [String(title), expected]);
    };
    await finds("okapi", "Guide");
    const set = (properties) => page.evaluate((given) => Object.assign(document.querySelector("kindex-search"), given), properties);
    await set({ src: "/other.kdx" });
    await finds("configuration", "Configuration Englisch");
    await set({ src: null });
    await finds("okapi", "Guide");
    await set({ src: "/other.kdx", worker: true, offline: true });
    await finds("configuration", "Configuration Englisch");
    await set({ src: "/parts/" });
    await page.evaluate(ask, "theme");
    await page.locator("kindex-search [part~=option]", { hasText: "Themes" }).first().waitFor();
    assert.deepEqual(complaints, []);
    await browser.close();
    await server.close();
  });

  test("searches another index from the start, with the engine in the script", async () => {
    await kindex("build", join(ROOT, "tests", "corpus"), "-o", join(folder, "other.kdx"), "-q");
    const html = FILES["index.html"].replace("<kindex-search>", '<kindex-search src="/other.kdx" offline>');
    const server = await serveFiles({ "search.js": join(folder, "search.js"), "other.kdx": join(folder, "other.kdx") }, { page: html });
    const browser = await launch();
    const { page, complaints } = await openPage(browser);
    await page.goto(server.address);
    await page.evaluate(ask, "configuration");
    const found = page.locator("kindex-search [part~=title]").first();
    await found.waitFor();
    assert.equal(await found.textContent(), "Configuration Englisch");
    assert.deepEqual(complaints, []);
    await browser.close();
    await server.close();
  });

  test("searches in Firefox", { skip: ENGINES.Firefox.missing }, async () => {
    const page = await start("Firefox");
    try {
      await page.goto(expected("index.html"));
      await page.evaluate(ask, "okapi");
      assert.equal(plain(await page.until(answer)), expected("guide/index.html"));
    } finally {
      await page.close();
    }
  });
});
