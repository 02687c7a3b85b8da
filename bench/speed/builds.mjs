// Building with Kindex beside Pagefind, both from files to files.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { median } from "../numbers.mjs";
import { buildIndex, programs } from "./contestants.mjs";

/** Each builds so often. */
const TURNS = 3;

/**
 * Each in turns, so that the other work of the machine meets all: `{ seconds, peak }` of each program
 * by its name, medians.
 */
export async function measureBuilds(corpus, out) {
  const found = Object.entries(programs).map(([name, program]) => ({ name, program, built: [] }));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { program, built } of found) {
      execFileSync("sync"); // None waits for what another wrote.
      built.push(await buildIndex(program, corpus, join(out, "builds")));
      const { failed } = built.at(-1);
      if (failed) throw new Error(`${program.name}: ${failed}`);
    }
  }
  const middle = (built, key) => median(built.map((one) => one[key]));
  return Object.fromEntries(found.map(({ name, built }) => [name, { seconds: middle(built, "seconds"), peak: middle(built, "peak") }]));
}
