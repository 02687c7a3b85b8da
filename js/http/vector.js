/**
 * Searches for a request, by the meaning of the query too where the Worker has an embedder.
 *
 * @param {import("./call.js").Call} call
 * @param {any} index
 * @param {string} query
 * @param {{ alpha?: number } & Record<string, any>} given the search options, and the weight if the request has one
 */
export async function searched(call, index, query, { alpha, ...options }) {
  const { settings, env, tenant } = call;
  const { embedder, onError } = settings;
  if (!embedder) return { found: await index.search(query, options) };
  const asking = { alpha, about: { env }, scope: tenant, onError: (error) => onError(error, call) };
  const { found, failed, vector, reason } = await embedder.search(index, query, options, asking);
  if (failed) call.isPartial = true;
  return { found, vector, vector_reason: reason };
}
