// Makes indexes of a site's files, as `npx kindex build` does.
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { publisher, withCleanUrls } from "./addresses.js";
import { summary } from "./build-report.js";
import { check, gathered } from "./build.js";
import { destinationOf, filesOf, isInFolder } from "./destination.js";
import { readSteady } from "./steady.js";
import { failingTo } from "./target.js";

/**
 * Writes the index of finished pages beside them.
 *
 * @param {string} folder
 * @param {object} given options of the command
 * @param {(message: string) => void} tell is told of what is skipped
 * @returns {Promise<string>} a line about it
 */
export async function written(folder, given, tell) {
  const begun = performance.now();
  const publish = given.cleanUrls ? withCleanUrls(folder) : undefined;
  const { builder, tally } = await gathered([folder], given, { tell, publish });
  check(tally, given, [folder]);
  await failingTo("write", given.output, () => mkdir(dirname(given.output), { recursive: true }));
  const write = await destinationOf(given);
  const stored = await write(builder);
  // A finished site has many pictures and the like.
  return summary(given.output, stored, { ...tally, unread: [] }, performance.now() - begun).trimEnd();
}

/** An index of sources that is made again and again: only files that changed are read anew. */
export class SourceIndex {
  /** By file what was read, with the time and the size that it had. */
  #known = new Map();

  /**
   * @param {string[]} paths
   * @param {object} given options of the command
   * @returns {Promise<{ files: [name: string, bytes: Uint8Array][], messages: string[], outcomes: [file: string, outcome: string, id: string][] }>}
   *   an index in one file has the name ""; an outcome says what became of a file
   */
  async make(paths, given) {
    const messages = [];
    const seen = new Map();
    const publish = given.addresses && (await publisher(given.addresses, paths));
    const outcomes = [];
    const how = {
      read: (file) => this.#read(file, seen, publish),
      tell: (message) => messages.push(message),
      explain: (...outcome) => outcomes.push(outcome),
    };
    const { builder, tally } = await gathered(paths, given, how);
    this.#known = seen;
    check(tally, { ...given, strict: false }, paths);
    return { files: isInFolder(given) ? [...filesOf(builder, given)] : [["", builder.finish()]], messages, outcomes };
  }

  async #read(file, seen, publish = (_, bytes) => bytes) {
    const { mtimeMs, size } = await stat(file);
    const known = seen.get(file) ?? this.#known.get(file);
    const isSame = known?.mtimeMs === mtimeMs && known.size === size;
    const entry = isSame ? known : { mtimeMs, size, bytes: publish(file, await readSteady(file)) };
    seen.set(file, entry);
    return entry.bytes;
  }
}
