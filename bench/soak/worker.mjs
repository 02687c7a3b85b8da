// Requests to one workerd, which answers by the package's Worker: over HTTP and by the Model Context Protocol.
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { Miniflare } from "miniflare";
import { workerds } from "../load/process.mjs";
import { modulesOf } from "../load/modules.mjs";
import { NO_REQUESTS, requests } from "./http.mjs";
import { SHOWN, resident, watched } from "./watch.mjs";

/** Requests at the same time. */
const CONNECTIONS = 8;

/** One message in BROKEN is no request. */
const BROKEN = 500;

/** Milliseconds for an answer. */
const PATIENCE = 60_000;

/** The errors of a request where the other side closes the connection, and how often it is sent. */
const HUNG_UP = ["ECONNRESET", "EPIPE"];
const TRIES = 5;

const SCRIPT = `
  import { bundled, createWorker } from "./dist/npm/worker.js";
  import { createMcp } from "./dist/npm/mcp.js";
  import wasm from "./dist/npm/explore/explore_bg.wasm";
  import index from "./index.bin";
  export default createWorker({ wasm, source: bundled(index), mcp: createMcp });
`;

/** For comparison: it does nothing with what it is asked. */
export const ANSWERS_ONLY = `
  export default {
    async fetch(request) {
      await request.arrayBuffer();
      return Response.json([]);
    },
  };
`;

/** It has something to say of each request that is broken, of which there are many. */
function unsaid(...streams) {
  for (const stream of streams) stream.resume();
}

/** Starts a Worker of a script without the one that Miniflare puts before it: `{ port, pid, end }`. */
export async function startWorker(script, bytes) {
  const direct = { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] };
  const worker = new Miniflare({ ...(await modulesOf(script, bytes)), ...direct, handleRuntimeStdio: unsaid });
  await worker.ready;
  const { port } = await worker.unsafeGetDirectURL();
  const [pid] = workerds();
  return { port: Number(port), pid, end: () => worker.dispose() };
}

/** Memory that is not judged: that of a Worker which only answers grows, too. */
export const toldOf = ({ pid }) => ({ "workerd, not judged": resident(pid) });

/** Sends requests over connections that stay open, and gives `{ status, text }`. */
export function clientOf(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send = (asked, tries = TRIES) =>
    new Promise((resolve, reject) => {
      const { method, path, headers, body } = asked;
      const sent = request({ agent, port, host: "127.0.0.1", method, path, headers, timeout: PATIENCE }, (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }));
      });
      sent.on("timeout", () => sent.destroy(new Error(`no answer to ${method} ${path.slice(0, 500)}`)));
      // A connection that waited may be closed just now, and a body that is too long is not read to its end.
      sent.on("error", (error) => (HUNG_UP.includes(error.code) && tries > 1 ? resolve(send(asked, tries - 1)) : reject(error)));
      sent.end(body);
    });
  return { send, end: () => agent.destroy() };
}

/** Sends bytes that are no request, until the Worker has said something or hung up, or the client does. */
const sendBroken = (port, bytes) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(bytes, "latin1")));
    socket.setTimeout(100, () => socket.destroy());
    socket.on("data", () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", resolve);
  });

/** An answer without what is of the request alone. */
const lasting = ({ status, text }) => `${status} ${text.replace(/"meta":\{"requestId".*\}\}$/, "").replace(/"requestId":"[^"]*"/, "")}`;

async function answered(client, asked) {
  const answer = await client.send(asked);
  if (answer.status < 500) return answer;
  throw new Error(`${asked.method} ${asked.path.slice(0, 500)} is answered with ${answer.status}: ${answer.text.slice(0, SHOWN)}`);
}

/** Asks from several connections at the same time. */
export async function inParallel(count, ask) {
  let left = count;
  const asking = async () => {
    while (left-- > 0) await ask();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, asking));
}

export async function soakWorker({ bytes, material, control, count, until, seed, script = SCRIPT }) {
  const worker = await startWorker(script, bytes);
  const client = clientOf(worker.port);
  const [next, always] = [requests(material, seed), requests(material, 1)];
  const controls = Array.from({ length: control }, always);
  let [sent, refused] = [0, 0];
  const one = async () => {
    if (++sent % BROKEN === 0) return sendBroken(worker.port, NO_REQUESTS[(sent / BROKEN) % NO_REQUESTS.length]);
    if ((await answered(client, next())).status >= 400) refused++;
  };
  const answers = async () => {
    const found = [];
    for (const asked of controls) found.push(lasting(await answered(client, asked)));
    return found;
  };
  try {
    const ask = (count) => inParallel(count, one);
    return { ...(await watched({ count, until, ask, control: answers, told: () => toldOf(worker) })), refused };
  } finally {
    client.end();
    await worker.end();
  }
}
