// A program that serves an index to language models by kindex/mcp: node mcp-server.mjs INDEX
import { statSync } from "node:fs";
import { PACKAGE, explore } from "./support.mjs";

const { createMcp, serveStdio } = await import(new URL("mcp.js", PACKAGE));
const { latest } = await import(new URL("node.js", PACKAGE));

const [, , path] = process.argv;
const index = latest(statSync(path).isDirectory() ? `${path}/` : path, explore);
await serveStdio(createMcp({ structured: true, index }), { input: process.stdin, output: process.stdout });
