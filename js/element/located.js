/**
 * A hit, and those that are grouped with it, with whole addresses.
 *
 * @param {import("../entry/index.js").Hit} hit
 * @param {string | URL} base what its addresses are relative to
 * @returns {import("../entry/index.js").Hit}
 */
export function located(hit, base) {
  const url = hit.url && absolute(hit.url, base);
  return { ...hit, url, ...(hit.more && { more: hit.more.map((one) => located(one, base)) }) };
}

/** A folder that is opened as a file shows what is in it, not its page. */
function absolute(url, base) {
  try {
    const to = new URL(url, base);
    if (to.protocol === "file:" && to.pathname.endsWith("/")) to.pathname += "index.html";
    return to.href;
  } catch {
    return url; // No address at all.
  }
}
