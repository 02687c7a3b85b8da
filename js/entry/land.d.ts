/** Marks the passage that a result of `<kindex-search>` leads to, where the browser does not. */
export {};
