/**
 * Shows and marks the passage that a result of `<kindex-search>` leads to, where the browser does not: in
 * a tab, in folded details, or without text fragments. Importing it is all that a page without the element
 * has to do.
 */
export {};
