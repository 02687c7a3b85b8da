// `kindex init`: what it says of a folder, and what it writes.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { NATIVE, ended } from "./cli-support.mjs";

const PAGE = "<!doctype html><html lang=en><head><title>A</title></head><body><main><h1>A</h1><p>A needle.</main></body></html>";

const npm = (dependency) => ({ "package.json": JSON.stringify({ devDependencies: { [dependency]: "1.0.0", vite: "8.0.0" } }) });
const file = (path) => ({ [path]: "" });
const FIELD = "<kindex-search modal></kindex-search>";

/** By generator the files of its folder, lines that are printed, the guide, and whether a file is written. */
const GENERATORS = {
  VitePress: [npm("vitepress"), ['import kindex from "kindex-vitepress";', "vite: { plugins: [kindex()] },"], "vitepress.md", false],
  Docusaurus: [npm("@docusaurus/core"), ['themes: ["kindex-docusaurus"],'], "docusaurus.md", false],
  Starlight: [npm("@astrojs/starlight"), ['import kindex from "kindex-astro/starlight";', "integrations: [starlight({ plugins: [kindex()] })],"], "astro.md", false],
  Astro: [npm("astro"), ['import kindex from "kindex-astro";', "integrations: [kindex()],"], "astro.md", false],
  "Material for MkDocs or MkDocs": [file("mkdocs.yaml"), ["pip install kindex-docs", "plugins:", "  - kindex"], "python.md", false],
  Sphinx: [file("docs/source/conf.py"), ['extensions = ["kindex_docs.sphinx"]'], "python.md", false],
  Eleventy: [npm("@11ty/eleventy"), ['import kindex from "kindex-eleventy";', "eleventyConfig.addPlugin(kindex);"], "generators.md", false],
  "Next.js": [npm("next"), ["npx next build", "npx kindex inject"], "components.md", true],
  TypeDoc: [npm("typedoc"), ["npx typedoc"], "inject.md", true],
  Zensical: [file("zensical.toml"), ["zensical build"], "inject.md", true],
  mdBook: [file("book.toml"), ["[output.html.search]", "enable = false", "[output.kindex]", 'command = "npx kindex mdbook"'], "generators.md", false],
  Hugo: [file("config/_default/hugo.yaml"), ["hugo", FIELD], "generators.md", true],
  Jekyll: [file("_config.yaml"), ["exclude: [kindex.toml, node_modules, package.json, package-lock.json]", FIELD], "generators.md", true],
  Doxygen: [file("Doxyfile"), ["doxygen"], "inject.md", true],
  Vite: [npm("vite"), ["npm install -D kindex", 'import kindex from "kindex/vite";', "plugins: [kindex()],"], "vite.md", false],
  rustdoc: [file("Cargo.toml"), ["cargo doc --no-deps"], "inject.md", true],
};

describe("kindex init", () => {
  let folder;
  let at;

  before(async () => {
    folder = at = await mkdtemp(join(tmpdir(), "kindex-init-"));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const command = (...args) => ended(NATIVE, args, { cwd: at });

  async function site(name, files) {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return name;
  }

  for (const [generator, [files, lines, guide, isWritten]] of Object.entries(GENERATORS)) {
    test(`knows a site of ${generator}`, async () => {
      const name = await site(generator.replace(/\W/g, ""), files);
      const { code, stdout, stderr } = await command("init", name);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.match(stdout, new RegExp(`^This is a site of ${generator}[.,]`));
      assert.equal((await readdir(join(folder, name))).includes("kindex.toml"), isWritten);
      for (const line of lines) assert.ok(stdout.includes(`\n  ${line}\n`), line);
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
