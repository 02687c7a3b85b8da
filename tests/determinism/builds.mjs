// Builds of the same documents in ways that must make no difference.
import { copyFile, mkdir, readFile, readdir, utimes, writeFile } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { random } from "../../bench/numbers.mjs";
import { ALONE, NATIVE, run } from "../js/cli-support.mjs";

const SHIM = fileURLToPath(new URL("order.c", import.meta.url));
const IN_WASM = fileURLToPath(new URL("in-wasm.mjs", import.meta.url));

/** Copies the files of folders in an order that nobody would choose, and gives them other times. */
export async function copied(parts, to, seed) {
  const next = random(seed);
  const files = [];
  for (const [name, from] of Object.entries(parts)) {
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      if (entry.isFile()) files.push({ path, copy: join(to, name, path.slice(from.length)), key: next() });
    }
  }
  for (const { path, copy, key } of files.sort((a, b) => a.key - b.key)) {
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(path, copy);
    await utimes(copy, key * 1e9, key * 1.7e9);
  }
  return to;
}

/** The files of an index in several, or the one: `[name, bytes]`. Compressed ones as they are inflated. */
export async function filesOf(path) {
  if (path.endsWith(".kdx")) return [["", await readFile(path)]];
  const names = (await readdir(path)).sort();
  return Promise.all(names.map(async (name) => [name, gunzipSync(await readFile(join(path, name)))]));
}

/** Programs, with what comes before their arguments, and their environments. */
const native = { program: NATIVE, before: [], env: ALONE };
const wasm = { program: process.execPath, before: [IN_WASM], env: ALONE };

/** Runs a build; it may say nothing but what it left out. */
export async function build({ program, before, env }, args, cwd) {
  await run(program, [...before, "build", ...args, "-q"], { cwd, env, maxBuffer: 1 << 28 });
}

const STATUS = "/proc/self/status";

/** The first processor that this process may use. */
const [, processor] = /^Cpus_allowed_list:\s+(\d+)/m.exec(existsSync(STATUS) ? readFileSync(STATUS, "utf8") : "") ?? [];

const oneProcessor = { ...native, program: "taskset", before: ["-c", processor, NATIVE], env: { ...ALONE, PATH: process.env.PATH } };

const narrow = { ...native, program: "/bin/sh", before: ["-c", 'umask 077; exec "$0" "$@"', NATIVE] };

/** Another user's settings: time zone, language, home with ignore files of Git for all folders. */
async function elsewhere(work) {
  const home = join(work, "home");
  await mkdir(join(home, ".config/git"), { recursive: true });
  for (const name of [".config/git/ignore", ".gitignore", ".ignore", "ignored"]) await writeFile(join(home, name), "*\n");
  await writeFile(join(home, ".gitconfig"), `[core]\n\texcludesfile = ${join(home, "ignored")}\n`);
  const more = { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" };
  return { ...ALONE, ...more };
}

/** The library that changes the order of folders. */
export async function shim(work) {
  const library = join(work, "order.so");
  await run("cc", ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, SHIM, "-ldl", "-lpthread"]);
  return (order) => ({ ...ALONE, LD_PRELOAD: library, KINDEX_ORDER: String(order) });
}

/** Builds that need Linux. */
async function onLinux(work) {
  const ordered = await shim(work);
  return {
    "natively on one processor": { how: oneProcessor },
    "natively where folders are in another order": { how: { ...native, env: ordered(1) } },
    "natively where they are in a third one": { how: { ...native, env: ordered(2) } },
  };
}

/** The way that shares least with the native command: another program, in WebAssembly, of another copy. */
export const FURTHEST = "in WebAssembly of a copy elsewhere, of other times, in another language, zone and home";

/** Ways to build, by name: how, and of which copy. @param {string} work a folder for helpers */
export async function ways(work, onlyNative) {
  const env = await elsewhere(work);
  return {
    "natively again": { how: native },
    "natively of a copy elsewhere, of other times": { how: native, moved: true },
    "natively in another language, zone and home": { how: { ...native, env } },
    "natively with files that only their owner may read": { how: narrow },
    ...(!onlyNative && {
      "in WebAssembly": { how: wasm },
      [FURTHEST]: { how: { ...wasm, env }, moved: true },
    }),
    ...(process.platform === "linux" && (await onLinux(work))),
  };
}
