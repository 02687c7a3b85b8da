/**
 * The code that `kindex build ... -o search.js` puts below the index. It registers `<kindex-search>`, which
 * searches that index where it has no `src`. Packaging makes a classic script of it, as pages that are
 * opened as files load no modules; the element takes `open` from here then.
 */
import { bytesOfText, inlinedIndex } from "../element/inlined.js";
import { KindexSearch } from "./element.js";
import { open as openAny } from "./index.js";

/** The parts that the command filled in: the engine and the index, each compressed and in Base64. */
const { wasm, index } = globalThis.kindexInlined;
delete globalThis.kindexInlined;

let engine;

/**
 * Opens an index with the engine in the script, in the page's own thread.
 *
 * @param {import("./index.js").Source} source
 */
export async function open(source) {
  engine ??= bytesOfText(wasm);
  return openAny(source, { wasm: engine });
}

/** Empty where it stands in the page itself. */
const script = document.currentScript?.src ?? "";

const inlined = inlinedIndex(async () => open(await bytesOfText(index)), script || document.baseURI);

class InlinedSearch extends KindexSearch {
  /** The index in the script, where the page names no other. */
  get index() {
    return super.index ?? (this.src ? undefined : inlined);
  }

  set index(index) {
    super.index = index;
  }

  /** What answers tools is no part of the script. */
  get webmcp() {
    return "off";
  }

  /** Files of many manuals may share a storage. */
  get memoryKey() {
    return super.memoryKey || script;
  }
}

if (!customElements.get("kindex-search")) customElements.define("kindex-search", InlinedSearch);
