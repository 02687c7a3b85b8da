/**
 * Makes indexes of texts and records in English as build.js does, and searches them: with a WebAssembly module that
 * has nothing for other files and languages.
 */
import { openOptions } from "../engine/options.js";
import { Index } from "../index/file-index.js";
import { eitherOpener } from "../shards/either.js";
import { ShardedIndex } from "../shards/sharded-index.js";
import { TextBuilder } from "../builder/builder.js";
import { changeable } from "../builder/changeable.js";
import { textsEngine } from "./texts-engine.js";

export { KindexError } from "../engine/errors.js";

const openEither = eitherOpener(textsEngine, changeable(Index), ShardedIndex);

/**
 * @param {import("./index.js").Source | import("./index.js").ReadFile} source
 * @param {import("./index.js").ShardedOpenOptions} [options]
 */
export async function open(source, options) {
  openOptions(options);
  return openEither(source, options);
}

/** Takes texts and records. */
export class Builder extends TextBuilder {
  static engine = textsEngine;
}
