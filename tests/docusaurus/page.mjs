// What the tests do with the field in a page of Docusaurus.
export const FIELD = ".navbar kindex-search";

export const isDefined = (page) => page.waitForFunction(() => customElements.get("kindex-search"));

export const options = (page) => page.locator(`${FIELD} [part~=option]`);

export async function type(page, query) {
  await page.locator(`${FIELD} input`).fill(query);
  await options(page).first().waitFor();
}

/** The addresses of the results, in their order. */
export const pathsOf = (page) => options(page).evaluateAll((all) => all.map(({ pathname, hash }) => pathname + hash.replace(/:~:.*/, "")));

/** The pages of the results. */
export const foundPages = async (page) => [...new Set((await pathsOf(page)).map((path) => path.replace(/#.*/, "")))].sort();
