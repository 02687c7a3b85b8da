/**
 * Everything that Kindex itself finds wrong. `code` names the kind of error and stays the same
 * between versions; `message` is for people.
 */
export class KindexError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {object} [details] further properties, such as `cause`, `url` or `status`
   */
  constructor(code, message, details) {
    super(message);
    Object.assign(this, { name: "KindexError", code }, details);
  }

  /** By name: each bundle has a class of its own. */
  static [Symbol.hasInstance](error) {
    return error?.name === "KindexError";
  }
}

/** Runs a call into the WebAssembly module, which throws a string: the code, a blank, the message. */
export function guarded(call) {
  try {
    return call();
  } catch (error) {
    if (typeof error !== "string") throw error;
    const [code] = error.split(" ", 1);
    throw new KindexError(code, error.slice(code.length + 1));
  }
}

export function closedError() {
  return new KindexError("closed", "the index was closed; open it again");
}

export function invalidArgument(name, accepted) {
  return new KindexError("invalid_argument", `${name}: accepted is ${accepted}`);
}

/** The codes of errors about bytes that are not those of an index: a web page, half a file, a damaged one. */
const DAMAGED = ["not_an_index", "truncated", "corrupt"];

/** The codes of errors about a file that is not there; the last is that of Node, which a reader may throw. */
const GONE = ["read_failed", "missing_file", "ENOENT"];

export const isDamaged = (error) => DAMAGED.includes(error?.code);

/** What hosts answer where a file is not there: buckets say 403. */
const NOT_THERE = [403, 404, 410];

/** Whether a file is at fault, rather than the network or a server: another one may be in its place by now. */
export const isFileAtFault = (error) => isDamaged(error) || GONE.includes(error?.code) || NOT_THERE.includes(error?.status);
