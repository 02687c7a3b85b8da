// A server that answers as OpenAI's embeddings do, with vectors that all-MiniLM-L6-v2 once gave. So the
// example runs with a real model, and nothing leaves the machine. To write them anew:
//
//   node tests/frameworks/embeddings.mjs FOLDER TEXTS.json
//
// FOLDER has examples/vectors/transformers.mjs and its package, TEXTS.json an array of texts.
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";

/** By text 384 numbers of a byte each, in Base64. */
const RECORDED = new URL("embeddings.json", import.meta.url);

/** Gives `use` its address and the bodies of the requests that come in. */
export async function embeddingAsOpenAI(use) {
  const recorded = JSON.parse(await readFile(RECORDED, "utf8"));
  const requests = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    requests.push({ path: request.url, key: request.headers.authorization, body });
    const unknown = body.input.find((one) => !Object.hasOwn(recorded, one));
    if (unknown !== undefined) return response.writeHead(400).end(`no vector is recorded for ${JSON.stringify(unknown)}`);
    const data = body.input.map((one, index) => ({ object: "embedding", index, embedding: numbersOf(recorded[one]) }));
    // In no order, as the protocol allows.
    response.end(JSON.stringify({ object: "list", model: body.model, data: data.reverse() }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}/v1`, requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const numbersOf = (recorded) => Array.from(new Int8Array(Buffer.from(recorded, "base64")), (number) => number / 127);

/** A function that gives the vector of a text. */
export async function recordedVectors() {
  const recorded = JSON.parse(await readFile(RECORDED, "utf8"));
  return (text) => numbersOf(recorded[text]);
}

/** The numbers, of which the largest becomes 127, in Base64. */
function recordOf(vector) {
  const largest = Math.max(...vector.map(Math.abs));
  return Buffer.from(Int8Array.from(vector, (number) => Math.round((number / largest) * 127))).toString("base64");
}

async function record(folder, texts) {
  const { embedAll } = await import(pathToFileURL(resolve(folder, "transformers.mjs")));
  const all = JSON.parse(await readFile(texts, "utf8"));
  const vectors = await embedAll(all);
  const entries = all.map((one, at) => [one, recordOf(vectors[at])]);
  await writeFile(RECORDED, `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await record(process.argv[2], process.argv[3]);
