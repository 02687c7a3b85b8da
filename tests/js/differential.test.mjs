// The native command and JavaScript answer the same about what nobody wrote on purpose.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { KEPT, compareSearches, compareServers } from "../../fuzz/differential.mjs";

test("searches of damaged indexes", async () => {
  const names = readdirSync(KEPT);
  assert.ok(names.length > 5);
  for (const name of names) await compareSearches(join(KEPT, name));
});

test("messages to both servers", async () => {
  for (const seed of [71, 72, 73]) assert.equal(await compareServers(seed, 200), 200);
});
