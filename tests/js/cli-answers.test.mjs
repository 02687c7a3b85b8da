// The answers of the package's command about an index, beside those of the native one.
import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { CORPUS, commands } from "./cli-support.mjs";

const SEARCHES = [
  ["deploy"],
  ["deploy", "--limit", "2", "--explain"],
  ["deploy", "--limit", "2", "--offset", "2"],
  ["deploy", "--offset", "1000"],
  ["deploy", "--no-texts"],
  ["deploy", "rsync", "--no-texts", "--group"],
  ["deploy", "rsync", "--group", "--explain"],
  ["conf", "--prefix", "--complete", "5"],
  ["deploy", "--facet", "section", "--facet", "level", "--facet", "section"],
  ["guide", "--sort", "level:desc"],
  ["deploy", "--max-tokens", "300"],
  ["deploy", "--auto-merge"],
  ["deploy", "--auto-merge=0.2"],
  ["deploy", "--no-expand", "--siblings", "1"],
  ["deploy", "--match-level", "1", "--return-level", "2", "--explain"],
  ["deploy", "site", "--return-level", "3", "--collapse", "mean", "--explain"],
  ["the", "deploy", "site", "--k1", "0.5", "--b", "0.3", "--explain"],
  ["deploy", "--title-weight", "3", "--heading-weight", "4", "--explain"],
  ['"deploy the site"', "--phrase-bytes", "10"],
  ["deploy", "--per-document", "1"],
  ["安装", "--explain"],
  ["zzzzqqqq"],
  ["deploy", "--filter", "section=four,five"],
  ["deploy", "--filter", "level=7", "--filter", "section=one"],
  ["confguration"],
];

/** Those that the index refuses. */
const REFUSED = [
  ["deploy", "--facet", "nowhere"],
  ["deploy", "--sort", "nowhere"],
  ["deploy", "--title-weight", "1e999", "--explain"],
  ["deploy", "--match-level", "9"],
];

describe("the package's command answers as the native one", () => {
  let folder;
  const { own: command, native } = commands(() => folder);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-answers-"));
    const pages = ["one", "two", "three"].map((section, at) =>
      JSON.stringify({ id: section, title: section, text: `A guide: deploy ${section}`, filters: { section, level: String(at) } }),
    );
    await writeFile(join(folder, "more.jsonl"), pages.join("\n"));
    const from = [CORPUS, "more.jsonl", "-q", "--levels", "2000,500,150"];
    await native("build", ...from, "-o", "site.kdx");
    await native("build", ...from, "-o", "several", "--layout", "sharded");
  });

  after(() => rm(folder, { recursive: true }));

  async function same(...args) {
    const [own, other] = await Promise.all([command(...args), native(...args)]);
    assert.deepEqual(own, other, args.join(" "));
    return own;
  }

  test("to searches with every option", async () => {
    for (const args of SEARCHES) assert.equal((await same("search", "site.kdx", ...args)).code, 0);
    for (const args of SEARCHES.slice(0, 3)) await same("search", "several", ...args);
    for (const args of REFUSED) assert.notEqual((await same("search", "site.kdx", ...args)).code, 0);
  });

  test("and refuses flags that do not suit each other, and values that are none", async () => {
    const refused = [
      [["a", "--complete", "3"], "--complete takes --prefix"],
      [["a", "--no-expand", "--return-level", "1"], "--no-expand: not with --return-level"],
      [["a", "--k1", "1,2", "--explain"], '--k1: "1,2" given; accepted are numbers'],
      [["a", "--heading-weight", "1"], "--heading-weight takes --explain"],
      [["a", "--limit", ""], '--limit: "" given; accepted are whole numbers from 0'],
      [["a", "--auto-merge=much"], '--auto-merge: "much" given; accepted are numbers'],
      [["a", "--collapse", "most"], "--collapse: accepted are max, mean"],
    ];
    for (const [args, message] of refused) {
      const { code, stderr } = await command("search", "site.kdx", ...args);
      assert.deepEqual([code, stderr], [2, `kindex: error: ${message}\n`]);
      assert.equal((await native("search", "site.kdx", ...args)).code, 2, args.join(" "));
    }
  });

  test("to what an index holds", async () => {
    for (const index of ["site.kdx", "several"]) {
      assert.match((await same("stats", index)).stdout, /^language +en.*\ndocuments +42\n/s);
      const [own, other] = await Promise.all([command("stats", index, "--json"), native("stats", index, "--json")]);
      assert.deepEqual(JSON.parse(own.stdout), JSON.parse(other.stdout));
    }
    for (const index of ["nowhere", "more.jsonl"]) assert.equal((await same("stats", index)).code, 1);
  });

  test("to whether an index is whole", async () => {
    const whole = await readFile(join(folder, "site.kdx"));
    await writeFile(join(folder, "cut.kdx"), whole.subarray(0, 5000));
    await writeFile(join(folder, "changed.kdx"), whole.with(whole.length - 300, whole.at(-300) ^ 1));
    for (const name of ["lacking", "altered"]) await cp(join(folder, "several"), join(folder, name), { recursive: true });
    const [shard] = (await readdir(join(folder, "several"))).filter((file) => file.endsWith(".kds"));
    await rm(join(folder, "lacking", shard));
    const bytes = await readFile(join(folder, "altered", shard));
    await writeFile(join(folder, "altered", shard), bytes.subarray(0, bytes.length / 2));
    for (const index of ["site.kdx", "several"]) {
      assert.deepEqual(await same("verify", index), { code: 0, stdout: `${index}: OK\n`, stderr: "" });
      assert.equal((await same("verify", index, "--json")).stdout, '{"ok":true}\n');
    }
    for (const index of ["cut.kdx", "changed.kdx", "lacking", "altered", "more.jsonl", "nowhere"]) {
      assert.equal((await same("verify", index)).code, 1);
      assert.equal((await same("verify", index, "--json")).code, 1);
    }
  });
});
