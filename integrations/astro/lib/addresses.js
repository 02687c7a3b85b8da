// Where Astro publishes Markdown, by its path and its front matter.

const MARKDOWN = /\.(md|markdown|mdown|mkdn|mkd|mdwn|mdx)$/i;

/** The value of `slug` in front matter. */
const SLUG = /^slug:[ \t]*(["']?)(.+?)\1[ \t]*\r?$/m;

/** Characters that have no place in the address of an entry of a collection. */
const SIGNS = /[^\p{L}\p{M}\p{N}\p{Pc} -]/gu;

/**
 * @type {import("kindex/vite").Publish}
 * @param {import("kindex/vite").Source} source
 * @param {{ base: string, pages: string, folders: Map<string, string>, languages: { path: string, lang: string }[] }} given
 */
export default function publish({ folder, path, matter }, { base, pages, folders, languages }) {
  const isPage = folder === pages;
  if (!MARKDOWN.test(path) || isHidden(path, isPage)) return undefined;
  const name = path.replace(MARKDOWN, "");
  const local = (isPage ? name : entryOf(name, matter)).replace(/(^|\/)index$/, "");
  const parts = [base, folders.get(folder), local].flatMap((part) => part.split("/")).filter(Boolean);
  return { url: ["", ...parts, ""].join("/"), lang: languageOf(local, languages) };
}

/** Whether the name says that no page is made: of a page that of any folder around it, of an entry its own. */
function isHidden(path, isPage) {
  const names = path.split("/");
  return (isPage ? names : names.slice(-1)).some((name) => name.startsWith("_"));
}

/** The id of an entry of a collection. */
function entryOf(name, matter = "") {
  const slug = SLUG.exec(matter)?.[2];
  return slug ?? name.split("/").map((part) => part.toLowerCase().replace(SIGNS, "").replaceAll(" ", "-")).join("/");
}

function languageOf(local, languages) {
  const [first] = local.split("/");
  const found = languages.find(({ path }) => path === first) ?? languages.find(({ path }) => path === "");
  return found?.lang;
}
