// integrations/python: its tests in Python, and the sites that its plugins make without Node.js.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { workshop } from "../python-docs/site.mjs";

describe("kindex-docs", () => {
  let made;

  before(async () => {
    made = await workshop();
  });

  after(() => made?.remove());

  test("passes the tests of its plugins", async () => {
    const said = await made.ran("python", ["-m", "unittest", "discover", "-s", "tests"]);
    assert.match(said, /^Ran [1-9]\d+ tests/m);
  });

  const SITES = {
    mkdocs: (site) => ["mkdocs", ["build", "--strict", "--config-file", "example-mkdocs/mkdocs.yml", "--site-dir", site]],
    sphinx: (site) => ["sphinx-build", ["-W", "-q", "-E", "-D", "kindex_layout=sharded", "example-sphinx", site]],
  };

  for (const [name, line] of Object.entries(SITES)) {
    test(`${name} makes a site with search in it, and nothing else is on PATH`, async () => {
      const site = join(made.folder, name);
      const said = await made.ran(...line(site), { PATH: "/nowhere" });
      if (name === "mkdocs") assert.match(said, /search is in \d+ pages/);
      const page = await readFile(join(site, "index.html"), "utf8");
      assert.equal(page.split('src="kindex/search.js"').length, 2);
      const files = await readdir(join(site, "kindex"), { recursive: true });
      for (const file of ["search.js", "injected.min.js", "index/index.kdx"]) assert.ok(files.includes(file), file);
    });
  }
});
