// integrations/hugo on its example, built by Hugo: the element that the partial writes, what is indexed, and what
// becomes of both when Hugo builds again.
import assert from "node:assert/strict";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { hugo, inject, site } from "../hugo/site.mjs";
import { explore } from "./support.mjs";

/** The search fields of a page, as they are written. */
const fieldsIn = (page) => page.match(/<kindex-search[^]*?<\/kindex-search>/g);

const lineTo = (address) => `<script type="module" src="${address}" data-kindex-inject=""></script>`;

describe("the module for Hugo", () => {
  let made;
  const read = (path) => readFile(join(made.folder, "public", path), "utf8");

  before(async () => {
    made = await site();
    await hugo(made.folder);
  });

  after(() => made?.remove());

  test("writes a field with the attributes of the site, in each language", async () => {
    const [english, german] = await Promise.all(["guide/loops/index.html", "de/guide/loops/index.html"].map(read));
    const field = (placeholder, results) => `<kindex-search limit="5" modal placeholder="${placeholder}" results="${results}"></kindex-search>`;
    assert.deepEqual(fieldsIn(english), [field("Search &#34;knots&#34;", "/handbook/search/")]);
    assert.deepEqual(fieldsIn(german), [field("In den Knoten suchen", "/handbook/de/search/")]);
  });

  test("writes a field into a text, in a page of results", async () => {
    const [, field] = fieldsIn(await read("de/search/index.html"));
    assert.match(field, /^<kindex-search .*mode="page" placeholder="Suchen"/);
    assert.doesNotMatch(field, / modal/);
  });

  test("says what is no attribute of a field", async () => {
    const page = join(made.folder, "content/wrong.md");
    for (const [given, name] of [["src=\"/a.kdx\"", "src"], ["on_click=\"x\"", "on_click"]]) {
      await writeFile(page, `---\ntitle: Wrong\n---\n{{< kindex ${given} >}}\n`);
      const error = await hugo(made.folder, "--destination", "wrong").then(() => assert.fail("it went well"), (error) => error);
      assert.match(error.stderr + error.stdout, new RegExp(`kindex: ${name}: accepted are attributes of the search field but src and base`));
    }
    await rm(page);
  });

  describe("with search in the pages", () => {
    let said;

    before(async () => {
      said = await inject(made.folder);
    });

    /** Pages with the line, by their paths. */
    async function injectedPages() {
      const paths = (await readdir(join(made.folder, "public"), { recursive: true })).filter((path) => path.endsWith(".html"));
      const pages = await Promise.all(paths.map(async (path) => [path, await read(path)]));
      return pages.filter(([, page]) => page.includes("data-kindex-inject")).sort(([a], [b]) => (a < b ? -1 : 1));
    }

    async function found(query, options) {
      const index = await explore(join(made.folder, "public/kindex/index/index.kdx"));
      const { hits } = index.search(query, options);
      index.close();
      return hits.map(({ url, anchor }) => `${url}#${anchor}`);
    }

    test("has the pages of all languages, and no list of tags, alias, draft or page of results", async () => {
      assert.match(said, /^public\/kindex\/index\/: \d+ documents, /);
      const index = await explore(join(made.folder, "public/kindex/index/index.kdx"));
      const urls = index.pages().pages.map(({ url }) => url);
      index.close();
      assert.deepEqual(urls.sort(), ["./", "./de/", "./de/guide/", "./de/guide/loops/", "./guide/", "./guide/bends/", "./guide/loops/"]);
    });

    test("leads to a section, with the page of the reader's language first", async () => {
      const first = async (lang) => (await found("bowline", { prefer: { lang: [lang] } }))[0];
      assert.equal(await first("en"), "./guide/loops/#bowline");
      assert.equal(await first("de"), "./de/guide/loops/#palstek");
    });

    test("is there once when Hugo builds again, whatever Hugo removes", async () => {
      const pages = await injectedPages();
      for (const [path, page] of pages) assert.ok(page.includes(lineTo(`${"../".repeat(path.split("/").length - 1)}kindex/search.js`)), path);
      for (const args of [[], ["--cleanDestinationDir"], ["--gc"]]) {
        await hugo(made.folder, ...args);
        await inject(made.folder);
        assert.deepEqual(await injectedPages(), pages, args.join());
      }
      assert.deepEqual(await found("woven"), []);
    });
  });

  test("keeps its attributes in minified pages", async () => {
    await hugo(made.folder, "--minify", "--destination", "small");
    await inject(made.folder, "small");
    const page = await readFile(join(made.folder, "small/guide/loops/index.html"), "utf8");
    assert.match(fieldsIn(page)[0], /^<kindex-search limit="?5"? modal(="?"?)? placeholder=/);
    assert.ok(page.includes(lineTo("../../kindex/search.js")));
  });
});
