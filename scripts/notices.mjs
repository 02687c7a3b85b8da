// Makes THIRD-PARTY-NOTICES.txt: what is compiled into the WebAssembly modules, with its licences.
// The same Cargo.lock gives the same text.
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

const CRATE = "kindex-wasm";
const TARGET = "wasm32-unknown-unknown";

const IS_NOTICE = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;

/** The folders whose files are in no module. */
const IS_ASIDE = /^(tests?|benches|examples)\//;

/** Files that hold one of several licences, where the other is MIT. */
const IS_ALTERNATIVE = /apache|unlicense|zlib/i;

/** A licence itself has these words; a file that only names it has not. */
const GRANTS = /permission|terms and conditions|mozilla public license/i;

const HEAD = `The WebAssembly modules of Kindex have parts of these works in them, each under the licence that
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

/**
 * The crates of others that the largest module is compiled from, and so the others too. Crates that
 * only run while it is compiled count as well, as they may write a part of it.
 *
 * @returns {Promise<{ name: string, version: string }[]>}
 */
export async function crates() {
  const options = ["-p", CRATE, "--features", "build", "--target", TARGET, "-e", "normal"];
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
async function packages() {
  const { packages } = JSON.parse(await cargo("metadata", "--format-version", "1", "--all-features", "--filter-platform", TARGET));
  return new Map(packages.map((found) => [`${found.name} ${found.version}`, found]));
}

/** A crate's texts: of several licences the MIT one, and what holds besides any of them. */
async function described({ name, version }, known) {
  const { license, repository, manifest_path } = known.get(`${name} ${version}`);
  const folder = dirname(manifest_path);
  const files = (await readdir(folder, { recursive: true })).map((file) => file.replaceAll("\\", "/"));
  const names = files.filter((file) => IS_NOTICE.test(basename(file)) && !IS_ASIDE.test(file)).sort();
  const hasMit = names.some((file) => /mit/i.test(file));
  const taken = hasMit ? names.filter((file) => !IS_ALTERNATIVE.test(file)) : names;
  const texts = await Promise.all(taken.map((file) => readFile(join(folder, file), "utf8")));
  return { name, version, license, repository, texts: texts.map(tidy) };
}

/** Texts that differ in their spaces are one. */
const tidy = (text) => `${text.replace(/\r/g, "").replace(/[ \t\f]+$/gm, "").trim()}\n`;

/** With the text of its licence, where a work names that and does not bring it along. */
function completed(work, standard) {
  if (work.texts.some((text) => GRANTS.test(text))) return work;
  const found = [...standard].find(([id]) => work.license.includes(id));
  if (!found) throw new Error(`${work.name} has no text of its licence, ${work.license}`);
  return { ...work, texts: [...work.texts, found[1]] };
}

/** By their names, licences that are the same for all who use them. */
async function standardTexts(works) {
  const apache = tidy(await readFile(join(ROOT, "LICENSE-APACHE"), "utf8"));
  const mozilla = works.find(({ license, texts }) => license === "MPL-2.0" && texts.length > 0);
  return new Map([["Apache-2.0", apache], ...(mozilla ? [["MPL-2.0", mozilla.texts[0]]] : [])]);
}

/** @returns {Promise<string>} */
export async function notices() {
  const known = await packages();
  const works = await Promise.all((await crates()).map((crate) => described(crate, known)));
  const standard = await standardTexts(works);
  const whole = [STANDARD_LIBRARY, ...works].map((work) => completed(work, standard));
  return [HEAD, whole.map(line).join(""), ...texts(whole)].join(`\n${"-".repeat(80)}\n\n`);
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
