// A Worker of three sources: parts of one corpus, of which the last is in several files.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { kindex } from "../../browser/support.mjs";
import { PACKAGE, PAGES, built, explore } from "../support.mjs";
import { encoded } from "./support.mjs";

const { createWorker } = await import(new URL("worker.js", PACKAGE));

const CORPUS = fileURLToPath(new URL("../../corpus", import.meta.url));

export const NAMES = ["first", "second", "third"];

let folder;
/** The bytes of files by their paths: two indexes in one file each, and one in several. */
export let files;
/** The one index of all that is in these, and one that is cut in another way. */
export let whole, other;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kindex-several-"));
  const at = (name) => join(folder, name);
  const entries = (await readdir(CORPUS)).sort();
  for (const part of NAMES) {
    await mkdir(at(part));
    for (const entry of entries.filter((_, number) => NAMES[number % 3] === part)) await cp(join(CORPUS, entry), join(at(part), entry), { recursive: true });
    await kindex("build", at(part), "--mergeable", "-o", at(`${part}.kdx`), "-q");
  }
  await kindex("build", at("third"), "--layout", "sharded", "-o", at("shards"), "-q");
  await kindex("merge", ...NAMES.map((part) => at(`${part}.kdx`)), "-o", at("whole.kdx"), "-q");
  whole = await explore(await readFile(at("whole.kdx")));
  other = await built(PAGES, { levels: [100, 300] });
  const shards = await readdir(at("shards"));
  const all = ["first.kdx", "second.kdx", ...shards.map((name) => `shards/${name}`)];
  files = new Map(await Promise.all(all.map(async (name) => [name.replace("shards/", "third/"), await readFile(at(name))])));
});

after(async () => {
  whole.close();
  await rm(folder, { recursive: true });
});

/** A message to /mcp that calls a tool. */
export const calling = (name, args, headers = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
});

/** What a tool says. */
export const said = async (response) => {
  const { result, error } = await response.json();
  assert.equal(error, undefined);
  return { text: result.content[0].text, isError: result.isError === true };
};

/** A Worker of three sources that reads from `state.files`, which a stamp tells apart. */
export function made(options = {}, own = files) {
  const state = { files: new Map(own), reads: [], errors: [], stamp: 0 };
  const read = async (path) => {
    state.reads.push(path);
    return state.files.get(path);
  };
  const sourceAt = (path) => ({ path, read, stamp: () => state.stamp });
  const source = [sourceAt("first.kdx"), { name: "second", source: sourceAt("second.kdx") }, { name: "third", source: sourceAt("third/"), weight: 1 }];
  const worker = createWorker({ source, onError: (error) => state.errors.push(error), ...options });
  const send = (path, init) => worker.fetch(new Request(`http://localhost${path}`, init));
  const found = async (path, init) => {
    const response = await send(path, init);
    const body = await response.json();
    assert.equal(response.status, 200, JSON.stringify(body));
    return { ...body, headers: response.headers };
  };
  const refused = async (path, status, detail, init) => {
    const response = await send(path, init);
    assert.equal(response.status, status, path);
    assert.match((await response.json()).detail, detail);
  };
  const tool = async (name, args) => said(await send("/mcp", calling(name, args)));
  return { state, send, found, refused, tool, sourceAt };
}

export const search = (query, more = "") => `/search?q=${encoded(query)}${more}`;

/** An id without the name of its index. */
export const bare = (id) => id.replace(/^(first|second|third)::/, "");
