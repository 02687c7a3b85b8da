/// <reference path="./virtual.d.ts" />

/** The options of files for programs: those of `kindex agents`. All may be left out. */
export interface AgentOptions {
  /** The whole address of the site, such as "https://example.org/docs/"; default is what pages say in their canonical links. */
  baseUrl?: string | undefined;
  /** Whether there is llms-full.txt, with the text of all pages. Default false. */
  llmsFull?: boolean | undefined;
  /** The characters that llms.txt may have. Default 50,000. */
  llmsCharacters?: number | undefined;
  /** Whether there is _headers, by which Netlify and Cloudflare Pages tell of these files. Default false. */
  headers?: boolean | undefined;
  /** The name of the site; default is what its pages have in their titles. */
  siteTitle?: string | undefined;
  /** What the site is about, in a sentence; default is the description of its first page. */
  siteSummary?: string | undefined;
}

/** The options of `kindex()`. All may be left out. */
export interface KindexOptions {
  /** The folders with the Markdown and the HTML that are searched while they are written; default Vite's `root`. */
  docs?: string | string[] | undefined;
  /**
   * The name of the index below the site's root. One that ends in "/" is a folder, with one file or several
   * by the size of the index. Others are one file, such as "site.kdx", or "site.kdx.gz", which is compressed.
   * Default "search-index/".
   */
  file?: string | undefined;
  /** Whether an index in several files has pairs of words, half of the folder, by which phrases are found. Default true. */
  pairs?: boolean | undefined;
  /** The address under which the site is published; default Vite's `base`, which counts while sources are served. */
  baseUrl?: string | undefined;
  /** What is read in folders, as `--include` of the command says: docs, text, tables, code, all. Default "docs". */
  include?: string | undefined;
  /** What is left out, as in .gitignore. */
  exclude?: string | string[] | undefined;
  /** The language of documents that name none. Default "en". */
  language?: string | undefined;
  /** The generator of the site, whose addresses sources have, as `--site` of the command; default is that of the configuration file. */
  site?: string | undefined;
  /** A file with words by which others are found too. */
  synonyms?: string | undefined;
  /** A file with the pages that are shown first for a query. */
  pins?: string | undefined;
  /**
   * Says where sources are published that lie elsewhere than their pages: the address of a module whose default export
   * is {@link Publish}. For plugins of generators.
   */
  addresses?: { module: string; given?: unknown } | undefined;
  /** Whether the addresses of finished pages are without `.html`, for hosts that serve them so. Default false. */
  cleanUrls?: boolean | undefined;
  /** Whether a build fails if a file must be skipped. Default false. */
  strict?: boolean | undefined;
  /** Whether finished pages are also given to programs that read documentation, as `kindex agents` does, and how. Default false. */
  agents?: boolean | AgentOptions | undefined;
  /** Whether the index is made when the bundle is written. Where pages are made later, `api.write` is called then. Default true. */
  auto?: boolean | undefined;
}

/**
 * A source: the folder of `docs` that it was found in, its path below that with forward slashes, and its front matter,
 * without the lines around it, where it has some.
 */
export interface Source {
  folder: string;
  path: string;
  matter?: string | undefined;
}

/**
 * Gives the address below Vite's `base` of the page that is made of a source, and its language; undefined where none is
 * made. What it gives counts as if the front matter of the source said it.
 */
export type Publish = (source: Source, given: any) => { url: string; lang?: string | undefined } | undefined;

/** A plugin for Vite 4 and newer. */
export interface KindexPlugin {
  name: "kindex";
  api: {
    /** Sets further options, for plugins that only then know them: before Vite's configuration is resolved by this one. */
    configure(options: KindexOptions): void;
    /**
     * Makes the index of the finished pages in a folder, by default that of the build, and writes it there.
     * Gives a line about it.
     */
    write(folder?: string): Promise<string>;
  };
}

/** Makes an index after each build, and answers from one of the sources while they are written. */
export default function kindex(options?: KindexOptions): KindexPlugin;
