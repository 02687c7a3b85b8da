import { FileBudget } from "./file-budget.js";

/**
 * A request, and the facts known of it.
 *
 * @typedef {object} Call
 * @property {Request} request
 * @property {URL} url
 * @property {Record<string, any>} env
 * @property {(promise: Promise<unknown>) => void} waitUntil
 * @property {import("./settings.js").Settings} settings
 * @property {string} requestId
 * @property {number} started as `performance.now()` gives it
 * @property {FileBudget} budget the files that the request may read still
 * @property {string} [tenant]
 * @property {boolean} [isPartial] whether another try may find more, so that nobody is to keep the answer
 */

/**
 * @param {Request} request
 * @param {Record<string, any> | undefined} env
 * @param {{ waitUntil?: (promise: Promise<unknown>) => void } | undefined} context
 * @param {import("./settings.js").Settings} settings
 * @returns {Call}
 */
export function callOf(request, env = {}, context, settings) {
  return {
    ...{ request, env, settings },
    url: new URL(request.url),
    waitUntil: (promise) => context?.waitUntil?.(promise),
    requestId: crypto.randomUUID(),
    started: performance.now(),
    budget: new FileBudget(settings.limits.files),
  };
}
