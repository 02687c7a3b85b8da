// The addresses of sources that lie elsewhere than their pages, as a module of a generator says, and
// those of finished pages whose host shows no `.html`.
import { basename } from "node:path";
import { within } from "./within.js";

/** Front matter, by the line that it begins and ends with: YAML or TOML. */
const FENCED = /^(---|\+\+\+)[ \t]*\r?\n(?:([^]*?)\r?\n)??\1[ \t]*(?:\r?\n|$)/;

/**
 * Writes into the front matter of sources where they are published, as that comes before their paths.
 *
 * @param {{ module: string, given?: unknown }} addresses
 * @param {string[]} folders with the sources
 * @returns {Promise<(file: string, bytes: Uint8Array) => Uint8Array | undefined>} none for what makes no page
 */
export async function publisher({ module, given }, folders) {
  const { default: publish } = await import(module);
  return (file, bytes) => {
    const text = decoded(bytes);
    // It is skipped, and named then.
    if (text === undefined) return bytes;
    const folder = folders.find((one) => one === file || within(one, file));
    const page = publish({ folder, path: within(folder, file) || basename(file), text }, given);
    return page && new TextEncoder().encode(withKeys(text, page));
  };
}

/** A page that has a name of its own: an index is at the address of its folder anyway. */
const NAMED_PAGE = /(?<!(^|\/)index)\.html$/;

/**
 * Writes into finished pages their addresses without `.html`.
 *
 * @param {string} folder of the site
 * @returns {(file: string, bytes: Uint8Array) => Uint8Array}
 */
export function withCleanUrls(folder) {
  return (file, bytes) => {
    const path = within(folder, file);
    const text = path && NAMED_PAGE.test(path) ? decoded(bytes) : undefined;
    if (text === undefined) return bytes;
    const url = path.replace(NAMED_PAGE, "").split("/").map(encodeURIComponent).join("/");
    return new TextEncoder().encode(withKeys(text, { url }));
  };
}

function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text with further keys in its front matter, which come before its own. */
function withKeys(text, keys) {
  const [front = "", fence = "---", own] = FENCED.exec(text) ?? [];
  const isYaml = fence === "---";
  const lines = Object.entries(keys)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}${isYaml ? ":" : " ="} ${JSON.stringify(value)}`);
  // The last of several counts in YAML. In TOML the end may belong to a table.
  const all = isYaml ? [own, ...lines] : [...lines, own];
  return [fence, ...all.filter((part) => part !== undefined), fence, text.slice(front.length)].join("\n");
}
