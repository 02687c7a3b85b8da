// Shows a dialog although the page hides the element that it belongs to.

/** The element itself takes no room then, and its button is not seen. */
const STYLE = "display: block !important; position: fixed; visibility: hidden";

/**
 * Lets an open dialog be seen: with its element where that is, if that is enough, else at the end of the page.
 *
 * @param {HTMLElement} element
 * @param {import("./frame.js").Frame} frame
 * @returns {(() => void) | undefined} hides the element again; nothing where the dialog is seen anyway
 */
export function reveal(element, { dialog, input }) {
  // Older browsers cannot tell.
  if (dialog.checkVisibility?.() ?? true) return undefined;
  const { hidden, style } = element;
  const { cssText } = style;
  const place = new Comment();
  element.hidden = false;
  style.cssText += `;${STYLE}`;
  if (!dialog.checkVisibility()) {
    element.replaceWith(place);
    document.body.append(element);
    // Moving the element has closed it.
    dialog.showModal();
  }
  input.focus();
  return () => {
    element.hidden = hidden;
    style.cssText = cssText;
    // The page may have removed it, or the place that it had.
    if (place.parentNode && element.isConnected) place.replaceWith(element);
    else place.remove();
  };
}
