// Languages and versions in one index: those of the page come first, others below, and copies fold.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withField } from "./field.mjs";

const page = (path, lang, version, text, title = "Nest") => ({
  id: path,
  url: path,
  title,
  lang,
  text: `# ${title}\n\n${text}`,
  meta: version ? { version } : {},
});

const PAGES = [
  page("/v1/nest", "en", "v1", "A heron builds. A heron builds. A heron builds."),
  page("/v2/nest", "en", "v2", "A heron builds."),
  page("/v1/old", "en", "v1", "Only the old heron, a wader.", "Old"),
  page("/v2/de/nest", "de", "v2", "Der heron baut."),
  page("/v2/de/nur", "de", "v2", "Nur hier: das Reiherlied, heron.", "Lied"),
  page("/about", "en", "", "About the heron.", "About"),
];

const CHAPTERS = [
  page("/01-intro/", "en", "", "A heron.", "Intro"),
  page("/02-setup/", "en", "", "A heron.", "Setup"),
  page("/view?id=1", "en", "", "A heron.", "One"),
  page("/view?id=2", "en", "", "A heron.", "Two"),
];

const MANY = [
  ...Array.from({ length: 8 }, (_, i) => page(`/v${i + 1}/nest`, "en", `v${i + 1}`, "A heron, the heron.")),
  page("/other", "en", "", "One heron among many other birds.", "Other"),
  page("/third", "en", "", "One heron among many other birds.", "Third"),
];

const REGIONS = [page("/us", "en-US", "", "A heron.", "American"), page("/de", "de", "", "heron, heron, heron.", "Deutsch")];

describe("a search field over languages and versions", () => {
  const the = withField({ herons: PAGES, chapters: CHAPTERS, many: MANY, regions: REGIONS });
  const { visit, type, input, options, part } = the;
  const SOURCE = 'src="/indexes/herons.kdx"';
  const VERSION_2 = '<meta name="docsearch:version" content="v2">';

  const titles = () => options().locator("[part=title]").allInnerTexts();
  const languageOfPage = (lang) => `<script>document.documentElement.lang = "${lang}"</script>`;

  test("shows those of the page first, and says which the others are", async () => {
    await visit(SOURCE, VERSION_2);
    await type("heron");
    assert.deepEqual(await titles(), ["Nest v2", "About", "Old v1", "Lied German"]);
    assert.equal(await part("elsewhere").innerText(), "Other languages and versions");
    const lines = await part("list").innerText();
    assert.ok(lines.indexOf("About") < lines.indexOf("Other languages") && lines.indexOf("Other languages") < lines.indexOf("Old"));
    assert.deepEqual(the.complaints, []);
  });

  test("folds other versions and translations of a page into it", async () => {
    await visit(SOURCE, VERSION_2);
    await type("heron");
    const more = part("more");
    assert.deepEqual(await more.allInnerTexts(), ["Also in v1, German"]);
    await more.click();
    assert.deepEqual(await titles(), ["Nest v2", "Nest v1", "Nest German", "About", "Old v1", "Lied German"]);
    const links = await options().evaluateAll((all) => all.map((one) => new URL(one.href).pathname));
    assert.deepEqual(links, ["/v2/nest", "/v1/nest", "/v2/de/nest", "/about", "/v1/old", "/v2/de/nur"]);
  });

  test("counts what readers see, without the copies that are folded", async () => {
    await visit(`${SOURCE} results="/search"`, VERSION_2);
    await type("heron");
    assert.equal(await part("status").innerText(), "4 of 4 pages");
    assert.equal(await part("all").innerText(), "See all 4");
    await visit('src="/indexes/many.kdx" mode="page"');
    await input().fill("heron");
    await part("option").first().waitFor();
    assert.equal(await part("status").innerText(), "3 of 3 pages");
    assert.equal(await part("all").isVisible(), false, "there are no more to show");
    await visit('src="/indexes/herons.kdx" prefer=""', VERSION_2);
    await type("heron");
    assert.equal(await part("status").innerText(), "6 of 6 pages");
  });

  test("follows the language of the page, and falls back to another one", async () => {
    await visit(SOURCE, VERSION_2 + languageOfPage("de"));
    await type("heron");
    assert.deepEqual((await titles()).slice(0, 2).toSorted(), ["Lied", "Nest v2"]);
    await the.input().fill("wader");
    await the.tab.waitForFunction(() => /Old/.test(document.querySelector("kindex-search").shadowRoot.textContent));
    assert.deepEqual(await titles(), ["Old Englisch · v1"]);
    assert.equal(await part("elsewhere").innerText(), "Andere Sprachen und Versionen");
  });

  test("takes the version from the address of the page", async () => {
    await visit(SOURCE);
    await the.tab.evaluate(() => history.replaceState(null, "", "/docs/v1/intro"));
    await type("heron");
    assert.deepEqual((await titles()).slice(0, 3).toSorted(), ["About", "Nest v1", "Old"]);
  });

  test("takes no chapter for a version, and folds no two pages", async () => {
    await visit('src="/indexes/chapters.kdx"');
    await the.tab.evaluate(() => history.replaceState(null, "", "/01-intro/"));
    await type("heron");
    assert.deepEqual((await titles()).toSorted(), ["Intro", "One", "Setup", "Two"]);
  });

  test("shows other pages where copies of one fill the list", async () => {
    await visit('src="/indexes/many.kdx" limit="3"');
    await type("heron");
    const links = await options().evaluateAll((all) => all.filter((one) => one.href).map((one) => new URL(one.href).pathname));
    assert.match(links[0], /^\/v\d\/nest$/);
    assert.deepEqual(links.slice(1).toSorted(), ["/other", "/third"]);
    assert.match(await options().first().innerText(), /^Nest v\d/);
    assert.equal(await part("more").count(), 1);
  });

  test("has regional forms of the language among the first", async () => {
    await visit('src="/indexes/regions.kdx"');
    await type("heron");
    assert.deepEqual(await titles(), ["American", "Deutsch German"]);
  });

  test("prefers in several files too", async () => {
    await visit('src="/indexes/herons/"', VERSION_2);
    await type("heron");
    assert.deepEqual(await titles(), ["Nest v2", "About", "Old v1", "Lied German"]);
  });

  test("prefers nothing where it is told to", async () => {
    await visit(`${SOURCE} prefer=""`, VERSION_2);
    await type("heron");
    assert.equal(await part("elsewhere").count(), 0);
    assert.equal(await part("more").count(), 0);
    assert.match(await options().first().getAttribute("href"), /\/v1\/nest(#|$)/);
  });
});
