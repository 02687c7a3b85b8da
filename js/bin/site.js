// Which generator publishes a folder, by the configuration that lies there.
import { readdir, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Configuration lies in the folder of the documents or a few above it. */
const FOLDERS = 4;

const CONFIGURATIONS = [
  [/^book\.toml$/, "mdbook"],
  [/^\.vitepress$/, "vitepress"],
  [/^(hugo\.(toml|ya?ml|json)|config\.toml)$/, "hugo"],
  [/^mkdocs\.ya?ml$/, "mkdocs"],
  [/^_config\.ya?ml$/, "jekyll"],
  [/^docusaurus\.config\./, "docusaurus"],
];

/** The generator whose configuration lies in the folder, or not far above it in the same repository. */
export async function siteOf(path) {
  const real = await realpath(path);
  let folder = (await stat(real)).isDirectory() ? real : dirname(real);
  for (let i = 0; i < FOLDERS; i++) {
    const names = (await readdir(folder).catch(() => [])).sort();
    for (const name of names) {
      const found = CONFIGURATIONS.find(([configuration]) => configuration.test(name));
      if (found) return found[1];
    }
    if (names.includes(".git") || dirname(folder) === folder) break;
    folder = dirname(folder);
  }
  return "plain";
}
