// Asks a Worker in workerd, on loopback, whatever schemathesis makes of its OpenAPI document: what it
// accepts, what it has to refuse, and whether answers are as described. The seed is fixed.
//
//   node scripts/check-api.mjs          after scripts/setup.sh python
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { started } from "../tests/js/worker/support.mjs";

/** Requests for each operation, about. */
const EXAMPLES = 30;

const SEED = 1;

const TOKEN = "a-token-for-this-check-alone";

const digest = createHash("sha256").update(TOKEN).digest("hex");

/** The Workers to ask, and what else to send. */
const WORKERS = [
  { name: "open", config: "source: bundled(bytes)", headers: [] },
  { name: "of several indexes", config: 'source: [{ name: "one", source: bundled(bytes) }, { name: "two", source: bundled(bytes) }]', headers: [] },
  {
    name: "with a token",
    config: `source: bundled(bytes), tokens: { "${digest}": "" }, base: "/api"`,
    headers: ["--header", `Authorization: Bearer ${TOKEN}`],
    base: "/api",
  },
];

function run(folder, args) {
  const program = join(process.env.KINDEX_PYTHON ?? "", "schemathesis");
  const config = ["--config-file", fileURLToPath(new URL("schemathesis.toml", import.meta.url))];
  // Things remembered from run to run would make it ask other things.
  const child = spawn(program, [...config, "run", ...args], { cwd: folder, stdio: "inherit" });
  return new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
}

async function check({ name, config, headers, base = "" }, folder) {
  console.log(`check-api: a Worker that is ${name}`);
  const worker = started(config, { host: "127.0.0.1", port: 0 });
  try {
    const { origin } = await worker.ready;
    const bounds = ["--max-examples", EXAMPLES, "--seed", SEED, "--checks", "all", "--no-color", "--warnings", "off"];
    return await run(folder, [`${origin}${base}/openapi.json`, ...bounds.map(String), ...headers]);
  } finally {
    await worker.dispose();
  }
}

const folder = await mkdtemp(join(tmpdir(), "kindex-api-"));
try {
  for (const worker of WORKERS) process.exitCode ||= await check(worker, folder);
} finally {
  await rm(folder, { recursive: true });
}
