/** The time that a module may take to arrive: 2 KB a second are enough. */
const MODULE_TIMEOUT_MS = 30_000;

/** The number of addresses that a module had, at most. */
let count = 1;

/**
 * Imports a module. Browsers never ask again for one that did not arrive, so it is asked for by another address
 * then. The browser's message has the first one, wherever a bundler put the module.
 *
 * @template Module
 * @param {() => Promise<Module>} load
 * @returns {Promise<Module>}
 */
export async function imported(load) {
  try {
    return await inTime(load());
  } catch (cause) {
    const address = /\bhttps?:\/\/[^\s'"]+/.exec(cause.message)?.[0];
    if (!address) throw cause;
    count += 1;
    return inTime(import(/* @vite-ignore */ /* webpackIgnore: true */ `${address}${address.includes("?") ? "&" : "?"}${count}`));
  }
}

function inTime(loading) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, MODULE_TIMEOUT_MS, new Error(`it did not arrive within ${MODULE_TIMEOUT_MS / 1000} seconds`));
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}
