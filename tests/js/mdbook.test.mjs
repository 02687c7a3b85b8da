// `kindex mdbook`, run by the real mdBook: the book, the options in book.toml, and what cannot be done.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { access, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { LINES, book, withLines } from "../mdbook/book.mjs";
import { NATIVE } from "./cli-support.mjs";

const lineOf = (address) => `<script type="module" src="${address}" data-kindex-inject=""></script>`;

/** Without the start of npx. */
const DIRECT = LINES.replace("npx kindex", NATIVE);

/** Runs the command alone; gives its exit code and what it said. */
async function alone(args, input) {
  const child = spawn(NATIVE, ["mdbook", ...args]);
  child.stdin.end(input);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, said };
}

describe("kindex mdbook", () => {
  let made;

  before(async () => {
    made = await book();
  });

  after(() => made?.remove());

  const read = (path) => readFile(join(made.folder, path), "utf8");
  const isThere = (path) => access(join(made.folder, path)).then(() => true, () => false);
  const lines = (said) => said.split("\n").filter((line) => line.startsWith("kindex: "));

  async function contents(folder) {
    const entries = await readdir(join(made.folder, folder), { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return new Map(await Promise.all(paths.sort().map(async (path) => [path, await readFile(path, "latin1")])));
  }

  test("puts search into all pages, and says so in a line", async () => {
    const { code, stdout, said } = await made.mdbook("build");
    assert.equal(code, 0, said);
    assert.equal(stdout, "");
    assert.equal(lines(said).length, 1, said);
    assert.match(said, /^kindex: book\/html: search is in 6 pages; book\/html\/kindex\/index\/: 3 documents, /m);
    assert.doesNotMatch(said, /WARN|pipe/);
    assert.ok((await read("book/html/index.html")).includes(lineOf("kindex/search.js")));
    assert.ok((await read("book/html/guide/more/bends.html")).includes(lineOf("../../kindex/search.js")));
  });

  test("makes the same book when it runs again", async () => {
    const first = await contents("book");
    assert.equal((await made.mdbook("build")).code, 0);
    assert.deepEqual(await contents("book"), first);
  });

  test("finds the pages where build-dir or a flag of mdBook puts them", async () => {
    await made.put(withLines(`[build]\nbuild-dir = "out/pages"\n${DIRECT}`));
    assert.match((await made.mdbook("build")).said, /^kindex: out\/pages\/html: search is in/m);
    assert.match((await made.mdbook("build", "--dest-dir", "../elsewhere")).said, /^kindex: .*elsewhere\/html: search is in/m);
  });

  test("takes the options of kindex inject, with paths from the folder of book.toml", async () => {
    const options = ['layout = "sharded"', 'attribute = ["placeholder=Find", "modal"]', "levels = [1000, 300]", "strict = false", "exclude = []", 'synonyms = "words.txt"', 'into = ".right-buttons"'];
    options.push("agents = true", 'site-title = "Ropes"');
    await made.put({ ...withLines(`${DIRECT}optional = true\n${options.join("\n")}\n`), "words.txt": "loop, noose\n" });
    const { code, said } = await made.mdbook("build");
    assert.equal(code, 0, said);
    assert.match(await read("book/html/llms.txt"), /^# Ropes\n[^]*\n- \[Loops\]\(guide\/loops\.html\.md\)\n- \[Bends\]\(guide\/more\/bends\.html\.md\)\n/);
    assert.match(said, /book\/html: 3 pages in Markdown, llms\.txt has \d+ characters$/m);
    assert.ok(await isThere("book/html/kindex/index/index.kdx"));
    const script = await read("book/html/kindex/search.js");
    assert.match(script, /"placeholder": "Find"/);
    assert.match(script, /"at": "\.right-buttons",\s+"how": "into"/);
  });

  test("goes by a flag rather than by book.toml, and is quiet where asked", async () => {
    await made.put(withLines(`${DIRECT.replace("mdbook\"", 'mdbook --folder find -q"')}folder = "other"\n`));
    const { said } = await made.mdbook("build");
    assert.deepEqual(lines(said), []);
    assert.ok(await isThere("book/html/find/index/index.kdx"));
    assert.ok(!(await isThere("book/html/other")));
  });

  /** What is wrong with a book.toml, and the lines that have it. */
  const WRONG = [
    ["an unknown option", /book\.toml: \[output\.kindex\]: there is no option layuot, but layout; see kindex mdbook --help/, `${DIRECT}layuot = "sharded"\n`],
    ["an attribute that is no option", /there is no option placeholder; one of the field is written attribute = \["placeholder=\.\.\."\]; see/, `${DIRECT}placeholder = "Search"\n`],
    ["an unknown option that is off", /there is no option remove/, `${DIRECT}remove = false\n`],
    ["a table", /book\.toml: \[output\.kindex\]: attribute: accepted are text, numbers, true, false and lists of these/, `${DIRECT}attribute = { placeholder = "Find" }\n`],
    ["a value of no use", /--layout: "odd" given; accepted are auto, single, sharded/, `${DIRECT}layout = "odd"\n`],
    ["no pages", /book\.toml: there is no \[output\.html\].*add a line \[output\.html\]/, DIRECT.replace(/^\[output\.html.*\n.*\n/, "")],
    ["a backend that runs first", /\[output\.find\] runs before the pages are made.*call it \[output\.kindex\]/, DIRECT.replace("output.kindex", "output.find")],
  ];

  for (const [what, message, wrong] of WRONG) {
    test(`fails at ${what}, and leaves the pages alone`, async () => {
      await made.put(withLines(wrong));
      const { code, said } = await made.mdbook("build");
      assert.notEqual(code, 0);
      assert.match(said, message);
      assert.doesNotMatch(said, /panicked/);
      assert.ok(!(await isThere("book/html/kindex")));
    });
  }

  test("says what it is for where mdBook does not run it", async () => {
    const fails = async (message, args, input = "") => {
      const { code, said } = await alone(args, input);
      assert.match(said, message);
      assert.notEqual(code, 0);
    };
    await fails(/standard input is not what mdBook gives to a backend/, []);
    await fails(/standard input is not what mdBook gives/, [], '{"root":"/"}');
    const context = (output, destination = "none/kindex") => JSON.stringify({ root: made.folder, destination: join(made.folder, destination), config: { output } });
    await fails(/takes no folder, and got book/, ["book"], context({ kindex: {} }));
    await fails(/cannot read .*none\/html: there are no pages of mdBook; run mdbook build/, [], context({ html: {}, kindex: {} }));
    await fails(/unexpected argument '--shape'/, ["--shape=round"], context({ html: {}, kindex: {} }, "book/kindex"));
    const { code, said } = await alone(["--help"]);
    assert.equal(code, 0);
    assert.ok(said.includes('command = "npx kindex mdbook"'));
  });
});
