// The home page with its live search, as scripts/demo.sh assembles it, put into the site.
import { execFile } from "node:child_process";
import { cp, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT, addressOf, placeOf } from "./pages.mjs";

const run = promisify(execFile);

/** The index of the documents, by the name that the home page asks for. */
export const INDEX = "indexes/kindex.kdx";

/** Documents as pages of their own, which the site has. */
const OWN_PAGES = join("docs", "kindex");

/**
 * @param {string} site the folder of the site, which has the pages and their index
 * @param {string} folder in which the home page is assembled
 */
export async function addHome(site, folder) {
  await run(join(ROOT, "scripts/demo.sh"), { env: { ...process.env, DEMO: folder, NO_SERVE: "1", DOCS: "" } });
  const left = [join(folder, OWN_PAGES), join(folder, INDEX)];
  for (const name of await readdir(folder)) {
    await cp(join(folder, name), join(site, name), { recursive: true, filter: (path) => !left.includes(path) });
  }
  await relinkHome(join(site, "index.html"));
  await describeIndex(site);
}

/** Lets the links to documents lead to their pages in the site. */
async function relinkHome(file) {
  const html = await readFile(file, "utf8");
  const linked = html.replace(/href="docs\/kindex\/([^"#]*)\.html/g, (_, name) => {
    const place = placeOf(`${name}.md`);
    if (!place) throw new Error(`site: www/index.html leads to ${name}.md, which is no page of the site`);
    return `href="${addressOf(place)}`;
  });
  await writeFile(file, linked);
}

/** States in the list of indexes what the site's own has. */
async function describeIndex(site) {
  const manifest = join(site, "indexes/manifest.json");
  const entries = JSON.parse(await readFile(manifest, "utf8"));
  const entry = entries.find(({ index }) => index === INDEX);
  const { stdout } = await run(process.env.KINDEX_COMMAND, ["stats", join(site, INDEX), "--json"]);
  entry.documents = JSON.parse(stdout).documents;
  entry.bytes = (await stat(join(site, INDEX))).size;
  await writeFile(manifest, `${JSON.stringify(entries, null, 2)}\n`);
}
