import { isFolder } from "../engine/bytes.js";
import { opener } from "../index/file-index.js";
import { shardedOpener } from "./sharded-index.js";

/**
 * Makes a function that opens an index in one file or in several with a WebAssembly module. The options
 * that it is given are checked already.
 *
 * @template {import("../index/file-index.js").Index} OfFile
 * @template {import("./sharded-index.js").ShardedIndex} OfFolder
 * @param {ReturnType<typeof import("../engine/engine.js").engine>} load
 * @param {new (inner: object) => OfFile} OfFile
 * @param {new (parts: import("./sharded-index.js").Parts, read: import("../entry/index.js").ReadFile) => OfFolder} OfFolder
 * @returns {(source: import("../entry/index.js").Source | import("../entry/index.js").ReadFile, options?: import("../entry/index.js").ShardedOpenOptions) => Promise<OfFile | OfFolder>}
 */
export function eitherOpener(load, OfFile, OfFolder) {
  const openFile = opener(load, OfFile);
  const openFolder = shardedOpener(load, OfFolder);
  return (source, options) => (isFolder(source) ? openFolder : openFile)(source, options);
}
