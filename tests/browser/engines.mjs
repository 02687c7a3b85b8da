// The engines beside Chromium, as readers have them.
import { test } from "node:test";
import { openFirefox } from "./firefox.mjs";
import { openWebKit } from "./webkit.mjs";

/**
 * What starts each, and the reason that it is not there; scripts/setup.sh says that where there is
 * no package.
 */
export const ENGINES = {
  Firefox: { missing: process.env.KINDEX_NO_FIREFOX, open: openFirefox },
  WebKit: { missing: process.env.KINDEX_NO_WEBKIT, open: openWebKit },
};

/** WebKit on Linux now and then goes wrong in WebAssembly, each time elsewhere: docs/decisions/0043-released-browsers-in-tests.md. */
const TRIES = { Firefox: 1, WebKit: 3 };

/** Makes what declares tests that search in an engine. What fails at each try is a fault of ours. */
export const testIn = (engine) => (name, body) =>
  test(name, { skip: ENGINES[engine].missing }, async (t) => {
    for (let left = TRIES[engine] - 1; ; left -= 1) {
      try {
        return await body(t);
      } catch (error) {
        if (left === 0) throw error;
        t.diagnostic(`it is tried again: ${error.message}`);
      }
    }
  });

/** Starts an engine, with a page that its driver controls. */
export async function start(name) {
  try {
    return await ENGINES[name].open();
  } catch (cause) {
    throw new Error(`cannot start ${name}; run: make setup-engines`, { cause });
  }
}
