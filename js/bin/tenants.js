// Outputs that have the name of a tenant in their path.
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { TENANT, UNFIT, isFileName } from "../text/tenant.js";
import { UsageError, fileFailure } from "./output.js";

/** Whether each tenant has an output of its own. */
export const isForEach = (output = "") => output.includes(TENANT);

/**
 * The builders of the indexes that an output is for, each with its output and its tenant.
 *
 * @param {import("../entry/build.js").Builder} builder
 * @param {string} output
 * @param {Set<string>} known the tenants of the command lines before, to which these are added
 * @returns {{ builder: import("../entry/build.js").Builder, output: string, tenant?: string }[]}
 */
export function byOutput(builder, output, known) {
  const all = builder.byTenant();
  if (isForEach(output)) return all.map(([tenant, builder]) => ofTenant(tenant, { builder, output, known }));
  if (all.length === 1) return [{ builder: all[0][1], output }];
  const [one, other] = all.map(([tenant]) => JSON.stringify(tenant));
  throw new UsageError(
    `--output: an index is of one tenant, and documents are of ${one} and of ${other}; write {tenant} in it, as in -o 'out/{tenant}.kdx', to make an index for each`,
  );
}

function ofTenant(tenant, { builder, output, known }) {
  if (tenant === undefined) {
    throw new UsageError("--output: {tenant} is the tenant of documents, and these name none; name it with --tenant, or leave {tenant} out");
  }
  const name = JSON.stringify(tenant);
  if (!isFileName(tenant)) {
    throw new UsageError(
      `--tenant: ${name} cannot be the name of a file everywhere; accepted are names without ${UNFIT} and control characters that end in neither a point nor a space and are no device of Windows`,
    );
  }
  // Some systems tell neither small letters from large ones nor the ways to write an accent.
  const key = tenant.normalize("NFC").toLowerCase();
  if (known.has(key)) {
    throw new UsageError(`--tenant: two indexes are of ${name}, or of names that some systems do not tell apart; name them in other ways`);
  }
  known.add(key);
  return { builder, output: output.replaceAll(TENANT, () => tenant), tenant };
}

/** Makes the folder around the output of a tenant, if it has the tenant's name. */
export async function makeFolder(output, ofTenant) {
  if (!isForEach(dirname(output))) return;
  await mkdir(dirname(ofTenant), { recursive: true }).catch((error) => {
    throw fileFailure("write", ofTenant, error);
  });
}
