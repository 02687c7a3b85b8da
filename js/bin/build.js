// `kindex build`: files to an index.
import { readFile, realpath, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Builder } from "../entry/build.js";
import { plain } from "../text/sanitize.js";
import { numbers, whole } from "./arguments.js";
import { report, statsOf, summary } from "./build-report.js";
import { FILE, expanded } from "./configuration.js";
import { destinationOf, filesOf, isInFolder } from "./destination.js";
import { isAddress } from "./kept.js";
import { counted } from "./numbers.js";
import { Failure, UsageError, fileFailure, print, printJson, reason, warn } from "./output.js";
import { Planner, siteOf } from "./plan.js";
import { isScript } from "./script.js";
import { readSteady } from "./steady.js";
import { byOutput, isForEach, makeFolder } from "./tenants.js";
import { walked } from "./walk.js";

const text = { type: "string" };
const flag = { type: "boolean" };

const help = `Build an index of files and folders.

Reads Markdown, MDX, HTML, text, JSON Lines and exports of conversations, and passes over other
files in folders. Hidden files are not read, nor what a .gitignore in the folder or below it names;
links are followed. Files that cannot be read, are larger than 64 MB or hold no text are named and
skipped. The index replaces an older one only when it is whole. It is the one that the native
command makes, byte for byte.

An output that ends in / is a folder. A small index is one file there, index.kdx. A large one is
several, index.kdx and shards, of which a page loads what its queries need. All are compressed, and
all are to be uploaded. Shards that did not change are not written again, those that
no longer belong to the index are removed, other files are left alone.

Where documents name tenants, an output has {tenant} in it, such as 'out/{tenant}/' or
'out/{tenant}.kdx', and each tenant gets an index of its own there.

With -o search.js it is a classic script with the engine and the search field, for documentation
that is opened without a server: a page loads it with <script src="search.js"></script> and has a
<kindex-search></kindex-search>. Addresses are relative to the script.

Usage: kindex build PATH... -o FILE
       kindex build [--config FILE]

      --config FILE     a file that says what flags say, by their names, and paths; flags win.
                        Without it and without PATH it is kindex.toml in this folder
  -o, --output FILE     where to write the index: a folder where it ends in /, such as
                        public/search/; else a file, such as site.kdx, compressed where it ends in
                        .gz, and a script with all in it where it ends in .js
      --layout LAYOUT   in how many files the index is: single, sharded, which is several in a
                        folder, or auto, by its size [default: auto in a folder]
      --no-pairs        leave the pairs of words out of several files, which are half of the folder:
                        phrases then load the texts in which they may be; one file has no pairs
      --keep-previous[=FROM]
                        keep the shards of the build before in the folder for a day, so that pages
                        which opened that index go on: those in the output, or in a folder or at an
                        address (https://example.org/search/) where they are published
      --base-url URL    what URLs begin with, such as https://example.org/docs/
      --site NAME       plain, mdbook, vitepress, docusaurus, hugo, mkdocs, jekyll, mdn or react
                        [default: by the configuration file in the folder or up to three above it]
      --language TAG    the language of documents that name none; none stems no words [default: en]
      --include KINDS   what to read in folders: docs, text, tables, code, all; beside finished
                        pages of HTML, docs have no Markdown and no text: text has them
                        [default: docs]
      --exclude GLOB    leave out files that match, as in .gitignore; may be repeated
      --root-selector SELECTOR
                        of HTML pages that have elements which match, index just these; may be
                        repeated
      --exclude-selector SELECTOR
                        leave out the elements of HTML pages that match; may be repeated
      --no-gitignore    read what .gitignore files name too
      --max-file-size MB
                        skip files that are larger, in millions of bytes [default: 64]
      --synonyms FILE   words by which others are found too
      --pins FILE       pages that are shown first for a query, as a YAML file says
      --rooms FILE      sort documents into rooms, as a TOML file says
      --memories        index what conversations state that is worth remembering
      --tenant NAME     the tenant of documents that name none
      --levels SIZES    the largest chunk of each level [default: 2000,500]
      --unit UNIT       characters or tokens
      --overlap SHARES  by which chunks reach back into the one before, 0 to 0.5
      --chunker NAME    sections, windows or conversations
      --parents NAME    budget, sections or documents
      --section-depth N parents begin at headings of the levels 1 to N
      --strict          write nothing if a file or a record must be skipped
      --explain-files   print what became of each file that is read, and why
      --json            print the summary as JSON
  -q, --quiet           print nothing but errors and what is skipped

Only the native command has --watch, --update, --mergeable, --boost, --recency, --extra, --topics,
--clean-urls and --vectors, and reads who speaks in exports of Slack.
`;

const options = {
  config: text,
  output: { type: "string", short: "o" },
  layout: text,
  "no-pairs": flag,
  "keep-previous": { ...flag, mayHaveValue: true },
  "base-url": text,
  site: text,
  language: text,
  include: { type: "string", default: "docs" },
  exclude: { type: "string", multiple: true, default: [] },
  "root-selector": { type: "string", multiple: true },
  "exclude-selector": { type: "string", multiple: true },
  "no-gitignore": flag,
  "max-file-size": { type: "string", default: "64" },
  synonyms: text,
  pins: text,
  rooms: text,
  memories: flag,
  tenant: text,
  levels: text,
  unit: text,
  overlap: text,
  chunker: text,
  parents: text,
  "section-depth": text,
  strict: flag,
  "explain-files": flag,
  json: flag,
  quiet: { type: "boolean", short: "q" },
};

/** The faults of one file that are named one by one. A file of another kind has as many as lines. */
const NAMED = 5;

const native = [
  "watch", "ask-addresses",
  "update", "cache", "mergeable", "boost", "recency", "extra", "topics", "clean-urls",
  "vectors", "vector-dimensions", "vector-bits", "vectors-of", "embedder",
];

/** The flags of `kindex inject` and of `kindex dev`, which may stand in the same file. */
export const OF_INJECT = ["attribute", "folder", "into", "replace"];
export const OF_DEV = ["base-path", "golden", "port"];

/**
 * Runs the command, once for each of several command lines. Those with the same output are read before
 * any index of them is written, and are of different tenants.
 *
 * @param {[paths: string[], given: object][]} lines
 */
async function runAll(lines) {
  const outputs = new Set(lines.map(([, { output }]) => output));
  for (const output of outputs) await runOne(lines.filter(([, given]) => given.output === output));
}

async function runOne(parts) {
  const begun = performance.now();
  const read = [];
  for (const [paths, given] of parts) read.push(await part(paths, given));
  const [{ given }] = read;
  const tenants = new Set();
  const placed = [];
  for (const { builder, write } of read) {
    for (const one of byOutput(builder, given.output, tenants)) {
      await makeFolder(given.output, one.output);
      placed.push({ ...one, write: write ?? (await destinationOf({ ...given, output: one.output })) });
    }
  }
  const made = [];
  for (const { builder, write } of placed) made.push(await written(builder, write, given));
  const stored = sumOfStored(made.map(({ stored }) => stored));
  const tally = sumOf(read.map(({ tally }) => tally));
  const took = performance.now() - begun;
  const held = { tenants: tenants.size, stats: made.map(({ stats }) => stats) };
  if (given.json) printJson(report(held, given.output, stored, tally, took));
  else if (!given.quiet) print(summary(given.output, stored, tally, took, tenants.size));
}

/** Reads what is to be indexed for one command line. */
async function part(paths, given) {
  if (paths.length === 0) throw new UsageError("there is no PATH to index; see kindex build --help");
  if (!given.output) throw new UsageError("--output FILE is missing: where to write the index, such as -o site.kdx");
  for (const flag of ["quiet", "json"]) {
    if (given["explain-files"] && given[flag]) throw new UsageError(`--explain-files: not with --${flag}`);
  }
  if (given.json && isScript(given.output)) throw new UsageError("--json: not of a script");
  const isForTenants = isForEach(given.output);
  // Shards of one folder would lie beside the indexes of all tenants.
  if (isForTenants && typeof given["keep-previous"] === "string") {
    throw new UsageError("--keep-previous: with {tenant} in the output each index keeps the shards of its own folder; leave the value out");
  }
  const write = isForTenants ? undefined : await destinationOf(given);
  const outcomes = [];
  const explain = (file, outcome) => outcomes.push(`${plain(file)}: ${plain(outcome)}\n`);
  const { builder, tally } = await gathered(paths, given, { explain });
  if (given["explain-files"]) print(outcomes.join(""));
  check(tally, given, paths);
  const empty = paths.filter((_, root) => !tally.roots.has(root));
  if (!given.quiet) for (const path of empty) warn(nothingIn([path]));
  return { given, builder, tally, write };
}

/** Writes an index. What it holds is looked at where that is to be printed. */
async function written(builder, write, given) {
  if (isInFolder(given)) {
    const files = given.json ? [...filesOf(builder, given)] : undefined;
    const stored = await write({ finishFiles: (options) => files?.values() ?? builder.finishFiles(options) });
    return { stored, stats: files && (await statsOf(files)) };
  }
  const bytes = builder.finish();
  const stored = await write({ finish: () => bytes });
  return { stored, stats: given.json ? await statsOf(bytes) : undefined };
}

/** What several indexes take. */
function sumOfStored(all) {
  const sum = (key) => all.reduce((all, stored) => all + stored[key], 0);
  const most = (key) => Math.max(...all.map((stored) => stored[key]));
  if (all[0].files === undefined) return { bytes: sum("bytes") };
  const kept = all[0].kept !== undefined && { kept: sum("kept") };
  return { bytes: sum("bytes"), files: sum("files"), head: most("head"), largest: most("largest"), ...kept };
}

/** What several builds left out. */
function sumOf(tallies) {
  const leftOut = new Map();
  for (const [reason, count] of tallies.flatMap((tally) => [...tally.leftOut])) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
  const sum = (key) => tallies.reduce((all, tally) => all + tally[key], 0);
  return { documents: sum("documents"), leftOut, links: sum("links"), skipped: tallies.flatMap(({ skipped }) => skipped), unread: tallies.flatMap(({ unread }) => unread) };
}

const asItIs = (file, bytes) => bytes;

/**
 * Reads all that is to be indexed.
 *
 * @param {string[]} paths
 * @param {object} given the options of the command
 * @param {{ read?: (file: string) => Promise<Uint8Array | undefined>, publish?: (file: string, bytes: Uint8Array) => Uint8Array | undefined, tell?: (message: string) => void, explain?: (file: string, outcome: string, id: string) => void }} [how]
 *   to read a file, if it is one of the site, to write into it where it is published, to say what is skipped, and what became of a file
 */
export async function gathered(paths, given, { read = readSteady, publish = asItIs, tell = warn, explain = () => {} } = {}) {
  const planner = await Planner.create(given.include);
  const options = await builderOptions(paths, given, planner);
  const builder = await Builder.create(options);
  const most = mostMegabytes(given["max-file-size"]);
  const { files, linked, skipped, unread } = await sources(paths, given, planner, options);
  await survey(builder, files, { most, read });
  const { tally, skip, end } = skipping(tell);
  tally.links = linked;
  tally.unread.push(...unread);
  for (const { path, reason } of skipped) skip(path, reason);
  for (const source of files) await add(builder, source, { tally, skip, most, read, publish, tell, explain, quiet: given.quiet });
  end();
  skipPins(builder, given.pins, tally, tell);
  return { builder, tally };
}

/** The files to read and those that nothing reads, what could not be looked at, and how many links lead to files that are read anyway. */
async function sources(paths, given, planner, { site }) {
  const { exclude, synonyms, pins, output } = given;
  const { entries, names, skipped, unread } = await walked(paths, { planner, exclude, gitignore: !given["no-gitignore"] });
  for (const file of [synonyms, pins]) if (file !== undefined) await setAside(entries, file);
  if (isScript(output)) await setAside(entries, output);
  const roots = paths.map((_, root) => ({ name: names[root], site }));
  // The native command keeps documents beside an output.
  const own = [synonyms, pins, ...(output === undefined ? [] : [output, `${resolve(output)}.cache`])];
  return { ...planner.plan(entries, roots), skipped, unread: await withoutOwn(unread, own) };
}

/** Marks a file which is no document: that of synonyms or pins, and a script that an earlier build wrote. */
async function setAside(entries, file) {
  const place = await realpath(file).catch(() => undefined);
  // A pipe has no place, so it is none of the files.
  if (place === undefined) return;
  for (const entry of entries) {
    entry.aside ||= (await realpath(entry.file).catch(() => undefined)) === place;
  }
}

/** Files that nothing reads, without those that the command wrote or is told by what to do. */
async function withoutOwn(files, about) {
  const places = await Promise.all(about.filter((file) => file !== undefined).map((file) => realpath(file).catch(() => undefined)));
  const isOwn = async (file) => {
    const name = basename(file);
    if (name.includes(".kdx") || name.endsWith(".kds") || name === FILE) return true;
    return places.length > 0 && places.includes(await realpath(file).catch(() => file));
  };
  const own = await Promise.all(files.map(isOwn));
  return files.filter((_, at) => !own[at]);
}

/** Counts what is indexed and what is skipped, and says of each file the first faults, as the native command does. */
function skipping(tell) {
  const tally = { documents: 0, leftOut: new Map(), links: 0, skipped: [], unread: [], roots: new Set() };
  const faults = new Map();
  const skip = (path, why) => {
    tally.skipped.push({ path, reason: why });
    faults.set(path, (faults.get(path) ?? 0) + 1);
    if (faults.get(path) <= NAMED) tell(`skipped ${path}: ${why}`);
  };
  const end = () => {
    for (const [path, count] of faults) {
      if (count > NAMED) tell(`skipped ${path}: and ${count - NAMED} more`);
    }
  };
  return { tally, skip, end };
}

/** Names the pages that are pinned and not there, as the native command does. */
function skipPins(builder, path, { skipped }, tell) {
  for (const { query, page } of builder.unknownPins()) {
    const reason = `no page has the id or URL ${JSON.stringify(page)}, which is pinned for ${JSON.stringify(query)}`;
    tell(`skipped ${path}: ${reason}`);
    skipped.push({ path, reason });
  }
}

/** Looks over the files of each path, as some of what is made of a page depends on others. */
async function survey(builder, files, { most, read }) {
  const isRead = async ({ file, surveyed }) => surveyed && (await stat(file)).size <= most * MB;
  for (const source of files.filter(({ named }) => !named)) {
    // A file that cannot be read is named when it is to be indexed.
    const content = await isRead(source).then((isToRead) => (isToRead ? read(source.file) : "")).catch(() => "");
    if (content !== undefined) builder.survey(source.id, content, { of: String(source.root) });
  }
}

async function builderOptions(paths, given, planner) {
  return {
    baseUrl: given["base-url"],
    site: given.site ?? (await oneSite(paths)),
    language: given.language,
    synonyms: await contentOf(given.synonyms),
    pins: await contentOf(given.pins),
    rooms: await contentOf(given.rooms),
    memories: given.memories,
    textBesidePages: planner.readsTextBesidePages(),
    tenant: given.tenant,
    levels: numbers("levels", given.levels),
    overlap: numbers("overlap", given.overlap),
    unit: given.unit,
    chunker: given.chunker,
    parents: given.parents,
    rootSelectors: given["root-selector"],
    excludeSelectors: given["exclude-selector"],
    sectionDepth: whole("section-depth", given["section-depth"]),
  };
}

async function oneSite(paths) {
  const [first, other] = new Set(await Promise.all(paths.map(siteOf)));
  if (other === undefined) return first;
  throw new UsageError(`the paths are published by ${first} and ${other}: name one with --site, or use the native command`);
}

async function contentOf(file) {
  if (file === undefined) return undefined;
  return readFile(file, "utf8").catch((error) => {
    throw fileFailure("read", file, error);
  });
}

function mostMegabytes(text) {
  if (/^0*[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(`--max-file-size: ${JSON.stringify(text)} given; accepted are whole numbers from 1`);
}

/** Bytes of a megabyte. */
const MB = 1e6;

async function add(builder, { file, id, named, root, lang, version, page, many }, { tally, skip: skipAny, most, read, publish, tell, explain, quiet }) {
  let bytes;
  const skip = (...why) => {
    tally.roots.add(root);
    skipAny(...why);
  };
  try {
    const { size } = await stat(file);
    if (size > most * MB) {
      const needed = Math.ceil(size / MB);
      return skip(file, `it has ${counted(size, "byte")}, more than ${most} MB; to read it, give --max-file-size ${needed}`);
    }
    bytes = publish(file, await read(file));
  } catch (error) {
    return skip(file, error instanceof Failure ? error.message : `cannot be read: ${reason(error)}`);
  }
  if (bytes === undefined) return;
  try {
    const of = named ? undefined : String(root);
    const { documents, outcome, warnings, leftOut } = builder.addFile(id, bytes, { lang, version, page, of });
    explain(file, outcome, id);
    tally.documents += documents;
    tally.roots.add(root);
    if (leftOut) tally.leftOut.set(leftOut, (tally.leftOut.get(leftOut) ?? 0) + 1);
    for (const warning of warnings) {
      if (many) skip(file, warning);
      else if (!quiet) tell(`${file}: ${warning}`);
    }
  } catch (error) {
    // In folders there is much other JSON.
    if (error.code === "unknown_format" && !named) {
      tally.unread.push(file);
      return explain(file, "there is nothing to index in it", id);
    }
    if (!["invalid_document", "unknown_format"].includes(error.code)) throw error;
    skip(file, error.message.replace(`${id}: `, ""));
  }
}

/** Fails where there is nothing to index, or not all that was asked for. */
export function check({ documents, skipped }, { strict }, paths) {
  if (strict && skipped.length > 0) throw new Failure(`${skipped.length} skipped, as named above; with --strict nothing is written`);
  if (documents > 0) return;
  throw new Failure(nothingIn(paths));
}

/** Says that paths hold no document. */
const nothingIn = (paths) =>
  `no documents in ${paths.join(", ")}: there must be a file of Markdown, HTML, text, JSON Lines or conversations that is not hidden, excluded or named by a .gitignore in it; tables and programs are read with --include all`;

const ofOthers = [...OF_INJECT, ...OF_DEV];

const expandedFor = { name: "build", options, native, others: ofOthers };

export const build = { help, options, native, ofOthers, run: (paths, given) => runAll([[paths, given]]), runAll, expanded: (args) => expanded(args, expandedFor) };

/** The flags of the native command that take no value. */
const BARE = ["update", "mergeable"];

const valued = (names) => Object.fromEntries(names.map((name) => [name, { type: BARE.includes(name) ? "boolean" : "string" }]));

/** The same with the flags of the native command, which checks these itself. */
export const lenient = { name: "build", options: { ...options, ...valued(native) }, native: [], others: ofOthers };

/**
 * Whether the arguments of the command, or `kindex.toml`, ask for what the native one cannot do: it has no
 * search field that it could put into a script, and fetches nothing.
 *
 * @param {string[]} args
 */
export async function asksForOwn([command, ...args]) {
  if (command !== "build") return false;
  // What is wrong with them says the command that builds.
  const lines = await expanded(args, lenient).catch(() => [args]);
  return lines.some((line) => {
    const { output, "keep-previous": previous } = parseArgs({ args: line, options: lenient.options, allowPositionals: true, strict: false }).values;
    return isScript(String(output)) || isAddress(String(previous));
  });
}
