import { isFolder } from "../engine/bytes.js";
import { inflate } from "../engine/gzip.js";
import { HEAD, bytesThere } from "../shards/sharded-index.js";
import { TENANT, UNFIT, isFileName } from "../text/tenant.js";

/**
 * An index that is part of the script.
 *
 * @param {ArrayBuffer | ArrayBufferView} bytes
 * @returns {import("../entry/worker.js").IndexSource}
 */
export function bundled(bytes) {
  return { path: HEAD, read: () => bytes };
}

/**
 * An index among the static assets of the Worker.
 *
 * @param {string} path
 * @param {string} [binding]
 * @returns {import("../entry/worker.js").IndexSource}
 */
export function assets(path, binding = "ASSETS") {
  const read = async (name, env) => {
    // The host is not looked at.
    const address = new URL(name.replace(/^\/*/, "/"), "https://assets.invalid");
    const response = await bindingOf(env, binding, "fetch", '"binding" of assets').fetch(address);
    if (response.status !== 404) return response;
    await response.body?.cancel();
    return null;
  };
  return { path, read };
}

/**
 * An index in a bucket of R2.
 *
 * @param {string} path
 * @param {string} [binding]
 * @returns {import("../entry/worker.js").IndexSource}
 */
export function bucket(path, binding = "BUCKET") {
  const key = (name) => name.replace(/^\/+/, "");
  const files = (env) => bindingOf(env, binding, "head", '"binding" in r2_buckets');
  return {
    path,
    read: (name, env) => files(env).get(key(name)),
    stamp: async (name, env) => (await files(env).head(key(name)))?.etag,
  };
}

/** The binding of a name in the configuration. One of the right kind has `method`. */
function bindingOf(env, name, method, where) {
  if (env[name]?.[method]) return env[name];
  throw new Error(`there is no binding ${name} of the right kind: give it as ${where} in the configuration of wrangler`);
}

/**
 * Throws where a tenant has no index of its own at a path: where all would have the same, or its name
 * would lead elsewhere. A tenant of the empty name has the index that is not of a tenant.
 *
 * @param {string} path
 * @param {string | undefined} tenant
 */
export function checkPlace(path, tenant) {
  if (!path.includes(TENANT)) {
    if (!tenant) return;
    throw new TypeError(`source: there is one index at ${path}, which is not of a tenant: put ${TENANT} into the path, or give the tenant ""`);
  }
  if (isFileName(tenant ?? "")) return;
  throw new TypeError(
    `tokens: the tenant ${JSON.stringify(tenant)} cannot stand in the path ${path}: accepted are names without ${UNFIT} and control characters that end in neither a point nor a space and are no device of Windows`,
  );
}

/**
 * The location of a tenant's index, with the function that reads its files.
 *
 * @param {import("../entry/worker.js").IndexSource} source
 * @param {string | undefined} tenant
 * @param {object} env
 */
export function locate(source, tenant, env) {
  checkPlace(source.path, tenant);
  const path = source.path.replaceAll(TENANT, () => tenant);
  const folder = isFolder(path);
  const read = async (name) => bytesThere(await source.read(folder ? path + name : path, env), path + name);
  return { folder, first: folder ? path + HEAD : path, read };
}

/** The bytes that an index begins with, or all of it. */
export async function headOf({ folder, read }) {
  return inflate(await read(folder ? HEAD : ""), folder ? HEAD : "the index");
}

/** The source for `open`: all bytes, or a function that reads files, of which the first is there. */
export function openable({ read }, head, asFolder) {
  if (!asFolder) return head;
  return (name) => (name === HEAD ? head : read(name));
}
