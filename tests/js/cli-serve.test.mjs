// `kindex serve` of the package's command, beside that of the native one.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { ALONE, COMMAND, NATIVE, commands } from "./cli-support.mjs";

const FILES = {
  "site/index.html": "<p>Straße",
  "site/app.mjs": "export {}",
  "site/app.wasm": "\0asm",
  "site/style.css": "p {}",
  "site/data.json": "{}",
  "site/notes.md": "# Notes",
  "site/picture.svg": "<svg/>",
  "site/site.kdx": "index",
  "site/sub/index.html": "sub",
  "site/empty/x.txt": "no index",
  "site/guide.html": "guide",
  "site/guide/index.html": "a folder of guides",
  "site/v1.2.html": "version",
  "site/a b.txt": "space",
  "site/.git/config": "secret",
  "secret.txt": "secret",
  "lost/404.html": "lost",
};

const PATHS = [
  "/", "/app.mjs", "/app.wasm", "/style.css", "/data.json", "/notes.md", "/picture.svg", "/site.kdx", "/sub", "/sub?a=1", "/sub/", "/empty", "/empty/",
  "/guide", "/guide/", "/guide.html", "/v1.2", "/a%20b.txt", "/nowhere", "/.git/config", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
  "/outside.txt", "/inside.txt", "//sub", "/%ff", "/%00", "/sub%5c..%5cguide.html",
];

describe("kindex serve", () => {
  let folder;
  const servers = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-serve-"));
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await symlink(join(folder, "secret.txt"), join(folder, "site/outside.txt"));
    await symlink("a b.txt", join(folder, "site/inside.txt"));
  });

  after(async () => {
    for (const server of servers) server.kill();
    await rm(folder, { recursive: true, force: true });
  });

  async function started(program, ...args) {
    const server = spawn(program, args, { cwd: folder, env: ALONE, stdio: ["ignore", "pipe", "inherit"] });
    servers.push(server);
    for await (const line of createInterface(server.stdout)) return { server, line, port: Number(/:(\d+)\//.exec(line)[1]) };
    throw new Error("it has ended");
  }

  const both = (...args) => Promise.all([started(process.execPath, COMMAND, "serve", ...args, "--port", "0"), started(NATIVE, "serve", ...args, "--port", "0")]);

  /** What the tests compare of an answer. */
  const answer = ({ port }, path, { method = "GET", host = "localhost" } = {}) =>
    new Promise((resolve, reject) => {
      const asked = request({ port, path, method, headers: { host }, agent: false }, async (response) => {
        const { location, allow, "content-type": type, "cache-control": cache } = response.headers;
        const body = (await response.toArray()).join("");
        resolve({ status: response.statusCode, location, allow, type, cache, body });
      });
      asked.on("error", reject).end();
    });

  async function same([own, native], path, how) {
    const [one, other] = await Promise.all([own, native].map((server) => answer(server, path, how)));
    assert.deepEqual(one, other, path);
    return one;
  }

  test("answers as the native command does", async () => {
    const servers = await both("site");
    for (const path of PATHS) assert.ok(!(await same(servers, path)).body.includes("secret"), path);
    assert.equal((await same(servers, "/guide")).body, "guide");
    assert.equal((await same(servers, "/sub?a=1")).location, "/sub/?a=1");
    assert.equal((await same(servers, "/", { method: "HEAD" })).body, "");
    assert.equal((await same(servers, "/", { method: "POST" })).status, 405);
    assert.match(servers[0].line, /^Serving site at http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  test("serves below a path", async () => {
    const servers = await both("site", "--base-path", "docs/v 1");
    for (const path of ["/", "/docs/v%201", "/docs/v%201/", "/docs/v%201/sub", "/docs/v%201/guide?x", "/other", "/docs/v%2012"]) await same(servers, path);
    assert.equal((await same(servers, "/docs/v%201/sub")).location, "/docs/v%201/sub/");
    assert.equal((await same(servers, "/?x=1")).location, "/docs/v%201/?x=1");
  });

  test("shows the site's own page where there is nothing", async () => {
    const { status, body } = await same(await both("lost"), "/nowhere");
    assert.deepEqual([status, body], [404, "lost"]);
  });

  test("answers to names of this machine, and to those that are allowed", async () => {
    const servers = await both("site", "--allow-host", "docs.example.org");
    for (const host of ["127.0.0.1:80", "LOCALHOST.", "a.localhost", "[::1]:1", "docs.example.org", "Docs.Example.Org.:8080"]) {
      assert.equal((await same(servers, "/", { host })).status, 200, host);
    }
    for (const host of ["example.org", "docs.example.org.evil", "localhost@example.org", "10.0.0.1"]) {
      const answers = await Promise.all(servers.map((server) => answer(server, "/", { host })));
      assert.deepEqual(answers.map(({ status }) => status), [403, 403], host);
    }
  });

  test("is refused what it cannot do", async () => {
    const { own, native } = commands(() => folder);
    for (const [args, message] of [
      [["serve", "nowhere"], /cannot serve nowhere: there is no such folder/],
      [["serve", "site", "--port", String((await both("site"))[0].port)], /the port is taken; choose another --port/],
    ]) {
      const answers = await Promise.all([own(...args), native(...args)]);
      assert.deepEqual(answers[0], answers[1]);
      assert.match(answers[0].stderr, message);
    }
    for (const args of [["--base-path", "//x"], ["--base-path", "/../x"], ["--allow-host", "a:1"], ["--port", "x"]]) {
      const answers = await Promise.all([own("serve", "site", ...args), native("serve", "site", ...args)]);
      assert.deepEqual(answers.map(({ code }) => code), [2, 2], args.join(" "));
    }
  });

  test("ends well when it is interrupted", async () => {
    const { server } = await started(process.execPath, COMMAND, "serve", "site", "--port", "0");
    server.kill("SIGINT");
    const [code] = await new Promise((resolve) => server.once("exit", (...how) => resolve(how)));
    assert.equal(code, 0);
  });
});
