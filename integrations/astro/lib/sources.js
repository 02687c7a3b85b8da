// The sources of a site, which are searched while they are written.
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { languagesOf } from "./languages.js";

const ADDRESSES = new URL("./addresses.js", import.meta.url).href;

/**
 * The options of `kindex/vite` about sources.
 *
 * @param {import("astro").AstroConfig} config
 * @param {Record<string, string>} [docs] by folder the path of its pages
 */
export function sourcesOf(config, docs = {}) {
  const { base, srcDir, root } = config;
  const pages = fileURLToPath(new URL("pages", srcDir));
  const given = Object.entries(docs).map(([folder, path]) => [resolve(fileURLToPath(root), folder), path]);
  const all = given.length > 0 ? given : collections(fileURLToPath(new URL("content", srcDir)));
  const folders = new Map([[pages, ""], ...all].filter(([folder]) => existsSync(folder)));
  return {
    docs: [...folders.keys()],
    addresses: { module: ADDRESSES, given: { base, pages, folders, languages: languagesOf(config) } },
  };
}

/** The usual paths of content collections: their names. */
function collections(content) {
  if (!existsSync(content)) return [];
  const entries = readdirSync(content, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => [resolve(content, name), name]);
}
