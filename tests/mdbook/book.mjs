// Books of the real mdBook, with the package as it is published.
import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { program } from "../python-docs/site.mjs";
import { NATIVE } from "../js/cli-support.mjs";
import { freePort } from "../port.mjs";

const run = promisify(execFile);

/** The package's command runs this one. */
const ENV = { ...process.env, KINDEX_COMMAND: NATIVE };

const PACKAGE = fileURLToPath(new URL("../../dist/npm", import.meta.url));

/** What readers add to book.toml, as docs/generators.md and `kindex init` have it. */
export const LINES = `[output.html.search]
enable = false

[output.kindex]
command = "npx kindex mdbook"
`;

const BOOK = `[book]
title = "Knots"
`;

const SOURCES = {
  "src/SUMMARY.md": "# Summary\n\n[Knots](README.md)\n\n- [Loops](guide/loops.md)\n  - [Bends](guide/more/bends.md)\n",
  "src/README.md": "# Knots\n\nHow rope holds.\n",
  "src/guide/loops.md": "# Loops\n\nA loop is made at the end of a rope.\n\n## Bowline\n\nIt does not slip, and is untied easily after it held a heavy load.\n",
  "src/guide/more/bends.md": "# Bends\n\nA sheet bend joins two ropes. What is right of left -> is not.\n",
};

/**
 * A new folder with a book, and what builds and removes it.
 *
 * @param {string} [lines] of book.toml
 * @param {Record<string, string>} [more] files by their paths
 */
export async function book(lines = LINES, more = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kindex-mdbook-")));
  const modules = join(folder, "node_modules");
  await cp(PACKAGE, join(modules, "kindex"), { recursive: true });
  await mkdir(join(modules, ".bin"));
  await symlink("../kindex/bin/kindex.js", join(modules, ".bin/kindex"));
  await put(folder, { ...SOURCES, "package.json": '{ "private": true }', "book.toml": BOOK + lines, ...more });
  const mdbook = async (...args) => {
    const { code = 0, stdout, stderr } = await run(program("mdbook"), args, { cwd: folder, env: ENV }).catch(ended);
    return { code, stdout, said: stripVTControlCharacters(stderr) };
  };
  return { folder, mdbook, put: (files) => put(folder, files), remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A program that ended with a number was there. */
function ended(error) {
  if (typeof error.code !== "number") throw error;
  return error;
}

/** The book with other lines in its book.toml. */
export const withLines = (lines) => ({ "book.toml": BOOK + lines });

async function put(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Serves a book while it is written; gives where, and what ends it. */
export async function served({ folder }) {
  const port = await freePort();
  const server = spawn(program("mdbook"), ["serve", "--hostname", "127.0.0.1", "--port", String(port)], { cwd: folder, env: ENV, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const said = [];
  for await (const line of createInterface(server.stderr)) {
    said.push(line);
    const address = /http:\/\/127[^\s'"]+/.exec(stripVTControlCharacters(line))?.[0];
    if (address) {
      server.stderr.resume();
      return { address: `${address.replace(/\/$/, "")}/`, close: () => (server.kill(), ended) };
    }
  }
  throw new Error(`mdbook serve ended without saying where it serves:\n${said.join("\n")}`);
}
