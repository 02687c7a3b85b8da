// Kindex beside tantivy, natively, over the same children.
import { compile, program, versions } from "./crates.mjs";
import { queriesFile } from "./kindex.mjs";
import { run } from "./run.mjs";

export const buildNative = () => compile("tantivy");

export const versionOfTantivy = () => versions("tantivy").get("tantivy");

/**
 * Both search the children of an index: `{ documents, kindexRank, tantivyRank, tantivyCount,
 * kindexSearch, tantivySearch }`, each of the last five `{ p50, p95 }` in milliseconds.
 */
export async function measureNative(site, index, asked) {
  const file = queriesFile({ name: `${site.name}.words` }, asked);
  return JSON.parse((await run(program("tantivy"), [index, file])).printed);
}
