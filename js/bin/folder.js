// Writes the files of an index to a folder, each compressed, as the native command does.
import { lstat, mkdir, readFile, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { isCompressed } from "../engine/gzip.js";
import { HEAD } from "../shards/sharded-index.js";
import { KEPT, Previous } from "./kept.js";
import { lockFolder } from "./lock.js";
import { Failure } from "./output.js";
import { Target, failingTo, isFolder, replaceFile, syncFolder } from "./target.js";

const [deflated, inflated] = [promisify(gzip), promisify(gunzip)];

/** The number of files that are written at the same time: more than there are cores, as they wait for the disk. */
const WRITERS = 8;

/**
 * The times that a folder is locked which is no longer the one at its path: other builds may fail and remove
 * it, and a file system that numbers folders anew each time never gives the same one.
 */
const LOCK_TRIES = 100;

const isShard = (name) => /^[\da-f]{12}\.kds$/.test(name);

/**
 * @typedef {{ files: number, bytes: number, head: number, largest: number, kept?: number }} Stored sizes in bytes; `kept` is
 *   the number of shards that are kept of builds before, where that was asked for, and they do not count otherwise
 */

/** A folder for an index. */
export class Folder {
  #path;

  constructor(path) {
    this.#path = path;
  }

  /** Looks at where the files will be, before any work is done for them. Other files may be there. */
  static async at(path) {
    // Another build may make the folder while this one looks.
    await look(path).catch(async (error) => {
      if (!(await isFolder(path))) throw error;
      await look(path);
    });
    return new Folder(path);
  }

  /**
   * Writes the shards, then the head, and removes the shards that no longer belong to it. Whatever
   * happens, the old index or the new one is there whole: no name of a shard ever stands for other
   * bytes, so no new one takes the place of an old one with other bytes. Where the head is not written,
   * what was written for it is gone again. With `keep` the shards of the build before stay, or come here. They
   * are there and listed before the head: a build that follows one which was cut off finds them all.
   *
   * @param {IterableIterator<[name: string, bytes: Uint8Array]>} files the head last
   * @param {string} [keep] the folder or the address of the build before
   * @returns {Promise<Stored>}
   */
  async write(files, keep) {
    const { isThere, lock } = await this.#locked();
    try {
      return await this.#writeLocked(files, isThere, keep);
    } finally {
      await lock.release();
    }
  }

  async #writeLocked(files, isThere, keep) {
    const previous = keep === undefined ? undefined : await Previous.at(keep, keep !== this.#path);
    const fresh = [];
    const { head, shards, kept } = await this.#writeFiles(files, previous, fresh).catch(async (error) => {
      await this.#takeBack(fresh, isThere);
      throw error;
    });
    // From here on the head is of the new shards, which stay.
    await this.#sync(isThere);
    await this.#removeAllBut(shards, kept);
    const sizes = [...shards.values()];
    const bytes = sizes.reduce((sum, size) => sum + size, head);
    return { files: sizes.length + 1, bytes, head, largest: Math.max(0, ...sizes), ...(kept && { kept: kept.length }) };
  }

  /**
   * Makes the folder where there is none, and waits until no other process writes to it: each would
   * remove the shards of the other.
   */
  async #locked() {
    for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
      const isThere = await failingTo("write", this.#path, () => mkdir(this.#path).then(() => false, isThereAlready));
      // Another build that made it may have failed and removed it.
      const lock = await lockFolder(this.#path);
      if (lock) return { isThere, lock };
    }
    throw new Failure(`cannot write ${this.#path}: whenever it is locked, another folder is in its place; write to another one`);
  }

  /**
   * Writes all files, the head last, and adds to `fresh` the paths of those shards that were not there.
   * Gives the bytes that are stored of the head, and of each shard by its name, and the names of kept shards.
   */
  async #writeFiles(files, previous, fresh) {
    const target = await Target.at(join(this.#path, HEAD));
    const { head, shards } = await this.#writeShards(files, fresh);
    const small = await smallest(head);
    const kept = await previous?.keep((file) => shards.has(file), (name, bytes) => this.#keepShard(name, bytes, previous, fresh));
    const putHead = async () => {
      await failingTo("write", this.#path, () => syncFolder(this.#path));
      await target.replace(small);
    };
    await (kept?.length > 0 ? this.#listed(kept, putHead) : putHead());
    return { head: small.length, shards, kept: kept?.flatMap(({ shards }) => shards) };
  }

  /** Stores a shard of the build before, unless it lies here. A host may have inflated it on its way. */
  async #keepShard(name, bytes, previous, fresh) {
    const path = join(this.#path, `${name}.kds`);
    const small = isCompressed(bytes) ? bytes : await compressed(bytes);
    if (small !== bytes || path !== previous.pathOf(name)) await this.#putShard(path, small, fresh);
  }

  /** Writes which shards are kept, then the head. Where that fails, the list before is there again. */
  async #listed(kept, putHead) {
    const path = join(this.#path, KEPT);
    const before = await readFile(path).catch(() => undefined);
    await failingTo("write", path, () => replaceFile(path, JSON.stringify({ kept })));
    try {
      await putHead();
    } catch (error) {
      await (before ? replaceFile(path, before) : rm(path, { force: true })).catch(() => {});
      throw error;
    }
  }

  /** Makes last that the head is there, and the folder where that was made for the index. */
  async #sync(wasThere) {
    await failingTo("write", this.#path, async () => {
      await syncFolder(this.#path);
      if (!wasThere) await syncFolder(dirname(this.#path));
    });
  }

  /**
   * Removes the shards of an index whose head was not written, and the folder where it was made for
   * it. The next build removes what stays.
   */
  async #takeBack(fresh, wasThere) {
    for (const path of fresh) await rm(path, { force: true }).catch(() => {});
    if (!wasThere) await rmdir(this.#path).catch(() => {});
  }

  /** Writes all shards. Gives, by name, the bytes that are stored of each, and the head as it is. */
  async #writeShards(files, fresh) {
    const shards = new Map();
    let head;
    const writer = async () => {
      for (const [name, bytes] of files) {
        if (name === HEAD) head = bytes;
        else if (!shards.has(name)) {
          // Another writer may come to one with the same bytes meanwhile.
          shards.set(name, 0);
          shards.set(name, await this.#writeShard(name, bytes, fresh));
        }
      }
    };
    // All take from the same iterator, which ends where one of them fails.
    const ends = await Promise.allSettled(Array.from({ length: WRITERS }, writer));
    const failed = ends.find(({ status }) => status === "rejected");
    if (failed) throw failed.reason;
    return { head, shards };
  }

  /** Writes a shard, unless it is there: inflating takes much less time than compressing. */
  async #writeShard(name, bytes, fresh) {
    const path = join(this.#path, name);
    const there = await readFile(path).catch(() => undefined);
    if (there && (await holds(there, bytes))) return there.length;
    const small = await compressed(bytes);
    await this.#putShard(path, small, fresh);
    return small.length;
  }

  /** Puts the file of a shard in its place, and notes it where it was not there. */
  async #putShard(path, bytes, fresh) {
    const isThere = await lstat(path).then(() => true, () => false);
    await failingTo("write", path, () => replaceFile(path, bytes));
    if (!isThere) fresh.push(path);
  }

  /** Removes the shards of no build that counts, and a list of kept ones where there are none. */
  async #removeAllBut(shards, kept = []) {
    const stay = new Set([...shards.keys(), ...kept.map((name) => `${name}.kds`), ...(kept.length > 0 ? [KEPT] : [])]);
    const entries = await failingTo("read", this.#path, () => readdir(this.#path, { withFileTypes: true }));
    const stale = entries.filter((entry) => entry.isFile() && (isShard(entry.name) || entry.name === KEPT) && !stay.has(entry.name));
    for (const { name } of stale) {
      const path = join(this.#path, name);
      await failingTo("remove", path, () => rm(path));
    }
  }
}

async function look(path) {
  if (await isFolder(path)) {
    await Target.at(join(path, HEAD));
  } else if (await lstat(path).catch(() => undefined)) {
    throw new Failure(`cannot write ${path}: it is there and is not a folder; name another path, or remove it`);
  } else {
    // As a file of its name could be written, so can the folder.
    await Target.at(path);
  }
}

function isThereAlready(error) {
  if (error.code === "EEXIST") return true;
  throw error;
}

const compressed = (bytes) => deflated(bytes, { level: 9 });

/**
 * Compresses the head, which every page loads. It has tables of many kinds, each best encoded by
 * itself, and less memory gives smaller blocks; with the usual size it would be up to 8 % larger.
 */
async function smallest(bytes) {
  const all = await Promise.all([3, 4, 5, 6, 7, 8].map((memLevel) => deflated(bytes, { level: 9, memLevel })));
  return all.reduce((best, one) => (one.length < best.length ? one : best));
}

/** Whether a file inflates to these bytes, and nothing comes after, which Node would pass over. */
async function holds(file, bytes) {
  try {
    const most = Math.max(1, bytes.length);
    const { buffer, engine } = await inflated(file, { info: true, maxOutputLength: most });
    return engine.bytesWritten === file.length && buffer.equals(bytes);
  } catch {
    return false;
  }
}
