// Helpers that the tests of the search field share: a site with indexes, and a page with the field
// on it.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach } from "node:test";
import { ROOT, drawn, kindex, launch, openPage, serveFiles } from "./support.mjs";

export const SITE = 'src="/indexes/site.kdx"';

/** A link without the words of its passage. */
export const plain = (link) => link && link.replace(/#?:~:.*/, "");

/** The page: the field, and something below it. */
export const markup = (attributes, head) => `<!doctype html><html lang="en"><head><title>Test</title>
  <link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
  <script type="module" src="/kindex/define.min.js"></script>${head}</head>
  <body><main><h1>Site</h1><kindex-search ${attributes}></kindex-search><p>Below it. <a href="#x" style="color: inherit">Link</a></p></main></body></html>`;

/**
 * Serves the site and opens a page, anew for each test of the suite that this is called in. The
 * page's address is that of everything but /kindex/ and /indexes/.
 *
 * @param {Record<string, object[]>} records more indexes, by their names: /indexes/NAME.kdx, and
 *   /indexes/NAME/ with several files
 */
export function withField(records = {}) {
  const the = {
    /** Gives what an answer has to wait for, by its path. */
    slow: () => {},

    /** Opens another page in the place of the first, which looks as it is told. */
    async look(looks) {
      await the.close();
      ({ page: the.tab, complaints: the.complaints, close: the.close } = await openPage(the.browser, looks));
    },

    async visit(attributes = "", head = "") {
      the.html = markup(attributes, head);
      await the.tab.goto(the.server.address);
      await the.tab.waitForFunction(() => customElements.get("kindex-search"));
    },

    async type(query) {
      await the.input().fill(query);
      await the.options().first().waitFor();
    },

    /** Tells what is chosen in the place of going there: see `chosen`; `window.choices` has each. */
    catchChoice: () =>
      the.tab.evaluate(() => {
        window.choices = [];
        addEventListener("kindex-select", (event) => {
          event.preventDefault();
          const { hit, query, url } = event.detail;
          window.chosen = { document: hit.document, query, url };
          window.choices.push(window.chosen);
        });
      }),

    chosen: () => the.tab.waitForFunction(() => window.chosen).then((found) => found.jsonValue()),

    /** A module of the package is there, and so is all that the page does once it has loaded it. */
    async loaded(module) {
      await the.tab.evaluate((module) => import(`/kindex/${module}`).then(() => {}), module);
      await drawn(the.tab);
    },

    /** Another field has its answer from the same index: so has whatever was asked before. */
    async answered() {
      await the.tab.evaluate(askBeside);
      await drawn(the.tab);
    },

    drawn: () => drawn(the.tab),

    input: () => the.tab.locator("kindex-search input"),
    /** Without the titles of pages above them. */
    options: () => the.tab.locator("kindex-search [role=option]:not([part~=page])"),
    part: (name) => the.tab.locator(`kindex-search [part~=${name}]`),
  };

  before(async () => {
    the.folder = await mkdtemp(join(tmpdir(), "kindex-element-"));
    await buildIndexes(the.folder, records);
    the.server = await serveFiles(
      { kindex: join(ROOT, "dist", "npm"), indexes: the.folder },
      { page: () => the.html, before: (path) => the.slow(path) },
    );
    the.browser = await launch();
  });

  after(async () => {
    await the.browser?.close();
    await the.server?.close();
    await rm(the.folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    the.slow = () => {};
    the.close = () => {};
    await the.look({});
  });

  afterEach(() => the.close());

  return the;
}

/** Searches with another field that has the same index, in the page and without the focus, until it shows what it found. */
async function askBeside() {
  const field = document.querySelector("kindex-search");
  const other = document.createElement("kindex-search");
  for (const name of ["src", "worker"]) if (field.hasAttribute(name)) other.setAttribute(name, field.getAttribute(name));
  other.recent = "off";
  document.body.append(other);
  // The list may open with a word that it is waiting.
  const shown = new Promise((resolve) => {
    const look = () => other.shadowRoot.querySelector("[role=option]") && resolve();
    new MutationObserver(look).observe(other.shadowRoot, { childList: true, subtree: true });
  });
  const input = other.shadowRoot.querySelector("input");
  input.value = "installation";
  input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  await shown;
  other.remove();
}

/** Builds the indexes of the site, as a file and as a folder, and of records by their names. */
export async function buildIndexes(folder, records = {}) {
  const corpus = join(ROOT, "tests", "corpus");
  await kindex("build", corpus, "-o", join(folder, "site.kdx"), "--base-url", "/docs/", "-q");
  await kindex("build", corpus, "-o", join(folder, "sharded"), "--base-url", "/docs/", "--layout", "sharded", "-q");
  for (const [name, documents] of Object.entries(records)) {
    const file = join(folder, `${name}.jsonl`);
    await writeFile(file, documents.map((record) => `${JSON.stringify(record)}\n`).join(""));
    await kindex("build", file, "-o", join(folder, `${name}.kdx`), "-q");
    await kindex("build", file, "-o", join(folder, name), "--layout", "sharded", "-q");
  }
}
