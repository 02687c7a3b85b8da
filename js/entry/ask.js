/** What `<kindex-search ask>` loads when it has something to offer. */
export { Ask } from "../element/ask.js";
