// The memory that an open index takes besides its bytes: the stack, and what searches need for
// themselves.
import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openWith } from "../../bench/speed/wasm.mjs";
import { ROOT, kindex } from "../browser/support.mjs";
import { Builder } from "./support.mjs";

const CASES = join(ROOT, "tests/cases");
const GOLDEN = join(ROOT, "tests/golden");
const GUIDE = "guide-v1.kdx";

const golden = (name) => readFile(join(GOLDEN, name));

const KIBIBYTE = 1024;

/** The stack of the builds that only search: scripts/build-wasm.sh. It lies at the beginning. */
const STACK = 64 * KIBIBYTE;

/** Queries as they are typed, and some that are meant to go deep. */
const HARD = [
  "\"set up\" -shell (a OR b)", "(".repeat(2000), "-".repeat(4000), "\"".repeat(4000), "a OR ".repeat(800),
  "\"a b c d e f\" ".repeat(60), "word ".repeat(800), "é".repeat(2000), "日本語".repeat(400), "a".repeat(4000),
  "instalation serch indx paragrph ".repeat(20), "kind:a ".repeat(500),
];

/** Asks for what each letter *s* less leads to, where nothing is loaded yet. */
const DEEP = `a${"s".repeat(99)}`;

/** Everything that the cases ask of an index, and the hard queries. */
async function searched(index, explores, name = GUIDE) {
  await index.search(DEEP);
  for (const cases of (await readdir(CASES)).filter((file) => file.endsWith(".json"))) {
    const file = JSON.parse(await readFile(join(CASES, cases), "utf8"));
    if (!file.index.endsWith(name) || (file.explore && !explores)) continue;
    for (const { query, options, refused } of file.cases) {
      if (!refused) await index.search(query, options);
    }
  }
  for (const query of HARD) await index.search(query, { prefix: true, limit: 100 });
}

/** The part of the stack that was ever used: what was not is zero. */
function depth(memory) {
  const stack = new Uint8Array(memory.buffer, 0, STACK);
  return STACK - stack.findIndex((byte) => byte !== 0);
}

describe("the stack, which is small,", () => {
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "kindex-memory-"));
    await kindex("build", join(ROOT, "tests/corpus"), "--pins", join(ROOT, "tests/cases/pins.yml"), "-o", folder, "--layout", "sharded", "-q");
  });

  after(() => rm(folder, { recursive: true }));

  async function usedBy(entry, source, use = () => {}, name) {
    const { index, memory } = await openWith(entry, source);
    await searched(index, entry === "explore.js", name);
    use(index);
    const used = depth(memory);
    assert.ok(used > 1000 && used < STACK / 2, `${used} bytes are used`);
  }

  test("is hardly used by searching", async () => usedBy("index.js", await golden(GUIDE)));
  test("is hardly used by searching several files", () => usedBy("index.min.js", `${folder}/`));
  test("is hardly used by exploring", async () => usedBy("explore.js", await golden(GUIDE), explored));
  test("is hardly used by exploring several files", () => usedBy("explore.js", `${folder}/`));
  test("is hardly used by vectors", async () => {
    const name = "vectors-4-bits.kdx";
    await usedBy("explore.js", await golden(name), () => {}, name);
  });
});

/** The calls that only exploring has. */
function explored(index) {
  index.verify();
  for (const id of index.documents()) {
    for (const chunk of index.chunks(id, 1)) index.children(chunk.id);
  }
  for (const query of HARD) {
    index.search(query, { explain: true, facets: ["tags"], autoMerge: 0.5, maxTokens: 500 });
  }
}

const WORDS = ["search", "index", "page", "shell", "reader", "install", "option", "result", "query", "letter"];

/** A page with some words that many have, and some of its own. */
function page(number) {
  const word = (at) => (at % 3 ? WORDS[(number * 7 + at * at) % WORDS.length] : `own${(number * 31 + at) % 4000}`);
  const paragraph = (from) => Array.from({ length: 60 }, (_, at) => word(from + at)).join(" ");
  const text = [0, 60, 120, 180].map((from) => `## Part ${from}\n\n${paragraph(from)}.\n`).join("\n");
  return { id: `page-${number}`, title: `Page ${number}`, text };
}

async function builderOfMany() {
  const builder = await Builder.create();
  for (let number = 0; number < 1500; number++) builder.add(page(number));
  return builder;
}

/** The most that was needed besides the bytes that were loaded. An entry with a query of its own has a memory of its own. */
async function besides(entry, source, loaded) {
  const { index, memory } = await openWith(entry, source);
  for (const [at, word] of WORDS.entries()) {
    await index.search(`${word} ${WORDS[(at + 3) % WORDS.length]} own${at}`);
    await index.search(`${word} optoin`, { prefix: true });
  }
  return memory.buffer.byteLength - loaded();
}

test("searches take less than 576 kilobytes besides the index", async () => {
  const bytes = (await builderOfMany()).finish();
  const more = await besides("index.min.js?one", bytes, () => bytes.length);
  assert.ok(more < 576 * KIBIBYTE, `${more} bytes more`);
});

// Each file of pairs of words has an entry in the table that the head is read into.
test("searches take less than 768 kilobytes besides what is loaded of several files", async () => {
  const files = new Map((await builderOfMany()).finishFiles({ layout: "sharded" }));
  let loaded = 0;
  const load = async (name) => {
    loaded += files.get(name).length;
    return files.get(name);
  };
  const more = await besides("index.min.js?several", load, () => loaded);
  assert.ok(more < 768 * KIBIBYTE, `${more} bytes more`);
});
