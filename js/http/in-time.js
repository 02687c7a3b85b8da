/** @type {unique symbol} */
export const LATE = Symbol("late");

/**
 * What a promise gives, or LATE where that takes longer. What it is the promise of goes on then.
 *
 * @template T
 * @param {Promise<T>} promise
 * @param {number} milliseconds
 * @returns {Promise<T | typeof LATE>}
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
