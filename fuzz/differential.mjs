// Compares two ways to the same answer, for some time: node fuzz/differential.mjs SECONDS
//
// WebAssembly and the native command search the same damaged indexes: those that the target `open`
// keeps. The JavaScript server and the native one answer the same messages over the Model Context
// Protocol, about documents of any text.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { NATIVE } from "../tests/js/cli-support.mjs";
import { PROGRAMS, randomOf, serverOf, talkTo } from "../tests/js/mcp-support.mjs";
import { built, explore } from "../tests/js/support.mjs";

const run = promisify(execFile);
const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The damaged indexes that are in the repository, and those that `make check CHECK=fuzz` found here. */
export const KEPT = folder("corpus/open");
const FOUND = folder("../target/fuzz/corpus/open");

const QUERIES = ["install shell", "k8s", "perm*", '+tree -"the shell"', '"permission denied" OR heading:server', "strassen häuser 検索"];

/** Pieces of texts and queries that mean something, besides plain words. */
const PIECES = [
  ...["install", "shell", "tree", "a", "the", "Straße", "検索", "getElementById", "v1.2.3", "1", " ", " ", " ", "\n", "\n\n# ", "\n## "],
  ...['"', "“", "+", "-", ":", "title:", "OR", "*", "```\n", "<b>", "</docs>", "\u0301", "\u202e", "👩‍👧", "\0", "\ud800", "\t| x |\n", "é"],
];

/** Numbers and others for arguments of tools, right and wrong. */
const VALUES = [0, 1, 3, 60, 200, 1e9, -1, 1.5, true, false, null, "", "2", [], {}, ["x"]];

/** Asserts that WebAssembly answers from these bytes as the native command does; says how often. */
export async function compareSearches(path) {
  const index = await explore(readFileSync(path)).catch((error) => error);
  for (const query of QUERIES) {
    const own = outcomeOf(index, query);
    const native = await run(NATIVE, ["search", path, "--json", "--", query]).then(
      ({ stdout }) => shown(JSON.parse(stdout), ofBytes),
      ({ code, stderr }) => {
        assert.equal(code, 1, `${path} ${query}: ${stderr}`);
        return "an error";
      },
    );
    assert.deepEqual(own, native, `${path}: ${query}`);
  }
  return QUERIES.length;
}

function outcomeOf(index, query) {
  if (index instanceof Error) return "an error";
  try {
    return shown(JSON.parse(JSON.stringify(index.search(query))), (text, start, end) => text.slice(start, end));
  } catch (error) {
    assert.ok(error.code, error.stack);
    return "an error";
  }
}

/** The part of a text between two places, counted in bytes of UTF-8. */
const ofBytes = (text, start, end) => Buffer.from(text).subarray(start, end).toString();

/** Results with texts in the place of ranges, as JavaScript counts these in other units. */
function shown({ hits, ...results }, slice) {
  const parts = hits.map(({ snippetStart, highlights, children, ...hit }) => ({
    ...hit,
    snippetAt: slice(hit.text, 0, snippetStart),
    highlights: highlights.map(([start, end]) => slice(hit.text, start, end)),
    children: children.map(({ start, end, ...child }) => ({ ...child, text: slice(hit.text, start, end) })),
  }));
  return { ...results, hits: parts };
}

/** Asserts that both servers answer the same about some documents; gives the number of messages. */
export async function compareServers(seed, messages) {
  const random = randomOf(seed);
  const one = (values) => values[random(values.length)];
  const text = (most) => Array.from({ length: random(most) }, () => one(PIECES)).join("");
  const documents = Array.from({ length: 1 + random(6) }, (_, at) => ({ id: `${at}/${text(3)}`, title: text(4), text: text(120) }));
  const bytes = await built(documents.map((document) => wellFormed(document)));
  const server = await serverOf(bytes);
  const address = () => (random(3) ? `${one(documents).id}#${random(3)}.${random(3)}` : text(3));
  const requests = Array.from({ length: messages }, (_, id) => requestOf(id, { random, one, text, address }));
  const place = await mkdtemp(join(tmpdir(), "kindex-fuzz-"));
  try {
    const path = join(place, "site.kdx");
    await writeFile(path, bytes);
    const { answers, errors, code } = await talkTo(PROGRAMS["the native command"], requests.map((request) => JSON.stringify(request)), path);
    assert.equal(code, 0, errors);
    const own = [];
    for (const request of requests) {
      const answer = await server.handle(JSON.parse(JSON.stringify(request)));
      if (answer) own.push(answer);
    }
    assert.equal(answers.length, own.length, `seed ${seed}`);
    for (const [at, answer] of own.entries()) {
      assert.deepEqual(answers[at], JSON.parse(JSON.stringify(answer)), `seed ${seed}: ${JSON.stringify(requests[at])}`);
    }
  } finally {
    await rm(place, { recursive: true });
  }
  return messages;
}

/** A document as UTF-8 has it: a lone surrogate becomes the sign for a character that is unknown. */
function wellFormed(document) {
  return Object.fromEntries(Object.entries(document).map(([name, text]) => [name, text.toWellFormed()]));
}

function requestOf(id, { random, one, text, address }) {
  const any = () => (random(4) ? text(5) : one(VALUES));
  const tools = {
    search_docs: () => ({ query: any(), limit: one(VALUES), max_tokens: one(VALUES), expand_to_parents: one(VALUES), version: one(VALUES), exclude: [any(), address()] }),
    read_page: () => ({ url: random(4) ? address() : any(), from: random(2) ? `${random(4)}.${random(9)}` : any(), lines: one(VALUES) }),
    grep_docs: () => ({ pattern: any(), regex: one([true, false, null]), word: one([true, null]), page: any(), limit: one(VALUES), from: random(2) ? `${random(3)}.${random(9)}` : any() }),
    list_pages: () => ({ prefix: any(), from: one(VALUES), limit: one(VALUES) }),
  };
  const name = one(Object.keys(tools));
  const given = Object.entries(tools[name]()).filter(([, value]) => value !== null && random(3));
  const params = { name: random(20) ? name : text(2), arguments: random(20) ? Object.fromEntries(given) : one(VALUES) };
  const method = random(20) ? "tools/call" : one(["tools/list", "resources/list", "resources/read", "skills/list", "skills/get", "ping", text(2)]);
  return { jsonrpc: random(40) ? "2.0" : one(VALUES), id, method, params: random(40) ? params : one(VALUES) };
}

/** All damaged indexes, those that are in the repository first. */
function* damaged() {
  for (const place of [KEPT, FOUND].filter(existsSync)) {
    for (const name of readdirSync(place)) yield join(place, name);
  }
}

async function main(seconds) {
  if (!(seconds > 0)) throw new Error("accepted is a number of seconds above 0");
  const end = Date.now() + seconds * 1000;
  const counts = { searches: 0, messages: 0 };
  const paths = damaged();
  for (let seed = 1; Date.now() < end; seed++) {
    counts.messages += await compareServers(seed, 200);
    for (let nth = 0; nth < 5; nth++) {
      const { value: path } = paths.next();
      if (path) counts.searches += await compareSearches(path);
    }
  }
  console.log(`differential: ${counts.searches} searches of damaged indexes and ${counts.messages} messages, no difference`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(Number(process.argv[2] ?? 60));
