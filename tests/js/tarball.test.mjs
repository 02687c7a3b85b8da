// The packed package in projects of others: what checks of packages, compilers and runtimes say.
import assert from "node:assert/strict";
import { chmod, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT, nodeFileTrace, program, project, put, run } from "../bundlers/support.mjs";
import { missing, node22 } from "../node22.mjs";
import { Builder } from "./support.mjs";

/** Searches what it has built, with each entry point that an application needs. */
const MODULE = `
  import { KindexError, open } from "kindex";
  import { Builder } from "kindex/build";
  import { open as explore } from "kindex/explore";
  const builder = await Builder.create();
  builder.addFile("a.md", "# Title\\n\\nA needle.\\n");
  const bytes = builder.finish();
  const indexes = [await open(bytes), await explore(bytes), await open(() => bytes)];
  indexes.push(await open(bytes, { worker: true }));
  const found = await Promise.all(indexes.map(async (index) => (await index.search("needle")).hits[0].score));
  const error = await open(new Uint8Array(9)).catch((error) => error);
  console.log(new Set(found).size, found[0] > 0, error instanceof KindexError, error.code);
`;

const FOUND = "1 true true not_an_index\n";

const searching = `
  async function search({ Builder, open }) {
    const builder = await Builder.create();
    builder.add({ id: "a", text: "A needle." });
    const index = await open(builder.finish());
    console.log(index.search("needle").total);
  }
`;

const COMMON_JS = `${searching} import("kindex/build").then(search);`;

const REQUIRED = `${searching} search(require("kindex/build"));`;

/** Other runtimes, where npm has them for this machine. */
const RUNTIMES = {
  deno: [program("@deno/linux-x64-glibc/deno"), "run", "--allow-read", "--no-prompt"],
  bun: [program("@oven/bun-linux-x64/bin/bun")],
};

/** The module that each script searches with; it uses no other of these. */
const TRACED = {
  "kindex": ["page", "several"],
  "kindex/explore": ["explore"],
  "kindex/build": ["full"],
  "kindex/build-text": ["texts"],
};

/** The ways to resolve modules, and the types of the platform that there are. */
const DOM = { lib: ["es2022", "dom"], types: [] };
const NODE = { lib: ["es2022"], types: ["node"] };
const WORKERS = { lib: ["es2022"], types: ["@cloudflare/workers-types"] };
const COMPILERS = {
  bundler: { module: "esnext", moduleResolution: "bundler", ...DOM },
  node16: { module: "node16", moduleResolution: "node16", ...DOM },
  nodenext: { module: "nodenext", moduleResolution: "nodenext", ...DOM },
  "bundler, for Node": { module: "esnext", moduleResolution: "bundler", ...NODE },
  "nodenext, for Node": { module: "nodenext", moduleResolution: "nodenext", ...NODE },
  "TypeScript 5.2": { module: "nodenext", moduleResolution: "nodenext", lib: [...DOM.lib, "dom.iterable"], types: [] },
  "TypeScript 5.2, for Node": { module: "esnext", moduleResolution: "bundler", ...NODE },
  "bundler, for Workers": { module: "esnext", moduleResolution: "bundler", ...WORKERS },
};

/** The platforms without a page. */
const USE = `
  import { KindexError, open } from "kindex";
  import wasm from "kindex/page.wasm";
  import type { Index, Results } from "kindex";
  export async function search(path: string): Promise<Results | string> {
    try {
      const index: Index = await open(\`\${path}.kdx\`, { wasm });
      return index.search("words", { limit: 3, filters: { lang: ["de", "en"] } });
    } catch (error) {
      return error instanceof KindexError ? error.code : String(error);
    }
  }
`;

/** A configuration of Vite, and what a page may import then. */
const VITE_CONFIG = `
  import kindex from "kindex/vite";
  import { defineConfig } from "vite";
  import { routed, src } from "virtual:kindex";
  const search = kindex({ docs: ["docs"], file: "search/" });
  export default defineConfig({ plugins: [search] });
  export const written: Promise<string> = search.api.write("dist");
  export const listener: (event: MouseEvent) => Promise<void> = routed((href: string) => href + src);
  // @ts-expect-error
  kindex({ doc: "docs" });
`;

/** Bytes of the tarball, nearly all of them four builds of WebAssembly, and 25,000 of licences. */
const LARGEST = 2_650_000;

describe("the packed package in a project", () => {
  let folder, tarball, size;

  before(async () => {
    ({ folder, tarball, size } = await project());
  });

  after(() => rm(folder, { recursive: true, force: true }));

  test("is as publint wants it", async () => {
    const { stdout } = await run(process.execPath, [program("publint/src/cli.js"), "run", tarball, "--strict"]);
    assert.match(stdout, /All good!/);
  });

  test("has the types that its modules have", async () => {
    // Old ways of resolving know no exports, and there is no CommonJS: what is checked are the others.
    const options = ["--profile", "esm-only", "--format", "json"];
    const attw = program("@arethetypeswrong/cli/dist/index.js");
    const { stdout } = await run(process.execPath, [attw, tarball, ...options], { maxBuffer: 1 << 26 });
    const { analysis, problems } = JSON.parse(stdout);
    assert.equal(analysis.types.kind, "included");
    const listed = Object.values(problems ?? {}).flat();
    const counted = listed.filter(({ resolutionKind }) => !["node10", "node16-cjs"].includes(resolutionKind));
    assert.deepEqual(counted, []);
  });

  for (const [name, options] of Object.entries(COMPILERS)) {
    test(`is understood by the compiler: ${name}`, async () => {
      await compile(name, options);
    });
  }

  async function compile(name, options) {
    const at = join(folder, name.replaceAll(/\W+/g, "-"));
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const config = { compilerOptions: { target: "es2022", noEmit: true, skipLibCheck: false, ...strict, ...options } };
    const dom = options.lib.includes("dom");
    const types = options.types.map((name) => (name === "node" ? "@types/node" : name));
    config.compilerOptions.types = types.map(program);
    await put(at, { "tsconfig.json": JSON.stringify(config) });
    if (dom) await cp(join(ROOT, "tests", "types", "use.ts"), join(at, "use.ts"));
    else await put(at, { "use.ts": USE });
    const current = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const compiler = name.startsWith("TypeScript 5.2") ? program("typescript52/bin/tsc") : current;
    const { stdout } = await run(process.execPath, [compiler, "-p", at]).catch((error) => error);
    assert.equal(stdout, "");
  }

  for (const vite of ["vite4", "vite"]) {
    test(`has a plugin that the configuration takes: ${vite}`, async () => {
      const at = join(folder, `config-${vite}`);
      const lib = ["es2022", "dom"];
      const compilerOptions = { ...NODE, lib, target: "es2022", noEmit: true, strict: true, skipLibCheck: true, module: "nodenext" };
      const paths = { vite: [program(vite === "vite" ? "vite/dist/node/index.d.ts" : "vite4/dist/node/index.d.ts")] };
      const config = { compilerOptions: { ...compilerOptions, moduleResolution: "nodenext", types: [program("@types/node")], paths } };
      await put(at, { "tsconfig.json": JSON.stringify(config), "package.json": '{ "type": "module" }', "vite.config.ts": VITE_CONFIG });
      const { stdout } = await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", at]).catch((error) => error);
      assert.equal(stdout, "");
    });
  }

  test("runs in Node", async () => {
    await put(folder, { "module.mjs": MODULE, "common.cjs": COMMON_JS });
    assert.equal(await output(process.execPath, "module.mjs"), FOUND);
    assert.equal(await output(process.execPath, "common.cjs"), "1\n");
  });

  for (const [name, [command, ...args]] of Object.entries(RUNTIMES)) {
    const skip = !existsSync(command) && process.platform + process.arch !== "linuxx64" && "not for this machine";
    test(`runs in ${name}`, { skip }, async () => {
      await put(folder, { "module.mjs": MODULE });
      await chmod(command, 0o755);
      assert.equal(await output(command, ...args, "module.mjs"), FOUND);
    });
  }

  test("runs in Node.js 22, and is required there", { skip: missing }, async () => {
    await put(folder, { "module.mjs": MODULE, "required.cjs": REQUIRED });
    assert.equal(await output(node22(), "module.mjs"), FOUND);
    assert.equal(await output(node22(), "required.cjs"), "1\n");
  });

  async function output(command, ...args) {
    const { stdout, stderr } = await run(command, args, { cwd: folder, timeout: 60_000 });
    assert.equal(stderr, "");
    return stdout;
  }

  for (const [entry, names] of Object.entries(TRACED)) {
    test(`is traced with its WebAssembly, as hosts of functions do: ${entry}`, async () => {
      const script = `
        import { open } from "${entry}";
        const indexes = [await open(process.cwd() + "/site.kdx"), await open(process.cwd() + "/search/")];
        if (${entry === "kindex"}) indexes.push(await open(process.cwd() + "/site.kdx", { worker: true }));
        const found = await Promise.all(indexes.map((index) => index.search("needle")));
        console.log(...new Set(found.map(({ hits }) => hits[0].document)));
        indexes.at(-1).close();`;
      await put(folder, { "function.mjs": script });
      const { fileList, warnings } = await nodeFileTrace([join(folder, "function.mjs")], { base: folder });
      assert.deepEqual([...warnings], []);
      const wasm = [...fileList].filter((file) => file.endsWith(".wasm"));
      assert.deepEqual(wasm.map((file) => file.split("/").at(-2)).toSorted(), names);
      // All files that were traced are there where it runs.
      const there = join(folder, "traced");
      for (const file of fileList) await cp(join(folder, file), join(there, file), { recursive: true });
      await writeIndexes(there);
      const { stdout } = await run(process.execPath, ["function.mjs"], { cwd: there });
      assert.equal(stdout, "a.md\n");
      await rm(there, { recursive: true });
    });
  }

  /** A file and a folder that hold one page. */
  async function writeIndexes(there) {
    const built = await Promise.all([Builder.create(), Builder.create()]);
    for (const builder of built) builder.addFile("a.md", "# Title\n\nA needle.\n");
    await mkdir(join(there, "search"), { recursive: true });
    await writeFile(join(there, "site.kdx"), built[0].finish());
    for (const [name, bytes] of built[1].finishFiles({ layout: "sharded" })) await writeFile(join(there, "search", name), bytes);
  }

  test("says what to configure where a bundler took it from its WebAssembly", async () => {
    const moved = join(folder, "moved");
    await cp(join(folder, "node_modules/kindex"), moved, { recursive: true });
    await rm(join(moved, "page/page_bg.wasm"));
    const { open } = await import(pathToFileURL(join(moved, "index.js")));
    const { code, message } = await open(new Uint8Array(1)).catch((error) => error);
    assert.equal(code, "read_failed");
    for (const line of ['optimizeDeps: { exclude: ["kindex"] }', 'serverExternalPackages: ["kindex"]']) {
      assert.ok(message.includes(line), message);
    }
  });

  // Others have a larger engine that makes indexes: scripts/package.mjs.
  const released = existsSync(join(ROOT, "dist/.packaged-release"));
  test("is no larger than it has to be", { skip: !released && "it is not packed for a release" }, () => {
    assert.ok(size < LARGEST, `it has ${size} bytes`);
  });
});
