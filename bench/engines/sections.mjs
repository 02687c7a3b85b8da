// The indexes of a site that several measurements make.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { open } from "../../dist/npm/explore.js";
import { KINDEX } from "../paths.mjs";
import { pagesOf } from "./pages.mjs";

/** Makes an index of a folder, and gives its path. */
export function build({ site }, from, index, ...more) {
  execFileSync(KINDEX, ["build", from, "--site", site, "-o", index, ...more], { stdio: ["ignore", "ignore", "pipe"] });
  return index;
}

/** The open index of a site whose largest chunks are whole sections, of which `pagesOf` makes pages. */
export const sectionsOf = (site, from, out) =>
  open(build(site, from, join(out, "sections.kdx"), "--parents", "sections", "--section-depth", "6"));

/** The pages of a site, as pages.mjs describes them. */
export async function pagesFrom(site, from, out) {
  const index = await sectionsOf(site, from, out);
  const pages = pagesOf(index);
  index.close();
  return pages;
}
