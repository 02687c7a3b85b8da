/**
 * Times searches as they are once all is loaded and compiled. The first ones do more: they load, and
 * the browser compiles the engine while it runs.
 */

/** Clocks of browsers are coarse, up to 1 ms: searches are timed several at once, for so long. */
const BATCH = 4;
const BATCHES = 5;
/** Of one batch, for clocks that stand still. */
const MOST_RUNS = 50;

/**
 * The usual time of a search that was done before: the median of several means. It gives up once the
 * signal is aborted.
 * @param {() => unknown} search may give a promise
 * @param {AbortSignal} signal
 * @param {number} [warmUp] batches that come before and do not count
 * @returns {Promise<number>} in milliseconds
 */
export async function warmTime(search, signal, warmUp = 1) {
  const means = [];
  for (let batch = 0; batch < warmUp + BATCHES; batch += 1) {
    const mean = await batchMean(search);
    if (batch >= warmUp) means.push(mean);
    await idle();
    signal.throwIfAborted();
  }
  return means.sort((a, b) => a - b)[means.length >> 1];
}

async function batchMean(search) {
  const started = performance.now();
  for (let runs = 1; ; runs += 1) {
    await search();
    const took = performance.now() - started;
    if (took >= BATCH || runs === MOST_RUNS) return took / runs;
  }
}

/** Waits until the page has nothing else to do; some browsers do not tell. */
function idle() {
  if (typeof requestIdleCallback === "undefined") return new Promise((resolve) => setTimeout(resolve));
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: 100 }));
}
