/**
 * Opens an index that is there without a network too: `<kindex-search offline>` loads this in the
 * place of index.js.
 */
import { engineAt, newest, readerOf } from "../element/offline.js";
import { isFolder } from "../engine/bytes.js";
import { PAGE_BUILD } from "../engine/page-build.js";
import { HEAD } from "../shards/sharded-index.js";

const engine = () => engineAt(new URL("../page/page_bg.wasm", import.meta.url), PAGE_BUILD);

/**
 * @param {string} source the address of a file, or of a folder, which ends in "/"
 * @param {{ worker?: boolean }} [options] an index in several files is searched in the page's thread
 */
export async function open(source, { worker } = {}) {
  const opening = import("./index.js");
  if (isFolder(source)) return (await opening).open(readerOf(source, HEAD), { wasm: engine() });
  const [{ open }, bytes, wasm] = await Promise.all([opening, newest(source), engine()]);
  return open(bytes, worker ? { worker, wasm } : { wasm });
}
