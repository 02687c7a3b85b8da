/**
 * The code that `kindex build ... -o search.js` puts below the index. It registers `<kindex-search>`, which
 * searches that index where it has no `src`. Packaging makes a classic script of it, as pages that are
 * opened as files load no modules.
 */
import { bytesOfText, inlinedIndex } from "../element/inlined.js";
import { KindexSearch } from "./element.js";
import { open } from "./index.js";

/** The parts that the command filled in: the engine and the index, each compressed and in Base64. */
const { wasm, index } = globalThis.kindexInlined;
delete globalThis.kindexInlined;

const inlined = inlinedIndex(
  async () => open(await bytesOfText(index), { wasm: bytesOfText(wasm) }),
  document.currentScript?.src || document.baseURI,
);

class InlinedSearch extends KindexSearch {
  connectedCallback() {
    if (!this.hasAttribute("src")) this.index ??= inlined;
    super.connectedCallback();
  }
}

if (!customElements.get("kindex-search")) customElements.define("kindex-search", InlinedSearch);
