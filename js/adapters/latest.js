import { HEAD } from "../shards/sharded-index.js";

/** The time that a request works with an index at most. */
const MAX_WORK_MS = 60_000;

/** The time after which is tried again what could not be opened, although it is the same. */
const RETRY_AFTER_MS = 30_000;

/**
 * @template {{ close(): void }} Opened
 * @param {string | (string | { src: string })[]} path of one index, or of each of several
 * @param {(path: any) => Promise<Opened>} open
 * @returns {() => Promise<Opened>}
 */
export function latest(path, open) {
  const paths = [path].flat();
  let index, opening;
  /** Of each when the index was opened. An address has none. */
  let stamps = [];
  /** Those of all with which only something was lost. */
  let tried;
  const renew = async (now) => {
    const before = index;
    let next;
    try {
      next = await open(path);
    } catch (error) {
      if (!before) throw error;
    }
    // A file that is lost may be on its way to its place. New ones do not wait for it.
    const isLost = (at) => isOpen(before, at) && !isOpen(next, at);
    if (!next || (paths.some((_, at) => isLost(at)) && now.every((one, at) => one === stamps[at] || isLost(at)))) {
      tried = String(now);
      setTimeout(() => (tried = undefined), RETRY_AFTER_MS).unref?.();
      return next?.close();
    }
    [index, stamps] = [next, now];
    // A request may be in the midst of it.
    if (before) setTimeout(() => before.close(), MAX_WORK_MS).unref?.();
  };
  return async () => {
    const now = await Promise.all(paths.map((one) => stampOf(one.src ?? one)));
    const isGone = now.some((one, at) => one === undefined && stamps[at] !== undefined && isOpen(index, at));
    const isLatest = index && (isGone || [String(stamps), tried].includes(String(now)));
    if (!isLatest) await (opening ??= renew(now).finally(() => (opening = undefined)));
    return index;
  };
}

/** Whether an index is open, by its number among several. */
const isOpen = (index, at) => Boolean(index?.indexes ? index.indexes[at] : index);

/** The time and the size of an index's first file, by which another one in its place is known; nothing where there is none. */
async function stampOf(path) {
  // Bundlers never see an import of them.
  const [{ stat }, { join }] = ["fs/promises", "path"].map((name) => globalThis.process.getBuiltinModule(`node:${name}`));
  try {
    const found = await stat(path);
    const { mtimeMs, size } = found.isDirectory() ? await stat(join(path, HEAD)) : found;
    return `${mtimeMs} ${size}`;
  } catch {
    return undefined;
  }
}
