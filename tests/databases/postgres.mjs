// PostgreSQL servers for tests: the machine's own, and one in WebAssembly that has pgvector. Each has a folder of its
// own and goes with it.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { freePort } from "../port.mjs";

const run = promisify(execFile);

/** A server that is not there by then does not come. */
const LIMIT_MS = 30_000;

/** The server does not run as root: then it is somebody who owns nothing. */
const NOBODY = 65_534;

/** Waits until the server says in its file that it takes connections. */
async function ready(folder, server) {
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; await wait(50)) {
    assert.equal(server.exitCode, null, "the server has ended");
    const says = await readFile(join(folder, "data/postmaster.pid"), "utf8").catch(() => "");
    if (/^ready\s*$/m.test(says)) return;
  }
  assert.fail("the server did not begin");
}

/** Calls `act` with the variables that lead to a server of the machine's PostgreSQL, with its data in a folder. */
export async function withPostgres(program, folder, act) {
  const programs = dirname(await realpath(program));
  const isRoot = process.getuid() === 0;
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const options = { cwd: folder, ...(isRoot && { uid: NOBODY, gid: NOBODY }) };
  await run(join(programs, "initdb"), ["-D", "data", "-A", "trust", "-U", "kindex", "--no-sync", "--encoding=UTF8", "--locale=C"], options);
  const server = spawn(join(programs, "postgres"), ["-D", "data", "-k", folder, "-h", "", "-F"], { ...options, stdio: "ignore" });
  try {
    await ready(folder, server);
    return await act({ PGHOST: folder, PGPORT: "5432", PGUSER: "kindex", PGDATABASE: "postgres" });
  } finally {
    const ended = server.exitCode === null && once(server, "exit");
    server.kill("SIGINT");
    await ended;
  }
}

/** Calls `act` with the variables that lead to a PostgreSQL with pgvector. It is for one connection: all would have one session. */
export async function withPgvector(act) {
  const db = await PGlite.create({ extensions: { vector } });
  const port = await freePort();
  const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port });
  await server.start();
  try {
    return await act({ PGHOST: "127.0.0.1", PGPORT: String(port), PGUSER: "postgres", PGDATABASE: "postgres", PGSSLMODE: "disable" });
  } finally {
    await server.stop();
    await db.close();
  }
}
