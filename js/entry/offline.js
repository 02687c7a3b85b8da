/**
 * Opens an index that is there without a network too: `<kindex-search offline>` loads this in the
 * place of index.js.
 */
import { newest, readerOf } from "../element/offline.js";
import { isFolder } from "../engine/bytes.js";
import { HEAD } from "../shards/sharded-index.js";

const search = () => new URL("../search/search_bg.wasm", import.meta.url);
const sharded = () => new URL("../sharded/sharded_bg.wasm", import.meta.url);

/**
 * @param {string} source the address of a file, or of a folder, which ends in "/"
 * @param {{ worker?: boolean }} [options] an index in several files is searched in the page's thread
 */
export async function open(source, { worker } = {}) {
  if (isFolder(source)) {
    const { open } = await import("./sharded.js");
    return open(readerOf(source, HEAD), { wasm: newest(sharded()) });
  }
  // The thread has one engine for all.
  const wasm = newest(worker ? sharded() : search());
  const [{ open }, bytes] = await Promise.all([import("./index.js"), newest(source), wasm]);
  return open(bytes, worker ? { worker, wasm } : { wasm });
}
