/** As many as the other engines return. */
const LIMIT = 10;

/** Pagefind loads the files that it needs by itself. Every word may be unfinished. */
export async function open(_, folder) {
  const pagefind = await import(new URL("pagefind.js", folder));
  await pagefind.init();
  return async (query) => {
    const { results } = await pagefind.search(query);
    const found = await Promise.all(results.slice(0, LIMIT).map((result) => result.data()));
    return found.map(({ content, meta }) => ({ title: meta.title, text: content }));
  };
}
