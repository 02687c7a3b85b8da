import { open as openIndex } from "/kindex/index.js";

/** The head is there and is read once, shards come from the server. */
export async function open(files, folder) {
  const read = (name) => {
    const bytes = files[name];
    delete files[name];
    return bytes ?? fetch(new URL(name, folder));
  };
  const index = await openIndex(read);
  return async (query, prefix) => (await index.search(query, { prefix })).hits;
}
