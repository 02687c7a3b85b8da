import type { KindexOptions, Source } from "./vite.js";

/**
 * The options of `siteIndex`, as those of `kindex/vite`. `baseUrl` is "/" where it is not given, and
 * `synonyms` and `pins` are paths from the folder that the process runs in.
 */
export type SiteOptions = Omit<KindexOptions, "docs" | "auto" | "addresses">;

/** The index of a finished site. */
export interface SiteIndex {
  /** Its address, for `src` of `<kindex-search>`: `baseUrl` and `file`. */
  readonly src: string;
  /**
   * Makes the index of the finished pages in a folder, and writes it there. Gives a line about it, and tells
   * of each file that is skipped; by default on the console.
   */
  write(folder: string, tell?: (message: string) => void): Promise<string>;
  /** Makes an index of sources, and again whenever one changes, until it is closed or this process ends. */
  follow(paths: string[], how: Follow): Following;
}

/** What becomes of an index of sources. */
export interface Follow {
  /** The file of the index, or a folder for it, which ends in "/". The folder above is there. */
  output: string;
  /** Globs of what is left out besides. */
  exclude?: string[] | undefined;
  /** Gives what a source is to say in its front matter, such as its `url`; undefined where it makes no page. */
  publish?: ((source: Source) => Record<string, unknown> | undefined) | undefined;
  /** Is called after each index but the first. */
  change?: (() => void) | undefined;
  /** Are told of what is skipped, and of failures; by default on the console. */
  warn?: ((message: string) => void) | undefined;
  fail?: ((message: string) => void) | undefined;
}

/** An index that follows its sources. */
export interface Following {
  /** Waits until there is an index; fails where there is none. */
  made(): Promise<void>;
  close(): Promise<void>;
}

/** Looks at the options, and fails where one cannot be used. */
export function siteIndex(options?: SiteOptions): SiteIndex;

/** The options of `siteSearch`: those about pages, and those of `kindex inject`. */
export interface SearchOptions extends Omit<SiteOptions, "file" | "baseUrl"> {
  /** The folder in the site that holds script, engine and index; "kindex". */
  folder?: string | undefined;
  /** In how many files the index is: "single", in one, "sharded", in several, or "auto", by its size. */
  layout?: "auto" | "single" | "sharded" | undefined;
  /** A selector: the field is put into the first element that matches, at its beginning. */
  into?: string | undefined;
  /** A selector: the field is put in the place of that element. */
  replace?: string | undefined;
  /** Attributes of the search field, such as `{ placeholder: "Search the docs", limit: 5 }`. */
  field?: Record<string, string | number | boolean> | undefined;
}

/** Search in the pages of a finished site. */
export interface SiteSearch {
  /**
   * Makes the index of the finished pages in a folder, and puts search into them, as `kindex inject` does. Gives
   * lines about it, and tells of each file that is skipped; by default on the console.
   */
  write(folder: string, tell?: (message: string) => void): Promise<string[]>;
}

/** Looks at the options, and fails where one cannot be used. */
export function siteSearch(options?: SearchOptions): SiteSearch;
