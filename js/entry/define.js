/** Registers `<kindex-search>`. On a server, where there are no elements, it does nothing. */
import { KindexSearch } from "./element.js";

export { KindexError, KindexSearch } from "./element.js";

if (globalThis.customElements && !customElements.get("kindex-search")) {
  customElements.define("kindex-search", KindexSearch);
}
