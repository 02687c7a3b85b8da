/**
 * Opens an index that is there without a network too: `<kindex-search offline>` loads this in the
 * place of index.js.
 */
import { newest, readerOf } from "../element/offline.js";
import { isFolder } from "../engine/bytes.js";
import { HEAD } from "../shards/sharded-index.js";
import { open as openFile } from "./index.js";
import { open as openFolder } from "./sharded.js";

const search = () => new URL("../search/search_bg.wasm", import.meta.url);
const sharded = () => new URL("../sharded/sharded_bg.wasm", import.meta.url);

/**
 * @param {string} source the address of a file, or of a folder, which ends in "/"
 * @param {{ worker?: boolean }} [options] an index in several files is searched in the page's thread
 */
export async function open(source, { worker } = {}) {
  if (isFolder(source)) return openFolder(readerOf(source, HEAD), { wasm: newest(sharded()) });
  // The thread has one engine for all.
  const [bytes, wasm] = await Promise.all([newest(source), newest(worker ? sharded() : search())]);
  return openFile(bytes, worker ? { worker, wasm } : { wasm });
}
