// What narrows a search of the search field: lists of values with how many pages each would leave.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { program } from "../bundlers/support.mjs";
import { markup, withField } from "./field.mjs";

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

/** Pages with keys as nobody expects them. */
const ODD = ["big", "small"].map((size, at) => ({
  id: size,
  url: `/${size}`,
  title: `Stork ${size}`,
  text: "A stork.",
  meta: JSON.parse(JSON.stringify({ "release date": "2026-05-01", "\u{1F426}": size }).replace(/}$/, `,"__proto__":${JSON.stringify(["a, b", "c"][at])}}`)),
}));

describe("the filters of the search field", () => {
  const the = withField({ herons: PAGES, odd: ODD });
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

  /** Opens a page of results. */
  async function go(path, attributes = `${SOURCE} mode="page" filters="version lang"`) {
    the.html = markup(attributes, "<script>document.documentElement.lang = ''</script>");
    await the.tab.goto(the.server.address + path);
    await the.tab.waitForFunction(() => customElements.get("kindex-search"));
  }

  const says = (status) => part("status").getByText(status).waitFor();
  const group = (name) => the.tab.getByRole("group", { name, exact: true });
  const check = (name, value) => group(name).getByRole("checkbox", { name: new RegExp(`^${value} `) });
  const chosen = () => the.tab.evaluate(() => [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith("filter.")));

  test("are boxes to check on a page of results, several of a key, and stand in its address", async () => {
    await go("search?q=heron&utm=1");
    await says("12 of 12 pages");
    assert.deepEqual((await group("Version").locator("label").allInnerTexts()).toSorted(), ["1 (2)", "2 (4)", "3 (6)"]);
    await check("Version", "1").check();
    await says("2 of 2 pages");
    await check("Version", "2").focus();
    await the.tab.keyboard.press("Space");
    await says("6 of 6 pages");
    assert.ok(await check("Version", "2").evaluate((one) => one.matches(":focus")), "the box keeps the focus");
    await check("Lang", "de").check();
    await says("3 of 3 pages");
    assert.deepEqual((await group("Version").locator("label").allInnerTexts()).toSorted(), ["1 (1)", "2 (2)", "3 (3)"]);
    assert.deepEqual((await chosen()).toSorted(), [["filter.lang", "de"], ["filter.version", "1"], ["filter.version", "2"]]);
    assert.equal(await the.tab.evaluate(() => new URLSearchParams(location.search).get("utm")), "1");
    await the.tab.addScriptTag({ content: await readFile(program("axe-core/axe.min.js"), "utf8") });
    assert.deepEqual(await the.tab.evaluate(() => window.axe.run("kindex-search").then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))), []);
    await the.tab.getByRole("link", { name: "Link", exact: true }).click();
    await the.tab.goto(`${the.server.address}elsewhere`);
    await the.tab.goBack();
    await says("3 of 3 pages");
    assert.deepEqual([await check("Version", "1").isChecked(), await check("Version", "3").isChecked()], [true, false]);
    await check("Version", "1").uncheck();
    await check("Version", "2").uncheck();
    await check("Lang", "de").uncheck();
    await says("12 of 12 pages");
    assert.deepEqual(await chosen(), []);
    assert.deepEqual(the.complaints, []);
  });

  test("of which none is chosen where the page proposes one stay so", async () => {
    the.html = markup(`${SOURCE} mode="page" filters="version"`, '<meta name="docsearch:version" content="2">');
    await the.tab.goto(`${the.server.address}search?q=heron`);
    await says("4 of 4 pages");
    await check("Version", "2").uncheck();
    await says("12 of 12 pages");
    assert.deepEqual(await chosen(), [["filter.version", ""]]);
    await the.tab.reload();
    await says("12 of 12 pages");
  });

  test("lead from the field to the page of results with what is chosen", async () => {
    await visit(`${SOURCE} limit="3" results="search" filters="version"`);
    await type("heron");
    await select("version").selectOption("3");
    await part("all").getByText("6").waitFor();
    const to = await part("all").evaluate((one) => new URL(one.href).search);
    assert.equal(to, "?q=heron&filter.version=3");
  });

  test("have keys of any text", async () => {
    await visit(`src="/indexes/odd/" filters='["release date", "\u{1F426}", "__proto__"]'`);
    await type("stork");
    assert.deepEqual(await part("filter").evaluateAll((all) => all.map((one) => one.ariaLabel)), ["release date", "\u{1F426}", "__proto__"]);
    assert.deepEqual((await values("\u{1F426}")).toSorted(), ["big (1)", "small (1)", "\u{1F426}: All"]);
    await select("__proto__").selectOption("a, b");
    await shows(1);
    assert.deepEqual(the.complaints, []);
  });

  test("leave the other fields of a page as they are", async () => {
    await visit(SOURCE);
    await type("heron");
    assert.equal(await part("filters").isVisible(), false);
    assert.equal(await options().count(), 12);
  });
});
