import type { SearchOptions } from "kindex/site";

/** What the plugin asks of Eleventy's configuration, which has no types of its own. */
export interface EleventyConfig {
  versionCheck(range: string): void;
  addShortcode(name: string, render: (...given: any[]) => string): unknown;
  on(event: string, act: (build: any) => unknown): unknown;
  logger: { logWithOptions(options: { message: string; type: string; prefix: string }): void };
}

/** The options of `siteSearch` of `kindex/site`. */
export type KindexEleventyOptions = Omit<SearchOptions, "site">;

/** The plugin for `eleventyConfig.addPlugin(kindex)`, with the shortcode `kindexSearch`. */
export default function kindex(eleventyConfig: EleventyConfig, options?: KindexEleventyOptions): void;
