import type { LoadContext, OptionValidationContext, Plugin, SwizzleConfig } from "@docusaurus/types";
import type { AgentOptions } from "kindex/vite";

/** Attributes of `<kindex-search>`, by their names in HTML. `src`, `modal` and `mode` are set. */
export type FieldAttributes = Record<string, string | number | boolean>;

/** The options of the theme. All may be left out. */
export interface KindexDocusaurusOptions {
  /** Attributes of the search field, such as `{ placeholder: "Search the docs", limit: 5 }`. */
  field?: FieldAttributes | undefined;
  /**
   * The versions of the docs that are searched: that of the page with all pages of no version, one that
   * readers choose in a list, or all. Default "page".
   */
  versions?: "page" | "choose" | "all" | undefined;
  /** The path of a page with all results, below `baseUrl`, such as "search". Default false: there is none. */
  searchPage?: string | false | undefined;
  /**
   * The name of the index below `baseUrl`. One that ends in "/" is a folder, with one file or several by
   * the size of the index. Others are one file, such as "site.kdx", or "site.kdx.gz", which is compressed.
   * Default "search-index/".
   */
  file?: string | undefined;
  /** What is left out of the built site, as in .gitignore. */
  exclude?: string | string[] | undefined;
  /** A file with words by which others are found too, from the folder of the site. */
  synonyms?: string | undefined;
  /** A file with the pages that are shown first for a query, from the folder of the site. */
  pins?: string | undefined;
  /** Whether an index in several files has pairs of words, by which phrases are found. Default true. */
  pairs?: boolean | undefined;
  /** Whether a build fails if a file must be skipped. Default false. */
  strict?: boolean | undefined;
  /** Whether pages are also given to programs that read documentation, as `kindex agents` does, and how. Default false. */
  agents?: boolean | AgentOptions | undefined;
}

/** A theme for `themes: ["kindex-docusaurus"]` of Docusaurus's configuration. */
export default function kindexDocusaurus(context: LoadContext, options: KindexDocusaurusOptions): Plugin;

export function validateOptions(
  given: OptionValidationContext<KindexDocusaurusOptions | undefined, KindexDocusaurusOptions>,
): KindexDocusaurusOptions & { id: string };

export function getSwizzleConfig(): SwizzleConfig;
