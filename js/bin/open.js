// Opens an index that is named on the command line.
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { latest } from "../adapters/latest.js";
import { open } from "../entry/explore.js";
import { isCompressed, maxShardBytes, readAtMost } from "../engine/gzip.js";
import { HEAD } from "../shards/sharded-index.js";
import { Failure, InvalidFile, fileFailure } from "./output.js";

/** Advice about an index that cannot be used, by the code of the error. */
const ADVICE = {
  not_an_index: "make one with kindex build",
  truncated: "build it again",
  corrupt: "build it again",
  // Their messages have it.
  unknown_flags: "",
  unknown_analyzer: "",
  unsupported_version: "",
};

/**
 * Opens an index and does something with it. Errors about the index name its file and say what to do.
 *
 * @template T
 * @param {string} path a file, or a folder with an index in several files
 * @param {(index: import("../entry/index.js").Explorer | import("../entry/index.js").ShardedExplorer) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withIndex(path, use) {
  const file = await fileOf(path);
  const head = await headAt(file);
  try {
    return await use(await openAt(file, head));
  } catch (error) {
    throw damage(file, error);
  }
}

/**
 * Opens an index to hold it for long.
 *
 * @param {string} path
 * @returns {Promise<() => Promise<import("../entry/index.js").Explorer>>} gives the index that is there by now
 */
export async function held(path) {
  const index = latest(path, () => withIndex(path, (opened) => opened));
  await index();
  return index;
}

export const headAt = async (file) => {
  const bytes = await readFile(file).catch((error) => {
    throw fileFailure("read", file, error);
  });
  return inflated(file, bytes);
};

/** Opens the index whose first file is read. */
function openAt(file, head) {
  // Whether there are shards beside it is for the head to say.
  const read = (name, { cache }) => {
    if (name !== HEAD) return shard(join(dirname(file), name), maxShardBytes(head));
    return cache === "reload" ? headAt(file) : head;
  };
  return open(read);
}

/** The file to begin with. */
async function fileOf(path) {
  const isFolder = await stat(path).then((found) => found.isDirectory(), () => false);
  if (!isFolder) return path;
  const head = join(path, HEAD);
  const isThere = await stat(head).then((found) => found.isFile(), () => false);
  if (isThere) return head;
  throw new Failure(`cannot read ${path}: it is a folder without ${HEAD}; make one with kindex build ... -o ${path}/`);
}

async function shard(file, most) {
  const bytes = await readFile(file).catch((error) => {
    if (error.code !== "ENOENT") throw fileFailure("read", file, error);
  });
  return bytes && inflated(file, bytes, most);
}

/** As the library does; but whether it is cut off or damaged is told as the native command tells it. */
async function inflated(file, bytes, most) {
  if (!isCompressed(bytes)) return bytes;
  try {
    return await readAtMost(Readable.toWeb(Readable.from([bytes]).pipe(createGunzip())), most);
  } catch ({ code }) {
    throw again(file, "corrupt", `its gzip compression is ${code === "Z_BUF_ERROR" ? "cut off" : "damaged"}`);
  }
}

/** Does something with the index in a file. */
export function invalid(file, act) {
  try {
    return act();
  } catch (error) {
    throw damage(file, error);
  }
}

function damage(file, error) {
  // The cause says what is wrong with a shard.
  if (error?.cause instanceof InvalidFile) return error.cause;
  // The library names it in the words.
  const [, name, isGone] = /^([\da-f]{12}\.kds)(?:: |( is not there))/.exec(error?.message) ?? [];
  if (isGone) return again(join(dirname(file), name), "missing_shards", "a shard of the index is missing");
  if (name) return again(join(dirname(file), name), "corrupt", "its bytes are not those that its name says");
  const advice = error?.name === "KindexError" ? ADVICE[error.code] : undefined;
  return advice === undefined ? error : new InvalidFile(file, error.code, error.message, advice);
}

const again = (file, code, fault) => new InvalidFile(file, code, fault, "build the index again");
