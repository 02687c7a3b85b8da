import { HtmlBasePlugin, IdAttributePlugin } from "@11ty/eleventy";
import kindex from "kindex-eleventy";

export const config = { pathPrefix: "/handbook/" };

export default function (eleventyConfig) {
  eleventyConfig.addGlobalData("layout", "page.njk");
  eleventyConfig.addPlugin(HtmlBasePlugin);
  eleventyConfig.addPlugin(IdAttributePlugin);
  eleventyConfig.addPlugin(kindex, { exclude: "drafts/", field: { limit: 5 } });
}
