// Servers of the Model Context Protocol for tests.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { NATIVE } from "./cli-support.mjs";
import { PACKAGE, explore } from "./support.mjs";

const ROOT = new URL("../../", import.meta.url);

export const { createMcp, serveStdio } = await import(new URL("mcp.js", PACKAGE));

export const GUIDE = fileURLToPath(new URL("tests/golden/guide-v1.kdx", ROOT));

/** The messages to both servers, and the answers of both. */
export const { cases } = JSON.parse(readFileSync(new URL("tests/mcp/cases.json", ROOT), "utf8"));

/** A request for all pages. */
export const ALL_PAGES = cases.find(({ why }) => why === "all pages").request;

/** The programs that serve an index over standard input and output. */
export const PROGRAMS = {
  "the native command": { command: NATIVE, args: ["mcp", "--structured"] },
  "a program in JavaScript": { command: process.execPath, args: [fileURLToPath(new URL("mcp-server.mjs", import.meta.url))] },
};

/** A server of the index that the cases are about, or of another one. It gives data too. */
export async function serverOf(bytes = readFileSync(GUIDE), options = {}) {
  return createMcp({ index: await explore(bytes), structured: true, ...options });
}

/** An answer as it is where no data are asked for: results are words alone. */
export function inWords(answer) {
  const data = ["structuredContent", "outputSchema"];
  return JSON.parse(JSON.stringify(answer, (name, value) => (data.includes(name) ? undefined : value)));
}

/** The result of a tool, with its text. */
export async function call(server, name, args) {
  const params = { name, arguments: args };
  const { result } = await server.handle({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return { ...result, text: result.content[0].text };
}

/** Numbers below a bound that are always the same ones. */
export const randomOf = (seed) => (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

/** The answers of a program to lines, and its exit code. */
export async function talkTo({ command, args }, lines, index = GUIDE) {
  const child = spawn(command, [...args, index], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  const [output, errors, code] = await Promise.all([
    child.stdout.setEncoding("utf8").toArray(),
    child.stderr.setEncoding("utf8").toArray(),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  const answers = output.join("").split("\n").filter(Boolean);
  return { answers: answers.map((line) => JSON.parse(line)), errors: errors.join(""), code };
}

/**
 * The complaints of a program that goes on answering when its client has gone, and its exit code.
 */
export async function leave({ command, args }, line) {
  const child = spawn(command, [...args, GUIDE], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => {}); // the program may end before all lines are written
  child.stdin.write(`${line}\n`);
  child.stdout.once("data", () => {
    child.stdout.destroy();
    child.stdin.end(`${line}\n`.repeat(100));
  });
  const [errors, code] = await Promise.all([
    child.stderr.setEncoding("utf8").toArray(),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  return { errors: errors.join(""), code };
}

/** Serves what takes a Request and gives a Response, over real connections, while `use` runs. */
export async function overHttp(answer, use) {
  const server = createServer(async (incoming, outgoing) => {
    const response = await answer(requestOf(incoming));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}/mcp`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/**
 * Serves an index by the native command over HTTP while `use` runs.
 *
 * @param {string[]} flags
 * @param {(url: string) => Promise<unknown>} use is given the address for messages
 */
export async function overNativeHttp(flags, use, index = GUIDE) {
  const server = await nativeHttp(flags, index);
  try {
    return await use(server.url);
  } finally {
    server.close();
  }
}

/** A server of the native command over HTTP, which takes a Request and gives a Response. */
export async function nativeHttp(flags = [], index = GUIDE) {
  const args = ["mcp", index, "--http", "0", "--structured", "--rate-limit", "0", ...flags];
  const child = spawn(NATIVE, args, { stdio: ["ignore", "pipe", "inherit"] });
  const said = await new Promise((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", resolve);
    child.once("exit", () => reject(new Error("the command ended")));
  });
  const url = said.split(" at ").at(-1).trim();
  const close = () => child.kill();
  const fetchHere = async (request) => {
    const { method, headers } = request;
    const body = request.body && (await request.arrayBuffer());
    return fetch(url, { method, headers, body });
  };
  return { url, close, fetch: fetchHere };
}

function requestOf(incoming) {
  const { method, url, headers } = incoming;
  const body = ["GET", "HEAD"].includes(method) ? null : Readable.toWeb(incoming);
  return new Request(`http://${headers.host}${url}`, { method, headers, body, duplex: "half" });
}
