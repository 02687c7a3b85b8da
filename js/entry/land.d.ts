/**
 * Marks the passage that a result of `<kindex-search>` leads to, where the browser does not. Importing it
 * is all that a page without the element has to do.
 */
export {};
