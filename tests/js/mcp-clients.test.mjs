// The official clients: over HTTP, and over the input and output of both programs.
// They check that results are as the protocol has them, and as the tools say theirs are.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { GUIDE, PROGRAMS, overHttp, overNativeHttp, serverOf } from "./mcp-support.mjs";

const require = createRequire(new URL("../mcp/package.json", import.meta.url));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { z } = require("zod");

const [first, firstHttp, firstStdio, second, secondStdio] = await Promise.all(
  [
    "@modelcontextprotocol/sdk/client/index.js",
    "@modelcontextprotocol/sdk/client/streamableHttp.js",
    "@modelcontextprotocol/sdk/client/stdio.js",
    "@modelcontextprotocol/client",
    "@modelcontextprotocol/client/stdio",
  ].map(load),
);

const NAMED = { name: "tests", version: "1" };

/** The clients by what they speak, each with the ways to reach a server. */
const CLIENTS = {
  "the first SDK": {
    version: "2025-11-25",
    client: () => new first.Client(NAMED),
    http: firstHttp.StreamableHTTPClientTransport,
    stdio: firstStdio.StdioClientTransport,
  },
  "the second SDK with a handshake": {
    version: "2025-11-25",
    client: () => new second.Client(NAMED),
    http: second.StreamableHTTPClientTransport,
    stdio: secondStdio.StdioClientTransport,
  },
  "the second SDK without a handshake": {
    version: "2026-07-28",
    client: () => new second.Client(NAMED, { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
    http: second.StreamableHTTPClientTransport,
    stdio: secondStdio.StdioClientTransport,
  },
  "the second SDK, asking which": {
    version: "2026-07-28",
    client: () => new second.Client(NAMED, { versionNegotiation: { mode: "auto" } }),
    http: second.StreamableHTTPClientTransport,
    stdio: secondStdio.StdioClientTransport,
  },
};

const SKILLS = "io.modelcontextprotocol/skills";

/** The entry of a skill as SEP-2640 has it. */
const SKILL = z.strictObject({
  uri: z.string(),
  frontmatter: z.looseObject({ name: z.string(), description: z.string() }),
  resources: z.array(z.strictObject({ uri: z.string(), digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), size: z.number().int() })),
});

const mcp = await serverOf();

/** The connection of a client with a server, while `use` runs. */
const WAYS = {
  HTTP: (kind, use) =>
    overHttp((request) => mcp.fetch(request), (url) => connected(kind, new kind.http(new URL(url)), use)),
  "HTTP of the native command": (kind, use) =>
    overNativeHttp([], (url) => connected(kind, new kind.http(new URL(url)), use)),
  ...Object.fromEntries(
    Object.entries(PROGRAMS).map(([name, { command, args }]) => [
      name,
      (kind, use) => connected(kind, new kind.stdio({ command, args: [...args, GUIDE] }), use),
    ]),
  ),
};

async function connected({ client: create }, transport, use) {
  const client = create();
  await client.connect(transport);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

async function all(client) {
  assert.match(client.getInstructions(), /search_docs/);
  assert.deepEqual(client.getServerCapabilities(), { tools: {}, resources: {}, extensions: { [SKILLS]: {} } });
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name), ["search_docs", "list_docs", "grep_docs", "read_page", "list_pages"]);
  for (const { annotations, outputSchema, description } of tools) {
    assert.ok(annotations.readOnlyHint && !annotations.openWorldHint && outputSchema && description);
  }
  await tellsOfKnots(client);
  await hasResources(client);
  await hasSkill(client);
  await refuses(client);
}

/** Every tool, each with what the one before gave. */
async function tellsOfKnots(client) {
  const call = async (name, args) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
    assert.equal(isError, undefined, content[0].text);
    return structuredContent;
  };
  const { passages } = await call("search_docs", { query: "bowline", limit: 1, filters: { tags: "rope" } });
  assert.match(passages[0].text, /bowline/);
  const passage = await call("read_page", { url: passages[0].id });
  assert.equal(passage.text.trim(), passages[0].text.trim());
  const section = await call("read_page", { url: passages[0].url });
  assert.match(section.text, /^#/);
  const page = await call("read_page", { url: passages[0].url.split("#")[0] });
  assert.ok(page.text.includes(section.text) && page.text.includes(passage.text));
  const { sections } = await call("grep_docs", { pattern: "bowline", page: page.url });
  assert.equal(sections[0].title, page.title);
  const { pages, total } = await call("list_pages", { prefix: "guides/" });
  assert.ok(pages.some(({ url }) => url === page.url) && total === pages.length);
}

async function hasResources(client) {
  const { resources } = await client.listResources();
  assert.deepEqual([resources.length, resources[0].name], [40, "documentation"]);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates[0].uriTemplate, "kindex://pages/{id}");
  const { uri } = resources.find(({ title }) => title === "Knots that hold");
  const { contents } = await client.readResource({ uri });
  assert.match(contents[0].text, /bowline/);
}

/** The skill as a host loads it: listed, fetched and checked. */
async function hasSkill(client) {
  const { skills } = await client.request({ method: "skills/list", params: {} }, z.looseObject({ skills: z.array(SKILL) }));
  assert.equal(skills.length, 1);
  const [{ uri, resources }] = skills;
  const { skill } = await client.request({ method: "skills/get", params: { uri } }, z.looseObject({ skill: SKILL }));
  assert.deepEqual(skill, skills[0]);
  const { contents } = await client.readResource({ uri });
  const digest = createHash("sha256").update(contents[0].text).digest("hex");
  assert.deepEqual(resources, [{ uri, digest: `sha256:${digest}`, size: Buffer.byteLength(contents[0].text) }]);
  const none = { method: "skills/get", params: { uri: "skill://none/SKILL.md" } };
  await assert.rejects(client.request(none, z.looseObject({})), (error) => error.code === -32602 && /there is no skill/.test(error.message));
}

async function refuses(client) {
  const { isError, content } = await client.callTool({ name: "search_docs", arguments: { query: "a", limit: 0 } });
  assert.deepEqual([isError, content[0].text], [true, "limit: accepted are whole numbers from 1 to 50"]);
  await assert.rejects(client.callTool({ name: "nothing" }), /there is no tool nothing|not found/);
  await assert.rejects(client.readResource({ uri: "kindex://pages/none" }), /no such resource/);
  await assert.rejects(client.listResources({ cursor: "x" }), /cursor/);
}

for (const [name, kind] of Object.entries(CLIENTS)) {
  describe(name, () => {
    for (const [way, connect] of Object.entries(WAYS)) test(`over ${way}`, () => connect(kind, all));
  });
}

describe("versions", () => {
  const ways = ["HTTP", "HTTP of the native command"];
  for (const [name, { version, ...kind }] of Object.entries(CLIENTS)) {
    for (const way of ways) {
      test(`of ${name} over ${way}`, () =>
        WAYS[way](kind, async (client) => {
          const negotiated = client.getNegotiatedProtocolVersion?.() ?? client.transport._protocolVersion;
          assert.equal(negotiated, version);
        }));
    }
  }

  for (const version of ["2025-06-18", "2025-03-26", "2024-11-05"]) {
    for (const way of ways) {
      test(`of an older client over ${way}: ${version}`, () => {
        const client = () => new second.Client(NAMED, { supportedProtocolVersions: [version] });
        return WAYS[way]({ client, http: second.StreamableHTTPClientTransport }, async (client) => {
          assert.equal(client.getNegotiatedProtocolVersion(), version);
          await all(client);
        });
      });
    }
  }
});

describe("the inspector", () => {
  const cli = require.resolve("@modelcontextprotocol/inspector-cli/build/index.js");

  async function inspect(target, ...args) {
    // It looks for its package.json from where it is started.
    const options = { cwd: dirname(cli) };
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...target, ...args], options);
    return JSON.parse(stdout);
  }

  async function inspects(target) {
    const { tools } = await inspect(target, "--method", "tools/list");
    assert.equal(tools.length, 5);
    const call = ["--method", "tools/call", "--tool-name", "search_docs", "--tool-arg", "query=bowline", "limit=1"];
    const { structuredContent } = await inspect(target, ...call);
    assert.equal(structuredContent.passages.length, 1);
    const { contents } = await inspect(target, "--method", "resources/read", "--uri", "kindex://pages/notes.txt");
    assert.match(contents[0].text, /Release notes/);
  }

  test("over HTTP", () => overHttp((request) => mcp.fetch(request), (url) => inspects([url, "--transport", "http"])));
  test("over HTTP of the native command", () => overNativeHttp([], (url) => inspects([url, "--transport", "http"])));
  for (const [name, { command, args }] of Object.entries(PROGRAMS)) {
    test(`over ${name}`, () => inspects([command, ...args, GUIDE]));
  }
});
