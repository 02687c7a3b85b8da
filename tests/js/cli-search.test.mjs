// Searches with the package's command, beside the native one.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { kindex } from "../browser/support.mjs";
import { put } from "../bundlers/support.mjs";
import { CORPUS, commands } from "./cli-support.mjs";
import { BORDERS } from "./unseen.mjs";

/**
 * Characters that a terminal would obey or no reader sees, and a title that is the first heading
 * and another.
 */
const HIDDEN = "# Title\u{e0041}\u202e of it\n\n## Part\n\n### Title\u{e0041}\u202e of it\n\nseen\u001b\u009b [2J\u{e0041} 葛\u{e0100}\u200b the end\n";

describe("a search with the package's command", () => {
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-cli-search-"));
    await put(folder, { "hidden/a.md": HIDDEN });
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const { own: command, native } = commands(() => folder);

  test("searches files and folders", async () => {
    const [file, sharded] = [join(folder, "found.kdx"), join(folder, "found")];
    await kindex("build", CORPUS, "-o", file, "-q");
    await kindex("build", CORPUS, "-o", sharded, "-q", "--layout", "sharded");
    const wanted = JSON.parse((await kindex("search", file, "deploy with rsync", "--json", "--limit", "2")).stdout);
    for (const index of [file, sharded]) {
      const { stdout } = await command("search", index, "deploy", "with", "rsync", "--json", "--limit", "2");
      const { total, hits } = JSON.parse(stdout);
      assert.equal(total, wanted.total);
      assert.deepEqual(hits.map(({ id, score }) => [id, score]), wanted.hits.map(({ id, score }) => [id, score]));
    }
    const { stdout } = await command("search", file, "confguration", "-l", "1");
    assert.match(stdout, /^Did you mean configuration\?\n\n1\. /);
    assert.match(stdout, /\n1 of \d+ passages that match\n$/);
    const hidden = join(folder, "hidden.kdx");
    await kindex("build", join(folder, "hidden"), "-o", hidden, "-q");
    const shown = await Promise.all([command("search", hidden, "seen"), kindex("search", hidden, "seen")]);
    assert.match(shown[0].stdout, /^1\. Title� of it > Part > Title� of it\n.*\n {3}seen� \[2J� 葛 the end/s);
    const [own, other] = shown.map(({ stdout }) => stdout.split("\n").slice(0, 3));
    assert.deepEqual(own, other);
    const none = await command("search", file, "zzzzqqqq");
    assert.deepEqual(none, { code: 0, stdout: 'Nothing matches "zzzzqqqq".\n', stderr: "" });
    for (const [wanted, args] of [[1, ["nowhere.kdx", "a"]], [1, [join(CORPUS, "index.md"), "a"]], [2, [file]], [2, [file, "a", "-l", "x"]]]) {
      const { code, stderr } = await command("search", ...args);
      assert.equal(code, wanted, stderr);
      assert.match(stderr, /^kindex: error: [^\n]+\n$/);
    }
  });

  test("says where a passage is as the native one does", async () => {
    const needle = "# A\n\n## Über uns\n\nneedle";
    const pages = ["/a", "/app#!/a", ""].map((url, at) => JSON.stringify({ id: `${at}`, url, text: needle }));
    await put(folder, { "placed.jsonl": [...pages, JSON.stringify({ id: "3#x", text: needle })].join("\n") });
    await native("build", "placed.jsonl", "-o", "placed.kdx", "-q", "--levels", "20,10");
    const ran = await Promise.all([command("search", "placed.kdx", "needle"), native("search", "placed.kdx", "needle")]);
    const [own, other] = ran.map(({ stdout }) => stdout.match(/(?<=^ {3})\S+(?= {2}score )/gm));
    assert.deepEqual(own, ["/a#%C3%BCber-uns", "/app#!/a", "2#%C3%BCber-uns", "3#x"]);
    assert.deepEqual(other, own);
  });

  test("prints JSON as the native one does: nothing in it that a terminal obeys", async () => {
    const unseen = "\u{9b}2J\u{202e}\u{e0041}\u{7f}";
    const page = { id: `a${unseen}`, url: `/${unseen}`, title: `T${unseen}`, text: `needle \u{1b}${unseen} é🦀`, meta: { [`k${unseen}`]: BORDERS.join("") } };
    await put(folder, { "unseen.jsonl": JSON.stringify(page) });
    await native("build", "-q", "unseen.jsonl", "-o", "unseen.kdx");
    const [own, other] = await Promise.all([command, native].map((search) => search("search", "unseen.kdx", "needle", "--json")));
    assert.doesNotMatch(own.stdout, /[^\P{Cc}\n]|[\u{202e}\u{e0041}]/u);
    const [hit] = JSON.parse(own.stdout).hits;
    assert.deepEqual([hit.document, hit.title, hit.text.trim(), hit.meta], [page.id, page.title, page.text, page.meta]);
    // Offsets are in UTF-16 units here, and in bytes there.
    const [mine, theirs] = [own, other].map(({ stdout }) => stdout.replace(/"(start|end)":\d+/g, '"$1":0'));
    assert.equal(mine, theirs);
  });

  test("narrows searches as the native one does", async () => {
    const page = (id, filters, meta, lang) => JSON.stringify({ id, text: "needle", filters, meta, lang });
    const pages = [
      page("a", { tag: ["x", "y"], year: 2023 }, { "odd,key": "1,2" }, "de"),
      page("b", { tag: ["x"], year: "2024" }, { by: "kim" }),
      page("c", { tag: ["y", "z"], year: [2022, 2025] }, { path: "c\\d" }),
      page("d", {}, { year: "2024-05-01" }),
    ];
    await put(folder, { "pages.jsonl": pages.join("\n"), "bare.jsonl": '{"id":"a","text":"needle","lang":""}' });
    for (const args of [["pages.jsonl", "-o", "pages.kdx"], ["pages.jsonl", "-o", "pages", "--layout", "sharded"], ["bare.jsonl", "-o", "bare.kdx", "--language", "none"]]) {
      await native("build", "-q", ...args);
    }
    const found = async (command, index, filters) => {
      const { code, stdout, stderr } = await command("search", index, "needle", "--json", ...filters.flatMap((filter) => ["-f", filter]));
      return [code, stderr, stdout && JSON.parse(stdout).hits.map(({ id }) => id)];
    };
    const asked = [
      [["tag=x"], 2], [["tag=x,z"], 3], [["tag!=x,z"], 1], [["tag=x", "tag=y"], 1], [["tag=x,z", "tag=y"], 2], [["tag!=x", "tag!=z"], 1],
      [["year>=2024"], 2], [["year<=2023"], 2], [["year>=2023", "year<=2024"], 3], [["year>=2024-01-01"], 1], [["tag="], 0], [["tag=x", "by=kim"], 1],
      [["lang=de"], 1], [["odd,key=1\\,2"], 1], [["odd,key=1,2"], 0], [["path=c\\d"], 1], [["tag=x", "year=1"], 0], [["year!=2"], 4],
    ];
    for (const [filters, count] of asked) {
      const own = await found(command, "pages.kdx", filters);
      assert.equal(own[2].length, count, filters.join(" "));
      assert.deepEqual(own, await found(native, "pages.kdx", filters), filters.join(" "));
    }
    const said = "kindex: error: --filter: no document has the key nothing; keys are by, lang, odd,key, path, tag, year\n";
    for (const lacking of ["nothing=1", "nothing!=1"]) {
      for (const index of ["pages", "pages.kdx"]) {
        const own = await found(command, index, ["tag=x", lacking]);
        assert.deepEqual(own, [2, said, ""], index);
        assert.deepEqual(await found(native, index, ["tag=x", lacking]), own, index);
      }
    }
    const [code, none] = await found(command, "bare.kdx", ["a=b"]);
    assert.deepEqual([code, none], [2, "kindex: error: --filter: no document has the key a; there are none in this index\n"]);
    assert.deepEqual(await found(native, "bare.kdx", ["a=b"]), [code, none, ""]);
    for (const wrong of ["", "k", "=a", "!=a", ">=2", "k>=", "k<=", "k>2"]) {
      const { code, stderr } = await command("search", "pages.kdx", "needle", `--filter=${wrong}`);
      assert.deepEqual([code, stderr], [2, `kindex: error: --filter: ${JSON.stringify(wrong)} given; give one such as section=guide, section!=blog,news or year>=2024\n`]);
      assert.equal((await native("search", "pages.kdx", "needle", `--filter=${wrong}`)).code, 2);
    }
    for (const [first, second] of [["tag=x,y", "tag=y,z"], ["year>=1", "year>=2"]]) {
      const { code, stderr } = await command("search", "pages.kdx", "needle", "-f", first, "-f", second);
      assert.equal(code, 2);
      assert.ok(stderr.startsWith(`kindex: error: --filter ${second} after another one of its kind: only the native command`), stderr);
    }
  });

  test("names only the first keys", async () => {
    const keys = Object.fromEntries(Array.from({ length: 23 }, (_, i) => [`k${String(i).padStart(2, "0")}`, i]));
    await put(folder, { "keys.jsonl": JSON.stringify({ id: "a", text: "needle", lang: "", meta: { ...keys, "🦀": 1, "ｚ": 1 } }) });
    await native("build", "-q", "keys.jsonl", "-o", "keys.kdx");
    const args = ["search", "keys.kdx", "needle", "-f", "k01=1", "-f", "ｙ=1", "-f", "🦁=1"];
    const { code, stderr } = await command(...args);
    assert.equal(code, 2);
    assert.match(stderr, /^kindex: error: --filter: no document has the key ｙ; keys are k00, .*, k19 and 5 more\n$/);
    assert.equal(stderr, (await native(...args)).stderr);
  });
});
