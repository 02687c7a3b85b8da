// Measures what levels cost.
import { join } from "node:path";
import { queries } from "../data/sites.mjs";
import { OUT } from "../paths.mjs";
import { build, native, queriesFile } from "./kindex.mjs";

export const SINGLE = "500";

/** The options of builds of the same text, the first being plain chunk search. */
const HIERARCHIES = {
  [SINGLE]: ["--levels", "500"],
  "2000, 500": ["--levels", "2000,500"],
  "2048, 1024, 512, 256 tokens": ["--levels", "2048,1024,512,256", "--unit", "tokens"],
};

const TURNS = 3;

/** The builds take turns, so that what else the machine does meets all of them; the best counts. */
export async function measureLevels(site, from) {
  const file = queriesFile(site, queries(site, from));
  const found = Object.keys(HIERARCHIES).map((levels) => ({ levels, seconds: Infinity, p50: Infinity, p95: Infinity }));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const row of found) {
      const index = join(OUT, `${site.name}.levels.kdx`);
      const { seconds, bytes } = await build(from, index, site.site, HIERARCHIES[row.levels]);
      const { p50, p95 } = native(index, file);
      row.seconds = Math.min(row.seconds, seconds);
      row.p50 = Math.min(row.p50, p50);
      row.p95 = Math.min(row.p95, p95);
      row.bytes = bytes;
    }
  }
  return found;
}
