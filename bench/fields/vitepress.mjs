// The text of a site as a site of VitePress, built with its local search.
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULES = fileURLToPath(new URL("node_modules", import.meta.url));

/** Signs that mean something in Markdown, in HTML or in Vue. */
const SIGNS = /[^\p{L}\p{N}\s.,;:'"]/gu;

const plain = (text) => text.replace(SIGNS, (sign) => `&#${sign.codePointAt(0)};`).replace(/^[ \t]+/gm, "").replace(/^(\d+)\./gm, "$1&#46;");

function sectionOf({ title, depth, text }) {
  const heading = depth > 1 ? `${"#".repeat(Math.min(depth, 6))} ${plain(title)}\n\n` : "";
  return `${heading}${plain(text)}`;
}

const markdown = ({ title, sections }) => [`# ${plain(title)}`, ...sections.map(sectionOf)].join("\n\n");

/** Writes pages into a folder and builds them below `/vitepress/`; gives where what a page loads lies. */
export function buildVitePress(pages, folder) {
  mkdirSync(join(folder, ".vitepress"), { recursive: true });
  symlinkSync(MODULES, join(folder, "node_modules"));
  const config = { title: "Documentation", base: "/vitepress/", ignoreDeadLinks: true, themeConfig: { search: { provider: "local" } } };
  writeFileSync(join(folder, ".vitepress/config.mjs"), `export default ${JSON.stringify(config)};`);
  writeFileSync(join(folder, "index.md"), "# Documentation\n");
  pages.forEach((page, at) => writeFileSync(join(folder, `page-${at}.md`), markdown(page)));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(MODULES, "vitepress/bin/vitepress.js"), "build", folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`VitePress cannot build ${folder}: ${stdout}${stderr}`);
  return join(folder, ".vitepress/dist");
}
