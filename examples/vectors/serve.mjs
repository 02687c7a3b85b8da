// Answers searches by words and by meaning, over HTTP and for language models: node serve.mjs site.kdx
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createMcp } from "kindex/mcp";
import { listener } from "kindex/node";
import { createWorker } from "kindex/worker";
import { embed, name } from "./embedder.mjs";

const [path = "site.kdx"] = process.argv.slice(2);
const source = { path, read: (path) => readFile(path) };
const worker = createWorker({ source, mcp: createMcp, cors: { origins: [] }, embed, embedder: name });
const server = createServer(listener(worker)).listen(process.env.PORT ?? 8787, "127.0.0.1", () => {
  console.log(`http://localhost:${server.address().port}/search?q=`);
});
