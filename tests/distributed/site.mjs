// A small site whose pages depend on each other: by the name in their titles, by links, and by copies.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const PAGES = 40;

const page = (at) => `<!doctype html>
<title>Page ${at} — The Manual</title>
<main>
<h1>Page ${at}</h1>
<p>About bollards, with the word w${at}. After it comes <a href="page${(at + 7) % PAGES}.html">another page</a>.</p>
<h2 id="more">More of it</h2>
<p>${at % 10 === 3 ? "The same in several pages." : `Its number is ${at}.`}</p>
</main>
`;

/** Writes the site into a folder of its own. */
export async function writeSite(folder) {
  await mkdir(folder, { recursive: true });
  const pages = Array.from({ length: PAGES }, (_, at) => writeFile(join(folder, `page${at}.html`), page(at)));
  await Promise.all(pages);
}
