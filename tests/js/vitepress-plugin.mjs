// What `kindex-vitepress` takes from VitePress's configuration, and what it refuses, without a browser.
import assert from "node:assert/strict";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { put } from "../bundlers/support.mjs";
import { built, served, site } from "../vitepress/site.mjs";
import { open } from "./support.mjs";
import { NATIVE } from "./cli-support.mjs";

// The plugin starts it.
process.env.KINDEX_COMMAND = NATIVE;

/** Pages that all have one word, by which a search lists them. */
const page = (name) => `# ${name}\n\nAnything here speaks of a marlinspike.\n`;

const PAGES = [
  "README.md", "guide/README.md", "guide/drafts/one.md", "drafts/two.md", "notes/three.md", "guide/notes/four.md",
  "guide/old.md", "old.md", "parts/five.md", "guide/parts/six.md", "guide/mine.md", "mine.md",
];

/** Where the pages are that have the word. */
async function addressesIn(bytes) {
  const index = await open(bytes);
  const { hits } = await index.search("marlinspike", { limit: 50 });
  index.close();
  return hits.map(({ url }) => url).sort();
}

/** Tests the plugin in VitePress of a version. */
export function testPlugin(version) {
  let made, kindex, resolveConfig;

  before(async () => {
    made = await site(version);
    const installed = (path) => import(pathToFileURL(join(made.folder, "node_modules", path)));
    ({ default: kindex } = await installed("kindex-vitepress/index.js"));
    ({ resolveConfig } = await installed("vitepress/dist/node/index.js"));
  });

  after(() => made?.remove());

  test("leaves out the sources that VitePress leaves out, and no others", async () => {
    await put(made.folder, Object.fromEntries(PAGES.map((path) => [path, page(path)])));
    const file = join(made.folder, ".vitepress/config.js");
    const config = (await readFile(file, "utf8"))
      .replace('srcExclude: ["drafts/**"]', 'srcExclude: ["README.md", "drafts/**", "notes", "**/old.md", "./parts/"]')
      .replace("kindex({", 'kindex({ exclude: "mine.md",');
    await writeFile(file, config);
    const server = await served(made.folder);
    try {
      const response = await fetch(new URL("search-index/index.kdx", server.address));
      assert.equal(response.status, 200);
      const addresses = await addressesIn(new Uint8Array(await response.arrayBuffer()));
      const found = addresses.map((address) => address.replace("/handbook/", "").concat(".md"));
      assert.deepEqual(found, ["guide/README.md", "guide/drafts/one.md", "guide/notes/four.md", "guide/parts/six.md"]);
      const { pages } = await resolveConfig(made.folder, "serve");
      assert.deepEqual(found, pages.filter((path) => PAGES.includes(path) && !path.endsWith("mine.md")).sort());
    } finally {
      await server.close();
    }
  });

  for (const cleanUrls of [true, false]) {
    test(`has the addresses of VitePress, ${cleanUrls ? "without" : "with"} .html, built and served`, async () => {
      const { folder, remove } = await site(version);
      try {
        await put(folder, { "packages/rope/src/über uns.md": page("Us"), "packages/rope/src/index.md": page("Rope"), "guide/seven.md": page("Seven") });
        const file = join(folder, ".vitepress/config.js");
        const config = (await readFile(file, "utf8")).replace("cleanUrls: true", `cleanUrls: ${cleanUrls}, rewrites: { "packages/:name/src/:page": ":name/:page" }`);
        await writeFile(file, config.replace("kindex({", 'kindex({ agents: { baseUrl: "https://example.org/handbook/" },'));
        const ending = cleanUrls ? "" : ".html";
        const expected = [`/handbook/guide/seven${ending}`, "/handbook/rope/", `/handbook/rope/%C3%BCber%20uns${ending}`];
        const { out } = await built(folder);
        assert.deepEqual(await addressesIn(await readFile(join(out, "search-index/index.kdx"))), expected);
        assert.ok((await readFile(join(out, "llms.txt"), "utf8")).includes(`(https://example.org/handbook/guide/seven${ending}.md)`));
        assert.match(await readFile(join(out, `guide/seven${ending}.md`), "utf8"), /^# Seven$/m);
        const engines = (await readdir(out, { recursive: true })).filter((path) => path.endsWith(".wasm"));
        assert.deepEqual(engines.map((path) => /(\w+)_bg/.exec(path)?.[1]).sort(), ["explore", "page", "several"], `the site has each engine once: ${engines}`);
        const server = await served(folder);
        try {
          const response = await fetch(new URL("search-index/index.kdx", server.address));
          assert.deepEqual(await addressesIn(new Uint8Array(await response.arrayBuffer())), expected);
        } finally {
          await server.close();
        }
      } finally {
        await remove();
      }
    });
  }

  test("leaves the name of a site without a title to its pages", () => {
    for (const [title, siteTitle] of [["Knots", "Knots"], ["", undefined]]) {
      const told = [];
      const [plugin, index] = kindex({ agents: {} });
      index.api.configure = (options) => told.push(options.agents);
      plugin.configResolved({ vitepress: { site: { base: "/", title } } });
      assert.deepEqual(told, [{ baseUrl: undefined, siteTitle }]);
    }
  });

  test("refuses what VitePress's own configuration says", () => {
    for (const [name, value] of Object.entries({ docs: "docs", site: "plain", auto: true, cleanUrls: true, addresses: { module: "a.js" } })) {
      assert.throws(() => kindex({ [name]: value }), { message: new RegExp(`^kindex-vitepress: ${name}: .*leave it out`) }, name);
    }
    assert.equal(kindex({ docs: undefined }).length, 2);
  });
}
