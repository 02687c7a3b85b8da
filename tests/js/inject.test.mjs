// `kindex inject` over finished pages: the pages, the folder that it adds, and their removal.
import assert from "node:assert/strict";
import { access, chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { NATIVE, run } from "./cli-support.mjs";

const LINE = (address) => `<script type="module" src="${address}" data-kindex-inject=""></script>`;

const latin = (text) => Buffer.from(text, "latin1");

/** By path the page, and the address at `@` where the line goes; without `@` there is none. */
const PAGES = {
  "index.html": ["<!doctype html><html><head><title>Lantern</title>@</head><body><h1>Lantern</h1><p>It shines.</p></body></html>", "kindex/search.js"],
  "deep/er/page.html": ["<!DOCTYPE html>\r\n<HTML><HEAD><!-- </head> -->\r\n<script>'</head>'</script>@</HEAD>\r\n<BODY><p>A match.</p></BODY></HTML>", "../../kindex/search.js"],
  "based.htm": ["<html><head>@<base href='/elsewhere/'><title>Base</title></head><body><p>Oil.</p></body></html>", "kindex/search.js"],
  "bare.html": ["<!doctype html>\n<title>Bare</title>\n@<body><p>Without a head.</body>", "kindex/search.js"],
  "shorter.html": ["<!doctype html>\n@<title>Shorter</title>\n<p>Without a body.", "kindex/search.js"],
  "part.html": ["<li>A part of a page</li>"],
  "frames.html": ["<html><head><title>Frames</title></head><frameset><frame src='index.html'></frameset></html>"],
};

describe("kindex inject", () => {
  let folder;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-inject-"));
    for (const [path, [text]] of Object.entries(PAGES)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text.replace("@", ""));
    }
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const inject = (...args) => run(NATIVE, ["inject", ...args]);
  const fails = async (code, message, ...args) => {
    const error = await inject(...args).then(() => assert.fail("it went well"), (error) => error);
    assert.equal(error.code, code, error.stderr);
    assert.match(error.stderr, message);
  };
  const read = (path) => readFile(join(folder, path), "latin1");

  test("puts one line into each whole page", async () => {
    await inject(folder);
    for (const [path, [text, address]] of Object.entries(PAGES)) {
      assert.equal(await read(path), text.replace("@", address ? LINE(address) : ""), path);
    }
  });

  test("changes nothing when it runs again, and moves the line to another folder", async () => {
    await inject(folder);
    const before = await stat(join(folder, "index.html"));
    const { stdout } = await inject(folder);
    assert.match(stdout, /search is in 5 pages, 5 of which had it before/);
    assert.equal((await stat(join(folder, "index.html"))).mtimeMs, before.mtimeMs);
    await inject(folder, "--folder", "assets/search");
    const [text] = PAGES["index.html"];
    assert.equal(await read("index.html"), text.replace("@", LINE("assets/search/search.js")));
  });

  test("takes out what it put in, to the byte", async () => {
    const odd = latin("<html><head><title>Stra\xdfe</title></head><body>Gr\xfc\xdfe\r\n\0</body></html>");
    await writeFile(join(folder, "odd.html"), odd, { mode: 0o640 });
    await inject(folder);
    assert.notDeepEqual(await readFile(join(folder, "odd.html")), odd);
    const { stdout } = await inject(folder, "--remove");
    assert.match(stdout, /search is taken out of 6 pages/);
    assert.deepEqual(await readFile(join(folder, "odd.html")), odd);
    assert.equal((await stat(join(folder, "odd.html"))).mode & 0o777, 0o640);
    for (const [path, [text]] of Object.entries(PAGES)) assert.equal(await read(path), text.replace("@", ""), path);
    assert.deepEqual(await readdir(folder), ["bare.html", "based.htm", "deep", "frames.html", "index.html", "odd.html", "part.html", "shorter.html"]);
  });

  test("carries an index of the pages, and what the field loads", async () => {
    const { stdout } = await inject(folder, "--attribute", "placeholder=Look", "--into", "nav > p");
    assert.match(stdout, /kindex\/index\/: \d documents/);
    const files = await readdir(join(folder, "kindex"), { recursive: true });
    for (const name of ["index/index.kdx", "search.js", "injected.min.js", "panel.min.js", "index.min.js", "land.min.js", "page/page_bg.wasm", "several.min.js", "several/several_bg.wasm", "webmcp-answers.min.js", "explore/explore_bg.wasm", "element/languages/de.js"]) {
      assert.ok(files.includes(name), `${name} of ${files.join(" ")}`);
    }
    const script = await read("kindex/search.js");
    assert.match(script, /"placeholder": "Look"/);
    assert.match(script, /"at": "nav > p",\s+"how": "into"/);
  });

  test("loads nothing that makes indexes", async () => {
    await inject(folder);
    const files = await readdir(join(folder, "kindex"), { recursive: true });
    assert.deepEqual(files.filter((name) => /full|texts_|build/.test(name)), []);
  });

  test("leaves a page in UTF-16 alone, and says so", async () => {
    const wide = Buffer.from("\ufeff<html><head></head><body>Wide</body></html>", "utf16le");
    await writeFile(join(folder, "wide.html"), wide);
    const { stderr } = await inject(folder);
    assert.match(stderr, /skipped .*wide\.html: it is UTF-16/);
    assert.deepEqual(await readFile(join(folder, "wide.html")), wide);
  });

  test("touches no folder that is of somebody else", async () => {
    await mkdir(join(folder, "kindex"));
    await writeFile(join(folder, "kindex", "notes.txt"), "mine");
    await fails(1, /is there, and is not of kindex inject: name another folder with --folder/, folder);
    await fails(1, /is not of kindex inject/, folder, "--remove");
    assert.equal(await read("kindex/notes.txt"), "mine");
    assert.equal(await read("index.html"), PAGES["index.html"][0].replace("@", ""));
  });

  const isThere = (path) => access(join(folder, path)).then(() => true, () => false);
  const ORIGINALS = ["bare.html", "based.htm", "deep", "frames.html", "index.html", "part.html", "shorter.html"];

  test("indexes nothing that it put there itself", async () => {
    const documents = async (...args) => /(\d+) documents/.exec((await inject(folder, "--include", "all", ...args)).stdout)[1];
    const count = await documents();
    assert.equal(await documents(), count);
    assert.equal(await documents("--folder", "assets/search"), count);
    assert.equal(await documents("--exclude", "/deep/"), String(count - 1));
  });

  test("moves to another folder, and leaves nothing of the one before", async () => {
    await inject(folder);
    // As after a build of the pages, which are without the line then.
    for (const [path, [text]] of Object.entries(PAGES)) await writeFile(join(folder, path), text.replace("@", ""));
    await inject(folder, "--folder", "x/y");
    assert.deepEqual(await readdir(folder), [...ORIGINALS, "x"]);
    await inject(folder, "--folder", "x/z");
    assert.deepEqual(await readdir(join(folder, "x")), ["z"]);
    await inject(folder, "--remove");
    assert.deepEqual(await readdir(folder), ORIGINALS);
    assert.equal(await read("index.html"), PAGES["index.html"][0].replace("@", ""));
  });

  test("takes over the pages of a folder that has a search of its own", async () => {
    await inject(join(folder, "deep"));
    await inject(folder);
    assert.ok(!(await isThere("deep/kindex")));
    assert.equal(await read("deep/er/page.html"), PAGES["deep/er/page.html"][0].replace("@", LINE("../../kindex/search.js")));
  });

  test("leaves the index of no other layout behind, nor a file of another version", async () => {
    const files = async () => (await readdir(join(folder, "kindex"), { recursive: true })).filter((name) => /^(old\.js|.*\.kd[xs])$/.test(name)).map((name) => name.replace(/[\da-f]{12}\.kds/, "S"));
    await inject(folder);
    assert.deepEqual(await files(), ["index/index.kdx"]);
    await writeFile(join(folder, "kindex", "old.js"), "");
    await writeFile(join(folder, "kindex", "site.kdx"), "");
    await writeFile(join(folder, "kindex", "injected.min.js"), 'import "./old.js";');
    await inject(folder, "--layout", "sharded");
    assert.deepEqual([...new Set(await files())], ["index/S", "index/index.kdx"].sort());
    await inject(folder);
    assert.deepEqual(await files(), ["index/index.kdx"]);
    assert.ok(await isThere("kindex/index/file-index.js"));
  });

  test("removes nothing that somebody else put into its folder", async () => {
    await inject(folder, "--folder", "assets");
    await writeFile(join(folder, "assets", "theme.css"), "mine");
    await fails(2, /--folder assets\/own: it lies in assets, which is of kindex inject/, folder, "--folder", "assets/own");
    const { stderr } = await inject(folder);
    assert.match(stderr, /kept .*assets: it has files that are not of kindex inject/);
    assert.deepEqual(await readdir(join(folder, "assets")), ["theme.css"]);
    await inject(folder, "--remove");
    assert.deepEqual(await readdir(folder), ["assets", ...ORIGINALS]);
  });

  test("follows no link out of the site", async () => {
    const other = await mkdtemp(join(tmpdir(), "kindex-inject-other-"));
    try {
      await writeFile(join(other, "index.html"), PAGES["index.html"][0].replace("@", ""));
      await inject(other);
      const before = await readdir(other, { recursive: true });
      await symlink(other, join(folder, "other"));
      await symlink(join(other, "index.html"), join(folder, "linked.html"));
      await inject(folder);
      await symlink(join(other, "kindex"), join(folder, "kindex", "element", "more"));
      await fails(1, /other is a link to another folder: name a folder in DIR/, folder, "--folder", "other/search");
      await inject(folder, "--remove");
      assert.deepEqual(await readdir(other, { recursive: true }), before);
      assert.match(await readFile(join(other, "index.html"), "utf8"), /data-kindex-inject/);
    } finally {
      await rm(other, { recursive: true });
    }
  });

  test("keeps who may read and write a page", async () => {
    const umask = process.umask(0o022);
    try {
      await chmod(join(folder, "index.html"), 0o664);
      await inject(folder);
      assert.equal((await stat(join(folder, "index.html"))).mode & 0o777, 0o664);
    } finally {
      process.umask(umask);
    }
  });

  test("says what is wrong with its arguments", async () => {
    await fails(2, /takes one DIR/);
    await fails(2, /takes one DIR/, folder, folder);
    await fails(1, /there is no such folder/, join(folder, "none"));
    await fails(2, /--folder \.\.\/out: accepted are names/, folder, "--folder", "../out");
    await fails(2, /--into and --replace exclude each other/, folder, "--into", "a", "--replace", "b");
    await fails(2, /--attribute =x: accepted are NAME=VALUE/, folder, "--attribute", "=x");
    await fails(2, /--layout: "odd" given; accepted are auto, single, sharded/, folder, "--layout", "odd");
    await fails(2, /unexpected argument '--update'/, folder, "--update");
    await fails(2, /unexpected argument '--output'/, folder, "--output", "x.kdx");
    assert.deepEqual(await readdir(folder), ORIGINALS);
  });
});
