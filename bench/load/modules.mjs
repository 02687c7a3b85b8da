// The modules of Workers: a script, the WebAssembly that it opens indexes with, and the bytes of an index.
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";

/** A script with its imports, but for those that are no scripts. */
async function bundle(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    nodePaths: [join(ROOT, "bench/engines/node_modules")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    external: ["*.wasm", "*.bin"],
  });
  return outputFiles[0].text;
}

/**
 * Options of Miniflare for a script that may import the explore build and `./index.bin`.
 *
 * @param {string} script
 * @param {Uint8Array} [index] the bytes of that
 */
export async function modulesOf(script, index) {
  const wasm = readFileSync(join(ROOT, "dist/npm/explore/explore_bg.wasm"));
  const modules = [{ type: "ESModule", path: "worker.mjs", contents: await bundle(script) }];
  if (script.includes("wasm")) modules.push({ type: "CompiledWasm", path: "dist/npm/explore/explore_bg.wasm", contents: wasm });
  if (script.includes("index.bin")) modules.push({ type: "Data", path: "index.bin", contents: index });
  return { modules, modulesRoot: "/", compatibilityDate: "2026-04-01" };
}
