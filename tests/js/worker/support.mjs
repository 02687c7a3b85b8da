// Workers in workerd, made of the assembled package.
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Miniflare } from "miniflare";
import { PACKAGE } from "../support.mjs";

const ROOT = new URL("../../../", import.meta.url);

/** The index of tests/corpus. */
export const GUIDE = readFileSync(new URL("tests/golden/guide-v1.kdx", ROOT));

const contents = (path) => readFileSync(new URL(path, PACKAGE));

const scripts = readdirSync(PACKAGE, { recursive: true })
  .filter((file) => file.endsWith(".js") && !file.endsWith(".min.js"))
  .map((file) => ({ type: "ESModule", path: `kindex/${file}`, contents: contents(file) }));

const WASM = { type: "CompiledWasm", path: "kindex/explore/explore_bg.wasm", contents: contents("explore/explore_bg.wasm") };

/** The parts of a Worker that is configured so: code, where `bytes` is what is bundled. */
function scriptOf(config) {
  return `
    import { assets, bucket, bundled, createWorker } from "./kindex/worker.js";
    import { createMcp } from "./kindex/mcp.js";
    import wasm from "./kindex/explore/explore_bg.wasm";
    import bytes from "./index.kdx";
    export default createWorker({ wasm, ${config} });
  `;
}

/**
 * Starts a Worker.
 *
 * @param {string} config code of the options besides `wasm`
 * @param {object} [options] of Miniflare
 * @param {Uint8Array} [bytes] what is bundled
 * @param {string} [script] in the place of the usual one
 */
export function started(config, options = {}, bytes = GUIDE, script = scriptOf(config)) {
  return new Miniflare({
    modules: [
      { type: "ESModule", path: "worker.mjs", contents: script },
      { type: "Data", path: "index.kdx", contents: bytes },
      WASM,
      ...scripts,
    ],
    modulesRoot: "/",
    compatibilityDate: "2026-01-01",
    ...options,
  });
}

/** Starts a Worker, and ends it when `use` has. `use` is given what sends it requests by path. */
export async function serving(worker, use) {
  try {
    return await use((path, init) => worker.dispatchFetch(`http://localhost${path}`, init));
  } finally {
    await worker.dispose();
  }
}

/** The time after which a line of the log is missing, in milliseconds. */
const PATIENCE = 20_000;

/** Gathers what a Worker logs, which may come after its answer: `until` waits for it. */
export function log() {
  const lines = [];
  const events = new EventEmitter();
  const onData = (data) => {
    lines.push(String(data));
    events.emit("line");
  };
  const handleRuntimeStdio = (stdout, stderr) => stderr.on("data", onData);
  const text = () => lines.join("");
  const until = async (part) => {
    const signal = AbortSignal.timeout(PATIENCE);
    while (!text().includes(part)) await once(events, "line", { signal });
    return text();
  };
  return { text, until, options: { handleRuntimeStdio } };
}

/** The text that a path takes in the place of an id. */
export const encoded = encodeURIComponent;

/** A source that a test answers for, in Node: it counts, and may be slow or fail. */
export function answering(files) {
  const reads = [];
  const events = new EventEmitter();
  const state = { reads, events, delay: 30, failures: 0 };
  const FILES = async (request) => {
    const name = new URL(request.url).pathname.slice(1);
    reads.push(name);
    events.emit("read");
    await sleep(state.delay);
    if (state.failures-- > 0) return new Response("not now", { status: 500 });
    const bytes = files.get(name);
    return bytes ? new Response(bytes) : new Response(null, { status: 404 });
  };
  return { state, options: { serviceBindings: { FILES } } };
}

/** Code of a source that reads from there. */
export const source = (path) => `{
  path: "${path}",
  read: async (name, env) => {
    const response = await env.FILES.fetch("http://files.invalid/" + name);
    return response.status === 404 ? null : response;
  },
}`;

/**
 * Asks while another one's request is under way, whose client then vanishes: reset, as workerd does
 * not hear of a connection that is closed before it writes.
 */
export async function whileLeaving(worker, send, { events }, path) {
  const { hostname, port } = await worker.ready;
  const socket = connect(port, hostname, () => socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`));
  await once(events, "read");
  const waiting = send(path, { signal: AbortSignal.timeout(8000) });
  // A later one that needs no index: once it has its answer, the other has come, too.
  assert.equal((await send("/nowhere")).status, 404);
  socket.resetAndDestroy();
  assert.equal((await waiting).status, 200);
}
