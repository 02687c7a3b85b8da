// docs/trust.md says which part reads which kind of index: golden ones, opened by the entries for pages and Node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PACKAGE } from "./support.mjs";

const golden = (name) => fileURLToPath(new URL(`../golden/${name}`, import.meta.url));

const found = async (open, name, query, { vector } = {}) => {
  const index = await open(golden(name));
  return (await index.search(query, { vector })).hits.length;
};

/** By the head of a column, a search that needs what it says. */
const KINDS = {
  "one file": (open) => found(open, "guide-v1.kdx", "install"),
  "several files": (open) => found(open, "guides-v1/", "bollard"),
  "vector of a query": (open) => found(open, "vectors-4-bits.kdx", "boat", { vector: new Float32Array(16).fill(0.25) }),
};

/** The cells of the rows of the table with these columns. */
function rows() {
  const text = readFileSync(new URL("../../docs/trust.md", import.meta.url), "utf8");
  const lines = text.split("\n").map((line) => line.split("|").map((cell) => cell.trim()).slice(1, -1));
  const head = lines.findIndex(([first]) => first === "part");
  assert.deepEqual(lines[head].slice(1), Object.keys(KINDS));
  return lines.slice(head + 2, lines.findIndex((cells, at) => at > head && cells.length === 0));
}

describe("the table of what reads which index is right for", () => {
  for (const [part, ...cells] of rows()) {
    for (const [, entry] of part.matchAll(/`(kindex(?:\/(?:explore|build))?)`/g)) {
      test(entry, async () => {
        const { open } = await import(new URL(`${entry.split("/")[1] ?? "index"}.js`, PACKAGE));
        for (const [at, [kind, search]] of Object.entries(KINDS).entries()) {
          if (cells[at] === "yes") assert.ok((await search(open)) > 0, kind);
          else await assert.rejects(search(open), { name: "KindexError", code: "invalid_option" }, kind);
        }
      });
    }
  }
});
