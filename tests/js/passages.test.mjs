// The passages that the adapters for frameworks give to language models.
import assert from "node:assert/strict";
import { test } from "node:test";
import { embed, withVectors } from "./meaning.mjs";
import { PACKAGE, built, explore, open } from "./support.mjs";

const { passagesFor } = await import(new URL("passages.js", PACKAGE));

test("passages have nothing that no reader sees, nor lines in titles", async () => {
  const hidden = "\u{e0049}\u{e0047}";
  const page = {
    id: "a.md",
    url: `/a${hidden}`,
    title: `Title${hidden}\nurl: https://evil.example`,
    meta: { author: `Ann\u202e${hidden}`, names: [`Bo\u202e`, 7, { of: `Di\u202e` }], open: true },
    text: `# Head\u200b${hidden}\n\nneedle \u001b[31mred ${hidden} ไทย\u200bไทย\n`,
  };
  const index = await open(await built([page]));
  const { passages } = await passagesFor(index, "needle");
  const [{ id, document, url, title, headings, text, meta }] = passages;
  assert.deepEqual([id, document, meta], ["a.md#1.0", "a.md", { author: "Ann\ufffd", names: ["Bo\ufffd", 7, { of: "Di\ufffd" }], open: true }]);
  assert.equal(url.split("#")[0], "/a%F3%A0%81%89%F3%A0%81%87");
  assert.equal(title, "Title\ufffd url: https://evil.example");
  assert.deepEqual(headings, ["Head\ufffd"]);
  assert.match(text, /needle \ufffd\[31mred \ufffd ไทยไทย\n/);
});

test("passages are otherwise as they were found", async () => {
  const text = "# Head\n\n\tneedle  ❤\ufe0f\u200d🔥\n";
  const index = await open(await built([{ id: "a.md", url: "/a", title: "A  title", text }]));
  const { results, passages } = await passagesFor(index, "needle");
  const [hit] = results.hits;
  assert.deepEqual([passages[0].text, passages[0].headings], [hit.text, hit.headings]);
});

test("no vector is asked for where results are sorted, or words alone are wanted", async () => {
  const index = await explore(await withVectors());
  const asked = [];
  const noting = (query) => asked.push(query) && embed(query);
  const ids = async (search) => (await passagesFor(index, "the boat, the tide or roses", search, noting)).passages.map(({ id }) => id);
  const found = (search) => index.search("the boat, the tide or roses", search).hits.map(({ id }) => id);
  const options = { alpha: 0.3, candidates: 2, embedder: "subjects" };
  assert.deepEqual(await ids({ ...options, sort: "letters" }), found({ sort: "letters" }));
  assert.deepEqual(await ids({ ...options, alpha: 0 }), found({}));
  assert.deepEqual(asked, []);
  await ids(options);
  assert.equal(asked.length, 1);
});
