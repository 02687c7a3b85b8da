// integrations/hugo on its example, built by Hugo with a base path and two languages, and served elsewhere too.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { hugo, inject, site, watched } from "../hugo/site.mjs";
import { host } from "../python-docs/site.mjs";
import { COMMAND, PATIENCE, launch, openPage } from "./support.mjs";

const FIELD = "header > kindex-search";

const options = (page) => page.locator(`${FIELD} [part~=option]`);

async function type(page, query, timeout = PATIENCE) {
  await page.waitForFunction(() => customElements.get("kindex-search"));
  await page.keyboard.press("ControlOrMeta+k");
  await page.locator(`${FIELD} input`).fill(query);
  await options(page).first().waitFor({ timeout });
}

describe("Kindex in Hugo", () => {
  let made, browser;

  before(async () => {
    made = await site();
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await made?.remove();
  });

  /** Opens a page, does something with it, and looks that nothing was wrong. */
  async function visiting(address, act) {
    const { page, complaints, close } = await openPage(browser);
    try {
      await page.goto(address);
      await act(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  }

  /** By name, how Hugo builds, where the site is served, and what the addresses of its pages begin with. */
  const BUILDS = {
    "below the path of its base URL": { args: [], below: "/handbook/" },
    "with relative addresses, below another path": { args: ["--config", "hugo.toml,relative.toml"], below: "/copy/of/it/" },
  };

  for (const [name, { args, below }] of Object.entries(BUILDS)) {
    describe(name, () => {
      let server;

      before(async () => {
        const out = below.replaceAll("/", "");
        await writeFile(join(made.folder, "relative.toml"), 'relativeURLs = true\n[params.kindex]\nresults = false\n');
        await hugo(made.folder, ...args, "--destination", out);
        await inject(made.folder, out, "--exclude=search/", "--attribute=results=search/");
        server = await host(join(made.folder, out), below);
      });

      after(() => server?.close());

      test("the field of the template leads to a section", () =>
        visiting(`${server.address}guide/bends/`, async (page) => {
          await type(page, "held a heavy load");
          assert.equal(await page.locator("kindex-search").count(), 1);
          assert.equal(await page.locator(`${FIELD} input`).getAttribute("placeholder"), 'Search "knots"');
          await page.keyboard.press("Enter");
          await page.waitForURL((url) => url.pathname === `${below}guide/loops/` && url.hash.startsWith("#bowline"));
        }));

      test("a page in German has the German page, and leads to the English one", () =>
        visiting(`${server.address}de/`, async (page) => {
          await type(page, "bowline");
          assert.equal(await page.locator(`${FIELD} input`).getAttribute("placeholder"), "In den Knoten suchen");
          assert.equal(await options(page).first().evaluate(({ pathname }) => pathname), `${below}de/guide/loops/`);
          assert.match(await page.locator(`${FIELD} [part~=more]`).first().innerText(), /Englisch/);
        }));

      test("the page of results shows what was typed", () =>
        visiting(`${server.address}guide/bends/`, async (page) => {
          await type(page, "rope");
          await page.locator("kindex-search a[href*='?q=rope']").click();
          await page.waitForURL((url) => url.pathname === `${below}search/`);
          await page.locator("main kindex-search[mode=page] a[part~=option]").first().waitFor();
        }));
    });
  }

  test("kindex dev follows what hugo --watch writes", async () => {
    const preview = join(made.folder, "preview");
    const source = join(made.folder, "content/guide/loops.md");
    const watching = await watched(made.folder, "--baseURL", "/", "--destination", preview);
    try {
      const server = await developing(preview);
      try {
        await visiting(`${server.address}guide/loops/`, async (page) => {
          await type(page, "bowline");
          await page.keyboard.press("Escape");
          await writeFile(source, `${await readFile(source, "utf8")}\n## Garland\n\nA string of garlic ends in a loop.\n`);
          await page.locator("h2#garland").waitFor();
          // The page may load once more, as Hugo writes its files one after another.
          await type(page, "garlic", 3000).catch(() => type(page, "garlic"));
          await page.keyboard.press("Enter");
          await page.waitForURL("**/guide/loops/#garland*");
        });
      } finally {
        await server.close();
      }
    } finally {
      await watching.close();
    }
  });
});

/** Serves finished pages while they are written. */
async function developing(folder) {
  const server = spawn(COMMAND, ["dev", folder, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  for await (const line of createInterface(server.stdout)) {
    const address = /http:\S+\//.exec(line)?.[0];
    if (address) {
      server.stdout.resume();
      return { address, close: () => (server.kill(), ended) };
    }
  }
  throw new Error("kindex dev ended without saying where it serves");
}
