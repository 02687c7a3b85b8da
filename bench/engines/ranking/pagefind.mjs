// Pagefind as it comes: it reads pages as HTML and ranks with its own weights for headings.
import { rmSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { close, createIndex } from "pagefind";
import { DEPTH } from "./results.mjs";

const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const paragraphs = (text) => text.split(/\n{2,}/).filter((block) => block.trim() !== "");

/** A page as Pagefind reads it. */
export function html({ title, sections }) {
  const body = sections.flatMap((section) => {
    const depth = Math.min(section.depth, 6);
    const heading = depth > 1 ? [`<h${depth}>${escaped(section.title)}</h${depth}>`] : [];
    return [...heading, ...paragraphs(section.text).map((text) => `<p>${escaped(text)}</p>`)];
  });
  const main = [`<h1>${escaped(title)}</h1>`, ...body].join("\n");
  return `<!doctype html><html lang="en"><title>${escaped(title)}</title><main>${main}</main></html>`;
}

/** Writes the index of pages into a folder. */
export async function build(site, folder) {
  const { index } = await createIndex();
  for (const [at, page] of site.entries()) {
    const { errors } = await index.addHTMLFile({ url: `/${at}/`, content: html(page) });
    if (errors.length > 0) throw new Error(`Pagefind cannot read ${page.id}: ${errors.join("; ")}`);
  }
  const { errors } = await index.writeFiles({ outputPath: folder });
  if (errors.length > 0) throw new Error(`Pagefind cannot write ${folder}: ${errors.join("; ")}`);
  await close();
}

/** Pagefind's search fetches parts of its index; Node's fetch reads no files, so this does. */
async function fetchFile(url) {
  return new Response(await readFile(fileURLToPath(url)));
}

async function pages(site) {
  const folder = await mkdtemp(join(tmpdir(), "kindex-pagefind-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await build(site, folder);
  globalThis.fetch = fetchFile;
  const pagefind = await import(pathToFileURL(join(folder, "pagefind.js")));
  const known = new Map();
  const pageOf = async ({ id, data }) => {
    if (!known.has(id)) known.set(id, site[Number((await data()).raw_url.slice(1, -1))].id);
    return known.get(id);
  };
  return async (query) => {
    const { results } = await pagefind.search(query);
    return Promise.all(results.slice(0, DEPTH).map(pageOf));
  };
}

export default { package: "pagefind", rows: { Pagefind: { "as it comes": pages } } };
