// `kindex init`: looks at a folder, and says how search comes into its site.
import { readFile, stat } from "node:fs/promises";
import { join, posix, relative } from "node:path";
import { plain } from "../text/sanitize.js";
import { FINISHED, GENERATORS, OTHER_SEARCHES } from "./generators.js";
import { Failure, UsageError, print } from "./output.js";
import { failingTo, isFolder, replaceFile, syncFolder } from "./target.js";

const help = `Look at the folder of a site, and say how search comes into it.

Where there is a plugin for the generator of the site, it prints the lines to add to the site's
configuration. Otherwise it writes kindex.toml, and prints the command to run after each build of
the site. It changes no other file.

Usage: kindex init [DIR]

      --force     replace a kindex.toml that is there already
`;

const options = { force: { type: "boolean" } };

const FILE = "kindex.toml";

/** Where the documents are read. */
const DOCS = "https://github.com/kindex/kindex/blob/main/docs/";

async function run(paths, { force }) {
  const [folder = ".", other] = paths;
  if (other !== undefined) throw new UsageError("kindex init takes one DIR, the folder of a site; see kindex init --help");
  if (!(await isFolder(folder))) throw new Failure(`cannot read ${folder}: there is no such folder`);
  const packages = await packagesOf(folder);
  const generator = await generatorOf(folder, packages);
  const lines = generator?.plugin ? withPlugin(generator, await placeOf(folder, generator)) : await withFile(folder, generator, force);
  print([...lines, ...moving(packages), ""].join("\n"));
}

/** The names of the npm packages that a folder asks for. */
async function packagesOf(folder) {
  const file = join(folder, "package.json");
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return [];
  try {
    const { dependencies, devDependencies } = JSON.parse(text);
    return Object.keys({ ...dependencies, ...devDependencies });
  } catch {
    throw new Failure(`cannot use ${file}: it is no JSON`);
  }
}

async function generatorOf(folder, packages) {
  for (const generator of GENERATORS) {
    if (packages.includes(generator.package)) return generator;
    for (const file of generator.files ?? []) {
      if (await isFile(join(folder, file))) return generator;
    }
  }
  return undefined;
}

const isFile = (path) => stat(path).then((found) => found.isFile(), () => false);

/** Where a configuration may lie, and how its name may end. */
const FOLDERS = ["", "docs", "doc", "source", "docs/source"];
const ENDINGS = [".mjs", ".mts", ".js", ".ts", ".cjs"];

/** The path of a configuration by its usual one. */
async function placeOf(folder, { files = [], plugin: { file } }) {
  const begin = file.replace(/\.[mc]?[jt]s$/, "");
  const names = [file, ...(begin === file ? files : ENDINGS.map((ending) => begin + ending))];
  for (const path of FOLDERS.flatMap((name) => names.map((one) => posix.join(name, one)))) {
    if (await isFile(join(folder, path))) return path;
  }
  return file;
}

function withPlugin({ name, plugin: { install, lines, guide } }, file) {
  return [
    `This is a site of ${name}. Its plugin makes the index and shows the search field:`,
    "",
    `  ${install}`,
    "",
    `Add to ${file}:`,
    "",
    ...lines.map((line) => `  ${line}`),
    "",
    `${DOCS}${guide} has all options, and says how to install from a clone what is not published yet.`,
    `No ${FILE} is needed.`,
  ];
}

/** Writes the file, and says what to do with it. */
async function withFile(folder, generator, force) {
  const output = generator?.output ?? (await finishedIn(folder));
  const file = join(folder, FILE);
  if (!force && (await isFile(file))) throw new Failure(`${file} is there already; --force replaces it`);
  await failingTo("write", file, async () => {
    await replaceFile(file, configuration(output));
    await syncFolder(folder);
  });
  const [what, before] = generator
    ? [`This is a site of ${generator.name}, which puts its pages into ${output}.`, [generator.build]]
    : [`There are finished pages in ${output === "." ? "this folder" : output}.`, []];
  const go = relative(process.cwd(), folder) ? [`cd ${plain(folder)}`] : [];
  return [
    what,
    `${plain(file)} is written. Put search into the pages after each build:`,
    "",
    ...[...go, ...before, "npx kindex inject"].map((line) => `  ${line}`),
    "",
    ...(generator?.additions ?? []).flatMap(({ why, lines }) => [why, "", ...lines.map((line) => `  ${line}`), ""]),
    ...(generator?.guide ? [`${DOCS}${generator.guide} has a recipe for ${generator.name}.`] : []),
    `${DOCS}inject.md has all options, and a step for GitHub Actions.`,
  ];
}

async function finishedIn(folder) {
  for (const name of FINISHED) {
    if (await isFile(join(folder, name, "index.html"))) return name;
  }
  if (await isFile(join(folder, "index.html"))) return ".";
  throw new Failure(
    `${folder}: no generator is known by its files, and there is no index.html in ${FINISHED.join(", ")}; build the site first, or run kindex inject with the folder of its pages`,
  );
}

const configuration = (output) => `# The index of this site: the flags of \`kindex build\` and \`kindex inject\`, by their names.
paths = [${JSON.stringify(output)}]
# Where \`kindex build\` writes it; \`kindex inject\` has a folder of its own.
output = ${JSON.stringify(`${posix.join(output, "search-index")}/`)}
# What is left out, as in .gitignore:
exclude = ["node_modules/"]
# Half of an index in several files are pairs of words. Without them the folder is half as large, and a
# "quoted phrase" loads four times as much:
# no-pairs = true
# The language of pages that name none:
# language = "en"
`;

function moving(packages) {
  const found = [...new Set(packages.filter((name) => Object.hasOwn(OTHER_SEARCHES, name)).map((name) => OTHER_SEARCHES[name]))];
  return found.map((name) => `The site has ${name}: ${DOCS}moving.md says what takes the place of its settings.`);
}

export const init = { help, options, native: [], run };
