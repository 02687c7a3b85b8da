// The files of a folder that is served, and none that links lead to outside of it.
import { realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".htm": "text/html; charset=utf-8",
  ".xhtml": "application/xhtml+xml",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "text/xml",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".mp4": "video/mp4",
  ".pdf": "application/pdf",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** The type of a file by its name. */
export const typeOf = (file) => TYPES[extname(file).toLowerCase()] ?? "application/octet-stream";

/** A part of the path begins with a dot, as those do too that lead out of the folder. */
export const isHidden = (path) => path.split(/[\\/]/).some((part) => part.startsWith("."));

/**
 * What lies at a path in a folder, links followed.
 *
 * @param {string} root without links
 * @param {string} path decoded, with forward slashes
 * @returns {Promise<{ file: string, found: import("node:fs").Stats } | undefined>}
 */
export async function inside(root, path) {
  if (isHidden(path) || path.includes("\0")) return undefined;
  const file = await realpath(join(root, path)).catch(() => undefined);
  if (file !== root && !file?.startsWith(root + sep)) return undefined;
  return { file, found: await stat(file) };
}
