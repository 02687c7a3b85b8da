import { invalidArgument } from "../engine/errors.js";
import { Explorer } from "../explorer/explorer.js";
import { innerOf } from "../index/file-index.js";
import { withinMemory } from "./memory.js";
import { recordOf } from "./records.js";

/** The documents of indexes that were changed last, as the module keeps them for the next change. */
const collections = new WeakMap();

/** An open index of which changes make others. */
export class ChangeableIndex extends Explorer {
  /**
   * @param {readonly import("../entry/index.js").Document[]} [added]
   * @param {readonly string[]} [removed]
   */
  with(added = [], removed = []) {
    const records = listed("added", added).map(recordOf);
    const ids = listed("removed", removed);
    if (!ids.every((id) => typeof id === "string")) throw invalidArgument("removed", "an array of strings");
    const collection = withinMemory(() => collections.get(this) ?? innerOf(this).collection());
    collections.set(this, collection);
    const next = new ChangeableIndex(withinMemory(() => collection.change(records, ids)));
    collections.delete(this);
    collections.set(next, collection);
    return next;
  }

  bytes() {
    return withinMemory(() => innerOf(this).bytes());
  }

  close() {
    collections.get(this)?.free();
    collections.delete(this);
    super.close();
  }
}

function listed(name, value) {
  if (!Array.isArray(value)) throw invalidArgument(name, "an array");
  return value;
}
