// Links that lead from file to file in the repository, made to lead from page to page in the site.
import { stat } from "node:fs/promises";
import { join, posix } from "node:path";
import { fromMarkdown } from "mdast-util-from-markdown";
import { ROOT } from "./pages.mjs";
import { sourcePlaceOf } from "./sources.mjs";

const WITH_ADDRESS = ["link", "image", "definition"];

/** Addresses of other sites, and those within the page. */
const AWAY = /^([a-z][a-z0-9+.-]*:|#|\/)/i;

/**
 * The text of a page as the site has it.
 *
 * @param {import("./pages.mjs").Page} page
 * @param {Map<string, import("./pages.mjs").Page>} pages
 * @param {Set<string>} sources takes the paths of other files and folders that the page leads to
 */
export async function relinked(page, pages, sources) {
  let { text } = page;
  // From the end, so that earlier positions stay true.
  for (const node of addressed(fromMarkdown(text)).reverse()) {
    const target = await targetOf(node, page, pages);
    if (!target) continue;
    if (target.source) sources.add(target.source);
    const [from, to] = [node.position.start.offset, node.position.end.offset];
    text = text.slice(0, from) + written(text.slice(from, to), node, target, page) + text.slice(to);
  }
  return text;
}

/** The nodes that have an address, in the order of the text. */
function addressed(node) {
  const own = WITH_ADDRESS.includes(node.type) && !AWAY.test(node.url) ? [node] : [];
  return [...own, ...(node.children ?? []).flatMap(addressed)];
}

/** Where an address leads: the place in the site, the fragment, and the title of a page. */
async function targetOf({ url, type }, page, pages) {
  const [path, ...rest] = url.split("#");
  const whole = posix.join(posix.dirname(page.path), decodeURI(path)).replace(/\/$/, "");
  const fragment = rest.length > 0 ? `#${rest.join("#")}` : "";
  const found = pages.get(whole) ?? pages.get(`${whole}/README.md`);
  if (found) return { place: found.place, fragment, title: found.title };
  const isThere = await stat(join(ROOT, whole)).catch(() => undefined);
  if (!isThere) throw new Error(`site: ${page.path} leads to ${url}, which is not there`);
  return type === "image" ? { place: whole, fragment } : { place: sourcePlaceOf(whole), fragment, source: whole };
}

/** The Markdown of a node that leads elsewhere. The name of a document gives way to its title. */
function written(markdown, { url, type, children = [] }, { place, fragment, title }, page) {
  const at = markdown.lastIndexOf(url);
  if (at < 0) throw new Error(`site: ${page.path}: the address in ${markdown} is not written as ${url}`);
  const relative = posix.relative(posix.dirname(page.place), place);
  const address = (relative.startsWith(".") ? relative : `./${relative}`) + fragment;
  const [name] = children;
  const isNamed = title && type === "link" && name?.type === "text" && /^[\w./-]+\.md$/.test(name.value);
  if (isNamed) return `[${title}](${address})`;
  return markdown.slice(0, at) + address + markdown.slice(at + url.length);
}
