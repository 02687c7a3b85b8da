// Chooses the place of an index, and the number of its files.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Folder } from "./folder.js";
import { Failure, UsageError } from "./output.js";
import { isDocument } from "./plan.js";
import { isScript, scriptOf } from "./script.js";
import { Target, isFolder } from "./target.js";

const LAYOUTS = { single: oneFile, sharded: severalFiles };

/**
 * Looks at where the index will be, before any work is done for it.
 *
 * @param {{ output: string, layout: string, "no-pairs"?: boolean, tenant?: string }} given
 * @returns {Promise<(builder: import("../entry/build.js").Builder) => Promise<{ bytes: number } |
 *   import("./folder.js").Stored>>} what writes it there, and gives the bytes that are stored
 */
export async function destinationOf(given) {
  if (Object.hasOwn(LAYOUTS, given.layout)) return LAYOUTS[given.layout](given);
  throw new UsageError(`--layout ${given.layout}: accepted are ${Object.keys(LAYOUTS).join(", ")}`);
}

async function oneFile({ output }) {
  if (!isScript(output) && (await isDocument(output))) {
    throw new UsageError(`cannot write ${output}: by its extension it is a document; name it like site.kdx`);
  }
  if (await isFolder(output)) {
    const file = join(output, "site.kdx");
    throw new Failure(
      `cannot write ${output}: it is a folder; name a file, such as ${file}, or add --layout sharded for an index in several files`,
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

async function severalFiles({ output, tenant, ...given }) {
  const folder = await Folder.at(output);
  if (tenant !== undefined) {
    throw new UsageError(
      "--tenant: an index in several files keeps no tenants; use one file, or build a folder for each of them without naming tenants",
    );
  }
  return (builder) => folder.write(filesOf(builder, given));
}

/** The files of an index in several, as the flags want them. */
export const filesOf = (builder, given) => builder.finishFiles({ pairs: !given["no-pairs"] });
