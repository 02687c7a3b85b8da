// The Workers that are loaded: they search the same pages and answer with texts.
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, pagesFrom } from "../engines/sections.mjs";
import { ROOT } from "../paths.mjs";
import { modulesOf } from "./modules.mjs";

const { default: MiniSearch } = await import(createRequire(join(ROOT, "bench/engines/")).resolve("minisearch"));

/** So large an index may be in a script, compressed, on the plan that costs nothing: 3 MB with all else. */
const BUNDLED = 2_500_000;

/** So long answers are. */
const LIMIT = 10;

/** Each section is a document, as VitePress has it, and so are the options. */
const FIELDS = { fields: ["title", "titles", "text"], storeFields: ["page", "url", "title", "titles", "text"] };
const WHOLE = { boost: { title: 4, text: 2, titles: 1 } };
const FUZZY = { ...WHOLE, prefix: true, fuzzy: 0.2 };

const kindexScript = (source) => `
  import { assets, bundled, createWorker } from "./dist/npm/worker.js";
  import wasm from "./dist/npm/explore/explore_bg.wasm";
  ${source === "bundled(index)" ? 'import index from "./index.bin";' : ""}
  export default createWorker({ wasm, source: ${source} });
`;

/** An index that is too large for a script is too large for the static assets too, so it comes from elsewhere. */
const miniSearchScript = (small, options) => `
  import MiniSearch from "minisearch";
  ${small ? 'import index from "./index.bin";' : ""}
  let opened;
  async function opening(env) {
    const text = ${small ? "new TextDecoder().decode(index)" : 'await (await env.FILES.fetch("http://files.invalid/")).text()'};
    return MiniSearch.loadJSON(text, ${JSON.stringify(FIELDS)});
  }
  export default {
    async fetch(request, env) {
      opened ??= await opening(env);
      const query = new URL(request.url).searchParams.get("q");
      const results = opened.search(query, ${JSON.stringify(options)}).slice(0, ${LIMIT});
      return Response.json({ data: { query, results } });
    },
  };
`;

const EMPTY = 'export default { fetch: () => Response.json({ data: { query: "", results: [] } }) };';

/** Builds the indexes of a site: the folder of the assets, and the bytes of the others. */
async function indexesOf(site, pages, out) {
  const folder = join(out, `${site.name}.load`);
  rmSync(folder, { recursive: true, force: true });
  const assets = join(folder, "assets");
  mkdirSync(assets, { recursive: true });
  build(site, pages, join(assets, "search"), "--layout", "sharded");
  const one = readFileSync(build(site, pages, join(folder, "index.kdx.gz")));
  return { folder: assets, one, json: Buffer.from(miniSearchOf(await pagesFrom(site, pages, folder))) };
}

function miniSearchOf(pages) {
  const made = new MiniSearch(FIELDS);
  const ofPage = ({ id, url, sections }) =>
    sections.map(({ title, titles, text }, at) => ({ id: `${id}#${at}`, page: id, url, title, titles: titles.join("\n"), text }));
  made.addAll(pages.flatMap(ofPage));
  return JSON.stringify(made);
}

/**
 * The Workers for a site: `{ name, options }`, with what Miniflare starts each of them with.
 *
 * @param {{ name: string, site: string }} site
 * @param {string} pages the folder of its pages
 * @param {string} out
 */
export async function workersOf(site, pages, out) {
  const { folder, one, json } = await indexesOf(site, pages, out);
  const assets = { directory: folder, binding: "ASSETS", routerConfig: { has_user_worker: true } };
  const small = one.length <= BUNDLED;
  console.log(`${site.name}: ${(json.length / 1e6).toFixed(1)} MB for MiniSearch, ${(one.length / 1e6).toFixed(1)} MB in one file, compressed`);
  const start = { assets, serviceBindings: { FILES: () => new Response(json) } };
  const rows = [
    ["nothing but an answer", EMPTY],
    ...(small ? [["Kindex, in the script", kindexScript("bundled(index)"), one]] : []),
    ["Kindex, several files", kindexScript('assets("/search/")')],
    ["MiniSearch, whole words", miniSearchScript(small, WHOLE), json],
    ["MiniSearch, as VitePress has it", miniSearchScript(small, FUZZY), json],
  ];
  return Promise.all(rows.map(async ([name, script, index]) => ({ name, options: { ...(await modulesOf(script, index)), ...start } })));
}
