// A program that serves an index over standard input and output: node stdio.mjs INDEX
import { readFile } from "node:fs/promises";
import { open } from "../../dist/npm/explore.js";
import { createMcp, serveStdio } from "../../dist/npm/mcp.js";

const index = await open(await readFile(process.argv[2]));
await serveStdio(createMcp({ index }), { input: process.stdin, output: process.stdout });
