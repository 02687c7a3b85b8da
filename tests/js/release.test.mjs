// What a release relies on: versions that agree, notes, and the workflow.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { notes, section } from "../../scripts/release/notes.mjs";
import { distTag, publishable } from "../../scripts/release/publish.mjs";
import { needsLibraries } from "../../scripts/release/static.mjs";
import { ROOT, disagreements, integrations, releaseVersion, wheels } from "../../scripts/release/versions.mjs";
import { checkWorkflow, faultsOf, faultsOfSite } from "../../scripts/release/workflow.mjs";

const read = (path) => readFile(join(ROOT, path), "utf8");

describe("versions", () => {
  let folder, version;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-release-"));
    const manifests = ["crates/cli/Cargo.toml", "crates/extract/Cargo.toml", ...(await integrations()), ...(await wheels())];
    for (const path of ["Cargo.toml", "pkg.json", "server.json", "CHANGELOG.md", ...manifests]) await cp(join(ROOT, path), join(folder, path));
    version = await releaseVersion();
  });

  after(() => rm(folder, { recursive: true, force: true }));

  test("agree", async () => {
    assert.deepEqual(await disagreements(), []);
  });

  const CHANGES = [
    ["pkg.json", '"version": "', "9", /^pkg\.json has version 9/],
    ["server.json", '"version": "', "9", /^server\.json has version 9/],
    ["server.json", '"name": "io.github.', "x", /^server\.json is io\.github\.x/],
    ["integrations/vitepress/package.json", '"kindex": "^', "9", /asks for kindex \^9/],
    ["crates/extract/Cargo.toml", 'kindex = { version = "', "9", /^crates\/extract\/Cargo\.toml asks for kindex 9/],
    ["integrations/python/pyproject.toml", 'version = "', "9", /^integrations\/python\/pyproject\.toml has version 9/],
    ["CHANGELOG.md", "## ", "9", /^CHANGELOG\.md has no heading/],
  ];

  for (const [path, before, added, fault] of CHANGES) {
    test(`are told apart: ${path}`, async () => {
      const text = await readFile(join(folder, path), "utf8");
      await writeFile(join(folder, path), text.replace(before, before + added));
      const faults = await disagreements(folder);
      await writeFile(join(folder, path), text);
      assert.equal(faults.length, 1);
      assert.match(faults[0], fault);
    });
  }

  test("are told apart: a Python package", async () => {
    const at = join(folder, "integrations", "snake");
    await mkdir(at);
    await writeFile(join(at, "pyproject.toml"), '[project]\nname = "kindex-snake"\nversion = "9.0.0"\n');
    const faults = await disagreements(folder);
    await rm(at, { recursive: true });
    assert.deepEqual(faults, [`integrations/snake/pyproject.toml has version 9.0.0, not ${version}`]);
  });

  test("are that of the tag, with a date", async () => {
    const text = await readFile(join(folder, "CHANGELOG.md"), "utf8");
    const dated = (date) => writeFile(join(folder, "CHANGELOG.md"), text.replace(/^(## [^\s,]+).*$/m, `$1${date}`));
    await dated(", not yet released");
    assert.match((await disagreements(folder, `v${version}`)).join(), /give it its date/);
    await dated(", 2026-12-01");
    assert.deepEqual(await disagreements(folder, `v${version}`), []);
    assert.match((await disagreements(folder, "v9.9.9")).join(), /the tag is v9\.9\.9/);
  });
});

test("notes are what the changelog says of a version, with links that lead somewhere", () => {
  const changelog = "# Changelog\n\n## 0.2.0, 2026-01-02\n\nSee [a](docs/a.md#b), [c](https://example.org/).\n\n### Added\n\n- x\n\n## 0.1.0\n\nold\n";
  const text = "See [a](https://github.com/kindex/kindex/blob/v0.2.0/docs/a.md#b), [c](https://example.org/).\n\n### Added\n\n- x\n";
  assert.equal(notes(changelog, "0.2.0"), text);
  assert.equal(section(changelog, "0.2"), undefined);
  assert.throws(() => notes(changelog, "0.3.0"), /no heading "## 0\.3\.0"/);
});

/** The beginning of a program for Linux whose parts have these types. */
function program(types) {
  const bytes = Buffer.alloc(64 + types.length * 56);
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(types.length, 56);
  types.forEach((type, at) => bytes.writeUInt32LE(type, 64 + at * 56));
  return bytes;
}

test("programs that need libraries are told from those that do not", async () => {
  assert.equal(needsLibraries(program([6, 1, 1, 2])), false);
  assert.equal(needsLibraries(program([6, 3, 1, 1, 2])), true);
  if (process.platform === "linux") assert.equal(needsLibraries(await readFile(process.execPath)), true);
});

test("early versions are not what everybody gets", () => {
  assert.deepEqual(["1.0.0", "1.0.0-beta.1"].map(distTag), ["latest", "next"]);
});

test("maturin has one version wherever it is asked for", async () => {
  const files = ["scripts/release/requirements.txt", "integrations/python/pyproject.toml", ".github/workflows/release.yml"];
  const versions = (await Promise.all(files.map(read))).map((text) => /maturin==([\d.]+)/.exec(text)?.[1]);
  assert.match(versions[0], /^\d+\.\d+\.\d+$/);
  assert.equal(new Set(versions).size, 1, versions.join(", "));
});

test("the crates that others need are published", async () => {
  assert.deepEqual(await publishable(), ["kindex", "kindex-cli", "kindex-conversations", "kindex-extract", "kindex-ir-metrics", "kindex-mcp", "kindex-text"]);
});

describe("the workflow", () => {
  test("is as it has to be", async () => {
    assert.deepEqual(await checkWorkflow(), []);
  });

  const BREAKS = {
    "an unknown job": [/needs: attest$/m, "needs: atest", /atest/],
    "an action by its tag": [/actions\/checkout@\S+/, "actions/checkout@v6", /not named by its commit/],
    "a further permission": [/attestations: write/, "contents: write", /job attest has other permissions/],
    "a token too many": [/GH_TOKEN: .*/, "GH_TOKEN: ${{ secrets.NPM_TOKEN }}", /job github sees the secrets NPM_TOKEN/],
    "an expression in a script": [/"\$GITHUB_REF_NAME"$/m, "${{ github.ref_name }}", /puts an expression into a script/],
    "a machine too few": [/^ +- \{ target: aarch64-apple-darwin.*\n/m, "", /it builds/],
    "a wheel too few": [/^ +- \{ target: aarch64-unknown-linux-gnu.*\n/m, "", /it builds wheels/],
    "a misspelt key": [/timeout-minutes/, "timeout-minute", /timeout-minute/],
  };

  for (const [name, [from, to, fault]] of Object.entries(BREAKS)) {
    test(`may not have ${name}`, async () => {
      const text = await read(".github/workflows/release.yml");
      assert.match(text, from);
      const faults = await faultsOf(text.replace(from, to));
      assert.ok(faults.some((one) => fault.test(one)), faults.join("\n"));
    });
  }
});

test("the workflow of the site is sound, and a fault in it is seen", async () => {
  const text = await read(".github/workflows/site.yml");
  assert.deepEqual(await faultsOfSite(text), []);
  const faults = await faultsOfSite(text.replace("pages: read", "pages: write"));
  assert.match(faults.join(), /job build has other permissions/);
});

test("the forms of issues are such as GitHub shows", async () => {
  const { default: yaml } = await import(new URL("../release/node_modules/yaml/dist/index.js", import.meta.url));
  const names = (await readdir(join(ROOT, ".github/ISSUE_TEMPLATE"))).filter((name) => name !== "config.yml");
  assert.deepEqual(names.sort(), ["bug.yml", "question.yml", "relevance.yml"]);
  for (const name of names) {
    const form = yaml.parse(await read(`.github/ISSUE_TEMPLATE/${name}`));
    assert.deepEqual(Object.keys(form), ["name", "description", "labels", "body"], name);
    assert.equal(new Set(form.body.map(({ id }) => id)).size, form.body.length, name);
    for (const { type, attributes } of form.body) {
      assert.ok(["input", "textarea", "dropdown"].includes(type), `${name}: ${type}`);
      assert.ok(attributes.label, name);
      assert.equal(type === "dropdown", Array.isArray(attributes.options), name);
    }
  }
});

test("the table of versions has what the code says", async () => {
  const [guide, header, cargo, manifest] = await Promise.all(["docs/trust.md", "src/format/header.rs", "Cargo.toml", "pkg.json"].map(read));
  const [, format] = /^const VERSION: u16 = (\d+);/m.exec(header);
  assert.match(guide, new RegExp(`the version of the index format, which is ${format}\\.`));
  const golden = await readdir(join(ROOT, "tests/golden"));
  for (let version = 1; version <= format; version += 1) assert.ok(golden.some((name) => name.endsWith(`-v${version}.kdx`)), `format ${version}`);
  const [, rust] = /^rust-version = "(.+)"/m.exec(cargo);
  assert.ok(guide.includes(`**Rust** ${rust} or later`));
  assert.ok(guide.includes(`**Node** ${JSON.parse(manifest).engines.node.replace(">=", "")} or later`));
});
