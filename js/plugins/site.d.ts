import type { KindexOptions } from "./vite.js";

/**
 * The options of `siteIndex`, as those of `kindex/vite`. `baseUrl` is "/" where it is not given, and
 * `synonyms` is a path from the folder that the process runs in.
 */
export type SiteOptions = Omit<KindexOptions, "docs" | "auto">;

/** The index of a finished site. */
export interface SiteIndex {
  /** Its address, for `src` of `<kindex-search>`: `baseUrl` and `file`. */
  readonly src: string;
  /**
   * Makes the index of the finished pages in a folder, and writes it there. Gives a line about it, and tells
   * of each file that is skipped; by default on the console.
   */
  write(folder: string, tell?: (message: string) => void): Promise<string>;
}

/** Looks at the options, and fails where one cannot be used. */
export function siteIndex(options?: SiteOptions): SiteIndex;
