import { bodyOrBytes } from "./bytes.js";
import { KindexError } from "./errors.js";
import { watched } from "./stall.js";

const ADVICE =
  'Where a bundler moved it, configure in Vite optimizeDeps: { exclude: ["kindex"] }, in Next.js serverExternalPackages: ["kindex"]; for others see docs/javascript.md';

/** The time that a module for pages may take to arrive: 5 KB a second are enough, uncompressed too. */
const MODULE_TIMEOUT_MS = 60_000;

/**
 * Loads a WebAssembly module when it is first needed, and then no more.
 *
 * @template Glue
 * @param {Glue} glue the module that wasm-bindgen made
 * @param {() => URL} location the address of the module; only called if the caller names no other,
 *   because not every platform knows where a script lies
 * @param {number} [latest] the time that the module may take to arrive, in milliseconds
 * @returns {(source?: import("../entry/index.js").WasmSource) => Promise<Glue>}
 */
export function engine(glue, location, latest = MODULE_TIMEOUT_MS) {
  let starting;
  return async (source) => {
    starting ??= source ? start(glue, source) : startBeside(glue, location, latest);
    try {
      await starting;
    } catch (error) {
      // The next call may have better luck.
      starting = undefined;
      throw error;
    }
    return glue;
  };
}

/** Starts the module that lies beside the script; once more without the caches on the way, where these have another file. */
async function startBeside(glue, location, latest) {
  try {
    await startInTime(glue, location, latest);
  } catch (error) {
    if (error.code === "fetch_failed" && !error.status) throw error;
    await startInTime(glue, location, latest, "reload").catch(() => {
      throw error;
    });
  }
}

async function startInTime(glue, location, latest, cache) {
  const { signal, end } = watched(undefined, latest);
  try {
    await start(glue, await besideScript(location, { cache, signal }));
  } catch (cause) {
    if (!signal.aborted) throw cause;
    const url = location().href;
    throw new KindexError("fetch_failed", `cannot fetch ${url}: it did not arrive within ${latest / 1000} seconds`, { cause, url });
  } finally {
    end();
  }
}

async function start(glue, source) {
  const input = await source;
  const compiled = input instanceof WebAssembly.Module;
  const module_or_path = compiled ? undefined : await bodyOrBytes(input);
  try {
    // At once: while a Worker starts up, it must not wait for anything.
    if (compiled) glue.initSync({ module: input });
    else await glue.default({ module_or_path });
  } catch (cause) {
    const message = `cannot start the WebAssembly module: ${cause.message}`;
    throw new KindexError("wasm_failed", message, { cause });
  }
}

/** The module that lies beside this script, unless a bundler took one of them away. */
async function besideScript(location, asking) {
  let found;
  try {
    found = await bodyOrBytes(location(), asking);
  } catch (cause) {
    const { message, url, status } = cause;
    // Errors of Node have a code, too.
    const code = cause instanceof KindexError ? cause.code : "wasm_failed";
    throw new KindexError(code, `${message}. ${ADVICE}`, { cause, url, status });
  }
  // Servers of bundlers answer with the page where a file is missing.
  if (!found.headers?.get("content-type")?.includes("html")) return found;
  const { url, status } = found;
  throw new KindexError("fetch_failed", `${url} is a web page. ${ADVICE}`, { url, status });
}
