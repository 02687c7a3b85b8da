// Where VitePress publishes Markdown.

/**
 * @type {import("kindex/vite").Publish}
 * @param {import("kindex/vite").Source} source
 * @param {{ cleanUrls: boolean, rewrites: Record<string, string> }} given
 */
export default function publish({ path }, { cleanUrls, rewrites }) {
  const name = (rewrites[path] ?? path).replace(/\.md$/, "");
  const page = name.replace(/(^|\/)index$/, "$1");
  const ending = cleanUrls || page !== name ? "" : ".html";
  return { url: `/${page.split("/").map(encodeURIComponent).join("/")}${ending}` };
}
