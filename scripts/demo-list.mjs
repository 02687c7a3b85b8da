// The list of indexes that the home page reads: indexes/manifest.json in the folder this is run in.
//
//   node scripts/demo-list.mjs coming NAME TITLE
//       names an index that is still being made
//   node scripts/demo-list.mjs add SUMMARY.json NAME TITLE DESCRIPTION [QUERIES [CREDIT]]
//       adds an index, or puts it in the place of one that was coming, with what its build said of it
//   node scripts/demo-list.mjs drop [NAME]
//       takes out what is coming: one, or all
import { existsSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";

const LIST = "indexes/manifest.json";

/** A page that reads the list meets the old one or the new one. */
function write(entries) {
  writeFileSync(`${LIST}.new`, `${JSON.stringify(entries, null, 2)}\n`);
  renameSync(`${LIST}.new`, LIST);
}

/** The entry of an index that is there. */
function entryOf(summary, name, title, description, queries, credit) {
  const { documents, files } = JSON.parse(readFileSync(summary, "utf8"));
  const index = files ? `indexes/${name}/` : `indexes/${name}.kdx`;
  const all = files ? readdirSync(index).map((one) => index + one) : [index];
  const bytes = all.reduce((sum, one) => sum + statSync(one).size, 0);
  return {
    ...{ name, title, index, documents, description, bytes },
    ...(files && { files }),
    ...(queries && { queries: queries.split("|") }),
    ...(credit && { credit }),
  };
}

const COMMANDS = {
  coming: (entries, name, title) => [...entries, { name, title, coming: true }],

  add(entries, ...known) {
    const entry = entryOf(...known);
    const isListed = entries.some(({ name }) => name === entry.name);
    return isListed ? entries.map((one) => (one.name === entry.name ? entry : one)) : [...entries, entry];
  },

  drop: (entries, only) => entries.filter(({ name, coming }) => !coming || (only && name !== only)),
};

const [command, ...given] = process.argv.slice(2);
const entries = COMMANDS[command](existsSync(LIST) ? JSON.parse(readFileSync(LIST, "utf8")) : [], ...given);
write(entries);
if (command === "add") {
  const { title, documents } = entries.find(({ name }) => name === given[1]);
  console.log(`demo: ${title}: ${documents} documents`);
}
