/**
 * Opens an index that is there without a network too: `<kindex-search offline>` loads this in the
 * place of index.js.
 */
import { engineAt, newest, readerOf } from "../element/offline.js";
import { SEARCH, SHARDED } from "../engine/builds.js";
import { isFolder } from "../engine/bytes.js";
import { HEAD } from "../shards/sharded-index.js";

const search = () => engineAt(new URL("../search/search_bg.wasm", import.meta.url), SEARCH);
const sharded = () => engineAt(new URL("../sharded/sharded_bg.wasm", import.meta.url), SHARDED);

/**
 * @param {string} source the address of a file, or of a folder, which ends in "/"
 * @param {{ worker?: boolean }} [options] an index in several files is searched in the page's thread
 */
export async function open(source, { worker } = {}) {
  if (isFolder(source)) {
    const { open } = await import("./sharded.js");
    return open(readerOf(source, HEAD), { wasm: sharded() });
  }
  // The thread has one engine for all.
  const wasm = worker ? sharded() : search();
  const [{ open }, bytes] = await Promise.all([import("./index.js"), newest(source), wasm]);
  return open(bytes, worker ? { worker, wasm } : { wasm });
}
