/**
 * The pages of one index after another, as many as are asked for.
 *
 * @template {{ index: any }} One
 * @param {One[]} all
 * @param {{ prefix: string, from: number, limit: number }} wanted `from` counts the pages of all
 * @param {(of: One, page: import("../entry/index.js").Page) => object} shown how a page of an index is given
 */
export async function pagesOfAll(all, { prefix, from, limit }, shown) {
  const found = { total: 0, pages: [] };
  for (const of of all) {
    const wanted = { from: Math.max(from - found.total, 0), limit: limit - found.pages.length };
    const { total, pages } = await of.index.pages({ prefix, ...wanted });
    found.total += total;
    for (const page of pages) found.pages.push(shown(of, page));
  }
  return found;
}
