export type * from "./index.js";
export { Builder } from "./index.js";
export { KindexError, open } from "./explore.js";
