/** Style sheets by what is in them, each one for all elements of the page. */
const sheets = {};

/**
 * A constructed style sheet, which needs no permission of a Content-Security-Policy.
 *
 * @param {string} css
 */
export function sheet(css) {
  if (!sheets[css]) {
    sheets[css] = new CSSStyleSheet();
    sheets[css].replaceSync(css);
  }
  return sheets[css];
}
