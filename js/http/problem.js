/** A problem of RFC 9457, which is answered instead of data. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} detail what is wrong and what to do, for whoever made the request
   * @param {Record<string, string>} [headers]
   */
  constructor(status, detail, headers = {}) {
    super(detail);
    Object.assign(this, { name: "Problem", status, headers });
  }
}

const TITLES = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "Content Too Large",
  414: "URI Too Long",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** The status for each error of the index that the request has caused. */
const STATUS_OF_CODE = { unknown_id: 404, invalid_option: 400, invalid_argument: 400, too_many_files: 400 };

const BROKEN = "Something went wrong here. The log has more about it, under this requestId.";
const UNAVAILABLE = "The index cannot be read at the moment. The log has more about it, under this requestId.";

/**
 * @param {unknown} error
 * @returns {Problem} with as much as the client may know
 */
export function problemOf(error) {
  if (error instanceof Problem) return error;
  if (error?.name !== "KindexError") return new Problem(500, BROKEN);
  const status = STATUS_OF_CODE[error.code];
  // Other errors are those of the index, or of the place where it is kept.
  return status ? new Problem(status, sentence(error.message)) : unavailable(error);
}

/**
 * Also where the fault is that of the configuration: nobody outside can do anything about it.
 *
 * @param {unknown} cause for the log
 */
export function unavailable(cause) {
  return Object.assign(new Problem(503, UNAVAILABLE, { "retry-after": "5" }), { cause });
}

const sentence = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/**
 * @param {Problem} problem
 * @param {string} requestId
 */
export function problemResponse({ status, message, headers }, requestId) {
  const body = { type: "about:blank", title: TITLES[status], status, detail: message, requestId };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
  });
}
