// Kindex in Firefox and WebKit: scores to the last bit, ways to open an index, the search field, a
// strict Content-Security-Policy. Chromium has tests of all that and more beside this one.
import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe } from "node:test";
import { Key } from "selenium-webdriver";
import { ENGINES, start, testIn } from "./engines.mjs";
import { SITE, buildIndexes, markup } from "./field.mjs";
import { serveRounds } from "./rounds.mjs";
import { PAGES, assertWorks, serveStrict } from "./strict.mjs";
import { ROOT, kindex, serveFiles } from "./support.mjs";
import { abortSearch, buildNotes, firstFound, refused, runFile } from "./tasks.mjs";

const CASES = (await readdir(join(ROOT, "tests", "cases"))).filter((name) => name.endsWith(".json")).sort();

const OPENED = {
  "a file": ["/indexes/site.kdx"],
  "a compressed file": ["/indexes/site.kdx.gz"],
  "a folder": ["/indexes/sharded/"],
  "a file in another thread": ["/indexes/site.kdx", { worker: true }],
  "a folder in another thread": ["/indexes/sharded/", { worker: true }],
};

const REFUSED = {
  "/indexes/none.kdx": "fetch_failed",
  "/indexes/none/": "fetch_failed",
  "/page": "not_an_index",
  "/indexes/torn.kdx.gz": "corrupt",
};

/** Called with the path of a request before its answer, which waits for it. */
let held;

let folder, server, strict, html;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kindex-engines-"));
  await buildIndexes(folder);
  const compressed = join(folder, "site.kdx.gz");
  await kindex("build", join(ROOT, "tests", "corpus"), "-o", compressed, "-q");
  const bytes = await readFile(compressed);
  await writeFile(join(folder, "torn.kdx.gz"), bytes.subarray(0, bytes.length >> 1));
  strict = await serveStrict();
  server = await serveFiles(
    { kindex: join(ROOT, "dist", "npm"), tests: join(ROOT, "tests"), indexes: folder },
    { page: () => html, before: (path) => held(path) },
  );
});

after(async () => {
  await server?.close();
  await strict?.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  held = () => {};
  html = '<!doctype html><title>Test</title><link rel="icon" href="data:,">';
});

/** Holds back the first file of an index until `/go` is asked for; `/asked` is answered once it was. */
function gate() {
  const [asked, go] = [{}, {}];
  for (const one of [asked, go]) one.is = new Promise((resolve) => (one.now = resolve));
  let first;
  return (path) => {
    if (path === "/asked") return asked.is;
    if (path === "/go") return go.now();
    if (!path.endsWith(".kds") || (first ??= path) !== path) return undefined;
    asked.now();
    return go.is;
  };
}

for (const engine of Object.keys(ENGINES)) {
  describe(`in ${engine}`, { skip: ENGINES[engine].missing }, () => {
    const test = testIn(engine);
    let page;

    before(async () => {
      page = await start(engine);
    });

    after(() => page?.close());

    const evaluate = async (...task) => {
      await page.goto(server.address);
      return page.evaluate(...task);
    };

    for (const name of CASES) {
      test(`shared cases: ${name}`, async () => {
        const { cases, differences } = await evaluate(runFile, name);
        assert.notEqual(cases, 0, "there are no cases");
        assert.deepEqual(differences, []);
      });
    }

    for (const [name, how] of Object.entries(OPENED)) {
      test(`opens ${name}`, async () => {
        assert.equal((await evaluate(firstFound, "configuration", ...how)).document, "config.md");
      });
    }

    for (const [name, options] of Object.entries({ "": {}, " in another thread": { worker: true } })) {
      test(`says why an index cannot be opened${name}`, async () => {
        assert.deepEqual(await evaluate(refused, Object.keys(REFUSED), options), Object.values(REFUSED));
      });
    }

    test("stops a search that is aborted", async () => {
      held = gate();
      const { aborted, title } = await evaluate(abortSearch, "/indexes/sharded/", "deploy with rsync");
      assert.deepEqual([aborted, title], ["AbortError", "Deploying"]);
    });

    test("builds an index", async () => {
      const [dough, tea, brew] = await evaluate(buildNotes);
      assert.deepEqual([dough.document, dough.anchor, tea.document, brew.document], ["notes/bread.md", "dough", "tea", "tea"]);
    });

    test("takes three round trips to the first answer of the page of docs/large-sites.md", async (t) => {
      const rounds = await serveRounds(join(folder, "sharded"), "deploy with rsy");
      t.after(rounds.close);
      await page.goto(rounds.address);
      await page.paste("#query", "deploy with rsy");
      const results = () => [...document.querySelectorAll("#results li")].map((item) => item.textContent);
      const failed = await page.until(() => document.querySelector("#results li")).catch((error) => error);
      assert.deepEqual(rounds.wrong(), { unexpected: [], missing: [] });
      assert.deepEqual(await page.evaluate(results), rounds.titles, String(failed));
    });

    for (const name of Object.keys(PAGES)) {
      for (const policy of ["own", "elsewhere"]) {
        test(`works under a strict Content-Security-Policy: ${name}, ${policy}`, async () => {
          assertWorks(name, await visited(name, strict[policy]));
        });
      }
    }

    test("is refused by that policy what it needs", async () => {
      const { failed } = await visited("refused", strict.own.replace("'wasm-unsafe-eval'", ""));
      assert.equal(failed, "wasm_failed");
    });

    /** The hits of a page of the strict site, and the requests that the policy forbade. */
    async function visited(name, policy) {
      strict.policy = policy;
      await page.goto(`${strict.address}${name}`);
      return page.until(() => {
        const { found = null, failed, violated } = window;
        return (found || failed) && { found, failed, violated };
      });
    }

    describe("the search field", () => {
      const visit = async (attributes, head = "") => {
        html = markup(attributes, head);
        await page.goto(server.address);
        await page.until(() => customElements.get("kindex-search") !== undefined);
      };

      /** The field: what is typed, what is seen below it, and which option is chosen. */
      const state = () =>
        page.evaluate(() => {
          const root = document.querySelector("kindex-search").shadowRoot;
          const [input, panel] = ["input", "panel"].map((name) => root.querySelector(`[part=${name}]`));
          const options = [...root.querySelectorAll("[part~=option]")];
          return {
            value: input.value,
            open: panel?.checkVisibility() ?? false,
            expanded: input.getAttribute("aria-expanded"),
            chosen: options.findIndex((one) => one.getAttribute("aria-selected") === "true"),
            links: options.map((one) => one.href?.replace(/#?:~:.*/, "")).filter(Boolean),
            status: root.querySelector("[part=status]")?.textContent ?? "",
            marks: [...root.querySelectorAll("mark")].map((mark) => mark.textContent),
            focused: root.activeElement === input,
          };
        });

      /** Waits until something was found. */
      const found = () =>
        page.until(() => document.querySelector("kindex-search").shadowRoot.querySelector("[part~=option]") !== null);

      const address = () => page.evaluate(() => location.href);

      const arrived = (to) => page.until((to) => location.href === to, to);

      async function typed(query) {
        await page.press(query);
        await found();
        return state();
      }

      test("is led by the keyboard", async () => {
        await visit(`${SITE} limit="3" per-document="1" shortcut="/"`);
        await page.press("/");
        assert.equal((await state()).focused, true);
        const { links, status, marks, open, expanded, chosen } = await typed("search");
        assert.ok(links.length >= 3);
        assert.match(status, /^3 of \d+ pages$/);
        assert.match(marks[0], /^search/i);
        assert.deepEqual([open, expanded, chosen], [true, "true", 0]);
        await page.press(Key.ARROW_DOWN, Key.ARROW_UP, Key.ARROW_UP);
        assert.equal((await state()).chosen, links.length - 1);
        await page.press(Key.ESCAPE);
        const closed = await state();
        assert.deepEqual([closed.value, closed.open, closed.chosen], ["search", false, -1]);
        await page.press(Key.ARROW_DOWN, Key.ARROW_DOWN, Key.ENTER);
        await arrived(links[1]);
      });

      test("opens a section in its place, and closes it", async () => {
        await visit(`${SITE} per-document="1"`, "<style>main { inline-size: 600px }</style>");
        await page.click("input");
        await typed("search");
        const section = () =>
          page.evaluate(() => document.querySelector("kindex-search").shadowRoot.querySelector("[part=section]")?.innerText ?? null);
        await page.press(Key.ARROW_DOWN, Key.ARROW_RIGHT);
        assert.match(await section(), /search/i);
        await page.press(Key.ARROW_LEFT);
        assert.equal(await section(), null);
      });

      test("leads where it is clicked", async () => {
        await visit(`${SITE} per-document="1"`);
        await page.click("input");
        const { links } = await typed("theme");
        await page.click("[role=group]:nth-child(2) [part~=option]");
        await arrived(links[1]);
      });

      test("closes when the focus leaves", async () => {
        // Where there is a section beside the list, that is the next stop.
        await visit(SITE, "<style>main { inline-size: 600px }</style>");
        await page.click("input");
        await typed("theme");
        await page.press(Key.TAB);
        const { open, focused } = await state();
        assert.deepEqual([open, focused], [false, false]);
      });

      test("opens a dialog", async () => {
        await visit(`${SITE} modal shortcut="mod+k"`);
        await page.click("button");
        const { links } = await typed("theme");
        await page.press(Key.ESCAPE);
        assert.equal((await state()).open, false);
        await page.hold(Key.CONTROL, "k");
        const { value, focused, open } = await state();
        assert.deepEqual([value, focused, open], ["theme", true, true]);
        await page.press(Key.ENTER);
        await arrived(links[0]);
      });

      test("opens what was typed, not what is still shown", async () => {
        await visit('src="/indexes/sharded/"');
        await page.click("input");
        await typed("theme");
        const hurry = () => {
          const input = document.querySelector("kindex-search").shadowRoot.querySelector("input");
          input.value = "deploy with rsync";
          input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
        };
        await page.evaluate(hurry);
        await page.press(Key.ENTER);
        await page.until(() => location.pathname.startsWith("/docs/deploy"));
      });

      for (const [name, modifier] of Object.entries({ Ctrl: Key.CONTROL, Shift: Key.SHIFT })) {
        test(`opens another tab with ${name} and Enter`, async () => {
          await visit(SITE);
          await page.click("input");
          const { links } = await typed("theme");
          const [before, [own]] = [await address(), await page.tabs()];
          const other = await page.opened(() => page.hold(modifier, Key.ENTER));
          assert.deepEqual([await address(), (await state()).open], [before, true]);
          await page.enter(other);
          await arrived(links[0]);
          await page.leave(own);
        });
      }

      test("keeps what is typed from the shortcuts of the page", async () => {
        await visit(SITE, '<script>for (const name of ["keydown", "keypress", "keyup"]) addEventListener(name, () => (window.heard = name));</script>');
        await page.click("input");
        await typed("theme/s");
        await page.press(Key.ARROW_DOWN);
        assert.equal((await state()).value, "theme/s");
        assert.equal(await page.evaluate(() => window.heard ?? null), null);
      });

      for (const attributes of ["", "modal"]) {
        test(`is dark where the page is, and light again ${attributes}`, async () => {
          await visit(`${SITE} ${attributes}`, "<style>body { background: white } [data-theme=dark] body { background: oklch(0.2 0.02 260) }</style>");
          const lightness = () =>
            page.evaluate(() => {
              const part = document.querySelector("kindex-search").shadowRoot.querySelector("input, [part=button]");
              const numbers = /\((\D*)([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)/.exec(getComputedStyle(part).backgroundColor).slice(2);
              return Math.max(...numbers.map(Number));
            });
          const change = (theme) => page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
          assert.ok((await lightness()) > 200);
          await change("dark");
          assert.ok((await lightness()) < 80, "dark");
          await change("light");
          assert.ok((await lightness()) > 200, "light again");
        });
      }

      test("stays where it is while the dialog is open", async () => {
        await visit(`${SITE} modal`, "<style>main { height: 5000px }</style>");
        const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
        await page.click("button");
        assert.equal(await overflow(), "hidden");
        await page.press(Key.ESCAPE);
        await page.until(() => getComputedStyle(document.documentElement).overflowY === "visible");
      });

      for (const attributes of ['src="/indexes/sharded/"', `${SITE} worker`]) {
        test(`searches ${attributes}`, async () => {
          await visit(attributes);
          await page.click("input");
          await page.press("theme");
          // Hits for the letters before may be seen first.
          await page.until(() =>
            /docs\/themes/.test(document.querySelector("kindex-search").shadowRoot.querySelector("[part~=option]")?.href),
          );
        });
      }
    });
  });
}
