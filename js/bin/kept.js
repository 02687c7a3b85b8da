// Shards of the builds before, which stay in a folder for a day, as the native command keeps them: a
// page that opened the index before goes on with them.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { bytesOf } from "../engine/bytes.js";
import { guarded } from "../engine/errors.js";
import { inflate, maxShardBytes } from "../engine/gzip.js";
import { SHARDED, hasFlag } from "../engine/header.js";
import { fullEngine } from "../entry/full-engine.js";
import { HEAD } from "../shards/sharded-index.js";
import { counted } from "./numbers.js";
import { headAt, invalid } from "./open.js";
import { Failure, InvalidFile, fileFailure, warn } from "./output.js";

/** The file beside the head that says which shards are kept. */
export const KEPT = "index.kdx.kept";

/** The time in seconds for which shards are kept. A page that is open for longer opens the index anew. */
const DAY_SECONDS = 24 * 60 * 60;

/** The number of shards that are fetched at the same time at most. */
const MAX_READERS = 8;

/** The number of shards that are kept of the builds before the one before, so that no list has a build fetch for hours. */
const MAX_OLDER_SHARDS = 8192;

/** The bytes that a shard of any build may have: a small index may follow a large one whose shards are kept. */
const ANY_SHARD_BYTES = 16 << 20;

/** The bytes that a kept shard has at most, by the head beside it. */
const mostBytes = (head) => Math.max(ANY_SHARD_BYTES, hasFlag(head, SHARDED) ? maxShardBytes(head) : 2 * head.length);

/** What a list of kept shards may have: of builds, each with its time in seconds since 1970, the shards that they left. */
const isList = (list) => Array.isArray(list) && list.every(({ left, shards } = {}) => Number.isSafeInteger(left) && Array.isArray(shards) && shards.every(isName));

const isName = (name) => typeof name === "string" && /^[\da-f]{12}$/.test(name);

/** Whether a place is the address at which a folder is published. */
export const isAddress = (place) => /^https?:\/\//.test(place);

/** The build before, as it lies in a folder or at an address. */
export class Previous {
  #place;
  #kept;
  #mostBytes;

  constructor(place, { kept, mostBytes }) {
    this.#place = place;
    this.#kept = kept;
    this.#mostBytes = mostBytes;
  }

  /**
   * Reads what the build before has. Says where that cannot be used, as an index is to be built all the same.
   *
   * @param {string} place a folder or an address
   * @param {boolean} isNamed whether the user named it, where an index then is expected
   */
  static async at(place, isNamed) {
    const found = await all(place, isNamed).catch((error) => {
      if (!(error instanceof Failure) && error?.name !== "KindexError") throw error;
      warn(`kept no shards of the build before: ${error.message}`);
      return NONE;
    });
    return new Previous(place, found);
  }

  /** Where the bytes of a shard lie, unless they are to be fetched. */
  pathOf(name) {
    return isAddress(this.#place) ? undefined : join(this.#place, `${name}.kds`);
  }

  /**
   * Gives the shards that an index has not to `put`, as they were read. Says how many are not as they should be.
   *
   * @param {(file: string) => boolean} isOwn whether the index has a shard
   * @param {(name: string, bytes: Uint8Array) => Promise<void>} put
   * @returns {Promise<{ left: number, shards: string[] }[]>} what is kept
   */
  async keep(isOwn, put) {
    const names = new Set(this.#kept.flatMap(({ shards }) => shards).filter((name) => !isOwn(`${name}.kds`)));
    const there = new Set();
    const queue = names.values();
    let isSilent = false;
    const reader = async () => {
      for (const name of queue) {
        const bytes = await whole(this.#place, name, this.#mostBytes).catch((error) => void (isSilent ||= isStall(error)));
        if (isSilent) return;
        if (!bytes) continue;
        await put(name, bytes);
        there.add(name);
      }
    };
    // All are at their ends before what they wrote may be removed again.
    const ends = await Promise.allSettled(Array.from({ length: MAX_READERS }, reader));
    const failed = ends.find(({ status }) => status === "rejected");
    if (failed) throw failed.reason;
    this.#tell(names.size - there.size, isSilent);
    return filtered(this.#kept, (name) => there.has(name));
  }

  #tell(missing, isSilent) {
    if (missing === 0) return;
    const why = isSilent ? `no more were fetched, as nothing arrived from ${this.#place}` : `missing or damaged in ${this.#place}`;
    warn(`${counted(missing, "shard")} of the build before not kept: ${why}`);
  }
}

/** Whether a request ended because nothing arrived, in the words of `watched`. Node ends those sooner that do not even connect. */
const isStall = ({ cause }) => /^nothing arrived /.test(cause?.message) || /TIMEOUT$|^ETIMEDOUT$/.test(cause?.cause?.code);

const NONE = { kept: [], mostBytes: 0 };

/** The shards of the head, and those that are kept of builds before. */
async function all(place, isNamed) {
  const head = await headOf(place, isNamed);
  if (!head) return NONE;
  const { shardNames } = await fullEngine();
  const file = fileIn(place, HEAD);
  const shards = invalid(file, () => guarded(() => shardNames(head))).sort();
  const now = Math.floor(Date.now() / 1000);
  const kept = (await listIn(place)).map(({ left, shards }) => ({ left: Math.min(left, now), shards })).filter(({ left }) => now - left < DAY_SECONDS);
  const older = newest(filtered(kept, (name) => !shards.includes(name)), place);
  return { kept: [...older, { left: now, shards }], mostBytes: mostBytes(head) };
}

/** As much of a list as there may be, of the last builds. Says how much is left out. */
function newest(kept, place) {
  let room = MAX_OLDER_SHARDS;
  const capped = kept.toReversed().map(({ left, shards }) => {
    const some = shards.slice(0, room);
    room -= some.length;
    return { left, shards: some };
  });
  const count = (list) => list.reduce((sum, { shards }) => sum + shards.length, 0);
  const over = count(kept) - count(capped);
  if (over > 0) warn(`${counted(over, "shard")} of builds before not kept: the list in ${place} has more than ${MAX_OLDER_SHARDS}`);
  return capped.reverse();
}

async function headOf(place, isNamed) {
  const file = fileIn(place, HEAD);
  if (isAddress(place)) return inflate(await bytesOf(file), file);
  const isGone = () => stat(file).then(() => false, ({ code }) => code === "ENOENT");
  return !isNamed && (await isGone()) ? undefined : headAt(file);
}

const filtered = (kept, stays) =>
  kept.map(({ left, shards }) => ({ left, shards: shards.filter(stays) })).filter(({ shards }) => shards.length > 0);

const fileIn = (place, name) => (isAddress(place) ? new URL(name, place.endsWith("/") ? place : `${place}/`).href : join(place, name));

/** What a folder or an address says that it keeps; nothing where it says nothing. */
export async function listIn(place) {
  const file = fileIn(place, KEPT);
  const json = await (isAddress(place) ? published(file) : local(file));
  if (json === undefined) return [];
  try {
    const { kept } = JSON.parse(json);
    if (isList(kept)) return kept;
  } catch {
    // It is no JSON, or none of an object.
  }
  throw new InvalidFile(file, "corrupt", "it is no list of shards", "build the index again");
}

const local = (file) =>
  readFile(file, "utf8").catch((error) => {
    if (error.code !== "ENOENT") throw fileFailure("read", file, error);
  });

/** A list that is published, unless there is none: many hosts answer with a page where there is no file. */
async function published(url) {
  const bytes = await bytesOf(url).catch((error) => {
    if (!error.status || error.status >= 500) throw error;
  });
  const text = bytes && new TextDecoder().decode(bytes);
  return text?.startsWith("{") ? text : undefined;
}

/** Checks that each kept shard of a folder is there and has the bytes that its name stands for. Gives their number. */
export async function checkKept(folder) {
  const names = (await listIn(folder)).flatMap(({ shards }) => shards);
  if (names.length === 0) return 0;
  const most = mostBytes(await headAt(fileIn(folder, HEAD)));
  for (const name of names) await whole(folder, name, most);
  return names.length;
}

/** The file of a shard whose bytes are those that its name stands for. */
async function whole(place, name, mostBytes) {
  const file = fileIn(place, `${name}.kds`);
  const again = (code, fault) => new InvalidFile(file, code, fault, "build the index again");
  const bytes = await bytesOf(file).catch((error) => {
    throw error.cause?.code === "ENOENT" ? again("missing_shards", "a shard of the index is missing") : error;
  });
  const { isWholeShard } = await fullEngine();
  const held = await inflate(bytes, file, mostBytes).catch(() => undefined);
  if (held && isWholeShard(name, held)) return bytes;
  throw again("corrupt", "its bytes are not those that its name says");
}
