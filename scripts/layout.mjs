// The place of each file of js/ in the package.
import { posix } from "node:path";

/** The folders whose files are named by users: the package has them in its root. */
const NAMED_BY_USERS = /^(entry|adapters)\//;

/**
 * The path of a source in the package.
 *
 * @param {string} path in js/
 */
export const publishedPath = (path) => path.replace(NAMED_BY_USERS, "");

/**
 * The text of a source whose relative addresses lead where the package has the files.
 *
 * @param {string} text
 * @param {string} path in js/
 */
export function relinked(text, path) {
  const folder = posix.dirname(publishedPath(path));
  return text.replace(/"(\.\.?\/[^"\n]*)"/g, (_, address) => {
    const target = publishedPath(posix.join(posix.dirname(path), address));
    const relative = posix.relative(folder, target);
    return JSON.stringify(relative.startsWith("../") ? relative : `./${relative}`);
  });
}
