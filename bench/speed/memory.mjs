// The memory of WebAssembly that an open index takes besides the bytes that were loaded.
//
// Each index is opened in a process of its own, as this memory never shrinks:
//
//   node bench/speed/memory.mjs INDEX QUERIES     prints { opened, first, all }, in bytes
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { OUT } from "../paths.mjs";
import { build } from "./kindex.mjs";
import { run } from "./run.mjs";
import { openWith } from "./wasm.mjs";

const HERE = fileURLToPath(import.meta.url);

/** Opens an index in one file or several, and counts the bytes that are loaded of it. */
async function counted(path) {
  let loaded = 0;
  const count = (bytes) => {
    loaded += bytes.length;
    return new Uint8Array(bytes);
  };
  const source = statSync(path).isDirectory()
    ? async (name) => count(gunzipSync(await readFile(join(path, name))))
    : count(await readFile(path));
  const opened = await openWith("index.js", source);
  return { ...opened, besides: () => opened.memory.buffer.byteLength - loaded };
}

/** After opening, one search, and all of the queries of two lists, the second of unfinished ones. */
async function measureHere(path, { words, prefixes }) {
  const { index, besides } = await counted(path);
  const opened = besides();
  await index.search(words[0]);
  const first = besides();
  for (const query of words) await index.search(query);
  for (const query of prefixes) await index.search(query, { prefix: true });
  return { opened, first, all: besides() };
}

/** `{ oneFile, severalFiles }` of a site, each `{ opened, first, all }` in bytes. */
export async function measureMemory(site, from, queries) {
  const folder = join(OUT, `${site.name}.memory`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const file = join(folder, "queries.json");
  writeFileSync(file, JSON.stringify(queries));
  const taken = async (name, more) => {
    const path = join(folder, name);
    await build(from, path, site.site, more);
    return JSON.parse((await run(process.execPath, [HERE, path, file])).printed);
  };
  return { oneFile: await taken("index.kdx", []), severalFiles: await taken("sharded", ["--layout", "sharded"]) };
}

if (process.argv[1] === HERE) {
  const [path, file] = process.argv.slice(2);
  console.log(JSON.stringify(await measureHere(path, JSON.parse(readFileSync(file, "utf8")))));
}
