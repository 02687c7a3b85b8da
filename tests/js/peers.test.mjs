// What people who know MiniSearch or Lunr expect, beside what Kindex does: tests/peers/README.md.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { askKindex, askPeer, read, said, told } from "../peers/ask.mjs";

const NAMES = { minisearch: "MiniSearch", lunr: "Lunr" };
const README = new URL("../peers/README.md", import.meta.url);

for (const [peer, name] of Object.entries(NAMES)) {
  const file = read(peer);
  describe(name, () => {
    test("answers what the cases say", () => {
      for (const one of file.cases) {
        const answer = askPeer(peer, file, one);
        assert.equal(told(one, answer), said(one), one.behaviour);
        if (one.error) assert.equal(answer.error, one.error);
      }
    });

    test("and Kindex the same or something else, as they say", async () => {
      for (const one of file.cases) {
        const is = told(one, await askKindex(file, one));
        if (one.kindex === "same") assert.equal(is, said(one), one.behaviour);
        else assert.notEqual(is, said(one), `${one.behaviour}: it is the same by now`);
        assert.equal(one.kindex === "different", Boolean(one.why), one.behaviour);
      }
    });

    test("each case is another behaviour", () => {
      const behaviours = file.cases.map(({ behaviour }) => behaviour);
      assert.equal(new Set(behaviours).size, behaviours.length);
      assert.ok(behaviours.length >= 90);
    });
  });
}

/** The table of a peer and, by reason, what Kindex does in another way. */
function tables() {
  const files = Object.entries(NAMES).map(([peer, name]) => ({ name, cases: read(peer).cases }));
  const count = (cases, kindex) => cases.filter((one) => one.kindex === kindex).length;
  const rows = files.map(({ name, cases }) => `| ${name} | ${cases.length} | ${count(cases, "same")} | ${count(cases, "different")} |`);
  const differences = files.flatMap(({ name, cases }) => {
    const others = cases.filter(({ kindex }) => kindex === "different");
    return ["", `## ${name}`, "", "| behaviour | query | Kindex |", "| --- | --- | --- |", ...others.map(row)];
  });
  return ["| engine | behaviours | Kindex has | does otherwise |", "| --- | --: | --: | --: |", ...rows, ...differences].join("\n");
}

function row({ behaviour, query, why }) {
  const text = typeof query === "string" ? query : JSON.stringify(query);
  return `| ${behaviour} | ${text ? `\`${text}\`` : ""} | ${why} |`;
}

test("the README has the tables of the cases", () => {
  const parts = /^([\s\S]*<!-- cases:begin -->\n\n)[\s\S]*(\n\n<!-- cases:end -->\n)$/;
  const text = readFileSync(README, "utf8");
  const wanted = text.replace(parts, (_, before, after) => before + tables() + after);
  if (process.env.UPDATE) writeFileSync(README, wanted);
  else assert.equal(text, wanted, "UPDATE=1 node --test tests/js/peers.test.mjs writes it");
});
