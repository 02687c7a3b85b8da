// What docs/mcp.md tells of the configuration of agents: their files as they stand there start the
// command and reach a server, and commands make the same entries. server.json starts the command too.
import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createServer } from "node:http";
import { NATIVE } from "./cli-support.mjs";
import { GUIDE, nativeHttp } from "./mcp-support.mjs";

const require = createRequire(new URL("../mcp/package.json", import.meta.url));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { Client } = await load("@modelcontextprotocol/client");
const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/client");
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");

const TOKEN = "a-token-of-this-test";
const docs = await readFile(new URL("../../docs/mcp.md", import.meta.url), "utf8");
const blocks = (kind) => [...docs.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, text]) => text);
const configurations = blocks("json").filter((text) => text.startsWith("{\n")).map((text) => JSON.parse(text));
const claude = configurations.find((one) => one.mcpServers);
const vscode = configurations.find((one) => one.servers);

/** What stands in the place of what is an example in the documentation. */
let places;
let folder;
let published;
let server;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kindex-agents-"));
  await copyFile(GUIDE, join(folder, "site.kdx"));
  await writeFile(join(folder, "tokens"), `${TOKEN}\n`);
  const bytes = await readFile(GUIDE);
  published = createServer((request, response) => response.end(request.url === "/search/index.kdx" ? bytes : "")).listen(0, "127.0.0.1");
  await new Promise((resolve) => published.once("listening", resolve));
  server = await nativeHttp(["--token-file", join(folder, "tokens")]);
  places = {
    "/path/to/site.kdx": join(folder, "site.kdx"),
    "${workspaceFolder}": folder,
    "https://example.org/search/": `http://127.0.0.1:${published.address().port}/search/`,
    "https://docs.example.org/mcp": server.url,
    "${KINDEX_MCP_TOKEN}": TOKEN,
    "${input:docs-token}": TOKEN,
  };
});
after(async () => {
  server.close();
  published.close();
  await rm(folder, { recursive: true });
});

const placed = (text) => Object.entries(places).reduce((done, [example, real]) => done.replaceAll(example, real), text);

function transportOf({ type = "stdio", command, args, url, headers }) {
  if (type === "http") {
    const all = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, placed(value)]));
    return new StreamableHTTPClientTransport(new URL(placed(url)), { requestInit: { headers: all } });
  }
  assert.deepEqual([type, command], ["stdio", "kindex"]);
  const env = { ...process.env, XDG_CACHE_HOME: folder, NO_PROXY: "127.0.0.1" };
  return new StdioClientTransport({ command: NATIVE, args: args.map(placed), env });
}

/** Connects as an agent does, and asks something. */
async function answers(entry) {
  const client = new Client({ name: "tests", version: "1" });
  await client.connect(transportOf(entry));
  try {
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === "search_docs"));
    const result = await client.callTool({ name: "search_docs", arguments: { query: "bowline" } });
    assert.match(result.content[0].text, /bowline/);
    return tools;
  } finally {
    await client.close();
  }
}

describe("Claude Code's .mcp.json", () => {
  for (const [name, entry] of Object.entries(claude.mcpServers)) test(name, () => answers(entry));

  test("a title is in the descriptions of tools", async () => {
    const tools = await answers(claude.mcpServers.docs);
    assert.match(tools[0].description, /^Our documentation/);
  });

  test("commands make the same entries", () => {
    const commands = blocks("sh").join("").split("\n").filter((line) => line.startsWith("claude mcp add "));
    const made = Object.fromEntries(commands.map(entryOf));
    assert.deepEqual(made, claude.mcpServers);
  });
});

describe("VS Code's .vscode/mcp.json", () => {
  for (const [name, entry] of Object.entries(vscode.servers)) test(name, () => answers(entry));

  test("what is asked for is what is used", () => {
    const used = [...JSON.stringify(vscode.servers).matchAll(/\$\{input:([\w-]+)\}/g)].map(([, id]) => id);
    assert.deepEqual(vscode.inputs.map(({ id, type, password }) => [id, type, password]), used.map((id) => [id, "promptString", true]));
  });
});

test("server.json starts the command", async () => {
  const { packages, name, description } = JSON.parse(await readFile(new URL("../../server.json", import.meta.url), "utf8"));
  assert.match(name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.ok(description.length <= 100, String(description.length));
  const given = { index: "/path/to/site.kdx", "--title": "A title" };
  const args = packages[0].packageArguments.flatMap(({ value, valueHint, name }) => (name ? [name, given[name]] : [value ?? given[valueHint]]));
  const tools = await answers({ command: "kindex", args });
  assert.match(tools[0].description, /^A title/);
});

/** The name and the entry that a command of Claude Code makes. */
function entryOf(line) {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three).slice(3);
  const end = words.indexOf("--");
  const own = end < 0 ? words : words.slice(0, end);
  const [rest, flags] = [[], {}];
  for (let at = 0; at < own.length; at++) {
    if (own[at].startsWith("--")) flags[own[at].slice(2)] = own[++at];
    else rest.push(own[at]);
  }
  assert.equal(flags.scope, "project");
  if (flags.transport !== "http") return [rest[0], { command: words[end + 1], args: words.slice(end + 2) }];
  const [header, value] = flags.header.split(": ");
  return [rest[0], { type: "http", url: rest[1], headers: { [header]: value } }];
}
