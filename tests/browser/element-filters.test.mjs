// What narrows a search of the search field: lists of values with how many pages each would leave.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { program } from "../bundlers/support.mjs";
import { withField } from "./field.mjs";

const PAGES = ["1", "2", "3"].flatMap((version) =>
  ["en", "de"].flatMap((lang) =>
    Array.from({ length: Number(version) }, (_, i) => ({
      id: `${version}-${lang}-${i}`,
      url: `/${version}/${lang}/${i}`,
      title: `Heron ${version} ${lang} ${i}`,
      text: `A heron of version ${version}.${i === 0 ? " Nest." : ""}`,
      meta: { version, lang },
    })),
  ),
);

describe("the filters of the search field", () => {
  const the = withField({ herons: PAGES });
  const { visit, type, input, options, part } = the;
  const SOURCE = 'src="/indexes/herons.kdx" limit="20"';

  const select = (name) => the.tab.getByRole("combobox", { name, exact: true });
  const values = (name) => select(name).locator("option").allInnerTexts();
  const shows = (count) =>
    the.tab.waitForFunction((count) => document.querySelector("kindex-search").shadowRoot.querySelectorAll("[role=option]").length === count, count);

  test("count what is there, as one types", async () => {
    await visit(`${SOURCE} filters="version section-that-is-none"`.replace(" section-that-is-none", ""));
    await type("heron");
    await shows(12);
    assert.deepEqual((await values("version")).toSorted(), ["1 (2)", "2 (4)", "3 (6)", "Version: All"]);
    await input().fill("nest");
    await shows(6);
    assert.deepEqual((await values("version")).toSorted(), ["1 (2)", "2 (2)", "3 (2)", "Version: All"]);
    assert.deepEqual(the.complaints, []);
  });

  test("narrow the results, each by the others", async () => {
    await visit(`${SOURCE} filters="version lang"`, "<script>document.documentElement.lang = ''</script>");
    await type("heron");
    await shows(12);
    await select("version").selectOption("3");
    await shows(6);
    assert.deepEqual((await values("version")).toSorted(), ["1 (2)", "2 (4)", "3 (6)", "Version: All"], "other values are counted as if none were chosen");
    assert.deepEqual((await values("lang")).toSorted(), ["Lang: All", "de (3)", "en (3)"]);
    await select("lang").selectOption("de");
    await shows(3);
    assert.deepEqual((await values("version")).toSorted(), ["1 (1)", "2 (2)", "3 (3)", "Version: All"]);
    assert.match(await part("status").innerText(), /^3 of 3 pages$/);
    // What is chosen stays for the next query.
    await input().fill("nest");
    await shows(1);
    await select("version").selectOption("");
    await shows(3);
  });

  test("are chosen by the page: its language, and the version that it says of itself", async () => {
    await visit(`${SOURCE} filters="version lang"`, '<meta name="docsearch:version" content="9.9,2">');
    await type("heron");
    await shows(2);
    assert.deepEqual([await select("version").inputValue(), await select("lang").inputValue()], ["2", "en"]);
    await select("lang").selectOption("");
    await shows(4);
  });

  test("choose nothing that the index does not have", async () => {
    await visit(`${SOURCE} filters="version lang"`, '<meta name="docsearch:version" content="7"><script>document.documentElement.lang = "fr"</script>');
    await type("heron");
    await shows(12);
    assert.deepEqual([await select("version").inputValue(), await select("lang").inputValue()], ["", ""]);
  });

  test("stand beside filters of the page's own", async () => {
    await visit(`${SOURCE} filters="version"`);
    await the.tab.evaluate(() => (document.querySelector("kindex-search").options = { filters: { lang: "de" } }));
    await type("heron");
    await shows(6);
    await select("version").selectOption("1");
    await shows(1);
  });

  test("can be used in the dialog without closing it, and are accessible", async () => {
    await visit(`${SOURCE} modal filters="version lang"`);
    await part("button").click();
    await type("heron");
    await select("version").focus();
    await select("version").selectOption("2");
    await shows(2);
    assert.equal(await part("dialog").isVisible(), true);
    await the.tab.addScriptTag({ content: await readFile(program("axe-core/axe.min.js"), "utf8") });
    const found = await the.tab.evaluate(() => window.axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])));
    assert.deepEqual(found, []);
    await input().fill("zzzzqqqq");
    await the.tab.getByText("No results for").first().waitFor();
    assert.equal(await select("version").inputValue(), "2", "a choice that leaves nothing can be undone");
    await select("version").selectOption("");
    await type("heron");
    await shows(6);
  });

  test("have the names that the page gives them", async () => {
    await visit(`${SOURCE} filters="version lang"`);
    await the.tab.evaluate(() => (document.querySelector("kindex-search").texts = { any: "alle", filters: { version: "Fassung" } }));
    await type("heron");
    await shows(6);
    assert.deepEqual((await values("Fassung")).toSorted(), ["1 (1)", "2 (2)", "3 (3)", "Fassung: alle"]);
    assert.ok((await values("lang")).includes("Lang: alle"));
  });

  test("are those that the page has at the time", async () => {
    await visit(`${SOURCE} filters="version lang"`);
    const set = (filters) => the.tab.evaluate((filters) => (document.querySelector("kindex-search").filters = filters), filters);
    await type("heron");
    await shows(6);
    await select("lang").selectOption("");
    await shows(12);
    await select("version").selectOption("1");
    await shows(2);
    await set("lang");
    await shows(12);
    assert.equal(await part("filter").count(), 1);
    await set("lang version");
    await shows(2);
    assert.deepEqual(await part("filter").evaluateAll((all) => all.map((one) => one.ariaLabel)), ["lang", "version"]);
    await set("");
    await shows(12);
    assert.equal(await part("filters").isVisible(), false);
  });

  test("leave their list by Escape, into the field", async () => {
    await visit(`${SOURCE} filters="version"`);
    await type("heron");
    await shows(12);
    await select("version").focus();
    await the.tab.keyboard.press("Escape");
    assert.equal(await part("panel").isVisible(), false);
    assert.ok(await input().evaluate((one) => one.matches(":focus")));
    assert.equal(await input().inputValue(), "heron");
  });

  test("choose the passages of a question too", async () => {
    await visit(`${SOURCE} filters="version"`);
    await the.tab.evaluate(() => {
      document.querySelector("kindex-search").ask = ({ passages }) => {
        window.versions = [...new Set(passages.map(({ url }) => new URL(url).pathname[1]))];
        return "So.";
      };
    });
    await type("where is the heron");
    await shows(12);
    await part("ask").waitFor();
    await select("version").selectOption("3");
    await shows(6);
    await part("ask").click();
    await part("answer-text").getByText("So.").waitFor();
    assert.deepEqual(await the.tab.evaluate(() => window.versions), ["3"]);
  });

  test("leave the other fields of a page as they are", async () => {
    await visit(SOURCE);
    await type("heron");
    assert.equal(await part("filters").isVisible(), false);
    assert.equal(await options().count(), 12);
  });
});
