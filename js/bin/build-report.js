// Says what a build made, for people and as JSON.
import { extname } from "node:path";
import { open } from "../entry/build.js";
import { HEAD } from "../shards/sharded-index.js";
import { plain } from "../text/sanitize.js";
import { counted } from "./numbers.js";

/** The reasons for which pages are left out, in this order, for people. */
const REASONS = {
  asked: "as asked",
  errorPage: "as error pages",
  list: "as lists of pages",
  redirect: "as redirects",
  sourceView: "as views of source",
  tool: "as indexes and tools",
  unmarked: "without data-pagefind-body",
  besidePages: "as text beside finished pages (--include text reads it)",
  collection: "as collections of other pages",
  copy: "as copies of an index.html",
};

/** Of what was left out, how many pages for which reason. */
function whatIsLeftOut(leftOut) {
  const reasons = Object.keys(REASONS).filter((reason) => leftOut.has(reason));
  const count = reasons.reduce((sum, reason) => sum + leftOut.get(reason), 0);
  const pages = `${counted(count, "page")} left out`;
  if (reasons.length < 2) return reasons.map((reason) => `${pages} ${REASONS[reason]}`);
  const each = reasons.map((reason) => `${leftOut.get(reason).toLocaleString("en")} ${REASONS[reason]}`);
  return [`${pages}: ${each.join(", ")}`];
}

/** Of files that nothing reads, as many kinds are named. */
const NAMED_KINDS = 8;

/** The files that nothing reads by their extensions, the most frequent first, as the native command counts them. */
function unreadKinds(unread) {
  const counts = new Map();
  for (const file of unread) {
    const extension = extname(file).toLowerCase();
    // `x.` has none, but a point here.
    const kind = extension === "." ? "" : extension;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kinds = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  const named = kinds.slice(0, NAMED_KINDS).map(([kind, count]) => `${count.toLocaleString("en")} ${plain(kind.slice(1)) ? plain(kind) : "without extension"}`);
  const rest = kinds.slice(NAMED_KINDS).reduce((sum, [, count]) => sum + count, 0);
  return [...named, ...(rest > 0 ? [`${rest.toLocaleString("en")} of other kinds`] : [])].join(", ");
}

/** One line about an index that was written. */
export function summary(output, stored, { documents, leftOut, links, skipped, unread }, took, tenants = 0) {
  const of = tenants > 0 ? `${counted(tenants, "tenant")}, ` : "";
  const parts = [`${of}${counted(documents, "document")}, ${size(stored)}`, `built in ${(took / 1000).toFixed(1)} s`];
  if (stored.kept !== undefined) parts.push(`${counted(stored.kept, "shard")} kept of builds before`);
  parts.push(...whatIsLeftOut(leftOut));
  if (links > 0) parts.push(`${counted(links, "link")} to files that are indexed where they are`);
  if (skipped.length > 0) parts.push(`${skipped.length} skipped`);
  if (unread.length > 0) parts.push(`not read: ${unreadKinds(unread)}`);
  return `${plain(output)}: ${parts.join("; ")}\n`;
}

function size({ bytes, files, head, largest }) {
  const all = counted(bytes, "byte");
  if (files === undefined) return all;
  if (files === 1) return `${all} in one file, which pages load whole`;
  return `${all} in ${counted(files, "file")}, of which pages load ${HEAD} (${counted(head, "byte")}) and what a query needs (up to ${counted(largest, "byte")} each)`;
}

/**
 * The same as one object, as the native command writes it.
 *
 * @param {{ tenants: number, stats: object[] }} held
 */
export function report(held, output, stored, { leftOut, links, skipped }, took) {
  const reasons = Object.keys(REASONS).filter((reason) => leftOut.has(reason)).map((reason) => [reason, leftOut.get(reason)]);
  const { files, head, largest, kept } = stored;
  return {
    output,
    ...sumOfHeld(held),
    bytes: stored.bytes,
    seconds: Math.round(took) / 1000,
    skipped,
    unindexed: reasons.reduce((sum, [, count]) => sum + count, 0),
    leftOut: { ...Object.fromEntries(reasons), ...(links > 0 && { link: links }) },
    ...(files !== undefined && { files, headBytes: head, largestShardBytes: largest }),
    ...(kept !== undefined && { keptShards: kept }),
  };
}

/** The contents of an index, or of those of all tenants; words of several tenants count for each. */
function sumOfHeld({ tenants, stats }) {
  const [{ unit, levels }] = stats;
  const sum = (numberOf) => stats.reduce((sum, one) => sum + numberOf(one), 0);
  return {
    tenants,
    documents: sum(({ documents }) => documents),
    unit,
    levels: levels.map((level, at) => ({ ...level, chunks: sum(({ levels }) => levels[at].chunks) })),
    words: sum(({ words }) => words),
  };
}

/**
 * The numbers of what an index holds.
 *
 * @param {Uint8Array | [name: string, bytes: Uint8Array][]} made one file, or several
 */
export async function statsOf(made) {
  const named = Array.isArray(made) && new Map(made);
  const index = await open(named ? (name) => named.get(name) : made);
  const stats = index.stats();
  index.close();
  return stats;
}
