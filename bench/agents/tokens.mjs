// The tokens that a program reads until it has read the passage that answers a question.
//
//   make bench WHAT=tokens                      all ways, all sets but the largest, into BENCHMARKS.md
//   make bench WHAT=tokens SITES=ray-v1         some sets, printed
//   node bench/agents/tokens.mjs --server "COMMAND" --tool search --argument query
//       [--more JSON] [--next TOOL --next-argument NAME --address PATTERN]
//                                               any server of MCP, printed
//
// In COMMAND and JSON {index} stands for the index of the set, {pages} for the folder of its pages, {name} for its name.
// --more has further arguments of the search. --next is then called with what the group of PATTERN finds in the answer.
import { parseArgs } from "node:util";
import { questionSets } from "../data/questions.mjs";
import { groupBy } from "../numbers.mjs";
import { publishTables, table } from "../publish.mjs";
import { tokensOf } from "./count.mjs";
import { tokensTo } from "./passages.mjs";
import { serverOf } from "./server.mjs";
import { siteOf } from "./site.mjs";
import { WAYS } from "./ways.mjs";

const BOUNDS_TOKENS = [500, 2000, 4000, 10_000];

/** Its 29,000 pages take long, and only pages are judged. */
const LARGE = "aws-docs";

const text = { type: "string" };
const { values: given } = parseArgs({ options: { server: text, tool: text, argument: text, more: text, next: text, "next-argument": text, address: text } });

/** The server that the command line names, as a way. */
function namedWay({ server, tool, argument = "query", more = "{}", next, address }) {
  if (!tool) throw new Error("--tool is missing: the name of the tool that searches");
  if (next && !(given["next-argument"] && address)) throw new Error("--next needs --next-argument and --address");
  const then = next && { tool: next, argument: given["next-argument"], address: new RegExp(address, "gm") };
  const filled = (text, { index, from, name }) => text.replaceAll("{index}", index).replaceAll("{pages}", from).replaceAll("{name}", name);
  return { [tool]: (site) => serverOf({ command: filled(server, site), tool, argument, more: JSON.parse(filled(more, site)), next: then }) };
}

/** What one way takes for the questions of a site. */
async function measured(site, open) {
  const way = await open(site);
  const found = [];
  for (const { id, text, passages } of site.questions) found.push({ id, ...(await tokensTo(passages, way.ask(text), tokensOf)) });
  await way.close?.();
  return found;
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rounded = (value) => Math.round(value).toLocaleString("en");

function row(title, way, all) {
  const share = (bound) => mean(all.map(({ isFound, tokens }) => (isFound && tokens <= bound ? 1 : 0)));
  const [tokens, read, calls] = ["tokens", "read", "calls"].map((figure) => mean(all.map((one) => one[figure])));
  return [title, way, all.length, ...BOUNDS_TOKENS.map((bound) => share(bound).toFixed(2)), rounded(tokens), rounded(read), calls.toFixed(1)];
}

const wanted = process.env.SITES?.split(",");
const sets = questionSets.filter(({ name }) => wanted?.includes(name) ?? name !== LARGE);
const ways = given.server ? namedWay(given) : WAYS;
const results = [];
for (const set of sets) {
  const site = await siteOf(set);
  if (!site) continue;
  for (const [way, open] of Object.entries(ways)) {
    console.error(`${set.name}: ${way}`);
    results.push({ title: site.title, way, found: await measured(site, open) });
  }
}
if (results.length === 0) throw new Error("there is nothing to measure: set DATA to a folder with questions/NAME");
// Sets of one name are rows together.
const groups = groupBy(results, ({ title, way }) => `${title}\n${way}`);
const rows = [...groups.values()].map((some) => row(some[0].title, some[0].way, some.flatMap(({ found }) => found)));
const head = ["set", "way", "questions", ...BOUNDS_TOKENS.map((bound) => `in ${rounded(bound)}`), "tokens to it", "tokens read", "calls"];
const tables = { "agents-tokens": table(head, rows) };
if (given.server) console.log(tables["agents-tokens"]);
else publishTables(tables);
