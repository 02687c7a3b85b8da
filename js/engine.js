import { bodyOrBytes } from "./bytes.js";
import { KindexError } from "./errors.js";

/**
 * Loads a WebAssembly module when it is first needed, and then no more.
 *
 * @template Glue
 * @param {Glue} glue what wasm-bindgen made
 * @param {() => URL} location where the module lies; only asked where the caller names no other,
 *   because not every platform knows where a script lies
 * @returns {(source?: import("./index.js").WasmSource) => Promise<Glue>}
 */
export function engine(glue, location) {
  let starting;
  return async (source) => {
    starting ??= start(glue, source ?? location);
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

async function start(glue, source) {
  const input = await (typeof source === "function" ? source() : source);
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
