/**
 * Opens an index that is there without a network too: `<kindex-search offline>` loads this in the
 * place of index.js.
 */
import { engineAt, readerOf } from "../element/offline.js";
import { isFolder } from "../engine/bytes.js";
import { isDamaged } from "../engine/errors.js";
import { imported } from "../engine/imported.js";
import { PAGE_BUILD, SEVERAL_BUILD } from "../engine/page-build.js";
import { openedNow } from "../index/file-index.js";
import { HEAD } from "../shards/sharded-index.js";

const engine = () => engineAt(new URL("../page/page_bg.wasm", import.meta.url), PAGE_BUILD);
const engineOfSeveral = () => engineAt(new URL("../several/several_bg.wasm", import.meta.url), SEVERAL_BUILD);

/**
 * @param {string | { src: string, label?: string }[]} source the address of a file, or of a folder, which ends in "/",
 *   or those of several
 * @param {{ worker?: boolean }} [options] an index in several files is searched in the page's thread, and so are several
 */
export const open = (source, options) => (Array.isArray(source) ? openAll(source) : openOne(source, options));

async function openAll(sources) {
  const wasm = engineOfSeveral();
  wasm.catch(() => {});
  const { open } = await imported(() => import("./several.js"));
  const check = async (bytes) => (await open([() => bytes], { wasm })).close();
  return open(sources.map(({ src, ...settings }) => ({ src: careful(readerOf(src, HEAD, check), check), ...settings })), { wasm });
}

/** A reader that takes the kept head where what arrives is none. */
function careful(read, check) {
  const checked = async (name, asking) => {
    const bytes = await read(name, asking);
    const kept = name === HEAD && (await check(bytes).then(() => {}, (error) => isDamaged(error) && read.keptHead()));
    return kept || bytes;
  };
  return Object.assign(checked, { keep: read.keep });
}

async function openOne(source, { worker } = {}) {
  const wasm = engine();
  // Whatever fails first is what is told.
  wasm.catch(() => {});
  const { open } = await imported(() => import("./index.js"));
  const read = readerOf(source, HEAD, async (bytes) => (await open(() => bytes, { wasm })).close());
  const inThread = async (read, cache) => {
    const bytes = await read(HEAD, { cache });
    const index = await open(bytes, { worker, wasm });
    await read.keep(HEAD, bytes);
    return index;
  };
  const openBy = (read) => (worker && !isFolder(source) ? openedNow((cache) => inThread(read, cache)) : open(read, { wasm }));
  try {
    return await openBy(read);
  } catch (error) {
    const kept = isDamaged(error) && (await read.keptHead());
    if (!kept) throw error;
    // When it is opened anew, the network may have it.
    const first = (name, asking) => (asking.cache === "no-cache" ? kept : read(name, asking));
    return openBy(Object.assign(first, { keep: read.keep }));
  }
}
