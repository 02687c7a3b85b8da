// Does all of a release on this machine but the uploads. dist/release has the files afterwards, with
// the command of this machine only.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { assemble } from "./release/assemble.mjs";
import { MACHINES, programName } from "./npm-binaries.mjs";
import { notes } from "./release/notes.mjs";
import { STATIC, buildStatic } from "./release/static.mjs";
import { tryPackages } from "./release/try-packages.mjs";
import { trySite } from "./release/try-site.mjs";
import { tryWheels } from "./release/try-wheels.mjs";
import { ROOT, disagreements, releaseVersion } from "./release/versions.mjs";
import { makeWheel } from "./release/wheel.mjs";
import { checkWorkflow } from "./release/workflow.mjs";

const run = promisify(execFile);

function allRight(faults) {
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** The target of Rust that `make build` builds for here. */
async function host() {
  const { stdout } = await run("rustc", ["-vV"]);
  return /^host: (.+)$/m.exec(stdout)[1];
}

/** The command as it is released for this machine, built and tried; on Linux also that for other processors. */
async function built() {
  const { CARGO_TARGET_DIR = join(ROOT, "target"), KINDEX_NO_STATIC } = process.env;
  if (process.platform !== "linux" || KINDEX_NO_STATIC) {
    const target = await host();
    await run(join(ROOT, "scripts/build-command.sh"), { maxBuffer: 1 << 26 });
    return { target, file: join(CARGO_TARGET_DIR, "release", programName(target)) };
  }
  const made = [];
  for (const target of STATIC) made.push({ target, file: await buildStatic(target) });
  return made.find(({ target }) => MACHINES[target].cpu === process.arch);
}

/** The command of this machine, as it comes from the workflow. */
async function commandOf({ target, file }) {
  const folder = join(ROOT, "dist", "commands", `command-${target}`);
  const program = programName(target);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(file, join(folder, program));
  return join(folder, program);
}

async function wheelOf(target) {
  const folder = join(ROOT, "dist", "commands", `wheel-${target}`);
  await rm(folder, { recursive: true, force: true });
  await makeWheel(target, folder);
  return folder;
}

async function publish(...args) {
  const child = spawn(process.execPath, [join(ROOT, "scripts/release/publish.mjs"), ...args, "--dry-run"], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`publish.mjs ${args[0]} failed`);
}

/** Tries the command that cargo compiled of the crates as they are packed: the search field is among their files. */
async function tryCrates(target) {
  const { CARGO_TARGET_DIR = join(ROOT, "target") } = process.env;
  const program = join(CARGO_TARGET_DIR, "debug", programName(target));
  // That of `make command` stands there too.
  await rm(program, { force: true });
  await publish("crates");
  const folder = await mkdtemp(join(tmpdir(), "kindex-crates-"));
  try {
    return await trySite(folder, program, { PATH: "", HOME: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Checks the sums with the tool that users have. */
async function checkSums(folder) {
  await run("sh", ["-c", "sha256sum --check --strict SHA256SUMS || shasum -a 256 -c SHA256SUMS"], { cwd: folder });
}

async function main() {
  const step = (text) => console.log(`\nrelease-check: ${text}`);
  step("versions");
  allRight(await disagreements());
  const version = await releaseVersion();
  notes(await readFile(join(ROOT, "CHANGELOG.md"), "utf8"), version);
  step("the workflow");
  allRight(await checkWorkflow());
  step("the command, on Linux for both processors and without libraries of the system");
  const command = await built();
  step("packages, archive, SBOMs and checksums");
  const folder = await assemble({ [command.target]: await commandOf(command) }, [await wheelOf(await host())]);
  await checkSums(folder);
  const files = (await readdir(folder)).sort();
  for (const name of files) console.log(`dist/release/${name}`);
  step("the wheels, in an empty environment without Node.js");
  console.log(await tryWheels(folder));
  step("the npm packages, in an empty home");
  console.log(await tryPackages(folder, command.target));
  step("npm, without the upload");
  await publish("npm", ...files.filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name)));
  step("crates.io, without the upload");
  console.log(await tryCrates(command.target));
  step(`${version} is ready but for its uploads`);
  for (const left of await disagreements(ROOT, `v${version}`)) console.log(`release-check: before the tag: ${left}`);
}

try {
  await main();
} catch (error) {
  console.error(`release-check: error: ${error.message}`);
  process.exitCode = 1;
}
