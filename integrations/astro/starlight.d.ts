import type { StarlightPlugin } from "@astrojs/starlight/types";
import type { KindexAstroOptions } from "./index.js";

/** Attributes of `<kindex-search>`, by their names in HTML. `modal` and `src` are set. */
export type FieldAttributes = Record<string, string | number | boolean>;

/** The options of the integration, and those of the search field. */
export interface KindexStarlightOptions extends KindexAstroOptions {
  /** Attributes of the search field, such as `{ placeholder: "Search the docs", limit: 5 }`. */
  field?: FieldAttributes | undefined;
}

/** The plugin for `starlight({ plugins: [kindexStarlight()] })`. */
export default function kindexStarlight(options?: KindexStarlightOptions): StarlightPlugin;
