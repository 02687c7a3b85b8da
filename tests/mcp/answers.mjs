// Writes into cases.json what the JavaScript server answers now: node tests/mcp/answers.mjs
// Only where answers are meant to change; read what changed.
import { readFileSync, writeFileSync } from "node:fs";
import { serverOf } from "../js/mcp-support.mjs";

const FILE = new URL("cases.json", import.meta.url);

const mcp = await serverOf();
const { index, cases } = JSON.parse(readFileSync(FILE, "utf8"));
const answered = [];
for (const { why, request } of cases) {
  answered.push({ why, request, answer: (await mcp.handle(request)) ?? null });
}
writeFileSync(FILE, `${JSON.stringify({ index, cases: answered }, null, 1)}\n`);
