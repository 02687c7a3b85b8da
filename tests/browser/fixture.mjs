// A small site with known words, and indexes of it and of text that means harm.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addToManifest, kindex } from "./support.mjs";

const filler = (word, times = 5) =>
  `Some sentences about ${word} fill this place, so that the section has a length. `.repeat(times);

/** The only sentence with "quince", in the middle of its section. */
export const SENTENCE = "A quince wants sun and a wall behind it.";

const GARDEN = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden - Fixture</title>
<link rel="icon" href="data:,"></head><body><main>
<h1 id="garden">Garden</h1><p>${filler("gardens")}</p>
<h2 id="trees &amp; 100% größe">Trees</h2>
<p>${filler("pruning")}</p>
<p>${SENTENCE} ${filler("walls")}</p>
<p>${filler("ladders")}</p>
<h2 id="tools">Tools</h2><pre><code class="language-sh">prune --quickly</code></pre>
<table><tr><th>Tool</th><th>For</th></tr><tr><td>Shears</td><td><code>Hedges</code></td></tr></table>
</main></body></html>`;

/** A document with sections of a parent or more each, one of which has the sentence. */
const LONG = {
  id: "long.html",
  title: "Estate",
  text: [
    `# Estate\n\n${filler("estates", 18)}`,
    `## Orchard\n\n${filler("orchards")}\n\n${SENTENCE} ${filler("walls")}\n\n${filler("ladders", 6)}`,
    `## Pond\n\n${filler("ponds", 18)}`,
    `## Meadow\n\n${filler("meadows", 18)}`,
  ].join("\n\n"),
};

const HARM = [
  {
    id: "harm",
    url: "javascript:document.title='harmed'",
    title: "<img src=x onerror=\"document.title='harmed'\"> wolverine",
    text: "<script>document.title='harmed'</script> wolverine <b>bold</b>\n\n```html\n<img src=y onerror=alert(1)>\n```\n",
  },
  { id: "data", url: "data:text/html,wolverine", title: "Wolverine data", text: "A wolverine in an address." },
];

const MANY = Array.from({ length: 25 }, (_, i) => ({ id: `n${i}`, title: `Note ${i}`, text: `Heron number ${i}.` }));

/** Adds the pages and these indexes to a demo folder: fixture, long, harm, many, cut, altered. */
export async function addFixture(folder) {
  await mkdir(join(folder, "fixture"));
  await writeFile(join(folder, "fixture", "garden.html"), GARDEN);
  await build(folder, "fixture", join(folder, "fixture"), "--base-url", "fixture/");
  await buildRecords(folder, "long", [LONG]);
  await buildRecords(folder, "harm", HARM);
  await buildRecords(folder, "many", MANY);
  await addDamaged(folder);
}

async function buildRecords(folder, name, records) {
  const file = join(folder, `${name}.jsonl`);
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  await build(folder, name, file);
}

async function build(folder, name, from, ...options) {
  const index = `indexes/${name}.kdx`;
  await kindex("build", from, "-o", join(folder, index), ...options);
  await addToManifest(folder, { name, title: `Test ${name}`, index, description: `For tests: ${name}.` });
}

/** One index that is cut off, one in which every byte of the second half is another. */
async function addDamaged(folder) {
  const bytes = await readFile(join(folder, "indexes", "fixture.kdx"));
  const half = bytes.length >> 1;
  const altered = bytes.map((byte, i) => (i < half ? byte : byte ^ 0x55));
  for (const [name, damaged] of [["cut", bytes.subarray(0, half)], ["altered", altered]]) {
    const index = `indexes/${name}.kdx`;
    await writeFile(join(folder, index), damaged);
    await addToManifest(folder, { name, title: `Test ${name}`, index });
  }
}
