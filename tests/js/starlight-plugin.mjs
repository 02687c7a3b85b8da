// What `kindex-astro` indexes of sites of Astro and Starlight, built and while they are written, and what it refuses,
// without a browser.
import assert from "node:assert/strict";
import { access, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, test } from "node:test";
import { put } from "../bundlers/support.mjs";
import { built, served, site } from "../starlight/site.mjs";
import { explore, open } from "./support.mjs";
import { NATIVE } from "./cli-support.mjs";

// The plugin starts it.
process.env.KINDEX_COMMAND = NATIVE;

/** Sources beside those of the example, whose addresses are not just their paths. */
const SOURCES = {
  "src/content/docs/guides/01 Basics/Über v1.2_x.md": "---\ntitle: Über\n---\n\n## Erste Schritte!\n\nA first step.\n",
  "src/content/docs/guides/01 Basics/index.mdx": "---\ntitle: Basics\nsidebar:\n  order: 1\n---\n\nThe basics of it.\n",
  "src/content/docs/guides/hidden.md": "---\ntitle: Hidden\npagefind: false\n---\n\nNot to be found.\n",
  "src/content/docs/_parts/note.md": "---\ntitle: A note\n---\n\nPublished, as its own name has no sign.\n",
  "src/content/docs/guides/_part.md": "Only a part.\n",
  "src/content/docs/de/guides/quoted.md": '---\ntitle: Zitiert\nslug: "de/anderswo/knoten"\nlang: fr\n---\n\n## Slug\n\nslug: nirgends\n',
};

const LANGUAGES = ["en", "de", "ja"];

/** By language the addresses of all pages of an index. */
async function pagesOf(bytes) {
  const index = await explore(bytes);
  const pages = {};
  for (const lang of LANGUAGES) {
    const { hits } = await index.search("", { filters: { lang }, limit: 100 });
    pages[lang] = hits.map(({ url }) => decodeURI(url)).sort();
  }
  assert.equal(index.pages().total, Object.values(pages).flat().length, "all have one of the languages");
  index.close();
  return pages;
}

/** Tests the plugin in Astro and Starlight of a version. */
export function testPlugin(version) {
  let made, kindex, kindexStarlight;

  /** Changes the configuration of the example. */
  async function configure(...changes) {
    const file = join(made.folder, "astro.config.mjs");
    let text = await readFile(file, "utf8");
    for (const [from, to] of changes) {
      assert.ok(text.includes(from), from);
      text = text.replace(from, to);
    }
    await writeFile(file, text);
  }

  before(async () => {
    made = await site(version);
    const installed = (path) => import(pathToFileURL(join(made.folder, "node_modules/kindex-astro", path)));
    ({ default: kindex } = await installed("index.js"));
    ({ default: kindexStarlight } = await installed("starlight.js"));
  });

  after(() => made?.remove());

  test("indexes the pages of Starlight, built and while they are written, by the same addresses", async () => {
    await put(made.folder, SOURCES);
    await configure(["field: { limit: 6 }", 'field: { limit: 6, results: "/handbook/all/" }, file: "find/knots.kdx", exclude: "fisher", agents: { baseUrl: "https://knots.example/handbook/", siteTitle: "Knots" }']);
    const { out, said } = await built(made);
    assert.match(said, /dist\/find\/knots\.kdx: \d+ documents/);
    await assert.rejects(access(join(out, "pagefind")), "Starlight makes an index of its own");
    const engines = (await readdir(out, { recursive: true })).filter((path) => path.endsWith(".wasm"));
    assert.deepEqual(engines.map((path) => /(\w+)_bg/.exec(path)?.[1]).sort(), ["explore", "page", "several"], `the site has each engine once: ${engines}`);
    const finished = await pagesOf(await readFile(join(out, "find/knots.kdx")));
    const own = {
      en: ["/handbook/", "/handbook/_parts/note/", "/handbook/guides/01-basics/", "/handbook/guides/01-basics/über-v12_x/", "/handbook/guides/joining-ropes/", "/handbook/guides/loops/"],
      de: ["/handbook/de/", "/handbook/de/anderswo/knoten/", "/handbook/de/guides/loops/"],
      ja: ["/handbook/ja/", "/handbook/ja/guides/loops/"],
    };
    // Starlight shows pages that are not translated in English.
    const shown = own.en.map((url) => url.replace("/handbook/", ""));
    const filled = (lang) => [...new Set([...own[lang], ...shown.map((url) => `/handbook/${lang}/${url}`)])].sort();
    assert.deepEqual(finished, { en: own.en, de: filled("de"), ja: filled("ja") });

    const list = await readFile(join(out, "llms.txt"), "utf8");
    assert.match(list, /^# Knots\n/);
    assert.ok(list.includes("(https://knots.example/handbook/guides/loops/index.md)"), list);

    const html = await readFile(join(out, "de/index.html"), "utf8");
    assert.match(html, /<html lang="de"[^]*<kindex-search src="\/handbook\/find\/knots\.kdx"[^>]* label="Suchen" limit="6" results="\/handbook\/all\/" modal/);

    const server = await served(made);
    try {
      const response = await fetch(new URL("find/knots.kdx", server.address));
      assert.equal(response.status, 200);
      assert.deepEqual(await pagesOf(new Uint8Array(await response.arrayBuffer())), own);
    } finally {
      await server.close();
    }
  });

  test("indexes a site of plain Astro", async () => {
    const page = (title, text) => `<html lang="en"><head><title>${title}</title></head><body><Search modal shortcut="" /><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
    await rm(join(made.folder, "src"), { recursive: true });
    await put(made.folder, {
      "astro.config.mjs": `
        import kindex from "kindex-astro";
        export default { base: "/site/", integrations: [kindex({ docs: { "src/content/posts": "blog" } })] };`,
      "src/content.config.js": `
        import { defineCollection } from "astro:content";
        import { glob } from "astro/loaders";
        export const collections = { posts: defineCollection({ loader: glob({ base: "src/content/posts", pattern: "**/*.md" }) }) };`,
      "src/content/posts/First Post.md": "---\ntitle: First\n---\n\n## Splices\n\nA splice is woven.\n",
      "src/pages/index.astro": `---\nimport Search from "kindex-astro/Search.astro";\n---\n${page("Home", "A sailor came home.")}`,
      "src/pages/about.md": "# About\n\nA sailor wrote this.\n",
      "src/pages/blog/[id].astro": `---
        import { getCollection, render } from "astro:content";
        export const getStaticPaths = async () => (await getCollection("posts")).map((post) => ({ params: { id: post.id }, props: { post } }));
        const { Content } = await render(Astro.props.post);
        ---
        <html lang="en"><head><title>Post</title></head><body><main><h1>Post</h1><Content /></main></body></html>`.replace(/^ +/gm, ""),
    });
    const { out } = await built(made);
    const urls = async (bytes, query) => {
      const index = await open(bytes);
      const { hits } = await index.search(query);
      index.close();
      return hits.map(({ url, anchor }) => (anchor ? `${url}#${anchor}` : url)).sort();
    };
    const finished = await readFile(join(out, "search-index/index.kdx"));
    assert.deepEqual(await urls(finished, "sailor"), ["/site/", "/site/about/#about"]);
    assert.deepEqual(await urls(finished, "woven"), ["/site/blog/first-post/#splices"]);
    assert.match(await readFile(join(out, "index.html"), "utf8"), /<kindex-search src="\/site\/search-index\/" modal(="true")? shortcut(="")?>/);
    const server = await served(made);
    try {
      const bytes = new Uint8Array(await (await fetch(new URL("search-index/index.kdx", server.address))).arrayBuffer());
      assert.deepEqual(await urls(bytes, "sailor"), ["/site/about/#about"]);
      assert.deepEqual(await urls(bytes, "woven"), ["/site/blog/first-post/#splices"]);
    } finally {
      await server.close();
    }
  });

  test("refuses what Astro's own configuration says, and what is no option", () => {
    for (const make of [kindex, kindexStarlight]) {
      for (const [name, value] of Object.entries({ site: "plain", auto: true, addresses: { module: "a.js" } })) {
        assert.throws(() => make({ [name]: value }), { message: new RegExp(`^kindex-astro: ${name}: .*leave it out`) }, name);
      }
      for (const docs of ["docs", ["docs"], {}, { docs: 1 }]) assert.throws(() => make({ docs }), /^Error: kindex-astro: docs: .*"src\/content\/posts": "blog"/);
      assert.throws(() => make("docs"), /^Error: kindex-astro: options: "docs" given; accepted is an object/);
      make({ docs: undefined, field: undefined, file: "search/" });
    }
    assert.throws(() => kindex({ exlude: "a" }), /there is no option exlude, but exclude/);
    assert.throws(() => kindex({ field: {} }), /there is no option field/);
  });

  test("refuses attributes that the plugin sets, and those that are none", () => {
    assert.throws(() => kindexStarlight({ field: { src: "/a.kdx" } }), /^Error: kindex-astro: field\.src: the plugin sets it/);
    assert.throws(() => kindexStarlight({ field: { perDocument: 3 } }), /^Error: kindex-astro: field\.perDocument: 3 given.*per-document/);
    assert.throws(() => kindexStarlight({ field: { texts: {} } }), /^Error: kindex-astro: field\.texts/);
    assert.throws(() => kindexStarlight({ field: "placeholder" }), /^Error: kindex-astro: field: "placeholder" given/);
    kindexStarlight({ field: { "per-document": 2, recent: "off", offline: true } });
  });

  describe("in Starlight's configuration", () => {
    /** What the plugin does with a configuration. */
    function setUp(config, integrations = []) {
      const [warnings, added] = [[], []];
      let updated;
      kindexStarlight().hooks["config:setup"]({
        config,
        astroConfig: { integrations, srcDir: new URL("file:///site/src/") },
        addIntegration: (one) => added.push(one.name),
        updateConfig: (one) => (updated = one),
        logger: { warn: (message) => warnings.push(message) },
      });
      return { warnings, added, updated };
    }

    test("takes the place of the search, and leaves other components", () => {
      const { warnings, added, updated } = setUp({ components: { Footer: "./Footer.astro" } });
      assert.deepEqual(updated, { pagefind: false, components: { Footer: "./Footer.astro", Search: "kindex-astro/starlight/Search.astro" } });
      assert.deepEqual({ warnings, added }, { warnings: [], added: ["kindex-astro"] });
    });

    test("leaves a search of the site's own, and says so", () => {
      const { warnings, updated } = setUp({ components: { Search: "./Mine.astro" }, pagefind: { ranking: {} } });
      assert.equal(updated.components.Search, "./Mine.astro");
      assert.equal(updated.pagefind, false);
      assert.equal(warnings.length, 2);
      assert.match(warnings.join(), /settings of pagefind.*components\.Search is \.\/Mine\.astro/);
    });

    test("is not there twice", () => {
      assert.throws(() => setUp({}, [kindex()]), /integrations has kindex\(\).*remove kindex\(\)/);
    });
  });
}
