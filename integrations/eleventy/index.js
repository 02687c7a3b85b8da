/** Kindex for Eleventy: search in the pages after each build, also while the site is written. */
import { siteSearch } from "kindex/site";

/**
 * The plugin for `eleventyConfig.addPlugin(kindex)`.
 *
 * @param {import("./index.js").EleventyConfig} eleventyConfig
 * @param {import("./index.js").KindexEleventyOptions} [options]
 */
export default function kindex(eleventyConfig, options = {}) {
  eleventyConfig.versionCheck(">=3.0.0");
  if (options.site !== undefined) throw new Error("kindex-eleventy: site: the generator is Eleventy; leave it out");
  const search = siteSearch({ ...options, site: "plain" });
  const say = (type) => (message) => eleventyConfig.logger.logWithOptions({ message, type, prefix: "[kindex]" });
  eleventyConfig.addShortcode("kindexSearch", fieldOf);
  eleventyConfig.on("eleventy.after", async ({ directories, outputMode }) => {
    if (outputMode !== "fs" || isDryRun()) return;
    for (const line of await search.write(directories.output, say("warn"))) say("log")(line);
  });
}

/** Eleventy tells plugins of it in no other way. */
const isDryRun = () => process.argv.includes("--dryrun");

/** Nunjucks gives named arguments with a mark of its own. */
const KEYWORDS = "__keywords";

/**
 * The field in a template, whose index the script of the page gives it.
 *
 * @param {string | Record<string, string | number | boolean>} [given] its text before one writes, or its attributes
 */
function fieldOf(given = {}) {
  const attributes = { modal: true, ...(typeof given === "object" ? given : { placeholder: given }) };
  const written = Object.entries(attributes).filter(([name, value]) => name !== KEYWORDS && value !== false && value !== undefined);
  return `<kindex-search${written.map(attributeOf).join("")}></kindex-search>`;
}

function attributeOf([name, value]) {
  if (!/^[a-z][a-z-]*$/.test(name) || ["src", "base"].includes(name)) {
    throw new Error(`kindexSearch: ${name}: accepted are attributes of the search field but src and base, such as placeholder="Search"`);
  }
  if (value === true) return ` ${name}`;
  return ` ${name}="${String(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
}
