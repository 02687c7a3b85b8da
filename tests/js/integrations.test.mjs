// The small packages that are published beside the main one.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import semver from "semver";
import { program, run } from "../bundlers/support.mjs";
import { integrations } from "../../scripts/release/versions.mjs";

const ROOT = new URL("../../", import.meta.url);

const manifestOf = async (path) => JSON.parse(await readFile(new URL(path, ROOT), "utf8"));

/** Those on npm; the module for Hugo is read from this repository. */
const names = (await integrations()).map((path) => path.split("/")[1]);

const textOf = (path) => readFile(new URL(`integrations/${path}`, ROOT), "utf8");

/** By package the folders of tests that pin what it is tested with. */
const TESTED = { astro: ["starlight", "astro5"], docusaurus: ["docusaurus"], eleventy: ["eleventy"], vitepress: ["vitepress", "vitepress2"] };

test("the package for PyPI has the version and the license of the main one", async () => {
  const [manifest, main] = await Promise.all([textOf("python/pyproject.toml"), manifestOf("pkg.json")]);
  assert.equal(/^version = "(.*)"$/m.exec(manifest)?.[1], main.version);
  assert.equal(/^license = "(.*)"$/m.exec(manifest)?.[1], main.license);
});

test("the module for Python has the version of the main one", async () => {
  const [module, main] = await Promise.all([textOf("python/src/kindex_docs/__init__.py"), manifestOf("pkg.json")]);
  assert.equal(/^__version__ = "(.*)"$/m.exec(module)?.[1], main.version);
});

for (const name of names) {
  describe(`the package for ${name}`, () => {
    test("has the version of the main one, and asks for it", async () => {
      const [own, main] = await Promise.all([manifestOf(`integrations/${name}/package.json`), manifestOf("pkg.json")]);
      assert.equal(own.version, main.version);
      assert.equal(own.peerDependencies.kindex, `^${main.version}`);
      assert.equal(own.license, main.license);
    });

    test("installs beside the versions that it is tested with", async () => {
      const { peerDependencies } = await manifestOf(`integrations/${name}/package.json`);
      for (const folder of TESTED[name]) {
        const pinned = Object.entries((await manifestOf(`tests/${folder}/package.json`)).devDependencies);
        const asked = pinned.filter(([peer]) => peerDependencies[peer]);
        assert.ok(asked.length > 0, folder);
        const refused = asked.filter(([peer, version]) => !semver.satisfies(version, peerDependencies[peer]));
        assert.deepEqual(refused, [], folder);
      }
    });

    test("is as publint wants it", async () => {
      const folder = fileURLToPath(new URL(`integrations/${name}`, ROOT));
      const { stdout } = await run(process.execPath, [program("publint/src/cli.js"), "run", folder, "--strict"]);
      assert.match(stdout, /All good!/);
    });
  });
}
