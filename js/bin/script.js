// A classic script with an index, its engine and the search field in it, for pages that are opened as files.
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { version } from "./version.js";

const FIELD = new URL("../entry/inline.min.js", import.meta.url);
const ENGINE = new URL("../page/page_bg.wasm", import.meta.url);

/** Whether a file is to be such a script, by its name. */
export const isScript = (output) => output.endsWith(".js");

/**
 * @param {Uint8Array} index
 * @returns {Promise<Buffer>} the script
 */
export async function scriptOf(index) {
  const [field, engine] = await Promise.all([readFile(FIELD, "utf8"), readFile(ENGINE)]);
  const values = JSON.stringify({ wasm: text(engine), index: text(index) });
  return Buffer.from(`/*! Kindex ${version}: a search field with its index */\nself.kindexInlined=${values};\n${field}`);
}

const text = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");
