// Indexes documents with one engine in JavaScript and writes the files that a page loads:
//
//   node bench/speed/build-peer.mjs MODULE ROW DOCUMENTS FOLDER
//
// MODULE is the name of one in bench/engines/page, ROW one of its rows; DOCUMENTS are JSON Lines.
// Prints how many seconds indexing and serialising took, and the most memory held, in bytes.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLines } from "../data/archives.mjs";

const [module, row, documents, folder] = process.argv.slice(2);
const { default: engine } = await import(`../engines/page/${module}.mjs`);
const read = readLines(documents);
const begun = performance.now();
const serialise = await engine.rows[row].build(read);
const files = serialise();
const seconds = (performance.now() - begun) / 1000;
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
const peak = 1024 * process.resourceUsage().maxRSS;
console.log(JSON.stringify({ seconds, peak }));
