// Chooses the place of an index, and the number of its files.
import { join, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { Folder } from "./folder.js";
import { Failure, UsageError } from "./output.js";
import { isDocument } from "./plan.js";
import { isScript, scriptOf } from "./script.js";
import { Target, isFolder } from "./target.js";

/** In how many files an index may be, by name. */
export const LAYOUTS = ["auto", "single", "sharded"];

/** Whether an index will be in a folder, by one file or by several. */
export const isInFolder = ({ output = "", layout }) => layout === "sharded" || output.endsWith("/") || output.endsWith(sep);

/**
 * Looks at where the index will be, before any work is done for it.
 *
 * @param {{ output: string, layout?: string, "no-pairs"?: boolean, "keep-previous"?: boolean | string }} given
 * @returns {Promise<(builder: import("../entry/build.js").Builder) => Promise<{ bytes: number } |
 *   import("./folder.js").Stored>>} what writes it there, and gives the bytes that are stored
 */
export async function destinationOf(given) {
  checkLayout(given);
  if (given["keep-previous"] && !isInFolder(given)) {
    throw new UsageError("--keep-previous: only an index in a folder has shards; end the output in /");
  }
  return isInFolder(given) ? ofFolder(given) : ofFile(given);
}

export function checkLayout({ layout = "auto" }) {
  if (!LAYOUTS.includes(layout)) throw new UsageError(`--layout ${layout}: accepted are ${LAYOUTS.join(", ")}`);
}

async function ofFile({ output }) {
  if (!isScript(output) && (await isDocument(output))) {
    throw new UsageError(`cannot write ${output}: by its extension it is a document; name it like site.kdx`);
  }
  if (await isFolder(output)) {
    const file = join(output, "site.kdx");
    throw new Failure(
      `cannot write ${output}: it is a folder; for an index in it, end the path in /, or name a file, such as ${file}`,
    );
  }
  const target = await Target.at(output);
  return async (builder) => {
    const index = builder.finish();
    const bytes = await stored(index, output);
    await target.write(bytes);
    return { bytes: bytes.length };
  };
}

/** The bytes of a file with the index, by its name. */
async function stored(index, output) {
  if (isScript(output)) return scriptOf(index);
  return output.endsWith(".gz") ? gzipSync(index, { level: 9 }) : index;
}

async function ofFolder({ output, ...given }) {
  const folder = await Folder.at(output);
  const { "keep-previous": previous } = given;
  return (builder) => folder.write(filesOf(builder, given), previous === true ? output : previous);
}

/** The files of an index in a folder, as the flags want them. */
export const filesOf = (builder, given) => builder.finishFiles({ layout: given.layout, pairs: !given["no-pairs"] });
