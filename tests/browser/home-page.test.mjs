// The text of the home page before any script runs, held against the documents that say it too.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "./support.mjs";

const read = (name) => readFile(join(ROOT, name), "utf8");
const html = await read("www/index.html");
const readme = await read("README.md");

const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
const plain = (markup) =>
  markup.replace(/<[^>]*>/g, "").replace(/&(lt|gt|quot|#39|amp);/g, (one) => ENTITIES[one]).trim();

/** The content of a meta element. */
function meta(name) {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];
}

test("the table of engines is that of README.md", () => {
  const section = readme.split("## Beside others")[1].split("\n## ")[0];
  const stated = section
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| engine |") && !line.startsWith("| ---"))
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim().replaceAll("**", "")));
  const body = /<table class="engines">[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(html)[1];
  const shown = [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell]) => plain(cell)),
  );
  assert.deepEqual(shown.slice(0, -1), stated);
  assert.equal(shown.at(-1)[0], "Algolia DocSearch");
  assert.match(readme, /Algolia DocSearch crawls a site by itself and keeps the index for you; its answers come from Algolia's servers\. Only its field is measured here\./);
  const head = /<thead>([\s\S]*?)<\/thead>/.exec(html)[1];
  const names = [...head.matchAll(/<th[^>]*>([^<]*)</g)].map(([, name]) => name);
  const first = section.split("\n").find((line) => line.startsWith("| engine |"));
  assert.deepEqual(["engine", ...names.slice(1)], first.split("|").slice(1, -1).map((cell) => cell.trim()));
  const [pages] = /Kubernetes documentation, [\d,]+ pages/.exec(section);
  const [queries] = /over [\d,]+ queries/.exec(section);
  for (const words of [pages, queries]) assert.ok(plain(html).includes(words), words);
});

test("the lines to install are those of README.md", () => {
  const codes = [...html.matchAll(/<code id="(install-\w+)">([\s\S]*?)<\/code>/g)];
  assert.equal(codes.length, 3);
  const lines = readme.split("\n").map((line) => line.trim());
  for (const [, id, code] of codes) {
    assert.ok(html.includes(`data-copies="${id}"`), `${id} has no button`);
    for (const line of plain(code).split("\n")) assert.ok(lines.includes(line), `README.md lacks ${line}`);
  }
});

test("shared links have a card", async () => {
  const title = /<title>([^<]*)<\/title>/.exec(html)[1];
  assert.equal(meta("og:title"), title);
  assert.ok(title.length <= 60, title);
  for (const name of ["description", "og:description", "og:image:alt"]) assert.ok(meta(name), name);
  assert.ok(meta("description").length <= 160);
  assert.equal(meta("twitter:card"), "summary_large_image");
  const picture = await readFile(join(ROOT, "www", meta("og:image")));
  const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  assert.deepEqual([width, height].map(String), [meta("og:image:width"), meta("og:image:height")]);
  assert.ok(picture.length <= 80 * 1024, `it has ${picture.length} bytes`);
});

test("files that the page names are there", async () => {
  const own = [...html.matchAll(/(?:href|src)="([\w.-]+\.\w+)"/g)].map(([, name]) => name);
  assert.ok(own.length >= 5);
  for (const name of own) await read(join("www", name));
  for (const [, path] of html.matchAll(/href="docs\/kindex\/([^"#]*)\.html/g)) await read(`${path}.md`);
});
