// The side bar: the groups and the order of docs/README.md, then the documents of the project.
import { posix } from "node:path";
import { addressOf } from "./pages.mjs";

/** What leads a reader of the code, which docs/README.md does not list. */
const PROJECT = ["BENCHMARKS.md", "FORMAT.md", "SEARCHING.md", "ARCHITECTURE.md", "docs/decisions/README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "SUPPORT.md"];

/** @param {Map<string, import("./pages.mjs").Page>} pages */
export function sidebarOf(pages) {
  const guides = groupsIn(pages.get("docs/README.md").text).map(({ text, paths }) => ({ text, items: paths.map((path) => item(path, pages)) }));
  guides[0].items.unshift(...["README.md", "docs/README.md"].map((path) => item(path, pages)));
  const project = { text: "The project", items: PROJECT.map((path) => item(path, pages)) };
  project.items.find(({ link }) => link === "/docs/decisions/").items = under("docs/decisions/", pages);
  project.items.find(({ link }) => link === "/docs/decisions/").collapsed = true;
  return [...guides, project];
}

/** The groups of the list of guides, by its headings: the pages that the first cells of its tables lead to, each once. */
function groupsIn(text) {
  const groups = [];
  const seen = new Set();
  for (const line of text.split("\n")) {
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    if (heading) groups.push({ text: heading, paths: [] });
    for (const [, target] of line.startsWith("| [") ? line.split("|")[1].matchAll(/\]\(([^)#]+)/g) : []) {
      const path = posix.join("docs", target);
      if (!seen.has(path)) groups.at(-1).paths.push(path);
      seen.add(path);
    }
  }
  return groups;
}

function item(path, pages) {
  const page = pages.get(path);
  if (!page) throw new Error(`site: docs/README.md lists ${path}, which is not there`);
  return { text: page.path === "README.md" ? "Introduction" : page.title, link: `/${addressOf(page.place)}` };
}

/** The pages in a folder without its own. */
function under(folder, pages) {
  const paths = [...pages.values()].filter(({ place }) => place.startsWith(folder) && !place.endsWith("/index.md"));
  return paths.map(({ path }) => item(path, pages));
}
