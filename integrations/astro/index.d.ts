/// <reference types="kindex/vite" />
/// <reference path="./virtual.d.ts" />
import type { AstroIntegration } from "astro";
import type { HTMLAttributes } from "astro/types";
import type { KindexOptions } from "kindex/vite";

/** The options of `kindex/vite` that a site of Astro may set. */
export interface KindexAstroOptions extends Omit<KindexOptions, "docs" | "site" | "auto" | "addresses"> {
  /**
   * The folders with Markdown that `astro dev` searches beside `src/pages`, each with the path of its pages:
   * `{ "src/content/posts": "blog" }`. Default is each folder of `src/content` with its name.
   */
  docs?: Record<string, string> | undefined;
}

/** The properties of `kindex-astro/Search.astro`: attributes of `<kindex-search>`, by their names in HTML. */
export interface SearchProps extends HTMLAttributes<"div"> {
  /** Words in the place of the field's own, such as `{ empty: "Nothing for {query}" }`. */
  texts?: Record<string, unknown> | undefined;
  [attribute: string]: unknown;
}

/** The integration for `integrations: [kindex()]`. */
export default function kindex(options?: KindexAstroOptions): AstroIntegration;
