// The guide to moving as it stands: the commands of each section are run in a new project, its
// programs give what they say, and its pages search.
import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { open } from "../js/support.mjs";
import { ROOT, project, put, run } from "../bundlers/support.mjs";
import { COMMAND, launch, openPage, serve } from "./support.mjs";

/** A fence with its language, and what stands in it. */
const BLOCK = /^```(\w+)\n(.*?)^```$/gms;

/** The name of a file in its first line, which is a comment. */
const NAME = /^(?:\/\/|<!--) (\S+\.\w+)/;

/** The text that a line prints, as the comment at its end says. */
const PRINTED = /console\.log\(.*\); \/\/ (.*)$/gm;

const read = (path) => readFile(join(ROOT, path), "utf8");

/** The blocks of a section of the guide. */
async function blocksOf(title) {
  const [, section] = (await read("docs/moving.md")).split(`\n## ${title}\n`);
  const found = [...section.split("\n## ")[0].matchAll(BLOCK)];
  return found.map(([, language, text]) => ({ language, text, name: NAME.exec(text)?.[1] }));
}

/** By section, the programs in the order in which they run, and what a page of results is asked. */
const SECTIONS = {
  "From Pagefind": { programs: ["index.mjs", "search.mjs"], page: "search.html", leads: /\/guide\/(#|$)/ },
  "From Algolia DocSearch": { programs: [], page: "search.html", leads: /\/guide\/ropes\.html/ },
  "From Lunr or MiniSearch": { programs: ["build.mjs", "search.mjs"] },
};

for (const [title, { programs, page, leads }] of Object.entries(SECTIONS)) {
  describe(`the guide to moving, ${title}`, () => {
    let folder, blocks;

    before(async () => {
      blocks = await blocksOf(title);
      ({ folder } = await project());
      await put(folder, Object.fromEntries(blocks.filter((block) => block.name).map((block) => [block.name, block.text])));
      // Browsers ask for it, and a missing file would be a complaint.
      await put(folder, { "public/favicon.ico": "" });
      const env = { ...process.env, KINDEX_COMMAND: COMMAND, npm_config_offline: "true" };
      for (const { text } of blocks.filter(({ language }) => language === "sh")) await run("bash", ["-euc", text], { cwd: folder, env });
    });

    after(() => folder && rm(folder, { recursive: true, force: true }));

    test("has the programs that are run here", () => {
      const named = blocks.map((block) => block.name).filter((path) => path?.endsWith(".mjs"));
      assert.deepEqual(named.toSorted(), programs.toSorted());
    });

    test("has programs that print what it says", async () => {
      for (const program of programs) {
        const { stdout } = await run(process.execPath, [program], { cwd: folder, timeout: 30_000 });
        const { text } = blocks.find((block) => block.name === program);
        assert.equal(stdout, [...text.matchAll(PRINTED)].map(([, printed]) => `${printed}\n`).join(""), program);
      }
    });

    if (!page) return;

    test("has a page that searches", async () => {
      const [browser, server] = await Promise.all([launch(), serve(join(folder, "public"))]);
      try {
        const { page: opened, complaints, close } = await openPage(browser);
        await opened.goto(new URL(page, server.address).href);
        await opened.keyboard.press("/");
        await opened.keyboard.type("rope");
        const first = opened.locator("kindex-search [part~=option]").first();
        await first.waitFor();
        assert.match(await first.getAttribute("href"), leads);
        assert.deepEqual(complaints, []);
        await close();
      } finally {
        await Promise.all([browser.close(), server.close()]);
      }
    });
  });
}

test("attributes of Pagefind count as its guide says", async () => {
  const blocks = await blocksOf("From Pagefind");
  const { folder } = await project();
  const named = blocks.filter(({ name }) => name?.endsWith(".html"));
  await put(folder, { ...Object.fromEntries(named.map(({ name, text }) => [name, text])), "public/unmarked.html": "<title>x</title><main><p>A static rope.</p></main>" });
  await run("npx", ["--no-install", "kindex", "build", "public", "-o", "site.kdx"], { cwd: folder, env: { ...process.env, KINDEX_COMMAND: COMMAND } });
  const index = await open(await readFile(join(folder, "site.kdx")));
  const { hits, total } = index.search("static rope");
  assert.equal(total, 1);
  assert.deepEqual(hits[0].meta, { author: "Kim", date: "2026-05-01" });
  assert.equal(hits[0].title, "Static ropes");
  assert.equal(index.search("buy").total, 0);
  index.close();
  await rm(folder, { recursive: true });
});
