// The matrix of what goes wrong with an index on its way to a reader: each cell answers, or says what is wrong and
// mends itself. Cells are situations by layout, by `offline`, by `worker`.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Host, pageOf } from "./recovery-host.mjs";
import { ROOT, kindex } from "./support.mjs";

const UNAVAILABLE = "Search is not available";

export const OLD = { head: "older" };
export const NEW = { head: "newer" };

/** What hosts of static sites often send. */
const TEN_MINUTES = () => ({ "cache-control": "max-age=600" });
const FOR_GOOD = (path) => ({ "cache-control": path.endsWith(".kds") ? "max-age=31536000, immutable" : "no-cache" });
const TRUSTED = () => ({ "content-security-policy": "require-trusted-types-for 'script'" });

const MODULE = /kindex\/(panel|index|offline)\.min\.js$/;

/** All that a query needs is kept of one file; of several, what other queries have needed. */
const isKept = ({ offline, src }) => offline && src === "site.kdx";

/**
 * What goes wrong. Before it all is well and, unless it is said, so it is after; `during` is the state of the host
 * meanwhile. `visits` says who searches then: the page that is open (`open`), one that is opened anew (`again`), one
 * that nobody has opened before (`first`), or one that is open beside another (`tabs`). `answers` says in which cells
 * there has to be an answer at once, and `mends` what brings it elsewhere.
 */
const SITUATIONS = {
  "a deployment": { visits: "open", during: NEW, answers: true },
  "a rollback": { before: NEW, visits: "open", during: OLD, after: OLD, answers: true },
  "a deployment, and a page in the place of what is gone": { visits: "open", during: { ...NEW, fallback: "page" }, answers: true },
  "an upload that has brought only the head": { visits: "open", during: { head: "newer", shards: "older" } },
  "an upload that has brought only the shards": { visits: "open", during: { head: "older", shards: "newer" } },
  "an upload that has brought only the head, and another visit": { visits: "again", during: { head: "newer", shards: "older" } },
  "an upload that has brought only the shards, and another visit": { visits: "again", during: { head: "older", shards: "newer" } },
  "a deployment while two tabs are open": { visits: "tabs", during: NEW, answers: true },
  "a deployment, from a host with max-age=600": { headers: TEN_MINUTES, visits: "again", during: NEW, answers: true },
  "a page in the place of each file, once": { headers: FOR_GOOD, visits: "first", during: { ...OLD, fault: "page", once: true }, after: OLD, answers: true },
  "a page in the place of each file": { headers: FOR_GOOD, visits: "again", during: { ...NEW, fault: "page" }, answers: isKept, mends: "retry" },
  "a page in the place of each shard": { headers: FOR_GOOD, visits: "open", during: { ...OLD, fault: "page" }, after: OLD },
  "half of each file, once": { headers: FOR_GOOD, visits: "first", during: { ...OLD, fault: "half", once: true }, after: OLD, answers: true },
  "half of each file": { visits: "again", during: { ...NEW, fault: "half" }, answers: isKept, mends: "retry" },
  "connections that break": { visits: "again", during: { ...NEW, fault: "cut" }, answers: isKept, mends: "retry" },
  "no network": { visits: "again", during: { ...NEW, fault: "refused" }, answers: isKept, mends: "online" },
  "no network, while a page is open": { visits: "open", during: { ...OLD, fault: "refused" }, after: OLD, mends: "online" },
  "a network that stalls": { visits: "again", during: { ...NEW, fault: "stalled" }, answers: isKept, mends: "online" },
  "a network that stalls, while a page is open": { visits: "open", during: { ...OLD, fault: "stalled" }, after: OLD, mends: "letter" },
  "a host that fails": { visits: "again", during: { ...NEW, fault: "failing" }, answers: isKept, mends: "retry" },
  "an index that is gone for a while": { visits: "again", during: { ...NEW, fault: "missing" }, mends: "retry" },
  "a page in the place of the engine, once": { headers: TEN_MINUTES, visits: "first", during: { ...OLD, fault: "page", of: /wasm$/, once: true }, after: OLD, answers: true },
  "an engine that stalls": { visits: "first", during: { ...OLD, fault: "stalled", of: /wasm$/ }, after: OLD, mends: "retry" },
  "modules of the field that fail once": { visits: "first", during: { ...OLD, fault: "refused", of: MODULE, once: true }, after: OLD, answers: true },
  "modules of the field that are missing for a while": { visits: "first", during: { ...OLD, fault: "missing", of: MODULE }, after: OLD, mends: "retry" },
  "a page in the place of modules, for a while": { visits: "first", during: { ...OLD, fault: "page", of: MODULE }, after: OLD, mends: "letter" },
  "no network for modules": { visits: "first", during: { ...OLD, fault: "refused", of: MODULE }, after: OLD, mends: "online" },
  "a thread whose script is missing": { visits: "first", during: { ...OLD, fault: "missing", of: /thread\.min\.js$/ }, after: OLD, answers: true },
  "a thread whose script stalls": { visits: "first", during: { ...OLD, fault: "stalled", of: /thread\.min\.js$/ }, after: OLD, answers: true },
  "Trusted Types": { headers: TRUSTED, visits: "open", during: OLD, after: OLD, answers: true },
  "a storage that is forbidden": { script: "CacheStorage.prototype.open = async () => { throw new DOMException('', 'SecurityError'); };", visits: "again", during: NEW, answers: true },
  "a storage that is full": { script: "Cache.prototype.put = async () => { throw new DOMException('', 'QuotaExceededError'); };", visits: "again", during: NEW, answers: true },
};

const LAYOUTS = { "one file": "site.kdx", "several files": "search/", "a folder that grows": "grows/" };

/** With `offline` several files are searched in the page's thread. */
const isOwn = ({ src, offline, worker }) => !(src.endsWith("/") && offline && worker);

const CELLS = Object.entries(SITUATIONS).flatMap(([name, situation]) =>
  Object.entries(LAYOUTS).flatMap(([layout, src]) =>
    [false, true].flatMap((offline) =>
      [false, true].map((worker) => ({ name: [name, layout, offline && "offline", worker && "worker"].filter(Boolean).join(", "), situation, src, offline, worker })),
    ),
  ),
).filter(isOwn);

const record = (word, at) => JSON.stringify({ id: `p${at}`, url: `/p${at}`, title: `Page ${at} of ${word}`, text: `The ${word} one has apple${at}.` });

/** Whether what was seen in a cell is right. */
function isRight(cell, seen) {
  const { situation } = cell;
  const must = typeof situation.answers === "function" ? situation.answers(cell) : situation.answers;
  const last = (situation.after ?? NEW).head;
  const isAnswer = (text) => /^Page \d of (older|newer)$/.test(text);
  return !seen.failed
    && (seen.before === undefined || isAnswer(seen.before))
    && (seen.tab === undefined || isAnswer(seen.tab))
    && (isAnswer(seen.during) || (!must && seen.during === UNAVAILABLE))
    && (seen.mended === undefined || isAnswer(seen.mended))
    && seen.next === `Page 5 of ${last}`;
}

/** The cells as the page takes them, once the host has them. */
const added = (host, cells, pass) =>
  cells.map(({ situation, src, offline, worker }, at) => {
    const { headers, script, visits, during, mends = "letter" } = situation;
    const page = pageOf(`src="${src}"${offline ? " offline" : ""}${worker ? " worker" : ""}`, script);
    const states = { before: situation.before ?? OLD, during, after: situation.after ?? NEW };
    return { address: host.add(`cell${pass}-${at}`, { page, headers, states, state: states.before }), visits, mends };
  });

/** Runs in the page. */
const begin = (cells) => {
  globalThis.seen = undefined;
  import("/recovery-page.mjs").then(({ run }) => run(cells)).then((seen) => (globalThis.seen = seen));
};

/** Goes through cells in a page; gives those that went wrong, each with what was seen. */
async function wrongOf(host, page, cells, pass) {
  await page.evaluate(begin, added(host, cells, pass));
  // Drivers wait half a minute for an answer.
  let seen;
  while (!(seen = await page.evaluate(() => globalThis.seen ?? null))) await pause(500);
  return cells.map((cell, at) => ({ cell, seen: seen[at] })).filter(({ cell, seen }) => !isRight(cell, seen));
}

/**
 * Goes through all cells in a page. All waits are shortened here, so a machine with other work may be late for one:
 * a cell that goes wrong is tried once more, when no others are. `CELL`, when given, is in the environment, and some of them have it in their name.
 *
 * @param {Host} host
 * @param {{ evaluate: Function }} page of any driver, which is at the host's address
 */
export async function assertAll(host, page) {
  const cells = CELLS.filter(({ name }) => name.includes(process.env.CELL ?? ""));
  const wrong = await wrongOf(host, page, cells, "first");
  const still = await wrongOf(host, page, wrong.map(({ cell }) => cell), "again");
  assert.deepEqual(still.map(({ cell, seen }) => `${cell.name}: ${JSON.stringify(seen)}`), []);
}

/** A host with two builds of a site, for the tests of the suite that this is called in. */
export function withHost() {
  const the = {};

  before(async () => {
    the.folder = await mkdtemp(join(tmpdir(), "kindex-recovery-"));
    for (const word of ["older", "newer"]) {
      const file = join(the.folder, `${word}.jsonl`);
      await writeFile(file, Array.from({ length: 40 }, (_, at) => `${record(word, at)}\n`).join(""));
      await kindex("build", file, "-o", join(the.folder, word), "--layout", "sharded", "-q");
      await kindex("build", file, "-o", join(the.folder, `${word}.kdx`), "-q");
    }
    the.host = await Host.start(the.folder, ["older", "newer"], join(ROOT, "dist", "npm"));
  });

  after(async () => {
    await the.host?.close();
    await rm(the.folder, { recursive: true, force: true });
  });

  return the;
}
