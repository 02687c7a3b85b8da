/**
 * Shows snippets in lists of one's own, as the search field does. Needs no WebAssembly.
 */
export { snippetHtml, snippetParts } from "../element/snippet.js";
