// What browsers have to be told before pages of other sites may ask.

const ACCEPTED = [
  ...["accept", "authorization", "content-type", "if-none-match", "last-event-id"],
  ...["mcp-method", "mcp-name", "mcp-protocol-version", "mcp-session-id"],
].join(", ");

/** The headers that such a page may read besides. */
export const EXPOSED = "etag, mcp-session-id, retry-after, x-request-id";

/**
 * Answers the preflight request of a browser, which comes before that of another site's page.
 *
 * @param {string} allow
 * @param {number} maxAge seconds
 */
export function preflight(allow, maxAge) {
  const headers = {
    allow,
    "access-control-allow-methods": allow,
    "access-control-allow-headers": ACCEPTED,
    "access-control-max-age": String(maxAge),
  };
  return new Response(null, { status: 204, headers });
}
