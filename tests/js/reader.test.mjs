// Another reader, written in Python from FORMAT.md, reads what the command reads and scores as it does.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { CORPUS, NATIVE, run } from "./cli-support.mjs";

const { KINDEX_PYTHON_DOCS: environment } = process.env;
const PYTHON = environment ? join(environment, "python") : "python3";
const CHECK = fileURLToPath(new URL("../reader/check.py", import.meta.url));
const GOLDEN = fileURLToPath(new URL("../golden", import.meta.url));
const PINS = fileURLToPath(new URL("../cases/pins.yml", import.meta.url));

const CONVERSATIONS = fileURLToPath(new URL("../../crates/conversations/tests/exports", import.meta.url));

const page = (name) => fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url));

const SYNONYMS = "dark, night, dusk\nk8s => server, host\nnfs-mount => deploy\n";

const EXTRA = `{"id":"install.md","text":"zypper pacman setup"}
{"id":"install.md","anchor":"linux","text":"brew homebrew setup"}
`;

/** Names, numbers and writing without spaces, which are taken apart in several ways. */
const NAMES = `a::b c:::d e::::f x__y foo-_bar g:+h C++20 c++ F# #tag .NET ..x --dry-run ---y @media $HOME parseHTTPRequest
std::vec<int>& e.preventDefault node-v20.1.0 python3.11.2 10.1.1.5 HTTP/2 a/b/3 HTTP/2/x /HTTP/3 x/4 1.5.x v1..2 1,000.5 ab1.2-c3.4
日本語テスト、ﾊﾝｶｸ東京タワーABC café CAFE\u0301 'quoted' don't O'Brien\u2019s 👩‍👩‍👧x 🇩🇪🇫🇷🇮 👍🏽 ไทยดี 한국어입니다 שלום"א ما\u0640ء ½ ² ﬁx Ⅷ ß ǅ
${"long".repeat(26)} under_score-andDash.ofABC XMLHttpRequest2Go`;

const rows = (row) => Array.from({ length: 40 }, (_, at) => row(at)).join("");

/** A table and code in a quote, of which no piece is whole. Rows and lines are cut too. */
const TABLE = `| Name | Use \\| why |\n| --- | --- |\n${rows((at) => `| rocket${at} | ${"goes up \\| down ".repeat(at)} |\n`)}`;
const CODE = `\`\`\`sh\n${rows((at) => `>    ${`launch --number ${at} `.repeat(at)}\n`)}>    \`\`\`\n`;

/** Documents with metadata that is no text, filters of several values, other names, and without text. */
const RECORDS = [
  { id: "a", title: "Rockets 🚀", text: "# Rockets\n\nLaunch rockets. Übung macht Rockets.", meta: { stars: 5, tags: { deep: [1] } } },
  { id: "b", title: "The", text: "", filters: { kind: ["guide", "short"] }, lang: "de" },
  { id: "d", title: "Rockets", text: "Rockets that fall.", names: ["Falling down"] },
  { id: "e", title: "Anvils", text: "Anvils do, too.", names: ["falling-down", "Weights"] },
  { id: "f", title: "node-v20.1.0 HTTP/2", text: `# Names\n\n${NAMES}\n\n## Twice\n\n## Twice\n\n${NAMES}\n` },
  { id: "t", title: "A table and code", text: `# Rows\n\n${TABLE}\n> 1. ${CODE}\nThe end.\n`, meta: { deep: [1] } },
  { id: "c", title: "Traps for road runners", text: "Paint a tunnel.\n\n## Use v2.1 and HTTP/2\n\nIt is node-v20.1.0.", boost: 1.5 },
];

/** Indexes that the command builds, by what they are: with flags, and files that flags name. */
const BUILDS = {
  "several files without pairs": { flags: ["--layout", "sharded", "--no-pairs", "--levels", "800,3000"] },
  "several files of longer pages": { flags: ["--layout", "sharded"], paths: ["command", "chunks", "javascript", "queries", "vectors"].map(page) },
  "synonyms, extra words, boosts, age and pins": {
    flags: ["--boost", "templates/**=2.5", "--recency", "100", "--pins", PINS],
    files: { "--synonyms": SYNONYMS, "--extra": EXTRA },
  },
  "what merging takes: synonyms, extra words and pins": {
    flags: ["--pins", PINS, "--mergeable"],
    files: { "--synonyms": SYNONYMS, "--extra": EXTRA },
  },
  "three levels in tokens that overlap": { flags: ["--levels", "60,250,1000", "--unit", "tokens", "--overlap", "0.25,0,0.125"] },
  "windows": { flags: ["--chunker", "windows"] },
  "one level": { flags: ["--levels", "300"] },
  "whole sections, of any depth": { flags: ["--parents", "sections", "--section-depth", "6"] },
  "whole documents": { flags: ["--parents", "documents"] },
  "no language, addresses, and what merging takes": { flags: ["--language", "none", "--base-url", "https://example.org/", "--mergeable"] },
  "conversations that can be merged": { flags: ["--mergeable"], paths: [join(CONVERSATIONS, "claude.json"), join(CONVERSATIONS, "transcript.md")] },
  "another language": { flags: ["--language", "de"] },
  "all kinds of files": { flags: ["--include", "all"] },
};

/** Vectors that the command reduces and stores. */
const VECTORS = {
  "vectors of 4 bits": [],
  "vectors of children, of fewer numbers, in several files": ["--vector-dimensions", "8", "--vectors-of", "children", "--layout", "sharded"],
  "vectors of 32 bits": ["--vector-bits", "32", "--vector-dimensions", "0"],
};

let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "kindex-reader-"));
});

after(() => rmSync(folder, { recursive: true, force: true }));

async function build(output, flags, paths = [CORPUS]) {
  const index = join(folder, output);
  await run(NATIVE, ["build", "--quiet", "--output", index, ...flags, "--", ...paths]);
  return index;
}

/** Reads an index, and fails with what differs. */
async function check(...arguments_) {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
  const { code = 0, stdout, stderr } = await run(PYTHON, [CHECK, NATIVE, ...arguments_], { env }).catch((error) => error);
  assert.equal(code, 0, stdout + stderr);
}

/** A file of a test; its name tells it from those of others. */
function written(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const lines = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

/** Numbers that depend on the words of a text. */
function vectorOf(text) {
  const vector = new Array(12).fill(0.1);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    vector[[...word].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % 12] += 1;
  }
  return vector;
}

describe("a reader that was written from FORMAT.md", { concurrency: 2 }, () => {
  for (const { name } of readdirSync(GOLDEN, { withFileTypes: true }).filter((entry) => entry.isDirectory() || entry.name.endsWith(".kdx"))) {
    test(`reads the golden index ${name}`, () => check(join(GOLDEN, name)));
  }

  test("puts several files together to the one file", async () => {
    const one = await build("one.kdx.gz", []);
    const several = await build("several", ["--layout", "sharded"]);
    await check(one);
    await check(several, "--same-as", one);
  });

  for (const [number, [name, { flags, files = {}, paths }]] of Object.entries(BUILDS).entries()) {
    test(`reads ${name}`, async () => {
      const named = Object.entries(files).flatMap(([flag, text]) => [flag, written(`${number}${flag}.txt`, text)]);
      await check(await build(`${number}`, [...flags, ...named], paths));
    });
  }

  for (const [number, [name, flags]] of Object.entries(VECTORS).entries()) {
    test(`reads ${name}`, async () => {
      const plain = await build(`plain-${number}.kdx`, []);
      const { stdout } = await run(NATIVE, ["chunks", plain]);
      const chunks = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
      // One chunk has none.
      const vectors = chunks.slice(1).map(({ id, embed }) => ({ id, vector: vectorOf(embed) }));
      const file = written(`${number}.jsonl`, lines(vectors));
      await check(await build(`vectors-${number}`, ["--vectors", file, "--embedder", "sums", ...flags]));
    });
  }

  test("takes names, numbers and writing without spaces apart, also in pairs", async () => {
    const records = written("names.jsonl", lines(RECORDS));
    const flags = ["--layout", "sharded", "--levels", "150,600"];
    await check(await build("names", flags, [records]), "--query", "falling down", "--query", "twice");
  });

  test("reads what merging takes of pages that are named in several ways, or are not there", async () => {
    const records = [
      { id: "a", url: "/x", title: "One", text: "Words of one.", lang: "" },
      { id: "b", url: "x", title: "Two", text: "Words of two.", extra: "zypper node-v20" },
    ];
    const pins = "- query: one\n  pages: [x, /x, a, nowhere]\n- query: none\n  pages: nowhere\n";
    const flags = ["--mergeable", "--pins", written("odd.yml", pins)];
    await check(await build("odd.kdx", flags, [written("odd.jsonl", lines(records))]));
  });

  test("reads a table that can be merged", async () => {
    const table = written("table.csv", "name,size,colour\nanvil,heavy,grey\nrocket,light,red\n");
    await check(await build("table.kdx", ["--mergeable", "--levels", "40,100"], [table]));
  });

  test("takes names, numbers and writing without spaces apart in one file", async () => {
    const index = await build("records.kdx", [], [written("records.jsonl", lines(RECORDS))]);
    await check(index, "--query", "falling down", "--query", "weights", "--query", "http2", "--query", "twice");
  });
});
