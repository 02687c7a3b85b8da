// Makes THIRD-PARTY-NOTICES.txt: what is compiled into the WebAssembly modules, or into the command
// of a machine, with its licences. The same Cargo.lock gives the same text.
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/**
 * What is published as machine code: its crate, and the machine that it is compiled for.
 *
 * @typedef {{ name: string, crate: string, features?: string, target: string }} Product
 */

/** The largest of the modules, which has the crates of the others too. */
export const WEBASSEMBLY = {
  name: "The WebAssembly of Kindex has",
  crate: "kindex-wasm",
  features: "build",
  target: "wasm32-unknown-unknown",
};

/** The command, compiled for a target of Rust, or for `all`. */
export const command = (target) => ({ name: "The command of Kindex has", crate: "kindex-cli", target });

/** The module for Python, which has the command in it. */
export const python = (target) => ({ name: "The module of Kindex for Python has", crate: "kindex-python", target });

const IS_NOTICE = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;

/** The folders whose files are in no module. */
const IS_ASIDE = /^(tests?|benches|examples)\//;

/** Files that hold one of several licences, where the other is MIT. */
const IS_ALTERNATIVE = /apache|unlicense|zlib/i;

/** A licence itself has these words; a file that only names it has not. */
const GRANTS = /permission|terms and conditions|mozilla public license|community data license agreement/i;

const head = (name) => `${name} parts of these works in it, each under the licence that
is named beside it. The texts of the licences follow. Where there is a choice, MIT is taken. The
sources of those under the Mozilla Public License 2.0 are at the addresses beside them, unchanged.
`;

/** In every module, and in no lock file. */
const STANDARD_LIBRARY = {
  name: "The Rust standard library",
  version: "",
  license: "MIT OR Apache-2.0",
  repository: "https://github.com/rust-lang/rust",
  texts: ["Copyright (c) The Rust Project Contributors\n"],
};

/** What commands for musl have of it in them, which no lock file names either. */
const MUSL = {
  name: "musl",
  version: "",
  license: "MIT",
  repository: "https://musl.libc.org",
  authors: ["Rich Felker", "et al."],
  texts: [],
};

/** What the compiler adds to every program for a machine. */
const runtimes = (target) => (target.endsWith("-musl") ? [STANDARD_LIBRARY, MUSL] : [STANDARD_LIBRARY]);

/**
 * The crates of others that a product is compiled from. Crates that only run while it is compiled
 * count as well, as they may write a part of it.
 *
 * @param {Product} product
 * @returns {Promise<{ name: string, version: string }[]>}
 */
export async function crates({ crate, features = "", target } = WEBASSEMBLY) {
  const options = ["-p", crate, "--features", features, "--target", target, "-e", "normal"];
  const tree = await cargo("tree", ...options, "--prefix", "none", "--format", "{p}");
  const lines = new Set(tree.split("\n").map((line) => line.replace(/ \([^)]*\)/g, "").trim()));
  const all = [...lines].filter(Boolean).map((line) => /^(?<name>\S+) v(?<version>\S+)$/.exec(line).groups);
  return all.filter(({ name }) => !/^kindex(-|$)/.test(name)).sort(byName);
}

async function cargo(...args) {
  const options = { cwd: ROOT, maxBuffer: 1 << 28 };
  const { stdout } = await promisify(execFile)("cargo", [...args, "--locked"], options);
  return stdout;
}

const byName = (a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1);

/** The facts that cargo knows of each crate, by name and version. */
async function packages(target) {
  const { packages } = JSON.parse(await cargo("metadata", "--format-version", "1", "--all-features", "--filter-platform", target));
  return new Map(packages.map((found) => [`${found.name} ${found.version}`, found]));
}

/** A crate's texts: of several licences the MIT one, and what holds besides any of them. */
async function described({ name, version }, known) {
  const { license, repository, authors, manifest_path } = known.get(`${name} ${version}`);
  const folder = dirname(manifest_path);
  const files = await filesIn(folder);
  const names = files.filter((file) => IS_NOTICE.test(basename(file)) && !IS_ASIDE.test(file)).sort();
  const hasMit = names.some((file) => /mit/i.test(file));
  const taken = hasMit ? names.filter((file) => !IS_ALTERNATIVE.test(file)) : names;
  const texts = await Promise.all(taken.map((file) => readFile(join(folder, file), "utf8")));
  return { name, version, license, repository, authors, texts: texts.map(tidy) };
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return files.map((file) => file.replaceAll("\\", "/"));
}

/** Texts that differ in their spaces are one. */
const tidy = (text) => `${text.replace(/\r/g, "").replace(/[ \t\f]+$/gm, "").trim()}\n`;

/** With the text of its licence, where a work names that and does not bring it along. */
function completed(work, standard) {
  if (work.texts.some((text) => GRANTS.test(text))) return work;
  const found = [...standard].find(([id]) => work.license.includes(id));
  if (!found) throw new Error(`${work.name} has no text of its licence, ${work.license}`);
  return { ...work, texts: [...work.texts, found[1](work)] };
}

/** The MIT licence, which is granted by those whom the work's manifest names. */
const mitOf = (own) => ({ authors }) => {
  const names = authors.map((author) => author.replace(/ <.*>$/, "")).join(", ");
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${names}`);
};

/** By their names, what gives the text of a licence for a work. */
async function standardTexts(works) {
  const [apache, mit] = await Promise.all(["APACHE", "MIT"].map(async (name) => tidy(await readFile(join(ROOT, `LICENSE-${name}`), "utf8"))));
  const mozilla = works.find(({ license, texts }) => license === "MPL-2.0" && texts.length > 0);
  return new Map([["Apache-2.0", () => apache], ["MIT", mitOf(mit)], ...(mozilla ? [["MPL-2.0", () => mozilla.texts[0]]] : [])]);
}

/**
 * @param {Product} product
 * @returns {Promise<string>}
 */
export async function notices(product = WEBASSEMBLY) {
  const known = await packages(product.target);
  const works = await Promise.all((await crates(product)).map((crate) => described(crate, known)));
  const standard = await standardTexts(works);
  const whole = [...runtimes(product.target), ...works].map((work) => completed(work, standard));
  return [head(product.name), whole.map(line).join(""), ...texts(whole)].join(`\n${"-".repeat(80)}\n\n`);
}

function line({ name, version, license, repository }) {
  return `${`${name} ${version}`.trim()}, ${license}, ${repository}\n`;
}

/** Each text once, after the names of the works that it is of. */
function texts(works) {
  const owners = new Map();
  for (const { name, texts } of works) {
    for (const text of texts) owners.set(text, new Set([...(owners.get(text) ?? []), name]));
  }
  return [...owners].map(([text, names]) => `Of ${[...names].join(", ")}:\n\n${text}`);
}
