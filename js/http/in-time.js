/** The value in the place of one that comes too late. @type {unique symbol} */
export const LATE = Symbol("late");

/**
 * Waits for a promise, but no longer than that. The work behind a late one goes on.
 *
 * @template T
 * @param {Promise<T>} promise
 * @param {number} milliseconds
 * @returns {Promise<T | typeof LATE>} the value, or LATE
 */
export async function inTime(promise, milliseconds) {
  let timer;
  const end = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds, LATE)));
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
}
