// The engines that are compared, and how their indexes are built.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { resolveBinaryPath } from "../engines/node_modules/pagefind/lib/resolveBinary.js";
import { KINDEX } from "../paths.mjs";
import { HEAP_MB, run } from "./run.mjs";

const PEERS = new URL("../engines/", import.meta.url);

/** The modules in bench/engines/page. */
const MODULES = ["minisearch", "lunr", "flexsearch", "orama"];

const filesIn = (folder) => readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());

/** Bytes of files that are stored with gzip, as hosts send them; compressed ones count as they are. */
function stored(folder, names) {
  const size = (bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? bytes.length : gzipSync(bytes).length);
  return names.reduce((sum, name) => sum + size(readFileSync(join(folder, name))), 0);
}

async function buildKindex({ site, from }, folder, index, more) {
  const { seconds, peak } = await run(KINDEX, ["build", from, "-o", index, "--site", site, "--quiet", ...more]);
  return { seconds, peak, bytes: stored(folder, filesIn(folder)) };
}

const oneFile = {
  name: "Kindex, one file",
  returns: "sections",
  prefixes: true,
  again: true,
  script: 'import { open } from "/page/kindex.mjs";',
  files: () => ["index.kdx"],
  build: (corpus, folder) => buildKindex(corpus, folder, join(folder, "index.kdx"), []),
};

/** What a list of results shows, and no more. */
const withoutTexts = {
  ...oneFile,
  name: "Kindex, without texts",
  script: 'import { open } from "/page/short.mjs";',
};

const severalFiles = {
  name: "Kindex, several files",
  returns: "sections",
  prefixes: true,
  again: true,
  script: 'import { open } from "/page/sharded.mjs";',
  files: () => ["index.kdx"],
  build: (corpus, folder) => buildKindex(corpus, folder, folder, ["--layout", "sharded"]),
};

/** Files that a page loads to run Pagefind, not to search this site. */
const PROGRAM = /\.(js|css|wasm|mjs)$|^wasm\./;

const pagefind = {
  name: "Pagefind",
  returns: "pages",
  prefixes: true,
  configuration: "as it comes; it loads by itself what it needs",
  package: "pagefind",
  script: 'import { open } from "/page/pagefind.mjs";',
  files: () => [],
  async build({ html }, folder) {
    const program = resolveBinaryPath(["pagefind_extended", "pagefind"]);
    const { seconds, peak } = await run(program, ["--site", html, "--output-path", folder, "--quiet"]);
    return { seconds, peak, bytes: stored(folder, filesIn(folder).filter((name) => !PROGRAM.test(name))) };
  },
};

/** Those that are programs of their own, by name. */
export const programs = { oneFile, severalFiles, pagefind };

function inJavaScript(module, name, row, of) {
  return {
    name,
    returns: row.documents,
    prefixes: row.prefixes ?? true,
    configuration: row.configuration,
    package: of,
    script: `import engine from "/peers/page/${module}.mjs"; const { open } = engine.rows[${JSON.stringify(name)}];`,
    files: (folder) => readdirSync(folder),
    async build({ documents }, folder) {
      const script = fileURLToPath(new URL("build-peer.mjs", import.meta.url));
      const args = [`--max-old-space-size=${HEAP_MB}`, script, module, name, documents[row.documents], folder];
      const { printed } = await run(process.execPath, args);
      return { ...JSON.parse(printed), bytes: stored(folder, filesIn(folder)) };
    },
  };
}

/**
 * The engines that are compared: `{ name, returns, prefixes, again, configuration, package, script, files, build }`.
 * `returns` says what a result is, `prefixes` whether an unfinished word can be asked, `again` whether
 * opening is measured once more with the engine running, `script` imports the `open` of its page,
 * `files(folder)` names what a page has before it opens it, and `build(corpus, folder)` gives
 * `{ seconds, peak, bytes }`. The first is Kindex in one file.
 */
export async function contestants() {
  const peers = [];
  for (const module of MODULES) {
    const { default: engine } = await import(new URL(`page/${module}.mjs`, PEERS));
    for (const [name, row] of Object.entries(engine.rows)) peers.push(inJavaScript(module, name, row, engine.package));
  }
  return [oneFile, severalFiles, withoutTexts, ...peers, pagefind];
}

/** Builds the index of an engine in a new folder; `{ failed }` says why there is none. */
export async function buildIndex(contestant, corpus, folder) {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  try {
    return await contestant.build(corpus, folder);
  } catch (error) {
    return { failed: reasonOf(error.message) };
  }
}

/** Patterns that name a failure: of engines, of V8. */
const FAILURES = [/\w*Error: .*/, /Check failed: .*/, /Fatal .*/];

/** The words in a program's output that name its fault. */
export function reasonOf(message) {
  if (/heap out of memory|heap limit/i.test(message)) return `more than ${HEAP_MB / 1024} GB of memory`;
  const named = FAILURES.map((pattern) => pattern.exec(message)?.[0]).find(Boolean);
  return named ?? message.split("\n")[0];
}
