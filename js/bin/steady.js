// Reads files of which none is written to meanwhile, as the native command does.
import { open } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { Failure } from "./output.js";

/** The milliseconds of the steps in which nearly all file systems keep times of changes, at most. */
const STEP = 20;

/** The number of times that a changing file is read. */
const TRIES = 20;

/**
 * The bytes of a file. One that is written to meanwhile is read again, as the bytes may be partly those
 * before.
 *
 * @param {string} file
 * @returns {Promise<Buffer>}
 */
export async function readSteady(file) {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await setTimeout(STEP);
    const bytes = await readOnce(file);
    if (bytes) return bytes;
  }
  throw new Failure("it changes while it is read; run this again when nothing writes to it");
}

/** The bytes of a file. Nothing where it was written to just before, or meanwhile. */
async function readOnce(file) {
  const opened = await open(file);
  try {
    const asked = Date.now();
    const before = await opened.stat({ bigint: true });
    // The next change could have the same time. A time that lies ahead is of another clock.
    const isNew = before.mtimeMs > asked - STEP && before.mtimeMs <= Date.now();
    const bytes = await opened.readFile();
    const after = await opened.stat({ bigint: true });
    const isSame = before.mtimeNs === after.mtimeNs && before.size === after.size;
    return isSame && !isNew ? bytes : undefined;
  } finally {
    await opened.close();
  }
}
