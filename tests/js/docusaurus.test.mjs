// What `kindex-docusaurus` takes and refuses, and what it makes of sources, without a browser and a build.
import assert from "node:assert/strict";
import { on } from "node:events";
import { watch } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, test } from "node:test";
import { put } from "../bundlers/support.mjs";
import { site } from "../docusaurus/site.mjs";
import { NATIVE } from "./cli-support.mjs";
import { PACKAGE, open } from "./support.mjs";

// The plugin starts it.
process.env.KINDEX_COMMAND = NATIVE;

/** Content as Docusaurus's plugins have it: docs in two versions, a post, a page and one of React. */
const CONTENT = {
  "docusaurus-plugin-content-docs": {
    default: {
      loadedVersions: [
        { versionName: "current", docs: [{ source: "@site/docs/loops.md", permalink: "/handbook/docs/loops" }, { source: "@site/docs/hidden.md", permalink: "/handbook/docs/hidden", unlisted: true }] },
        { versionName: "1.0", docs: [{ source: "@site/versioned_docs/version-1.0/loops.md", permalink: "/handbook/docs/1.0/loops" }] },
      ],
    },
    api: { loadedVersions: [{ versionName: "current", docs: [{ source: "@site/api/tie.md", permalink: "/handbook/api/tie/" }] }] },
  },
  "docusaurus-plugin-content-blog": { default: { blogPosts: [{ metadata: { source: "@site/blog/2026-03-01-first-meeting.md", permalink: "/handbook/blog/first" } }] } },
  "docusaurus-plugin-content-pages": { default: [{ type: "mdx", source: "@site/src/pages/index.md", permalink: "/handbook/" }, { type: "jsx", source: "@site/src/pages/a.js", permalink: "/handbook/a" }], none: null },
};

const context = (folder, siteConfig = {}) => ({
  baseUrl: "/handbook/", siteDir: folder, generatedFilesDir: join(folder, ".docusaurus"), siteConfig, i18n: { currentLocale: "en" },
});

describe("kindex-docusaurus, without a browser", () => {
  let made, theme, validateOptions, pagesOf, siteIndex, developmentIndex;

  before(async () => {
    made = await site();
    const installed = (path) => import(pathToFileURL(join(made.folder, "node_modules/kindex-docusaurus", path)));
    ({ default: theme, validateOptions } = await installed("index.js"));
    ({ pagesOf } = await installed("lib/pages.js"));
    ({ developmentIndex } = await installed("lib/development-index.js"));
    ({ siteIndex } = await import(new URL("plugins/site.js", PACKAGE)));
  });

  after(() => made?.remove());

  const loaded = (options, siteConfig) => theme(context(made.folder, siteConfig), validateOptions({ options }));

  test("has defaults for its options", () => {
    const defaults = { id: "default", file: "search-index/", versions: "page", searchPage: false };
    assert.deepEqual(validateOptions({ options: {} }), defaults);
    assert.deepEqual(validateOptions({ options: { file: undefined, id: "default" } }), defaults);
    const own = { file: "search/", versions: "all", searchPage: "find/all", field: { limit: 5, offline: true }, exclude: ["/a/"], synonyms: "s.txt", pairs: false, strict: true };
    assert.deepEqual(validateOptions({ options: own }), { id: "default", ...own });
  });

  test("says what is wrong with an option, and what is right", () => {
    const faults = [
      [{ version: "all" }, /there is no option "version"; accepted are agents, exclude, field, file, .*versions$/],
      [{ versions: "latest" }, /versions: "latest" given; accepted is "page", "choose", "all"/],
      [{ searchPage: true }, /searchPage: true given; accepted is false, or a path below baseUrl/],
      [{ searchPage: "/search" }, /searchPage: "\/search" given/],
      [{ field: "Search" }, /field: "Search" given; accepted is an object/],
      [{ field: { limit: [5] } }, /field: .*strings, numbers/],
      [{ field: { src: "/a.kdx" } }, /field\.src: .*leave it out/],
      [{ field: { mode: "page" } }, /field\.mode: .*searchPage.*leave it out/],
      [{ file: "index.bin" }, /file: "index\.bin" given; accepted is a name .* ends in \.kdx/],
      [{ exclude: 5 }, /exclude: 5 given; accepted is a string or an array of strings/],
      [{ agents: { url: "x" } }, /agents: .* given; accepted is true, or an object with baseUrl/],
      [{ strict: "yes" }, /strict: "yes" given; accepted is true or false/],
    ];
    for (const [options, message] of faults) {
      assert.throws(() => validateOptions({ options }), (error) => error.message.startsWith("kindex-docusaurus: ") && message.test(error.message), JSON.stringify(options));
    }
  });

  test("refuses a site that it cannot search", () => {
    assert.throws(() => loaded({}, { themeConfig: { algolia: { appId: "a" } } }), /kindex-docusaurus: themeConfig\.algolia .*remove it/);
    assert.throws(() => loaded({}, { future: { experimental_router: "hash" } }), /kindex-docusaurus: .*"hash".*remove it/);
  });

  test("tells pages the address of the index, and has a page of results where it is asked", () => {
    const said = (options) => {
      const told = { routes: [] };
      loaded(options).contentLoaded({ actions: { setGlobalData: (data) => (told.data = data), addRoute: (route) => told.routes.push(route) } });
      return told;
    };
    assert.deepEqual(said({}), { routes: [], data: { src: "/handbook/search-index/", versions: "page", field: {} } });
    assert.deepEqual(said({ file: "search/", searchPage: "find", field: { limit: 5 } }), {
      routes: [{ path: "/handbook/find", component: "@theme/SearchPage", exact: true }],
      data: { src: "/handbook/search/", versions: "page", field: { results: "/handbook/find", limit: 5 } },
    });
  });

  test("indexes what is built, without the page of results and what is excluded", async () => {
    const page = (title) => `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>A marlinspike opens ${title}.</p></main></html>`;
    const outDir = join(made.folder, "out");
    await put(outDir, Object.fromEntries(["index", "a/index", "drafts/b/index", "find/index", "find/more/index", "assets/js/x"].map((path) => [`${path}.html`, page(path)])));
    await writeFile(join(made.folder, "words.txt"), "spike => marlinspike\n");
    const siteConfig = { url: "https://example.org", title: "Knots" };
    await loaded({ searchPage: "find", exclude: "drafts/", file: "deep/search.kdx", synonyms: "words.txt", agents: true }, siteConfig).postBuild({ outDir });
    const index = await open(await readFile(join(outDir, "deep/search.kdx")));
    const { hits } = await index.search("spike", { limit: 9 });
    assert.deepEqual(hits.map(({ url }) => url).sort(), ["/handbook/", "/handbook/a/"]);
    index.close();
    const list = await readFile(join(outDir, "llms.txt"), "utf8");
    assert.match(list, /^# Knots\n/);
    assert.deepEqual(list.match(/(?<=\]\().*(?=\))/g), ["https://example.org/handbook/index.md", "https://example.org/handbook/a/index.md"]);
    // A site without a title is called as its first page.
    await loaded({ agents: true }, { ...siteConfig, title: "" }).postBuild({ outDir });
    assert.match(await readFile(join(outDir, "llms.txt"), "utf8"), /^# index\n/);
  });

  test("knows the pages that are made of Markdown", () => {
    const pages = pagesOf(CONTENT, "/site").map(({ file, permalink, tag, version }) => [file, permalink, tag, version]);
    assert.deepEqual(pages, [
      ["/site/docs/loops.md", "/handbook/docs/loops", "docs-default-current", "current"],
      ["/site/versioned_docs/version-1.0/loops.md", "/handbook/docs/1.0/loops", "docs-default-1.0", "1.0"],
      ["/site/api/tie.md", "/handbook/api/tie/", "docs-api-current", "current"],
      ["/site/blog/2026-03-01-first-meeting.md", "/handbook/blog/first", "default", undefined],
      ["/site/src/pages/index.md", "/handbook/", "default", undefined],
    ]);
    assert.deepEqual(pagesOf({}, "/site"), []);
  });

  test("makes the index of the sources, and makes it again", async () => {
    const file = join(made.folder, ".docusaurus/kindex/deep/site.kdx");
    const index = developmentIndex(siteIndex({ baseUrl: "/", site: "docusaurus", language: "en" }), { siteDir: made.folder, outDir: join(made.folder, "build"), file });
    // One of the sources, that of the API, is missing.
    const pages = pagesOf(CONTENT, made.folder);
    index.make(pages);
    assert.deepEqual(await found(file, "bowline", 3), [
      ["/handbook/blog/first", "", undefined, "default"],
      ["/handbook/docs/1.0/loops", "bowline", "1.0", "docs-default-1.0"],
      ["/handbook/docs/loops", "bowline", "current", "docs-default-current"],
    ]);
    await put(made.folder, { "api/tie.md": "---\nslug: elsewhere\n---\n\n# Tie\n\n## Twice\n\nA bowline, tied twice.\n" });
    index.make(pages);
    assert.deepEqual((await found(file, "bowline", 4))[0], ["/handbook/api/tie/", "twice", "current", "docs-api-current"]);
    await writeFile(join(made.folder, "docs/loops.md"), "# Loops\n\nNothing of it.\n");
    await found(file, "bowline", 3);
    index.close();
  });
});

/** The results of a query, as soon as the index has `count` of them. */
async function found(file, query, count) {
  await mkdir(dirname(file), { recursive: true });
  const folder = watch(dirname(file));
  const changes = on(folder, "change");
  for (;;) {
    const bytes = await readFile(file).catch(() => undefined);
    const index = bytes && (await open(bytes));
    const { hits } = index ? await index.search(query, { limit: 9, group: true }) : { hits: [] };
    index?.close();
    if (hits.length >= count) {
      folder.close();
      return hits.map(({ url, anchor, meta }) => [url, anchor, meta.version, meta.docusaurus_tag]).sort();
    }
    await changes.next();
  }
}
