// `kindex mdbook`: a backend of mdBook, which puts search into the pages that mdBook's own backend made.
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { build } from "./build.js";
import { tableFlags } from "./configuration.js";
import { inject, searched } from "./inject.js";
import { Failure, UsageError, warn } from "./output.js";
import { written } from "./site-index.js";
import { isFolder } from "./target.js";
import { within } from "./within.js";

const help = `Put search into a book, as a backend of mdBook.

mdBook runs it after each build of a book that has this in its book.toml:

  [output.html.search]
  enable = false

  [output.kindex]
  command = "npx kindex mdbook"

mdBook then writes its pages into book/html. There it does what kindex inject does: an index, engine
and search field in book/html/kindex, and a line with a script in each page. The field stands in the
menu bar. The first two lines switch mdBook's own search off.

Usage: kindex mdbook, with what mdBook gives on standard input

The options of kindex inject stand in [output.kindex], by their names, such as layout = "sharded"
and attribute = ["placeholder=Search the book"]. Flags of the command win. Paths begin at the folder
of book.toml.
`;

/** A file of settings, and taking search out again, have no use in a build; what is left are flags and keys. */
const options = { ...inject.options };
for (const name of ["config", "remove", "explain-files"]) delete options[name];

const command = { name: "mdbook", options, native: build.native, others: ["command", "optional"] };

/** The backend that makes pages. */
const HTML = "html";

/**
 * @typedef {object} Context what mdBook gives, as far as it is of use
 * @property {string} root the folder of book.toml
 * @property {string} destination the folder of this backend
 * @property {{ output: Record<string, object> }} config the contents of book.toml
 */

/**
 * Puts what book.toml says before the arguments, and the folder of the pages after them.
 *
 * @param {string[]} args
 */
async function expanded(args) {
  const known = { ...options, help: { type: "boolean", short: "h" } };
  const { values, positionals, tokens } = parseArgs({ args, options: known, allowPositionals: true, strict: false, tokens: true });
  if (values.help) return [args];
  const { root, destination, config } = await context();
  if (positionals.length > 0) throw new UsageError(`kindex mdbook takes no folder, and got ${positionals[0]}: mdBook says which; see kindex mdbook --help`);
  const name = nameIn(config, destination);
  const pages = await pagesOf(config, destination, name);
  // mdBook starts a backend in the folder of its output.
  process.chdir(root);
  const given = new Set(tokens.filter(({ kind }) => kind === "option").map((token) => token.name));
  const flags = tableFlags(config.output[name] ?? {}, { file: `book.toml: [output.${name}]`, command, given });
  return [[...flags, ...args, "--", within(root, pages) || pages]];
}

/** @returns {Promise<Context>} */
async function context() {
  if (process.stdin.isTTY) throw new UsageError("kindex mdbook is run by mdBook: see kindex mdbook --help for the lines of book.toml");
  // To its end, as mdBook warns of a backend that does not read it.
  const source = await text(process.stdin);
  const found = jsonOf(source);
  if (typeof found?.root === "string" && typeof found.destination === "string" && found.config?.output) return found;
  throw new UsageError("standard input is not what mdBook gives to a backend: run mdbook build, with the lines of kindex mdbook --help in book.toml");
}

function jsonOf(source) {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** The name of this backend: mdBook does not give it, but calls its folder so where there are several. */
function nameIn({ output }, destination) {
  const [first, other] = Object.keys(output);
  return other === undefined ? first : basename(destination);
}

/** The folder with the pages of the book. */
async function pagesOf({ output }, destination, name) {
  if (!Object.hasOwn(output, HTML)) {
    throw new Failure("book.toml: there is no [output.html], so mdBook makes no pages for search; add a line [output.html]");
  }
  if (name < HTML) {
    throw new Failure(`book.toml: [output.${name}] runs before the pages are made, as mdBook goes by the names of backends; call it [output.kindex]`);
  }
  const pages = join(dirname(destination), HTML);
  if (await isFolder(pages)) return pages;
  throw new Failure(`cannot read ${pages}: there are no pages of mdBook; run mdbook build, which makes them before it runs kindex mdbook`);
}

/** Says what it did on standard error, as mdBook does. */
async function run([pages], given) {
  const lines = [];
  const index = async ([folder], flags) => lines.push(await written(folder, flags, warn));
  const line = await searched(pages, { site: "mdbook", ...given }, index);
  if (!given.quiet) warn([line, ...lines].join("; "));
}

export const mdbook = { help, options, native: [], run, expanded };
