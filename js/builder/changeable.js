import { KindexError, invalidArgument } from "../engine/errors.js";
import { innerOf } from "../index/file-index.js";
import { withinMemory } from "./memory.js";
import { recordOf } from "./records.js";

const FULL =
  "the module stopped, most likely as its memory is full, and takes no more changes: open the bytes() of the index in a new page or process";

/**
 * A class of open indexes of which changes make others.
 *
 * @template {new (...inner: any[]) => import("../index/file-index.js").Index} Opened
 * @param {Opened} Opened that of indexes that stay as they are
 */
export const changeable = (Opened) =>
  class extends Opened {
    /**
     * @param {readonly import("../entry/index.js").Document[]} [added]
     * @param {readonly (string | number)[]} [removed]
     */
    with(added, removed) {
      const records = listed("added", added).map(recordAt);
      const ids = listed("removed", removed).map(idAt);
      return new this.constructor(withinMemory(() => innerOf(this).with(records, ids), FULL));
    }

    bytes() {
      return withinMemory(() => innerOf(this).bytes(), FULL);
    }

    close() {
      try {
        super.close();
      } catch (error) {
        // A change that ran out of memory holds it for good.
        if (!/ownership/.test(error.message)) throw error;
      }
    }
  };

/** A copy, whose holes are undefined. */
function listed(name, value) {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidArgument(name, "an array");
  return [...value];
}

function recordAt(document, at) {
  try {
    return recordOf(document);
  } catch (cause) {
    throw new KindexError(cause.code, `added[${at}]: ${cause.message}`, { cause });
  }
}

function idAt(id) {
  if (typeof id !== "string" && typeof id !== "number") throw invalidArgument("removed", "an array of ids");
  return String(id);
}
