// Does with a command that was just installed what its first user does: a site of three pages gets search, and is
// served.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const TITLES = { index: "Lantern", "guide/oil": "Oil", "guide/wick": "Wick" };

const page = (title) => `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1><p>The ${title} shines.</p></body></html>`;

/** Where the index of the site is, below its folder. */
export const INDEX = "kindex/index/index.kdx";

/** What a browser asks for: pages, what they load, the engine and the index. */
const SERVED = ["index.html", "guide/oil.html", "kindex/search.js", "kindex/page/page_bg.wasm", INDEX];

/** Serves the site until what it gives was compared with its files. */
async function serve(site, program, options) {
  const child = spawn(program, ["serve", site, "--port", "0"], { ...options, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  try {
    const said = await Promise.race([once(child.stdout, "data"), ended]);
    const address = /http:\/\/\S+/.exec(said.join())?.[0];
    if (!address) throw new Error(`kindex does not serve: ${said.join()}`);
    for (const path of SERVED) {
      const response = await fetch(new URL(path, address));
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200 || !bytes.equals(await readFile(join(site, path)))) throw new Error(`kindex serves /${path} with ${response.status}`);
    }
  } finally {
    child.kill();
    await ended;
  }
}

/**
 * @param {string} folder where the site is made, as `site`
 * @param {string} program the command
 * @param {Record<string, string>} env
 * @returns {Promise<string>} what the command says of its version
 */
export async function trySite(folder, program, env) {
  const site = join(folder, "site");
  const options = { cwd: folder, env };
  const kindex = async (...args) => (await run(program, args, options)).stdout;
  await mkdir(join(site, "guide"), { recursive: true });
  for (const [name, title] of Object.entries(TITLES)) await writeFile(join(site, `${name}.html`), page(title));
  await kindex("inject", "site");
  const text = await readFile(join(site, "guide/oil.html"), "utf8");
  if (!text.includes('src="../kindex/search.js"')) throw new Error("kindex put no search into a page");
  const found = await kindex("search", join("site", INDEX), "wick");
  if (!found.includes("guide/wick")) throw new Error(`kindex did not find a page: ${found}`);
  await serve(site, program, options);
  return (await kindex("--version")).trim();
}
