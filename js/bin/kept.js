// Shards of the builds before, which stay in a folder for a day, as the native command keeps them: a
// page that opened the index before goes on with them.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { bytesOf } from "../engine/bytes.js";
import { guarded } from "../engine/errors.js";
import { inflate } from "../engine/gzip.js";
import { fullEngine } from "../entry/full-engine.js";
import { HEAD } from "../shards/sharded-index.js";
import { counted } from "./numbers.js";
import { headAt, invalid } from "./open.js";
import { Failure, InvalidFile, fileFailure, warn } from "./output.js";

/** The file beside the head that says which shards are kept. */
export const KEPT = "index.kdx.kept";

/** The time in seconds for which shards are kept. A page that is open for longer opens the index anew. */
const DAY = 24 * 60 * 60;

/** The number of shards that are fetched at the same time. */
const READERS = 8;

/** No index has more bytes, so no shard has. */
const MOST_BYTES = 2 ** 32;

/** What a list of kept shards may have: of builds, each with its time in seconds since 1970, the shards that they left. */
const isList = (list) => Array.isArray(list) && list.every(({ left, shards } = {}) => Number.isSafeInteger(left) && Array.isArray(shards) && shards.every(isName));

const isName = (name) => typeof name === "string" && /^[\da-f]{12}$/.test(name);

const ADDRESS = /^https?:\/\//;

/**
 * Whether the arguments of the command name an address of the build before: the native one fetches nothing.
 *
 * @param {string[]} args
 */
export const asksForPublished = ([command, ...args]) => command === "build" && args.some((arg) => /^--keep-previous=https?:\/\//.test(arg));

/** The build before, as it lies in a folder or at an address. */
export class Previous {
  #place;
  #kept;

  constructor(place, kept) {
    this.#place = place;
    this.#kept = kept;
  }

  /**
   * Reads what the build before has. Says where that cannot be used, as an index is to be built all the same.
   *
   * @param {string} place a folder or an address
   * @param {boolean} isNamed whether the user named it, where an index then is expected
   */
  static async at(place, isNamed) {
    const kept = await all(place, isNamed).catch((error) => {
      if (!(error instanceof Failure) && error?.name !== "KindexError") throw error;
      warn(`kept no shards of the build before: ${error.message}`);
      return [];
    });
    return new Previous(place, kept);
  }

  /** Where the bytes of a shard lie, unless they are to be fetched. */
  pathOf(name) {
    return ADDRESS.test(this.#place) ? undefined : join(this.#place, `${name}.kds`);
  }

  /**
   * Gives the shards that an index has not to `put`, as they are stored. Says how many are not as they should be.
   *
   * @param {(file: string) => boolean} isOwn whether the index has a shard
   * @param {(name: string, bytes: Uint8Array) => Promise<void>} put
   * @returns {Promise<{ left: number, shards: string[] }[]>} what is kept
   */
  async keep(isOwn, put) {
    const names = this.#kept.flatMap(({ shards }) => shards).filter((name) => !isOwn(`${name}.kds`));
    const there = new Set();
    const queue = names.values();
    const reader = async () => {
      for (const name of queue) {
        const bytes = await whole(this.#place, name).catch(() => undefined);
        if (!bytes) continue;
        await put(name, bytes);
        there.add(name);
      }
    };
    await Promise.all(Array.from({ length: READERS }, reader));
    const unusable = names.length - there.size;
    if (unusable > 0) {
      warn(`${counted(unusable, "shard")} of the build before not kept: missing or damaged in ${this.#place}`);
    }
    return filtered(this.#kept, (name) => there.has(name));
  }
}

/** The shards of the head, and those that are kept of builds before. */
async function all(place, isNamed) {
  const head = await headOf(place, isNamed);
  if (!head) return [];
  const { shardNames } = await fullEngine();
  const file = fileIn(place, HEAD);
  const shards = invalid(file, () => guarded(() => shardNames(head))).sort();
  const now = Math.floor(Date.now() / 1000);
  const kept = (await listIn(place)).filter(({ left }) => now - left < DAY);
  return [...filtered(kept, (name) => !shards.includes(name)), { left: now, shards }];
}

async function headOf(place, isNamed) {
  const file = fileIn(place, HEAD);
  if (ADDRESS.test(place)) return inflate(await bytesOf(file), file);
  const isGone = () => stat(file).then(() => false, ({ code }) => code === "ENOENT");
  return !isNamed && (await isGone()) ? undefined : headAt(file);
}

const filtered = (kept, stays) =>
  kept.map(({ left, shards }) => ({ left, shards: shards.filter(stays) })).filter(({ shards }) => shards.length > 0);

const fileIn = (place, name) => (ADDRESS.test(place) ? new URL(name, place.endsWith("/") ? place : `${place}/`).href : join(place, name));

/** What a folder or an address says that it keeps; nothing where it says nothing. */
export async function listIn(place) {
  const file = fileIn(place, KEPT);
  const json = await (ADDRESS.test(place) ? published(file) : local(file));
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
  for (const name of names) await whole(folder, name);
  return names.length;
}

/** The file of a shard whose bytes are those that its name stands for. */
async function whole(place, name) {
  const file = fileIn(place, `${name}.kds`);
  const again = (code, fault) => new InvalidFile(file, code, fault, "build the index again");
  const bytes = await bytesOf(file).catch((error) => {
    throw error.cause?.code === "ENOENT" ? again("missing_shards", "a shard of the index is missing") : error;
  });
  const { isWholeShard } = await fullEngine();
  const held = await inflate(bytes, file, MOST_BYTES).catch(() => undefined);
  if (held && isWholeShard(name, held)) return bytes;
  throw again("corrupt", "its bytes are not those that its name says");
}
