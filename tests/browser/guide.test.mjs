// docs/javascript.md as it stands: its commands are run in a new project, its scripts and pages too.
import assert from "node:assert/strict";
import { cp, mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { BUNDLERS } from "../bundlers/bundlers.mjs";
import { ROOT, project, put, run } from "../bundlers/support.mjs";
import { COMMAND, launch, openPage, serveFiles } from "./support.mjs";

/** A fence with its language, and what stands in it. */
const BLOCK = /^```(\w+)\n(.*?)^```$/gms;

/** The name of a file in its first line, which is a comment. */
const NAME = /^(?:\/\/|<!--) (\S+\.\w+)/;

/** The text that a line prints, as the comment at its end says. */
const PRINTED = /console\.log\(.*?\); \/\/ (.*)$/gm;

describe("the guide to JavaScript", () => {
  let root, server, browser, blocks;

  before(async () => {
    const guide = await readFile(join(ROOT, "docs", "javascript.md"), "utf8");
    blocks = [...guide.matchAll(BLOCK)].map(([, language, text]) => ({ language, text, name: NAME.exec(text)?.[1] }));
    ({ folder: root } = await project());
    const named = blocks.filter(({ name }) => name);
    await put(root, Object.fromEntries(named.map(({ name, text }) => [name, text])));
    await cp(join(ROOT, "tests", "corpus"), join(root, "docs"), { recursive: true });
    await mkdir(join(root, "public"), { recursive: true });
    await symlink(join(ROOT, "node_modules", "esbuild"), join(root, "node_modules", "esbuild"));
    await symlink("../esbuild/bin/esbuild", join(root, "node_modules", ".bin", "esbuild"));
    const env = { ...process.env, KINDEX_COMMAND: COMMAND, npm_config_offline: "true" };
    for (const { text } of blocks.filter(({ language }) => language === "sh")) {
      await run("bash", ["-euc", text], { cwd: root, env });
    }
    browser = await launch();
    const folders = ["kindex", "assets", "built"].map((name) => [name, join(root, "public", name)]);
    const files = { ...Object.fromEntries(folders), "site.kdx": join(root, "public", "site.kdx") };
    server = await serveFiles(files, { page: (path) => pages[path] ?? "<!doctype html>" });
    for (const { name, text } of named.filter(({ language }) => language === "html")) pages[`/${name}`] = text;
  });

  /** By path; the guide's `public/` is the site. */
  const pages = {};

  after(async () => {
    await browser?.close();
    await server?.close();
    if (root) await rm(root, { recursive: true, force: true });
  });

  async function visited(path, use) {
    const { page, complaints, close } = await openPage(browser);
    await page.goto(server.address + path);
    await use(page);
    assert.deepEqual(complaints, []);
    await close();
  }

  test("has the blocks that are run here", () => {
    const names = blocks.map(({ name }) => name).filter(Boolean);
    const known = ["public/plain.html", "public/field.html", "src/main.js", "build.mjs", "search.mjs", "search.cjs", "thread.mjs", "vectors.mjs"];
    assert.deepEqual(names.toSorted(), known.toSorted());
  });

  for (const name of ["build.mjs", "search.mjs", "search.cjs", "thread.mjs", "vectors.mjs"]) {
    test(`runs in Node: ${name}`, async () => {
      const { stdout } = await run(process.execPath, [name], { cwd: root, timeout: 30_000 });
      const { text } = blocks.find((block) => block.name === name);
      const wanted = [...text.matchAll(PRINTED)].map(([, printed]) => printed);
      assert.ok(wanted.length > 0);
      assert.equal(stdout, wanted.map((line) => `${line}\n`).join(""));
    });
  }

  test("runs in a page without a build step", () =>
    visited("public/plain.html", (page) => page.locator("li").first().getByText("Configuration").waitFor()));

  test("has a search field", () =>
    visited("public/field.html", async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("configuration");
      const first = page.locator("kindex-search [part~=option]").first();
      await first.waitFor();
      assert.match(await first.getAttribute("href"), /\/docs\/config\.html$/);
    }));

  test("runs as esbuild builds it by the guide's commands", () => {
    pages["/esbuild"] = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/assets/main.js"></script>';
    return visited("esbuild", (page) => page.waitForFunction(() => document.title === "Configuration"));
  });

  test("runs as Vite builds it", async () => {
    await BUNDLERS["Vite 5"](root, join(root, "public", "built"));
    await visited("built/index.html", (page) => page.waitForFunction(() => document.title === "Configuration"));
  });
});
