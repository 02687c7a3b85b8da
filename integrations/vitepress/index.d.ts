import type { KindexOptions, KindexPlugin } from "kindex/vite";

/** Attributes of `<kindex-search>`, by their names in HTML. `modal` and `src` are set. */
export type FieldAttributes = Record<string, string | number | boolean>;

/** The options of `kindex/vite` that a site of VitePress may set, and those of the search field. */
export interface KindexVitePressOptions extends Omit<KindexOptions, "docs" | "site" | "auto" | "addresses" | "cleanUrls"> {
  /** Attributes of the search field, such as `{ placeholder: "Search the docs", limit: 5 }`. */
  field?: FieldAttributes | undefined;
}

/** The plugins for `vite: { plugins: [kindex()] }` of VitePress's configuration. */
export default function kindex(options?: KindexVitePressOptions): [{ name: "kindex-vitepress" }, KindexPlugin];
