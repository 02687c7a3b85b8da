// The example sites of integrations/python, built by MkDocs, Sphinx and Zensical with the package in target/python.
import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../port.mjs";

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const INTEGRATION = join(ROOT, "integrations/python");

/** What scripts/python-package.py makes. */
export const PACKAGE = join(ROOT, "target/python");

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** A program of the environment that scripts/setup.sh python-docs makes. */
export function program(name) {
  const { KINDEX_PYTHON_DOCS } = process.env;
  if (!KINDEX_PYTHON_DOCS) throw new Error("MkDocs, Sphinx and mdBook are missing; run: scripts/setup.sh python-docs, and source env.sh as it says");
  return join(KINDEX_PYTHON_DOCS, name);
}

/** A new folder with the examples. */
export async function workshop() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kindex-python-")));
  for (const name of ["example-mkdocs", "example-sphinx", "tests"]) await cp(join(INTEGRATION, name), join(folder, name), { recursive: true });
  const env = {
    ...process.env,
    PYTHONPATH: PACKAGE,
    PYTHONDONTWRITEBYTECODE: "1",
    KINDEX_COMMAND: "",
    NO_MKDOCS_2_WARNING: "1",
  };
  const ran = async (name, args, variables = {}) => {
    const { stdout, stderr } = await run(program(name), args, { cwd: folder, env: { ...env, ...variables } });
    return stdout + stderr;
  };
  return { folder, env, ran, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Serves a folder below a path, such as /handbook/. */
export async function host(folder, below = "/") {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = join(folder, pathname.slice(below.length).replace(/(^|\/)$/, "$1index.html"));
    const bytes = pathname.startsWith(below) && (await readFile(file).catch(() => undefined));
    if (!bytes) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { address: `http://127.0.0.1:${server.address().port}${below}`, close };
}

/** Serves a site while it is written, as `mkdocs serve` does; gives where, and what waits for a line of its output. */
export async function served({ folder, env }, config) {
  const port = await freePort();
  const args = ["serve", "--config-file", config, "--dev-addr", `127.0.0.1:${port}`, "--livereload"];
  const server = spawn(program("mkdocs"), args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const lines = createInterface(server.stderr)[Symbol.asyncIterator]();
  const said = [];
  const saying = async (pattern) => {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      said.push(next.value);
      const found = pattern.exec(next.value);
      if (found) return found[0];
    }
    throw new Error(`mkdocs serve ended without saying ${pattern}:\n${said.join("\n")}`);
  };
  const close = () => (server.kill(), ended);
  return { address: await saying(/(?<=Serving on )http:\S+/), saying, close };
}
