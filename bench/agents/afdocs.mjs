// Scores of AFDocs for sites of eight generators: as they come, with what `kindex agents` writes from a static host,
// and with Markdown for whoever asks for it, from a Worker. `node bench/agents/afdocs.mjs [generator ...]` prints the
// table; without names it goes into BENCHMARKS.md.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pages } from "../../dist/npm/worker.js";
import { NATIVE } from "../../tests/js/cli-support.mjs";
import { node22 } from "../../tests/node22.mjs";
import { publish, table } from "../publish.mjs";
import { assetsOf, hosted } from "./host.mjs";
import { GENERATORS, workshop } from "./sites.mjs";

const run = promisify(execFile);

const PROGRAM = fileURLToPath(new URL("node_modules/afdocs/bin/afdocs.mjs", import.meta.url));

/** All pages count, and the host is asked as fast as it answers. */
const OPTIONS = ["--format", "json", "--score", "--sampling", "deterministic", "--max-links", "100", "--request-delay", "0", "--max-concurrency", "8"];

/** The score of a site, and the checks that it does not pass. A site without lists is asked for pages by their addresses. */
async function score(address, urls = []) {
  const more = urls.length > 0 ? ["--urls", urls.join(",")] : [];
  const { stdout } = await run(node22(), [PROGRAM, "check", address, ...OPTIONS, ...more], { maxBuffer: 1 << 28 }).catch((error) => error);
  const report = JSON.parse(stdout);
  const failed = report.results.filter(({ status }) => !["pass", "skip"].includes(status));
  return { overall: report.scoring.overall, failed: failed.map(({ id, status, message }) => `${status} ${id}: ${message}`) };
}

async function measured(name, build) {
  const { folder, remove } = await workshop();
  const host = await hosted();
  try {
    const out = await build(folder, host.address);
    const files = assetsOf(out);
    host.answer = (request) => files.fetch(request);
    await run(NATIVE, ["agents", out, "--base-url", host.address, "--llms-full"]);
    const list = await readFile(join(out, "llms-full.txt"), "utf8");
    const urls = list.match(/(?<=^Source: ).*$/gm);
    await run(NATIVE, ["agents", out, "--remove"]);
    const before = await score(host.address, urls);
    await run(NATIVE, ["agents", out, "--base-url", host.address]);
    const after = await score(host.address);
    const site = pages();
    host.answer = (request) => site.fetch(request, { ASSETS: files });
    const negotiated = await score(host.address);
    console.error(`${name}: ${before.overall}, ${after.overall}, ${negotiated.overall}`);
    [...after.failed, "", ...negotiated.failed].forEach((line) => console.error(`  ${line}`));
    return [name, before.overall, after.overall, negotiated.overall];
  } finally {
    await host.close();
    if (!process.env.KEEP) await remove();
    else console.error(join(folder));
  }
}

const names = process.argv.slice(2);
const rows = [];
for (const [name, build] of Object.entries(GENERATORS)) {
  if (names.length === 0 || names.includes(name)) rows.push(await measured(name, build));
}
const text = table(["generator", "as it comes", "with `kindex agents`", "from a Worker"], rows);
if (names.length > 0) console.log(text);
else publish("agents-afdocs", text);
