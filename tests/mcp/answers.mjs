// Writes into the files of cases what the JavaScript server answers now: node tests/mcp/answers.mjs
// Only where answers are meant to change; read what changed.
import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { FILE as SEVERAL, builtIndexes, openAll, severalServer } from "../js/mcp-several-support.mjs";
import { serverOf } from "../js/mcp-support.mjs";

const FILE = new URL("cases.json", import.meta.url);

/** The cases with what a server answers to them. */
async function answered(mcp, cases) {
  const all = [];
  for (const { why, request } of cases) all.push({ why, request, answer: (await mcp.handle(request)) ?? null });
  return all;
}

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);

const { index, cases } = read(FILE);
write(FILE, { index, cases: await answered(await serverOf(), cases) });

const folder = await builtIndexes();
const { indexes, servers } = read(SEVERAL);
for (const server of servers) {
  const index = await openAll(folder, server.names);
  server.cases = await answered(severalServer(index), server.cases);
  index.close();
}
await rm(folder, { recursive: true });
write(SEVERAL, { indexes, servers });
