/** The files of what was dropped on the page, folders included. */

/**
 * @param {DataTransfer} dropped
 * @returns {Promise<import("./own.js").Found[]>} in the order of their paths
 */
export async function filesOf(dropped) {
  // The browser forgets the items when the event is over, so all are taken before any is waited for.
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...dropped.files].map((file) => ({ path: file.name, file }));
  const found = (await Promise.all(entries.map(filesIn))).flat();
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function filesIn(entry) {
  if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  return (await Promise.all((await childrenOf(entry)).map(filesIn))).flat();
}

/** A browser gives the children of a folder in portions, and an empty one at the end. */
async function childrenOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const portion = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return all;
    all.push(...portion);
  }
}
