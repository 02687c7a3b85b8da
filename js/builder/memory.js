import { KindexError, guarded } from "../engine/errors.js";

const FULL =
  "the module stopped, most likely as the documents take more memory than there is, at most 4 GiB: build with the native command, or several indexes, in a new process";

/** Calls the module, which stops when memory is full; `message` then says what to do. */
export function withinMemory(call, message = FULL) {
  try {
    return guarded(call);
  } catch (cause) {
    if (!(cause instanceof WebAssembly.RuntimeError || cause instanceof RangeError)) throw cause;
    throw new KindexError("out_of_memory", message, { cause });
  }
}
