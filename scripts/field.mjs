// Gives the command the search field: the files of dist/npm that a page with it may load, for
// crates/cli/build.rs to pack. Writes nothing where they are there already, so that nothing is built anew.
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PACKAGE = join(ROOT, "dist", "npm");
const FIELD = join(ROOT, "crates", "cli", "field");

/**
 * The scripts by which pages get the field: that of `kindex inject`, that of pages which have it themselves, and
 * that of pages which are opened as files.
 */
const ENTRIES = ["injected.min.js", "define.min.js", "inline.min.js"];

/** The addresses of scripts, and of what they load, in minified modules. */
const ADDRESS = /["'`](\.{0,2}\/?[\w./-]+\.(?:js|wasm))["'`]/g;

/** By path the contents of scripts and of all that they lead to. */
async function filesOf(scripts) {
  const files = new Map();
  const add = async (path) => {
    if (files.has(path) || path.startsWith("..")) return;
    const content = await readFile(join(PACKAGE, path)).catch(() => undefined);
    if (!content) return; // A string that only looks like an address.
    files.set(path, content);
    if (!path.endsWith(".js")) return;
    for (const [, address] of content.toString().matchAll(ADDRESS)) await add(posix.join(posix.dirname(path), address));
  };
  for (const script of scripts) await add(script);
  return files;
}

async function packed() {
  const entries = await readdir(FIELD, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name !== ".gitignore").map((entry) => join(entry.parentPath, entry.name));
}

const files = await filesOf(ENTRIES);
if (files.size === 0) {
  console.error("crates/cli/field: there is no dist/npm, so the command has no search field; make package makes it");
} else {
  const wanted = new Map([...files].map(([path, content]) => [join(FIELD, path), content]));
  for (const file of await packed()) if (!wanted.has(file)) await rm(file);
  for (const [file, content] of wanted) {
    const there = await readFile(file).catch(() => undefined);
    if (there?.equals(content)) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
