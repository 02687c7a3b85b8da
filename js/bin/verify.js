// `kindex verify`: whether every byte of an index is as it should be.
import { plain } from "../text/sanitize.js";
import { checkKept } from "./kept.js";
import { counted } from "./numbers.js";
import { withIndex } from "./open.js";
import { InvalidFile, UsageError, print, printJson } from "./output.js";
import { isFolder } from "./target.js";

const help = `Check every byte of an index.

Usage: kindex verify INDEX

      --json  print JSON: {"ok":true}, with "keptShards" where there are such, or
              {"ok":false,"code","message"} with exit code 1, and "file" where that is one of
              several

Prints OK, or fails and says what is wrong. Shards that a folder keeps of builds before are checked
and counted.
`;

const options = { json: { type: "boolean" } };

async function run([path, ...others], { json }) {
  if (!path || others.length > 0) throw new UsageError("one INDEX is needed; see kindex verify --help");
  let kept;
  try {
    await withIndex(path, (index) => index.verify());
    kept = (await isFolder(path)) ? await checkKept(path) : 0;
  } catch (error) {
    if (json && error instanceof InvalidFile) printJson(verdict(path, error));
    throw error;
  }
  if (json) printJson({ ok: true, ...(kept > 0 && { keptShards: kept }) });
  else print(`${plain(path)}: OK${kept > 0 ? `; ${counted(kept, "shard")} kept of builds before` : ""}\n`);
}

function verdict(path, { file, code, fault }) {
  return { ok: false, code, message: fault, ...(file !== path && { file }) };
}

export const verify = { help, options, native: [], run };
