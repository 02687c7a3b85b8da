// The package's command: the index that the native one makes, without it; and that one, with it.
import assert from "node:assert/strict";
import { chmod, mkdtemp, readFile, readdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { kindex } from "../browser/support.mjs";
import { project, put } from "../bundlers/support.mjs";
import { ALONE, COMMAND, CORPUS, NATIVE, commands, messageOf, run } from "./cli-support.mjs";
import { PACKAGE } from "./support.mjs";

const PAGE = "# A page\n\nIt has a needle.\n";

/** A folder in which much is to be passed over. */
const SITE = {
  "a.md": "# Astral 🦀\n\nA needle, naïve.\n",
  "ｚ.md": PAGE,
  "🦀.md": PAGE,
  "draft.md": "---\ndraft: true\n---\n# Draft\n",
  "part/b.html": "<main><h1>B</h1><p>A needle</main>",
  "part/deep/c.txt": "A needle in a text.",
  "part/deep/package.json": '{ "name": "x" }',
  "part/deep/logo.png": "no picture",
  "part/deep/script.py": "# A needle\ndef f():\n    return 1\n",
  "part/table.csv": "name,use\nneedle,sewing\n",
  ".hidden/x.md": PAGE,
  "out/x.md": PAGE,
  "out/kept.md": PAGE,
  "part/out/x.md": PAGE,
  "part/temp-1.md": PAGE,
  "part/temp-x.md": PAGE,
  "notes/[a].md": PAGE,
  "notes/new.txt": PAGE,
  "notes/very/deep/old.txt": PAGE,
  ".gitignore": "# comment\n/out/*\n!/out/kept.md\ntemp-[0-9].md\nnotes/**/old.txt\n*.log\n",
  "part/.gitignore": "out/\n!temp-1.md\n",
  "records.jsonl": '{"id":"r1","text":"a needle"}\nno json\n{"id":"r2","text":"other"}\n',
  "vocabulary.txt": "needle, pin\n",
};

/** Folders of languages, and some that are called so by chance; in most languages words of this are stemmed. */
const WORLD = ["de", "fr", "fr/de", "pt-BR", "guide", "it/go", "parts/br", "parts/hr", ...Array.from({ length: 19 }, (_, at) => `parts/p${at}`)];
const SPOKEN = "# Häuser\n\nNationales maisons anchoring, casas anchored.\n";

/** Parts of pages beside pages, and what is called alike. */
const BUNDLES = [
  "index.md", "a.md", "Glossary/index.md", "Glossary/index.de.md", "Glossary/index.zh.md", "Glossary/pod.MD", "Glossary/b/index.MARKDOWN",
  "Glossary/b/node.html", "Glossary/list.txt", "posts/_index.md", "posts/index.html", "posts/first.md",
];

const finished = (title, body, head = "") =>
  `<!DOCTYPE html>\n<html><head>${head}<title>${title} | Kit</title></head><body><main><h1>${title}</h1><p>A needle. ${body}</main></body></html>`;

/** Patterns of paths that the two commands have to read alike, and files that they may be about. */
const PATTERNS = {
  ".gitignore": "\uFEFFbom.md\n[ab.md\na{1,2}.md\nc[/]d.md\n?.md\n[à-ü]x.md\n!/e.md\n",
  "deep/.gitignore": "!b?m.md\n/own.md\n",
  ...Object.fromEntries(
    ["bom", "[ab", "a1", "a{1,2}", "c/d", "é", "e", "éx", "deep/bom", "deep/own", "deep/er/own", "deep/er/e"].map((path) => [`${path}.md`, `# ${path}\n\nA needle.\n`]),
  ),
};

/** A site as generators finish it, with what they add. */
const FINISHED = {
  "index.html": finished("Home", ""),
  "use.html": finished("Use", "<pre><code><div class=ec-line>const needle</div><div class=ec-line>= 1</div></code></pre>"),
  "a/index.html": finished("A &amp; B", ""),
  "a/_index.html": finished("Kept", ""),
  "_sources/use.rst.txt": "A needle in the source.",
  "llms.md": "# All\n\nA needle.\n",
  "data.jsonl": '{"id":"r","text":"a needle"}\n',
  "table.csv": "name,use\nneedle,sewing\n",
  "404.html": finished("404", ""),
  "tags/index.html": "<!doctype html><title>Tags | Kit</title><main><h1>Tags</h1><a href=/use>Use</a></main>",
  "old.html": "<!doctype html><meta http-equiv=refresh content='0;use.html'>",
  "draft.html": finished("Draft", "", "<meta name=robots content=noindex>"),
  "_modules/use.html": finished("Source code", "", "<script src='../_static/doctools.js'></script>"),
  "genindex.html": finished("Index", "", "<script src='_static/doctools.js'></script>"),
};

/** One where a page says what is to be found. */
const MARKED = { ...FINISHED, "use.html": FINISHED["use.html"].replace("<main>", "<main data-pagefind-body>") };

/** One of Material, whose search leaves a page out. */
const MATERIAL = {
  ...Object.fromEntries(["index", "use/index", "more/index", "out/index"].map((path) => [`${path}.html`, finished(path, "", "<meta name=generator content='mkdocs-1.6, mkdocs-material-9.8'>")])),
  "search/search_index.json": JSON.stringify({ config: {}, docs: [{ location: "", text: "" }, { location: "use/", text: "" }, { location: "more/", text: "" }] }),
};

/** Paragraphs of a chapter, each longer than a note. */
const chapter = (number) => ["one", "two", "three", "four"].map((part) => `<p>Part ${part} of ${number} tells of long and of short needles, and of sewing.</p>`).join("");

/** A manual whose chapters stand on one page too; all say of which version they are. */
const MANUAL = {
  ...Object.fromEntries(Array.from({ length: 8 }, (_, number) => [`${number}.html`, finished(`Chapter ${number}`, `<p>Version: 1.31</p>${chapter(number)}`)])),
  "all.html": finished("All", Array.from({ length: 8 }, (_, number) => chapter(number)).join("")),
};

describe("the package's command", () => {
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-cli-"));
    await put(folder, Object.fromEntries(Object.entries(SITE).map(([path, text]) => [`site/${path}`, text])));
    await put(folder, { "other/a.md": PAGE, "bad/binary.md": "", "words/vocabulary.txt": "needle, pin\n", "book/src/a.md": "# Über uns\n\nA needle.\n", "book/book.toml": "" });
    await put(folder, Object.fromEntries(BUNDLES.map((path) => [`bundles/${path}`, "---\ntitle: A needle\n---\n\nA needle.\n"])));
    await put(folder, Object.fromEntries(WORLD.map((path) => [`world/${path}/a.md`, SPOKEN])));
    await writeFile(join(folder, "bad", "binary.md"), Buffer.from([0x23, 0x20, 0xfc, 0]));
    const putSite = (name, site) => put(folder, Object.fromEntries(Object.entries(site).map(([path, text]) => [`${name}/${path}`, text])));
    await putSite("finished", FINISHED);
    await putSite("marked", MARKED);
    await putSite("material", MATERIAL);
    await putSite("manual", MANUAL);
    await putSite("patterns", PATTERNS);
    await putSite("versions", Object.fromEntries(["v1/a.md", "v1/de/a.md", "v1/fr/a.md", "v2/a.md", "latest/a.md", "b.md"].map((path) => [path, PAGE])));
    await put(folder, { "links/v2/a.md": PAGE, "links/v2/b.md": PAGE });
    for (const [target, link] of [["v2", "latest"], ["v2/b.md", "a.md"], ["../other", "y"], ["../other", "x"]]) {
      await symlink(target, join(folder, "links", link));
    }
    await symlink(join(folder, "other"), join(folder, "site", "linked"));
    await symlink(join(folder, "site"), join(folder, "site", "part", "loop"));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const { own: command, native } = commands(() => folder);

  const BUILDS = {
    "the corpus": [CORPUS],
    "the corpus, otherwise": [CORPUS, "--language", "de", "--levels", "800,200", "--base-url", "https://example.org/", "--site", "hugo"],
    "tokens and windows": [CORPUS, "--unit", "tokens", "--chunker", "windows", "--overlap", "0,0.25"],
    "whole documents": [CORPUS, "--parents", "documents", "--section-depth", "2", "--levels", "600"],
    "a folder with much to pass over": ["site"],
    "what is ignored, too": ["site", "--no-gitignore", "--exclude", "part/", "--exclude", "*.txt"],
    "all kinds of files": ["site", "--include", "all", "--exclude", "/notes"],
    programs: [join(CORPUS, "../../src/chunk"), join(CORPUS, "../../js/engine"), "--include", "code"],
    "patterns of paths": ["patterns"],
    "patterns of paths to leave out": ["patterns", "--no-gitignore", "--exclude", "{bom,é}.md", "--exclude", "/deep/er/", "--exclude", "[[]ab.md"],
    tables: ["site", "--include", "tables"],
    "versions by their folders": ["versions"],
    "parts of pages": ["finished", "--root-selector", "p", "--root-selector", ".x", "--exclude-selector", "h1, code"],
    synonyms: ["site", "--synonyms", "site/vocabulary.txt"],
    "synonyms by another name of their file": ["site", "--synonyms", "./other/../site/vocabulary.txt"],
    "folders of which one holds the synonyms": ["site", "words", "--synonyms", "words/vocabulary.txt"],
    pins: [CORPUS, "--pins", join(CORPUS, "../cases/pins.yml")],
    "folders with files of the same name": ["site", "other"],
    "named files": ["site/a.md", "site/part/table.csv", "other"],
    "a book": ["book/src"],
    "folders of languages": ["world"],
    "bundles of Hugo": ["bundles", "--site", "Hugo"],
    "bundles of Hugo in two folders": ["./bundles/", "bundles/Glossary", "--site", "hugo"],
    "a finished site": ["finished"],
    "a manual": ["manual"],
    "a finished site beside another one": ["finished", "marked", "--base-url", "/docs/"],
    "a finished site and the texts in it": ["finished", "--include", "docs,text"],
    "the texts in a finished site": ["finished", "--include", "text"],
    "all of a finished site": ["finished", "--include", "all"],
    "a site with marks": ["marked"],
    "a site with a search of its own": ["material"],
    "files to which links lead": ["links"],
    "files to which links lead, named twice": ["links", "links/latest", "other"],
    "folders of languages, and a folder of one": ["world/parts", "--language", "none"],
  };
  for (const [name, args] of Object.entries(BUILDS)) {
    test(`makes the index that the native one makes: ${name}`, async () => {
      const { code, stderr } = await command("build", ...args, "-o", "own.kdx", "-q");
      assert.equal(code, 0, stderr);
      await run(NATIVE, ["build", ...args, "-o", "native.kdx", "-q"], { cwd: folder });
      const [own, other] = await Promise.all(["own.kdx", "native.kdx"].map((file) => readFile(join(folder, file))));
      assert.ok(own.equals(other));
    });
  }

  test("names the first of many faults of a file", async () => {
    const named = "named";
    await put(folder, { [`${named}/a.md`]: "# Shell\n", [`${named}/events.jsonl`]: '{"event":1}\n'.repeat(900) });
    const { code, stderr } = await command("build", named, "-o", "named.kdx");
    assert.equal(code, 0);
    assert.equal(stderr.match(/skipped named\/events\.jsonl: line /g).length, 5);
    const native = await run(NATIVE, ["build", named, "-o", "native.kdx", "--quiet"], { cwd: folder });
    const last = native.stderr.trim().split("\n").at(-1);
    assert.equal(last, "kindex: skipped named/events.jsonl: and 895 more");
    assert.equal(stderr.trim().split("\n").at(-1), last);
  });

  test("names files that are too large, and does not read them", async () => {
    await put(folder, { "large/a.md": PAGE, "large/long.md": "shell ".repeat(200_000), "large/huge.md": "" });
    // It takes no place on the disk, but minutes to read.
    await truncate(join(folder, "large", "huge.md"), 6_000_000_001);
    const huge = "large/huge.md: it has 6,000,000,001 bytes, more than 64 MB; to read it, give --max-file-size 6001";
    const more = [[], ["--max-file-size", "1"], ["--max-file-size", "2", "--strict"]];
    for (const args of more) {
      const ran = [command, native].map((one) => one("build", "large", "-o", "large.kdx", "-q", ...args));
      const [own, other] = await Promise.all(ran);
      assert.deepEqual(own, other);
      assert.equal(own.code, args.includes("--strict") ? 1 : 0);
      assert.ok(args.length > 0 || own.stderr.includes(huge), own.stderr);
    }
    for (const size of ["0", "1.5", "many"]) {
      for (const one of [command, native]) {
        const { code, stderr } = await one("build", "large", "-o", "large.kdx", "--max-file-size", size);
        assert.equal(code, 2);
        assert.match(stderr, /--max-file-size/);
      }
    }
  });

  test("says what it did and what it skipped", async () => {
    const { code, stdout, stderr } = await command("build", "site", "bad", "-o", "said.kdx");
    assert.equal(code, 0);
    assert.match(stdout, /^said\.kdx: \d+ documents, [\d,]+ bytes; built in [\d.]+ s; 1 page left out as asked; 3 skipped; not read: 1 \.csv, 1 \.json, 1 \.png, 1 \.py\n$/);
    for (const part of [/skipped bad\/binary\.md: /, /skipped site\/part\/loop: /, /skipped site\/records\.jsonl: line 2/]) {
      assert.match(stderr, part);
    }
  });

  test("counts what nothing reads as the native one does", async () => {
    const files = { "a.md": PAGE, "x.": "", LICENSE: "", "0123456789ab.kds": "", "site.index.cache": "" };
    await put(join(folder, "unread"), files);
    for (const one of [command, command, native]) {
      const { stdout } = await one("build", "unread", "-o", "unread/site.index");
      assert.match(stdout, /; not read: 2 without extension\n$/);
    }
  });

  test("names a path without documents beside others as the native one does", async () => {
    await put(folder, { "full/a.md": PAGE, "nothing/b.xyz": "" });
    const [own, other] = await Promise.all([command, native].map((one) => one("build", "full", "nothing", "-o", "beside.kdx")));
    assert.match(own.stderr, /^kindex: no documents in nothing: [^\n]+\n$/);
    assert.equal(own.stderr, other.stderr);
    assert.equal((await command("build", "full", "nothing", "-o", "beside.kdx", "-q")).stderr, "");
  });

  test("names what it cannot look at in the order of the native one", async () => {
    await put(folder, { "later/a.md": PAGE, "earlier/b.md": PAGE });
    for (const link of ["later/z.md", "later/y.md", "earlier/ｚ.md", "earlier/🦀.md"]) await symlink("nothing", join(folder, link));
    const [own, other] = await Promise.all([command, native].map((one) => one("build", "later", "earlier", "-o", "order.kdx", "-q")));
    assert.deepEqual(own.stderr.match(/(?<=skipped )[^:]+/g), ["earlier/ｚ.md", "earlier/🦀.md", "later/y.md", "later/z.md"]);
    assert.equal(own.stderr, other.stderr);
  });

  test("says which files would have the same id, as the native one does", async () => {
    await put(folder, { "x/same/a.md": PAGE, "y/same/a.md": PAGE });
    for (const one of [command, native]) {
      assert.deepEqual(await one("build", "x/same", "y/same", "-o", "same.kdx"), {
        code: 1,
        stdout: "",
        stderr: "kindex: error: x/same/a.md and y/same/a.md would both have the id same/a.md; build from a folder that holds both\n",
      });
    }
  });

  test("takes any name for a folder, as the native one does", async () => {
    for (const one of [command, native]) {
      const { code, stderr } = await one("build", "other", "-o", "folder.md", "-q", "--layout", "sharded");
      assert.deepEqual([code, stderr], [0, ""]);
    }
  });

  test("reads synonyms from a pipe, as the native one does", async () => {
    const line = '"$@" --synonyms <(echo "needle, pin")';
    for (const program of [[process.execPath, COMMAND], [NATIVE]]) {
      const built = ["build", "site", "-o", `piped-${program.length}.kdx`, "-q"];
      await run("bash", ["-c", line, "bash", ...program, ...built], { cwd: folder });
    }
    const [one, other] = await Promise.all([1, 2].map((nth) => readFile(join(folder, `piped-${nth}.kdx`))));
    assert.ok(one.equals(other));
  });

  test("says what it left out, and why, as the native one does", async () => {
    const said = async (name, expected) => {
      for (const build of [command, native]) {
        const { stdout } = await build("build", name, "-o", "left.kdx");
        assert.equal(stdout.replace(/^.*?; built in [\d.]+ s/, ""), `; ${expected}\n`);
      }
    };
    await said("finished", "8 pages left out: 1 as asked, 1 as error pages, 1 as lists of pages, 1 as redirects, 1 as views of source, 1 as indexes and tools, 2 as text beside finished pages (--include text reads it); not read: 1 .csv");
    await said("material", "1 page left out as asked; not read: 1 .json");
    await said("manual", "1 page left out as collections of other pages");
    const total = async (word) => JSON.parse((await kindex("search", join(folder, "left.kdx"), word, "--json")).stdout).total;
    assert.equal(await total("version"), 0);
    assert.equal(await total("sewing"), 8);
    await said("links", "4 links to files that are indexed where they are");
  });

  test("says what became of each file, as the native one does", async () => {
    for (const name of ["finished", "versions"]) {
      const ran = await Promise.all([command, native].map((one) => one("build", name, "-o", "explained.kdx", "--explain-files")));
      const [own, other] = ran.map(({ stdout }) => stdout.split("\n").slice(0, -2));
      assert.deepEqual(own, other);
      const said = own.join("\n");
      if (name === "versions") assert.match(said, /^versions\/v1\/de\/a\.md: indexed: .* \(1 heading, de, version v1\)$/m);
      else assert.match(said, /^finished\/old\.html: left out: the page only redirects$/m);
    }
    for (const one of [command, native]) {
      const { code, stderr } = await one("build", "site", "-o", "explained.kdx", "--explain-files", "--quiet");
      assert.equal(code, 2);
      assert.match(stderr, /--quiet/);
    }
  });

  test("compresses where it is asked to", async () => {
    await command("build", CORPUS, "-o", "corpus.kdx.gz", "-q");
    await kindex("build", CORPUS, "-o", join(folder, "corpus.kdx"), "-q");
    const [small, whole] = await Promise.all(["corpus.kdx.gz", "corpus.kdx"].map((file) => readFile(join(folder, file))));
    assert.ok(gunzipSync(small).equals(whole));
  });

  test("leaves an older index as it is where it fails, and nothing beside it", async () => {
    await writeFile(join(folder, "old.kdx"), "old");
    const before = await readdir(folder);
    const failing = [
      [1, /cannot read nowhere: no such file or directory$/, ["nowhere"]],
      [1, /1 skipped, as named above; with --strict nothing is written$/, ["bad", "other", "--strict"]],
      [1, /no documents in bad/, ["bad"]],
      [1, /not a kind of file that is known/, ["site/part/deep/logo.png"]],
      [2, /accepted are/, ["site", "--levels", "0"]],
      [2, /--include sounds: accepted are/, ["site", "--include", "sounds"]],
      [2, /no ! before it/, ["site", "--exclude", "!a"]],
      [2, /--exclude \[b-a\]: .*invalid range.*; use one such as drafts\/ or '\*\.txt'$/, ["site", "--exclude", "[b-a]"]],
      [2, /--layout many: accepted are auto, single, sharded$/, ["site", "--layout", "many"]],
      [2, /no option --colour; what begins with a hyphen and is none goes after --; see kindex build --help$/, ["site", "--colour"]],
      [2, /no option --langage, but --language; see kindex build --help$/, ["site", "--langage", "de"]],
      [2, /no option -z; .* see kindex build --help$/, ["site", "-z"]],
      [2, /--language: its value is missing; see kindex build --help$/, ["site", "--language", "--strict"]],
      [2, /--strict takes no value; see kindex build --help$/, ["site", "--strict=1"]],
      [2, /--levels: "2000,x" given; accepted are numbers with commas between$/, ["site", "--levels", "2000,x"]],
      [2, /--levels: "" given; accepted are numbers with commas between$/, ["site", "--levels="]],
      [2, /--section-depth: "x" given; accepted are whole numbers from 0$/, ["site", "--section-depth", "x"]],
      [2, /--language: "klingon" is not a known language; accepted are/, ["site", "--language", "klingon"]],
      [2, /published by plain and mdbook/, ["site", "book"]],
    ];
    for (const [wanted, message, args] of failing) {
      const { code, stdout, stderr } = await command("build", ...args, "-o", "old.kdx");
      const last = stderr.trimEnd().split("\n").at(-1);
      assert.deepEqual([code, stdout], [wanted, ""], stderr);
      assert.match(last, /^kindex: error: /);
      assert.match(last, message);
    }
    for (const glob of ["!a", "[b-a]", "{a"]) {
      const args = ["build", "site", "-o", "old.kdx", "--exclude", glob];
      const [own, other] = await Promise.all([command(...args), native(...args)]);
      assert.deepEqual([own.code, own.stderr], [other.code, other.stderr]);
    }
    assert.equal(await readFile(join(folder, "old.kdx"), "utf8"), "old");
    assert.deepEqual(await readdir(folder), before);
    for (const output of ["nowhere/x.kdx", "site"]) {
      const { code, stderr } = await command("build", "site", "-o", output);
      assert.equal(code, 1);
      assert.match(stderr, /^kindex: error: cannot write [^\n]+\n$/);
    }
  });

  test("says what is wrong in the words of the native one", async () => {
    await put(folder, { "none.kdx": "no index", "empty.kdx": "", "blank/picture.png": "", "part.kdx/x": "", "taken/index.kdx/x": "" });
    const records = (...tenants) => tenants.map((tenant, at) => `${JSON.stringify({ id: `${at}`, text: "b", tenant })}\n`).join("");
    await put(folder, { "two.jsonl": records("red", "blue"), "up.jsonl": records("../red"), "case.jsonl": records("red", "Red"), "file": "" });
    await put(folder, { "accent.jsonl": records("\u00e9", "e\u0301"), "con.jsonl": records("con.x"), "percent.jsonl": records("%2e") });
    for (const args of [["whole.kdx"], ["whole.kdx.gz"], ["lacking", "--layout", "sharded"], ["altered", "--layout", "sharded"]]) {
      await run(NATIVE, ["build", "site", "-q", "-o", ...args], { cwd: folder });
    }
    const [whole, compressed] = await Promise.all(["whole.kdx", "whole.kdx.gz"].map((file) => readFile(join(folder, file))));
    const changed = (bytes, at) => bytes.map((byte, i) => (i === at ? byte ^ 0x55 : byte));
    const damaged = {
      "cut.kdx": whole.subarray(0, -9),
      "cut.kdx.gz": compressed.subarray(0, -9),
      "odd.kdx.gz": changed(compressed, compressed.length - 8),
      "other.kdx": changed(whole, whole.length - 1),
      "newer.kdx": changed(whole, 8),
      "flags.kdx": changed(whole, 11),
    };
    for (const [name, bytes] of Object.entries(damaged)) await writeFile(join(folder, name), bytes);
    const shards = (name) => readdir(join(folder, name)).then((names) => names.filter((file) => file.endsWith(".kds")));
    for (const name of await shards("lacking")) await rm(join(folder, "lacking", name));
    for (const name of await shards("altered")) await writeFile(join(folder, "altered", name), compressed);
    const same = [
      ...["nowhere.kdx", "nowhere/", "blank", "none.kdx", "empty.kdx", ...Object.keys(damaged)].map((index) => ["search", index, "needle"]),
      ["mcp", "nowhere.kdx"],
      ["mcp", "none.kdx"],
      ["build", "nowhere", "-o", "x.kdx"],
      ["build", "blank", "-o", "x.kdx"],
      ["build", "blank/picture.png", "-o", "x.kdx"],
      ["build", "/dev/null", "-o", "x.kdx"],
      ["build", "site/a.md/b", "-o", "x.kdx"],
      ["build", "bad", "-o", "x.kdx"],
      ["build", "other", "-o", "nowhere/x.kdx"],
      ["build", "other", "-o", "x.md"],
      ["build", "other", "-o", "/dev/null"],
      ["build", "other", "-o", "x.kdx", "--synonyms", "nowhere.txt"],
      ["build", "other", "-o", "x.kdx", "--synonyms", "other"],
      ["build", "other", "-o", "x.kdx", "--pins", "nowhere.yml"],
      ["build", "other", "-o", "x.kdx", "--section-depth", "9"],
      ["build", "other", "-o", "x.kdx", "--overlap", "2"],
      ["build", "other", "-o", "x.kdx", "--unit", "words"],
      ["build", "other", "-o", "part.kdx"],
      ["build", "other", "-o", "part.kdx", "--layout=single"],
      ["build", "blank", "-o", "/proc/x.kdx"],
      ...[["other", "-o", "file"], ["other", "-o", "nowhere/x"], ["other", "-o", "taken"], ["other", "-o", "file/x"],
        ["other", "-o", "/dev/null"], ["blank", "-o", "/proc/x"], ["blank", "-o", "new"], ["bad", "-o", "new"],
        ["two.jsonl", "-o", "new"], ["other", "two.jsonl", "-o", "new{tenant}"], ["other", "-o", "file", "--tenant", "red"],
        ...["other", "up.jsonl", "case.jsonl", "accent.jsonl", "con.jsonl", "percent.jsonl", "two.jsonl"].map((path) => [path, "-o", "nowhere/{tenant}"]),
      ].map((args) => ["build", ...args, "--layout", "sharded"]),
    ];
    for (const args of same) {
      const own = await command(...args);
      assert.match(own.stderr, /^(kindex: skipped [^\n]+\n)?kindex: error: [^\n]+\n$/);
      assert.deepEqual(own, await native(...args), args.join(" "));
    }
    assert.equal((await readdir(folder)).includes("new"), false);
    // Each of them decides which shard it reads first.
    const apart = [
      [["search", "lacking", "needle"], /: a shard of the index is missing; build the index again$/],
      [["search", "lacking/index.kdx", "needle"], /: a shard of the index is missing; build the index again$/],
      [["search", "altered", "needle"], /: its bytes are not those that its name says; build the index again$/],
    ];
    for (const [args, message] of apart) {
      for (const { code, stdout, stderr } of [await command(...args), await native(...args)]) {
        assert.deepEqual([code, stdout], [1, ""]);
        assert.match(stderr.trimEnd(), message);
        assert.match(stderr, new RegExp(`error: ${args[1].split("/")[0]}/[0-9a-f]{12}\\.kds: `));
      }
    }
    // The head of several files stands for them.
    const { stdout } = await run(NATIVE, ["build", "site", "-q", "-o", "kept", "--layout", "sharded"], { cwd: folder })
      .then(() => command("search", "kept/index.kdx", "needle"));
    assert.match(stdout, / that match\n$/);
  });

  test("knows all that the native one has", async () => {
    const own = (file) => import(new URL(`bin/${file}.js`, PACKAGE));
    const { parsed } = await own("arguments");
    for (const name of ["build", "search", "mcp"]) {
      const { [name]: described } = await own(name);
      const { stdout: help } = await kindex(name, "--help");
      const flags = [...help.matchAll(/^ +(?:(-\w), )?(--[a-z\d-]+)/gm)].flatMap(([, short, long]) => [long, short]).filter(Boolean);
      assert.ok(flags.length > 5);
      // As the command does first. That it says so, the faults above tell.
      for (const flag of flags) {
        assert.doesNotMatch(messageOf(() => parsed(name, described, [flag])), /there is no option/, `${name} ${flag}`);
      }
    }
    const { stdout } = await kindex("--help");
    const names = [...stdout.split("Commands:")[1].matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name);
    assert.ok(names.includes("serve"));
    for (const name of names) assert.doesNotMatch((await command(name)).stderr, /there is no command/);
  });

  test("has help, and says what it lacks", async () => {
    for (const args of [["--help"], ["build", "--help"], ["search", "-h"], ["stats", "-h"], ["verify", "-h"]]) {
      const { code, stdout } = await command(...args);
      assert.equal(code, 0);
      assert.match(stdout, /Usage: kindex/);
      assert.ok(stdout.split("\n").every((line) => line.length <= 100));
    }
    assert.equal((await command()).code, 2);
    const advice = /^kindex: error: (tree|--update): only the native command does this; npm install kindex-\w+-\w+@[\d.]+ or pip install kindex-docs==[\d.]+ brings it, .*or name it in KINDEX_COMMAND\n$/;
    for (const args of [["tree", "site.kdx", "a"], ["build", "site", "--update"]]) {
      const { code, stderr } = await command(...args);
      assert.equal(code, 2);
      assert.match(stderr, advice);
    }
    assert.match((await command("sreve")).stderr, /there is no command sreve, but serve; see kindex --help\n/);
    assert.match((await command("dance")).stderr, /there is no command dance; see kindex --help\n/);
  });

  /** Runs it where a native command of a version is, as a program that is no script. */
  async function withNative(variables, ...args) {
    const env = { ...ALONE, ...variables };
    return run(process.execPath, [COMMAND, ...args], { cwd: folder, env }).catch((error) => error);
  }

  test("is the native one where that is found", async () => {
    await put(folder, { "bin/kindex": "#!/bin/sh\necho 'kindex 0.0.0'\n" });
    await chmod(join(folder, "bin", "kindex"), 0o755);
    const [found, named] = [{ PATH: dirname(NATIVE) }, { KINDEX_COMMAND: NATIVE }];
    for (const variables of [found, named]) {
      await withNative({}, "build", "site", "-o", "x.kdx", "-q");
      const { stdout } = await withNative(variables, "stats", "x.kdx");
      assert.match(stdout, /documents/);
      const failed = await withNative(variables, "stats", "nowhere.kdx");
      assert.equal(failed.code, 1);
    }
    // A script on PATH may be this command itself.
    const scripted = await withNative({ PATH: join(folder, "bin") }, "--version");
    assert.notEqual(scripted.stdout, "kindex 0.0.0\n");
    const other = await withNative({ KINDEX_COMMAND: join(folder, "bin", "kindex") }, "--version");
    assert.match(other.stderr, /is kindex 0\.0\.0, and this package is of version/);
    const nothing = await withNative({ KINDEX_COMMAND: "/nowhere" }, "--version");
    assert.match(nothing.stderr, /^kindex: error: KINDEX_COMMAND: \/nowhere is not the kindex command/);
  });

  test("runs by npx where the package is installed", async () => {
    const { folder: root } = await project();
    const { stdout } = await run("npx", ["--no-install", "kindex", "build", CORPUS, "-o", "site.kdx"], {
      cwd: root,
      env: { ...process.env, KINDEX_COMMAND: "" },
    });
    assert.match(stdout, /^site\.kdx: 39 documents/);
    await rm(root, { recursive: true });
  });
});
