// The pages that Docusaurus makes of Markdown, with their sources.
import { join } from "node:path";

/** The tag of pages that are of no version. */
const OF_ALL = "default";

/**
 * @typedef {object} Page
 * @property {string} file the source
 * @property {string} permalink its address, with baseUrl
 * @property {string} tag by which Docusaurus narrows a search to versions
 * @property {string} [version]
 */

/**
 * @param {import("@docusaurus/types").AllContent} allContent of all plugins, by name and id
 * @param {string} siteDir
 * @returns {Page[]}
 */
export function pagesOf(allContent, siteDir) {
  const instances = (kind) => Object.entries(allContent[`docusaurus-plugin-content-${kind}`] ?? {}).filter(([, content]) => content);
  const pages = [
    ...instances("docs").flatMap(([id, { loadedVersions }]) => loadedVersions.flatMap((version) => docsOf(id, version))),
    ...instances("blog").flatMap(([, { blogPosts }]) => blogPosts.map(({ metadata }) => ({ ...metadata, tag: OF_ALL }))),
    ...instances("pages").flatMap(([, all]) => all.filter(({ type }) => type === "mdx").map((page) => ({ ...page, tag: OF_ALL }))),
  ];
  return pages
    .filter(({ unlisted }) => !unlisted)
    .map(({ source, permalink, tag, version }) => ({ file: join(siteDir, source.replace(/^@site\//, "")), permalink, tag, version }));
}

function docsOf(id, { versionName, docs }) {
  return docs.map((doc) => ({ ...doc, tag: `docs-${id}-${versionName}`, version: versionName }));
}
