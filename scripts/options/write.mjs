// Writes what the doors have of the options of a search (table.mjs), between the marks in each file.
//
//   node scripts/options/write.mjs           writes the files that differ
//   node scripts/options/write.mjs --check   names them, and fails where there are any
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { OPTIONS } from "./table.mjs";

const ROOT = join(import.meta.dirname, "../..");

/** The columns of a line in each language. */
const RUST_COLUMNS = 100;
const SCRIPT_COLUMNS = 110;

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const joined = (...sentences) => sentences.filter(Boolean).join(" ");

/** Lines of at most `columns`, each after a beginning. */
function wrapped(text, begin, columns) {
  const lines = [];
  let line = begin;
  for (const word of text.split(" ")) {
    if (line.length + 1 + word.length > columns && line !== begin) {
      lines.push(line);
      line = begin;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

function comment(text) {
  const one = `  /** ${text} */`;
  return one.length <= SCRIPT_COLUMNS ? [one] : ["  /**", ...wrapped(text, "   *", SCRIPT_COLUMNS), "   */"];
}

function declaration({ name, says, more, default: usual, type }) {
  const text = joined(`${says}.`, more, usual && `Default ${usual}.`);
  const line = `  ${name}?: ${type} | undefined;`;
  const union = [`  ${name}?:`, `    | ${type}`, "    | undefined;"];
  return [...comment(text), ...(line.length <= SCRIPT_COLUMNS ? [line] : union)];
}

/** What a door says of an option: its own words, or those of all. */
const wordsFor = (option, door) => door.says ?? joined(`${option.says}.`, door.more);

const httpName = ({ name, http }) => http.name ?? name;

/** A default as the help of a command has it: names of options as flags. */
const inHelp = (text) => text.replace(/`(\w+)`/g, (_, name) => `--${kebab(name)}`);

function flag(option, { field, type, clap, says }) {
  const usual = option.default && /^Option/.test(type) && !says ? ` [default: ${inHelp(option.default)}]` : "";
  return [...wrapped(`${says ?? option.says}${usual}`, "    ///", RUST_COLUMNS), `    #[arg(${clap})]`, `    ${field}: ${type},`];
}

/** The types of Python, and what crates/python reads a value as, by the tests of JavaScript. */
const PYTHON = {
  whole: ["int", "Whole"],
  boolean: ["bool", "Boolean"],
  prefixes: ['bool | Literal["all"]', "Prefixes"],
  shares: ["float | bool", "Shares"],
  object: ["Mapping[str, FilterValues | Condition | None]"],
  string: ["str"],
  strings: ["Sequence[str]"],
  collapses: ['Literal["max", "mean"]'],
};

/** What is said of an option, with names and values as Python has them. */
const inPython = (text) =>
  text
    .replace(/`([a-z]\w*|(?:Results|Hit)\.\w+)`/g, (_, name) => `\`\`${snake(name).replace(/^_r/, "R").replace(/^_h/, "H")}\`\``)
    .replace(/\b(true|false)\b/gi, (word) => word[0].toUpperCase() + word.slice(1));

function keyword({ name, says, more, default: usual, check }) {
  const text = inPython(joined(`${says}.`, more, usual && `Default ${usual}.`));
  return [...wrapped(text, "    #:", RUST_COLUMNS), `    ${snake(name)}: ${PYTHON[check][0]} | None`];
}

const having = (key) => OPTIONS.filter((option) => option[key]);
const ofDoor = (door) => OPTIONS.filter((option) => option.type && option.door === door);

/** By file, the lines between each pair of marks. */
const BLOCKS = {
  "js/engine/options.js": { checks: having("check").map(({ name, check }) => `  ${name}: ${check},`) },
  "js/entry/search-options.d.ts": {
    page: ofDoor(undefined).flatMap(declaration),
    explore: ofDoor("explore").flatMap(declaration),
  },
  "js/http/parameters.js": { parameters: having("http").map((option) => `    ${httpName(option)}: ${option.http.kind},`) },
  "js/http/openapi.js": {
    descriptions: having("http").map((option) => `  ${httpName(option)}: ${JSON.stringify(wordsFor(option, option.http))},`),
  },
  "crates/wasm/src/options.rs": {
    setters: having("set").map(({ name, set }) => `    ("${name}", |options, number| ${set}),`),
  },
  "crates/python/src/options.rs": {
    setters: having("set").map(({ name, check, set }) => `    ("${snake(name)}", Kind::${PYTHON[check][1]}, |options, number| ${set}),`),
  },
  "integrations/python/src/kindex_docs/options.py": { keywords: having("check").flatMap(keyword) },
  "crates/cli/src/command/search/options.rs": {
    flags: having("flags").flatMap((option) => option.flags.flatMap((one) => flag(option, one))),
    fields: having("into").map(({ into }) => `            ${into},`),
  },
};

/** A file with other lines between its marks. */
function filled(text, name, lines) {
  const block = new RegExp(`((?://|#) options: ${name}\\n)[^]*?( *(?://|#) options end)`);
  if (!block.test(text)) throw new Error(`there is no mark "options: ${name}"`);
  return text.replace(block, (_, begin, end) => begin + lines.map((line) => `${line}\n`).join("") + end);
}

/** Arguments of search_docs that are no options of a search. */
const OF_SERVER = ["version", "exclude"];

/** The interface of the MCP server, with the arguments of search_docs. */
function withArguments(text) {
  const all = JSON.parse(text);
  const { inputSchema } = all.tools.find(({ name }) => name === "search_docs");
  const { query, ...others } = inputSchema.properties;
  const entries = having("mcp").map((option) => {
    const { type, ...schema } = option.mcp.schema;
    return [option.mcp.name ?? option.name, { type, description: wordsFor(option, option.mcp), ...schema }];
  });
  // What the server alone has keeps its words, and comes last.
  const own = Object.entries(others).filter(([name]) => OF_SERVER.includes(name));
  inputSchema.properties = { query, ...Object.fromEntries([...entries, ...own]) };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}

const INTERFACE = "crates/mcp/src/interface.json";

/** By path, what each file should be. */
export function written() {
  const read = (path) => readFileSync(join(ROOT, path), "utf8");
  const filledIn = ([path, blocks]) => [path, Object.entries(blocks).reduce((text, [name, lines]) => filled(text, name, lines), read(path))];
  return new Map([...Object.entries(BLOCKS).map(filledIn), [INTERFACE, withArguments(read(INTERFACE))]]);
}

/** The paths of the files that are not as they should be. */
export const differing = () => [...written()].filter(([path, text]) => readFileSync(join(ROOT, path), "utf8") !== text).map(([path]) => path);

function main([mode]) {
  const paths = differing();
  if (mode !== "--check") paths.forEach((path) => writeFileSync(join(ROOT, path), written().get(path)));
  else if (paths.length > 0) throw new Error(`these differ from scripts/options/table.mjs; run node scripts/options/write.mjs: ${paths.join(", ")}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
