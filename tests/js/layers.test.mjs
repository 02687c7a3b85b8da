// The folders of js/ stand in an order: a file imports from its own folder and from those before it.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { describe, test } from "node:test";
import { publishedPath, relinked } from "../../scripts/layout.mjs";

const ROOT = new URL("../../", import.meta.url);
const JS = new URL("js/", ROOT);

/** The lowest comes first. */
const FOLDERS = [
  "text", // addresses, and texts that are safe to show
  "engine", // the WebAssembly module: loading it, options, results, errors, the bytes of sources
  "index", // an index in one file
  "shards", // an index in several files, or in either
  "explorer", // what kindex/explore adds to both
  "embedder", // searches with the vectors of queries
  "builder", // what kindex/build adds to an index in one file
  "thread", // an index in another thread
  "element", // the parts of <kindex-search>
  "mcp", // the parts of kindex/mcp
  "http", // the parts of kindex/worker
  "adapters", // frameworks for language models, and Node's HTTP server
  "entry", // what users import
  "workerd", // the same for Cloudflare Workers
  "vite", // the same for Vite in development
  "bin", // the package's command, which starts the native one
  "plugins", // build tools of sites, which start it too
];

/** Packaging puts these beside the folders: what wasm-bindgen makes, and the manifest. */
const BUILT = ["page", "several", "explore", "texts", "full", "package.json"];

const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Imports at once and later, and addresses of scripts relative to this one. */
const ADDRESS = /(?:[\s}]from\s*|import\s*\(?\s*|new URL\(\s*|path=)"(\.[^"]*)"/g;

const files = readdirSync(JS, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => posix.relative(JS.pathname, posix.join(entry.parentPath, entry.name)));

const scripts = files.filter((file) => /\.jsx?$/.test(file));

/** The files that a file names, by their paths in js/. */
function named(file) {
  const text = readFileSync(new URL(file, JS), "utf8").replace(COMMENT, "");
  return [...text.matchAll(ADDRESS)].map(([, address]) => posix.join(posix.dirname(file), address));
}

const folderOf = (file) => file.split("/", 1)[0];

const imports = new Map(scripts.map((file) => [file, named(file)]));

describe("the folders of js/", () => {
  test("are all in the order, and hold every file", () => {
    const entries = readdirSync(JS, { withFileTypes: true });
    assert.deepEqual(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name), []);
    assert.deepEqual(entries.map(({ name }) => name).sort(), FOLDERS.toSorted());
  });

  test("import from themselves and from those before them", () => {
    const upward = [];
    for (const [file, targets] of imports) {
      const place = FOLDERS.indexOf(folderOf(file));
      for (const target of targets.filter((one) => !BUILT.includes(folderOf(one)))) {
        const to = FOLDERS.indexOf(folderOf(target));
        if (to < 0 || to > place) upward.push(`${file} imports ${target}`);
      }
    }
    assert.deepEqual(upward, []);
    assert.ok([...imports.values()].flat().length > 200);
  });

  test("hold the files that are imported", () => {
    const made = ["engine/page-build.js", ...["interface", "interface-several", "skill-text"].map((name) => `mcp/${name}.js`), "entry/inline.min.js"];
    const all = [...imports.values()].flat().filter((file) => !BUILT.includes(folderOf(file)) && !made.includes(file));
    assert.deepEqual(all.filter((file) => !files.includes(file)), []);
  });

  test("have no file that imports itself by way of others", () => {
    const done = new Set();
    const follow = (file, way) => {
      assert.ok(!way.includes(file), `a circle: ${[...way, file].join(" → ")}`);
      if (done.has(file)) return;
      for (const target of imports.get(file) ?? []) follow(target, [...way, file]);
      done.add(file);
    };
    for (const file of scripts) follow(file, []);
  });
});

describe("the files that users import", () => {
  const { exports } = JSON.parse(readFileSync(new URL("pkg.json", ROOT), "utf8"));
  const within = (to) => (typeof to === "string" ? [to.slice(2)] : Object.values(to).flatMap(within));
  const published = new Map(files.map((file) => [publishedPath(file), file]));

  test("are in entry/ and adapters/, or are entry points of a platform", () => {
    const others = /\.min\.js$|\.wasm$|^package\.json$/;
    const sources = within(exports).filter((path) => !others.test(path)).map((path) => [path, published.get(path)]);
    assert.ok(sources.length > 20);
    for (const [path, source] of sources) {
      assert.match(String(source), /^(entry|adapters|workerd|vite|plugins)\//, path);
    }
  });

  test("have types beside them", () => {
    for (const file of scripts.filter((file) => /^(entry|adapters|plugins)\//.test(file))) {
      const isExported = within(exports).includes(publishedPath(file));
      assert.ok(!isExported || existsSync(new URL(file.replace(/js$/, "d.ts"), JS)), file);
    }
  });

  test("each have a place of their own in the package", () => {
    assert.equal(published.size, files.length);
  });
});

test("addresses lead where the package has the files", () => {
  const text = 'import "../engine/errors.js"; import("./threaded.js"); new URL("../full/full_bg.wasm", import.meta.url);';
  const wanted = 'import "./engine/errors.js"; import("./threaded.js"); new URL("./full/full_bg.wasm", import.meta.url);';
  assert.equal(relinked(text, "entry/build.js"), wanted);
  assert.equal(relinked('from "../entry/index.js"', "plugins/client.js"), 'from "../index.js"');
  assert.equal(relinked('from "./passages.js", "./words", "."', "adapters/ai.js"), 'from "./passages.js", "./words", "."');
  assert.equal(relinked('from "./rpc.js"', "mcp/http.js"), 'from "./rpc.js"');
});
