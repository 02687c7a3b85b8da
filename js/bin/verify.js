// `kindex verify`: whether every byte of an index is as it should be.
import { plain } from "../text/sanitize.js";
import { withIndex } from "./open.js";
import { InvalidFile, UsageError, print, printJson } from "./output.js";

const help = `Check every byte of an index.

Usage: kindex verify INDEX

      --tenant NAME  the tenant, in an index of several
      --json         print JSON: {"ok":true}, or {"ok":false,"code","message"} with exit code 1, and
                     "file" where that is one of several

Prints OK, or fails and says what is wrong. The native command checks all tenants at once.
`;

const options = { tenant: { type: "string" }, json: { type: "boolean" } };

async function run([path, ...others], { tenant, json }) {
  if (!path || others.length > 0) throw new UsageError("one INDEX is needed; see kindex verify --help");
  try {
    await withIndex(path, tenant, (index) => index.verify());
  } catch (error) {
    if (json && error instanceof InvalidFile) printJson(verdict(path, error));
    throw error;
  }
  if (json) printJson({ ok: true });
  else print(`${plain(path)}: OK\n`);
}

function verdict(path, { file, code, fault }) {
  return { ok: false, code, message: fault, ...(file !== path && { file }) };
}

export const verify = { help, options, native: [], run };
