/** The part of `<kindex-search ask>` that is loaded when it has something to offer. */
export { Ask } from "../element/ask.js";
