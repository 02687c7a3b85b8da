import { HEAD } from "../shards/sharded-index.js";

/** The time that a request works with an index at most. */
const MAX_WORK_MS = 60_000;

/**
 * @template {{ close(): void }} Opened
 * @param {string | (string | { src: string })[]} path of one index, or of each of several
 * @param {(path: any) => Promise<Opened>} open
 * @returns {() => Promise<Opened>}
 */
export function latest(path, open) {
  const paths = [path].flat();
  let index, stamp, opening;
  const renew = async (now) => {
    const before = index;
    try {
      const next = await open(path);
      // So may one of several.
      if (paths.some((_, at) => isOpen(before, at) && !isOpen(next, at))) return next.close();
      index = next;
    } catch (error) {
      // Another one may be on its way to its place.
      if (!before) throw error;
      return;
    }
    stamp = now;
    // A request may be in the midst of it.
    if (before) setTimeout(() => before.close(), MAX_WORK_MS).unref?.();
  };
  return async () => {
    const stamps = await Promise.all(paths.map((one) => stampOf(one.src ?? one)));
    const now = stamps.join();
    const isGone = stamps.some((one, at) => one === undefined && isOpen(index, at));
    const isLatest = index && (isGone || now === stamp);
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
