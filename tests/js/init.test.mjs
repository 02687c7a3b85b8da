// `kindex init`: what it says of a folder, and what it writes.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { GENERATORS } from "../../js/bin/generators.js";
import { commands } from "./cli-support.mjs";

const PAGE = "<!doctype html><html lang=en><head><title>A</title></head><body><main><h1>A</h1><p>A needle.</main></body></html>";

describe("kindex init", () => {
  let folder;
  let at;

  before(async () => {
    folder = at = await mkdtemp(join(tmpdir(), "kindex-init-"));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const { native: command } = commands(() => at);

  async function site(name, files) {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return name;
  }

  for (const generator of GENERATORS) {
    test(`knows a site of ${generator.name}`, async () => {
      const files = generator.package
        ? { "package.json": JSON.stringify({ devDependencies: { [generator.package]: "1.0.0", vite: "8.0.0" } }) }
        : { [generator.files.at(-1)]: "" };
      const name = await site(generator.name.replace(/\W/g, ""), files);
      const { code, stdout, stderr } = await command("init", name);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.match(stdout, new RegExp(`^This is a site of ${generator.name}[.,]`));
      const written = (await readdir(join(folder, name))).includes("kindex.toml");
      assert.equal(written, !generator.plugin);
      const lines = generator.plugin?.lines ?? (generator.additions ?? []).flatMap(({ lines }) => lines);
      for (const line of lines) assert.ok(stdout.includes(`\n  ${line}\n`), line);
      const guide = generator.plugin?.guide ?? generator.guide ?? "inject.md";
      assert.match(stdout, new RegExp(`^https://github.com/kindex/kindex/blob/main/docs/${guide} has `, "m"));
      await readFile(new URL(`../../docs/${guide}`, import.meta.url));
    });
  }

  test("names the configuration where it lies", async () => {
    const vitepress = JSON.stringify({ devDependencies: { vitepress: "1.0.0" } });
    for (const [name, files, path] of [
      ["in-docs", { "package.json": vitepress, "docs/.vitepress/config.mts": "" }, "docs/.vitepress/config.mts"],
      ["typed", { "package.json": vitepress, ".vitepress/config.ts": "" }, ".vitepress/config.ts"],
      ["none", { "package.json": vitepress }, ".vitepress/config.mjs"],
      ["mkdocs", { "mkdocs.yaml": "" }, "mkdocs.yaml"],
      ["sphinx", { "docs/source/conf.py": "" }, "docs/source/conf.py"],
    ]) {
      const { stdout } = await command("init", await site(name, files));
      assert.ok(stdout.includes(`\nAdd to ${path}:\n`), stdout);
    }
  });

  test("writes a file with which build and inject work", async () => {
    const name = await site("hugo", { "hugo.toml": "", "public/index.html": PAGE });
    assert.equal((await command("init", name)).code, 0);
    at = join(folder, name);
    const built = await command("build");
    const injected = await command("inject");
    at = folder;
    assert.match(built.stdout, /^public\/search-index\/: 1 document, /);
    assert.match(injected.stdout, /^public\/kindex\/index\/: 1 document, .*\npublic: search is in 1 page\n$/);
  });

  test("says where the field stands, and what keeps the file out of the pages", async () => {
    const hugo = (await command("init", await site("place", { "hugo.yaml": "" }))).stdout;
    assert.match(hugo, /^The field .* where a template such as layouts\/partials\/header\.html has it:\n\n {2}<kindex-search modal><\/kindex-search>$/m);
    const jekyll = (await command("init", await site("file", { "_config.yml": "" }))).stdout;
    assert.match(jekyll, /^Jekyll .* Add to _config\.yml:\n\n {2}exclude: \[kindex\.toml, node_modules, /m);
  });

  test("finds finished pages of other programs", async () => {
    const name = await site("plain", { "dist/index.html": PAGE });
    assert.match((await command("init", name)).stdout, /^There are finished pages in dist\./);
    assert.match(await readFile(join(folder, name, "kindex.toml"), "utf8"), /^paths = \["dist"\]$/m);
  });

  test("says that another search is there", async () => {
    const packages = JSON.stringify({ dependencies: { astro: "7.0.0", pagefind: "1.0.0", "astro-pagefind": "1.0.0" } });
    const name = await site("moving", { "package.json": packages });
    const { stdout } = await command("init", name);
    assert.equal(stdout.match(/The site has Pagefind: https:\S+\/docs\/moving\.md says/g).length, 1);
  });

  test("replaces no file unasked, and says what it cannot do", async () => {
    const name = await site("there", { "hugo.toml": "", "kindex.toml": "own = 1\n" });
    const refused = async (reason, ...args) => {
      const { code, stderr } = await command("init", ...args);
      assert.notEqual(code, 0);
      assert.match(stderr, reason);
    };
    await refused(/kindex\.toml is there already; --force replaces it/, name);
    assert.equal(await readFile(join(folder, name, "kindex.toml"), "utf8"), "own = 1\n");
    assert.equal((await command("init", name, "--force")).code, 0);
    await refused(/there is no such folder/, "nowhere");
    await refused(/takes one DIR/, name, name);
    await refused(/build the site first/, await site("empty", { "a.txt": "" }));
    await refused(/package\.json: it is no JSON/, await site("broken", { "package.json": "{" }));
  });
});
