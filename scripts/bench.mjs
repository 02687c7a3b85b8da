// Measures Kindex on real documentation and writes the table into BENCHMARKS.md.
//
//   make bench                    every site there is
//   make bench DATA=folder        where the archives lie: docs/NAME.tar.xz, knownitem/NAME/queries.jsonl
//
// The Rust book is measured wherever the toolchain's documentation is installed.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cpus } from "node:os";
import { open } from "../dist/npm/index.js";
import { archiveOf, ROOT, unpack } from "./data.mjs";
import { publish } from "./publish.mjs";
import { SITES, queries } from "./sites.mjs";

const OUT = join(ROOT, "target/bench");
const KINDEX = join(ROOT, "target/release/kindex");
function installedBook() {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
  const folder = join(sysroot, "share/doc/rust/html/book");
  return existsSync(folder) ? folder : undefined;
}

/** Runs the command; gives its summary and the most memory that it held, in bytes. */
function build(folder, index, site, more = []) {
  const options = ["build", folder, "-o", index, "--site", site, "--json", ...more];
  const child = spawn(KINDEX, options, { stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  let peak = 0;
  child.stdout.on("data", (data) => (printed += data));
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(child.pid))), 10);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(watch);
      if (code === 0) resolve({ ...JSON.parse(printed), peak });
      else reject(new Error(`kindex build ${folder} failed`));
    });
  });
}

/** The most memory that a process has held, where the system tells. */
function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Queries that people used for pages of the site, or else headings of the site itself. */
function native(index, file) {
  const cargo = ["bench", "--locked", "-q", "--bench", "latency", "--all-features", "--", index, file];
  const printed = execFileSync("cargo", cargo, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return JSON.parse(printed.trim().split("\n").at(-1));
}

async function inNode(path, asked) {
  const bytes = readFileSync(path);
  (await open(bytes)).close(); // the module is loaded now
  const opening = performance.now();
  const index = await open(bytes);
  const took = performance.now() - opening;
  const time = (query) => {
    const begun = performance.now();
    index.search(query);
    return performance.now() - begun;
  };
  asked.forEach(time);
  const times = asked.map(time).sort((a, b) => a - b);
  index.close();
  return { open: took, p50: times[Math.floor(times.length / 2)], p95: times[Math.floor(times.length * 0.95)] };
}

const SINGLE = "500";

/** What levels cost: the options of builds of the same text, the first being plain chunk search. */
const HIERARCHIES = {
  [SINGLE]: ["--levels", "500"],
  "2000, 500": ["--levels", "2000,500"],
  "2048, 1024, 512, 256 tokens": ["--levels", "2048,1024,512,256", "--unit", "tokens"],
};

/** The builds take turns, so that what else the machine does meets all of them; the best of three. */
async function hierarchies(site, folder, file) {
  const found = Object.keys(HIERARCHIES).map((levels) => ({ site: site.name, levels, seconds: Infinity }));
  for (let turn = 0; turn < 3; turn++) {
    for (const row of found) {
      const index = join(OUT, `${site.name}.levels.kdx`);
      const { seconds, bytes } = await build(folder, index, site.site, HIERARCHIES[row.levels]);
      const { p50, p95 } = native(index, file);
      row.seconds = Math.min(row.seconds, seconds);
      row.p50 = Math.min(row.p50 ?? Infinity, p50);
      row.p95 = Math.min(row.p95 ?? Infinity, p95);
      row.bytes = bytes;
    }
  }
  return found;
}

async function measure(site, folder) {
  const index = join(OUT, `${site.name}.kdx`);
  const built = await build(folder, index, site.site);
  const asked = queries(site, folder);
  const file = join(OUT, `${site.name}.queries.txt`);
  writeFileSync(file, asked.join("\n") + "\n");
  return {
    name: site.name,
    built,
    bytes: statSync(index).size,
    native: native(index, file),
    node: await inNode(index, asked),
    levels: site.levels ? await hierarchies(site, folder, file) : [],
  };
}

const ms = (value) => (value < 0.1 ? value.toFixed(3) : value.toFixed(2));
const mb = (value) => (value / 1e6).toFixed(1);

function table(rows) {
  const head = [
    "| site | pages | children | index, MB | build, s | memory, MB | open, ms: native / Node | search p50 / p95, ms: native | search p50 / p95, ms: Node |",
    "| --- | --: | --: | --: | --: | --: | --: | --: | --: |",
  ];
  const line = ({ name, built, bytes, native, node }) =>
    `| ${name} | ${built.documents} | ${built.levels[0].chunks} | ${mb(bytes)} | ${built.seconds.toFixed(1)} | ` +
    `${built.peak ? mb(built.peak) : "?"} | ${ms(native.open)} / ${ms(node.open)} | ` +
    `${ms(native.p50)} / ${ms(native.p95)} | ${ms(node.p50)} / ${ms(node.p95)} |`;
  return [...head, ...rows.map(line)].join("\n");
}

function levelsTable(rows) {
  const head = [
    "| site | levels | index, MB | build, s | × | search p50 / p95, ms | × (p50) |",
    "| --- | --- | --: | --: | --: | --: | --: |",
  ];
  let single;
  const line = (row) => {
    if (row.levels === SINGLE) single = row;
    const times = (key) => (row[key] / single[key]).toFixed(2);
    return (
      `| ${row.site} | ${row.levels} | ${mb(row.bytes)} | ${row.seconds.toFixed(2)} | ${times("seconds")} | ` +
      `${ms(row.p50)} / ${ms(row.p95)} | ${times("p50")} |`
    );
  };
  return [...head, ...rows.map(line)].join("\n");
}

mkdirSync(OUT, { recursive: true });
const rows = [];
for (const site of SITES) {
  const folder = unpack(site.name, OUT);
  if (folder) rows.push(await measure(site, folder));
  else console.log(`${site.name}: left out, ${archiveOf(site.name)} is not there`);
}
const book = installedBook();
if (book) rows.push(await measure({ name: "rust-book (HTML)", site: "mdbook" }, book));
if (rows.length === 0) throw new Error("there is nothing to measure: set DATA to a folder with docs/NAME.tar.xz");
const where = `${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.versions.node}`;
const text = `Measured on ${where}.\n\n${table(rows)}`;
publish("bench", text);
const levels = rows.flatMap((row) => row.levels);
if (levels.length > 0) publish("levels", levelsTable(levels));
