// What `kindex/vite` answers and writes, without a browser: servers that restart, names and addresses of the index.
import assert from "node:assert/strict";
import { channel } from "node:diagnostics_channel";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { put } from "../bundlers/support.mjs";
import { VITES } from "../bundlers/vites.mjs";
import { NATIVE } from "./cli-support.mjs";
import { PACKAGE, failure, open } from "./support.mjs";

const packaged = (path) => import(new URL(path, PACKAGE));

const { default: kindex } = await packaged("plugins/vite.js");
const { Sources } = await packaged("plugins/command.js");

// The plugins start it.
process.env.KINDEX_COMMAND = NATIVE;

const SITE = {
  "index.html": '<!doctype html><html lang="en"><title>Knots</title><main><h1>Knots</h1><p>A handbook with a zeppelin.</p></main></html>',
  "docs/bends.md": "# Bends\n\n## Sheet bend\n\nIt joins ropes of unequal thickness.\n",
  "src/main.css": "main { color: red }\n",
};

/**
 * So long nothing happens where nothing is to happen, in milliseconds: a save waits for others that follow it soon,
 * so that no later one could tell.
 */
const QUIET = 400;

/** The commands that begin meanwhile: whether they run, and how many indexes they have made. */
function commands() {
  const begun = [];
  const onCommand = ({ process }) => {
    const command = { isRunning: true, made: 0 };
    process.on("exit", () => (command.isRunning = false));
    // What it runs is known once it is spawned.
    process.on("spawn", () => {
      // Vite runs others.
      if (process.spawnfile !== NATIVE) return;
      begun.push(command);
      createInterface({ input: process.stdout }).on("line", (line) => (command.made += line.includes('"documents"') ? 1 : 0));
    });
  };
  channel("child_process").subscribe(onCommand);
  const running = () => begun.filter(({ isRunning }) => isRunning).length;
  return { begun, running, made: () => begun.reduce((sum, { made }) => sum + made, 0), end: () => channel("child_process").unsubscribe(onCommand) };
}

describe("the plugin for Vite, without a browser", () => {
  let folder, watched;

  before(() => {
    delete process.env.NODE_ENV;
  });

  /** A site of its own for each test, as servers watch it. */
  async function site() {
    folder = await mkdtemp(join(tmpdir(), "kindex-vite-"));
    await put(folder, SITE);
    watched = commands();
    return folder;
  }

  async function remove() {
    watched?.end();
    if (folder) await rm(folder, { recursive: true, force: true });
    folder = watched = undefined;
  }

  const options = (given, more) => ({ root: folder, base: "/sub/", configFile: false, logLevel: "silent", plugins: [kindex(given)], ...more });

  /** Serves the site while `use` runs. */
  async function served(vite, given, use, more = {}) {
    await site();
    const server = await vite.createServer(options(given, { server: { host: "127.0.0.1", port: 0 }, ...more }));
    try {
      await server.listen();
      await use(server);
    } finally {
      await server.close();
      await remove();
    }
  }

  /** Asks a server for a path just as it is. */
  const answer = (port, path) =>
    new Promise((resolve, reject) => {
      const request = get({ host: "127.0.0.1", port, path, timeout: 60_000 }, async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode, type: response.headers["content-type"], body });
      });
      request.on("error", reject).on("timeout", () => request.destroy(new Error(`no answer to ${path}`)));
    });

  const portOf = (server) => server.httpServer.address().port;

  /** The addresses that the index of a server has for a query. */
  async function found(port, query, path = "/sub/search-index/index.kdx") {
    const { status, body } = await answer(port, path);
    assert.equal(status, 200, body.toString());
    const index = await open(body);
    const { hits } = await index.search(query);
    index.close();
    return hits.map(({ url }) => url);
  }

  /** Saves a file until something holds: Vite may not watch yet. */
  async function saving(file, text, holds) {
    for (let left = 100; left > 0; left--) {
      await writeFile(join(folder, file), text);
      await sleep(100);
      if (await holds()) return;
    }
    assert.fail(`${file} was saved in vain`);
  }

  /** Restarts a server whose plugin stays, and looks that the index is there still, and is made anew. */
  async function restarting(server, port) {
    assert.deepEqual(await found(port(), "unequal"), ["/sub/docs/bends.html"]);
    await server.restart();
    assert.deepEqual(await found(port(), "unequal"), ["/sub/docs/bends.html"]);
    assert.equal(watched.running(), 1, "the command of the first server has ended");
    await saving("docs/hitches.md", "# Hitches\n\nA clove hitch holds a post.\n", async () => (await found(port(), "clove")).length > 0);
    await server.close();
    assert.equal(watched.running(), 0, "the command of the second server has ended");
  }

  for (const name of ["Vite 4", "Vite 5", "Vite 8"]) {
    test(`goes on when the server restarts: ${name}`, () =>
      served(VITES[name], {}, (server) => restarting(server, () => portOf(server))));
  }

  test("goes on when a server restarts that another answers for", async () => {
    await site();
    const server = await VITES["Vite 8"].createServer(options({}, { appType: "custom", server: { middlewareMode: true, ws: false } }));
    const host = createServer((request, response) => server.middlewares(request, response));
    await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
    try {
      await restarting(server, () => host.address().port);
    } finally {
      host.closeAllConnections();
      host.close();
      await server.close();
      await remove();
    }
  });

  test("lets the server live whatever path is asked for", () =>
    served(VITES["Vite 8"], {}, async (server) => {
      for (const path of ["//", "//sub/search-index/index.kdx", "/%", "/?//"]) assert.ok((await answer(portOf(server), path)).status >= 200, path);
      assert.equal((await answer(portOf(server), "/sub/search-index/index.kdx?v=1")).type, "application/octet-stream");
    }));

  test("answers below Vite's base while the published address is another", () =>
    served(VITES["Vite 8"], { baseUrl: "https://example.org/handbook/" }, async (server) => {
      assert.deepEqual(await found(portOf(server), "unequal"), ["/sub/docs/bends.html"]);
      const { code } = await server.transformRequest("virtual:kindex");
      assert.match(code, /"\/sub\/search-index\/"/);
      assert.doesNotMatch(code, /example\.org/);
    }));

  test("makes the index anew for what may be in it, and for no other file", () =>
    served(VITES["Vite 8"], {}, async (server) => {
      await found(portOf(server), "unequal");
      const before = watched.made();
      for (const file of ["src/main.css", "src/main.js", "src/logo.svg", ".hidden.md"]) await writeFile(join(folder, file), "\n");
      await sleep(QUIET);
      assert.equal(watched.made(), before);
      for (const [file, text] of [["docs/new.html", SITE["index.html"]], [".gitignore", "new.html\n"]]) {
        const last = watched.made();
        await saving(file, text, () => watched.made() > last);
      }
    }));

  describe("in builds", () => {
    before(async () => {
      process.env.NODE_ENV = "production";
      await site();
    });

    after(async () => {
      delete process.env.NODE_ENV;
      await remove();
    });

    const build = (given, outDir, more) =>
      VITES["Vite 8"].build(options(given, { build: { outDir: join(folder, outDir), emptyOutDir: true, ...more } }));

    const isThere = (path) => access(join(folder, path)).then(() => true, () => false);

    test("makes the folders in which the index is to be", async () => {
      for (const [file, made] of [["search/site.kdx", "search/site.kdx"], ["a/b/site.kdx.gz", "a/b/site.kdx.gz"], ["a/c/", "a/c/index.kdx"]]) {
        await build({ file }, "out");
        assert.ok(await isThere(`out/${made}`), made);
      }
    });

    test("makes no folder where there is no page", async () => {
      const rollupOptions = { input: join(folder, "src/main.css") };
      await assert.rejects(build({ file: "search/site.kdx" }, "none", { rollupOptions }), /no documents in/);
      assert.ok(!(await isThere("none/search")));
    });

    test("says by the index's own name that its folder cannot be made", async () => {
      await put(folder, { "public/search": "a file\n" });
      await assert.rejects(build({ file: "search/site.kdx" }, "taken"), /cannot write .*taken\/search\/site\.kdx/);
    });

    test("has the published address in the index", async () => {
      await build({ baseUrl: "https://example.org/handbook" }, "whole");
      const index = await open(join(folder, "whole/search-index/index.kdx"));
      const { hits } = await index.search("zeppelin");
      assert.deepEqual(hits.map(({ url }) => url), ["https://example.org/handbook/"]);
      index.close();
    });
  });

  test("refuses names of the index that no address can have", () => {
    for (const file of ["a#b.kdx", "a?b.kdx", "a//site.kdx", "search//", "a%20b.kdx"]) {
      assert.throws(() => kindex({ file }), failure("invalid_option", /^file: .*without #, \?, % and \/\//), file);
    }
  });
});

describe("the addresses of sources that a module says", () => {
  /** Gives each source the address that its front matter asks for; none for those that ask for none. */
  const MODULE = `export default ({ folder, path, matter = "" }, names) => {
    const plain = path.startsWith("none") ? undefined : "plain";
    const wanted = matter === "" ? plain : /^to ?[:=] ?"?([a-z]+)/m.exec(matter)[1];
    return wanted && { url: names.get(folder) + wanted + path.length, lang: wanted === "de" ? "de" : undefined };
  };`;

  const SOURCES = {
    "one/plain.md": "# Plain\n\nIt has a knot.\n",
    "one/own.md": "---\nslug: elsewhere\nto: de\ntitle: Own\nlang: fr\n---\n\nIt has a knot.\n",
    "one/windows.md": "---\r\ntitle: Windows\r\nto: windows\r\n---\r\nIt has a knot.\r\n",
    "one/empties.md": "---\n---\nIt has a knot.\n",
    "one/toml.md": '+++\ntitle = "Toml"\nto = "toml"\n[extra]\na = 1\n+++\nIt has a knot.\n',
    "one/none.md": "A knot that no page has.\n",
    "two/below/a.mdx": "import A from 'a';\n\n# A\n\nIt has a knot.\n",
  };

  test("come before those of their paths", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kindex-addresses-"));
    let sources;
    try {
      await put(folder, { ...SOURCES, "addresses.mjs": MODULE });
      const paths = ["one", "two"].map((name) => join(folder, name));
      const given = new Map([[paths[0], ""], [paths[1], "/second/"]]);
      const { default: publish } = await import(pathToFileURL(join(folder, "addresses.mjs")));
      const messages = [];
      const tell = (message) => messages.push(message);
      sources = new Sources({ paths, flags: { output: join(folder, "out/"), "base-url": "/sub/" }, publish: (source) => publish(source, given) }, { warn: tell, fail: tell });
      await sources.made();
      const index = await open(join(folder, "out/index.kdx"));
      const { hits, facets } = await index.search("knot", { limit: 20, facets: ["lang"] });
      const found = Object.fromEntries(hits.map(({ url, title }) => [url, title]));
      assert.deepEqual(found, {
        "/sub/plain8": "Plain",
        "/sub/de6": "Own",
        "/sub/windows10": "Windows",
        "/sub/plain10": "empties",
        "/sub/toml7": "Toml",
        "/sub/second/plain11": "A",
      });
      assert.deepEqual(facets.lang.find(([lang]) => lang === "de"), ["de", 1]);
      assert.deepEqual(messages, []);
      index.close();
    } finally {
      sources?.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("are of a module", () => {
    for (const addresses of ["a.js", {}, { module: 1 }]) {
      assert.throws(() => kindex({ addresses }), failure("invalid_option", /^addresses: .*address of a module/));
    }
  });
});
