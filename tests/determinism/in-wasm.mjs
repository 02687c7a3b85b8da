// Makes the index of a folder by `kindex/build`, as a program of its own does; it takes some of the arguments of
// `kindex build`.
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { Builder } from "../js/support.mjs";

const OPTIONS = {
  output: { type: "string", short: "o" },
  layout: { type: "string", default: "single" },
  include: { type: "string", default: "docs" },
  levels: { type: "string" },
  pins: { type: "string" },
  quiet: { type: "boolean", short: "q" },
};

const DOCUMENT = /\.(md|markdown|mdx|x?html?|txt|jsonl|ndjson|json)$/i;

/** The files of which a survey wants the content. */
const SURVEYED = /\.html?$/i;

const { values, positionals } = parseArgs({ args: process.argv.slice(2), options: OPTIONS, allowPositionals: true });
const [, folder] = positionals;
const all = values.include === "all";

/** The paths of the files to read, in the order of their bytes. */
async function paths() {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  const seen = files.filter((path) => !/(^|\/)\./.test(path) && (all || DOCUMENT.test(path)));
  return seen.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** By path, the version that a folder is called by where another one beside it has a page of the same name. */
function versionsOf(paths) {
  const found = paths.flatMap((path) => {
    const [, above, version, below] = /^(.*?)(\d+\.\d+)\/(.+)$/.exec(path) ?? [];
    return version ? [{ path, version, folder: above + version, page: `${above} ${below}`, isOfFolder: below === "index.md" }] : [];
  });
  const counts = new Map();
  for (const { page } of found) counts.set(page, (counts.get(page) ?? 0) + 1);
  const shared = new Set(found.filter(({ page, isOfFolder }) => !isOfFolder && counts.get(page) > 1).map(({ folder }) => folder));
  return new Map(found.filter(({ folder }) => shared.has(folder)).map(({ path, version }) => [path, version]));
}

const builder = await Builder.create({
  levels: values.levels?.split(",").map(Number),
  pins: values.pins && (await readFile(values.pins, "utf8")),
  textBesidePages: all,
});
const read = (path) => readFile(join(folder, path));
const found = await paths();
const versions = versionsOf(found);
for (const path of found) builder.survey(path, SURVEYED.test(path) ? await read(path) : "");
for (const path of found) {
  try {
    builder.addFile(path, await read(path), { version: versions.get(path) });
  } catch (error) {
    // Pictures and the like.
    if (error.code !== "unknown_format") throw error;
  }
}

if (values.layout === "single") {
  await writeFile(values.output, builder.finish());
} else {
  await mkdir(values.output, { recursive: true });
  for (const [name, bytes] of builder.finishFiles({ layout: values.layout })) await writeFile(join(values.output, name), gzipSync(bytes));
}
