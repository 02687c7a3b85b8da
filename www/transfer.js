/** Counts what searching has transferred: engine and index, as compressed as they came. */

/** The number of entries that the browser keeps; otherwise it forgets what comes after 250. */
const KEPT = 10_000;

/** The files of the engine that searches. */
const ENGINE = /\/kindex\/(explore|engine)[./]/;

/**
 * @typedef {object} Transfer
 * @property {number} bytes of all files that were needed
 * @property {number} cached how many of them this browser had already
 */

/** Has the browser keep count. */
export function keepCount() {
  performance.setResourceTimingBufferSize(KEPT);
}

/**
 * The bytes that were transferred for an index, and for the engine.
 * @param {string} [address] of the index, relative to this page
 * @returns {Transfer}
 */
export function transferred(address) {
  const index = address === undefined ? undefined : new URL(address, document.baseURI).href;
  const sum = { bytes: 0, cached: 0 };
  for (const { name, encodedBodySize, transferSize } of performance.getEntriesByType("resource")) {
    if (!ENGINE.test(name) && !(index && name.startsWith(index))) continue;
    sum.bytes += encodedBodySize;
    if (transferSize === 0) sum.cached += encodedBodySize;
  }
  return sum;
}

/**
 * Calls back whenever something was transferred.
 * @param {() => void} told
 */
export function onTransfer(told) {
  new PerformanceObserver(told).observe({ type: "resource" });
}
