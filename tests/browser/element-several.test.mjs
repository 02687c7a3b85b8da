// A field over several indexes: results of all in one list, each with the label of its index.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withField } from "./field.mjs";

const page = (url, title, text) => ({ id: url, url, title, text: `# ${title}\n\n${text}` });

const GUIDE = [page("/guide/nest", "Nest", "A heron builds a nest. A heron, a heron."), page("/guide/reeds", "Reeds", "Where a heron stands.")];
const BLOG = [page("/blog/spring", "Spring", "News of the heron and of its nest."), page("/blog/winter", "Winter", "News of ice.")];

describe("a search field over several indexes", () => {
  const the = withField({ guide: GUIDE, blog: BLOG });
  const { visit, type, options, part } = the;

  const titles = () => options().locator("[part=title]").allInnerTexts();

  test("shows results of all, with the labels of their indexes", async () => {
    await visit('src="/indexes/guide.kdx, /indexes/blog.kdx Our blog"');
    await type("heron");
    assert.deepEqual(await titles(), ["Nest", "Reeds", "Spring Our blog"]);
    await type("news");
    assert.deepEqual(await titles(), ["Winter Our blog", "Spring Our blog"]);
    const links = await options().evaluateAll((all) => all.map((one) => new URL(one.href).pathname));
    assert.deepEqual(links, ["/blog/winter", "/blog/spring"]);
    assert.deepEqual(the.complaints, []);
  });

  test("loads no other engine than that for several, and that only then", async () => {
    const engines = async () => {
      const loaded = await the.tab.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
      return loaded.filter((path) => path.endsWith(".wasm"));
    };
    await visit('src="/indexes/guide.kdx, /indexes/blog.kdx"');
    await type("heron");
    await part("option").first().waitFor();
    assert.deepEqual(await engines(), ["/kindex/several/several_bg.wasm"]);
    await visit('src="/indexes/guide.kdx"');
    await type("heron");
    await part("option").first().waitFor();
    assert.deepEqual(await engines(), ["/kindex/page/page_bg.wasm"]);
  });

  for (const attribute of ["worker", "offline"]) {
    test(`does so with ${attribute}`, async () => {
      await visit(`src="/indexes/guide.kdx, /indexes/blog.kdx Our blog" ${attribute}`);
      await type("heron");
      assert.deepEqual(await titles(), ["Nest", "Reeds", "Spring Our blog"]);
      assert.deepEqual(the.complaints, []);
    });
  }

  test("shows the rest where one cannot be had", async () => {
    await visit('src="/indexes/guide.kdx, /indexes/nothing.kdx Nothing"');
    await type("heron");
    assert.deepEqual(await titles(), ["Nest", "Reeds"]);
  });

  test("takes an index that the page opened", async () => {
    await visit("");
    await the.tab.evaluate(async () => {
      const { open } = await import("/kindex/index.min.js");
      const sources = ["/indexes/guide.kdx", { src: "/indexes/blog.kdx", label: "Blog", weight: 50 }];
      document.querySelector("kindex-search").index = await open(sources);
    });
    await type("heron");
    assert.deepEqual(await titles(), ["Spring Blog", "Nest", "Reeds"]);
  });
});
