/**
 * Searches. What makes indexes is loaded when it is asked for.
 */
import * as glue from "./search/search.js";
import { engine } from "./engine.js";
import { Index, opener } from "./searcher.js";

export { KindexError } from "./errors.js";

export const open = opener(
  engine(glue, () => new URL("./search/search_bg.wasm", import.meta.url)),
  Index,
);

export const Builder = {
  /**
   * @param {import("./index.js").BuilderOptions} [options]
   * @returns {Promise<import("./index.js").Builder>}
   */
  async create(options) {
    const { Builder } = await import("./build.js");
    return Builder.create(options);
  },
};
