/**
 * Makes an element. Text only ever becomes text nodes: that of an index is data.
 *
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The parent of an element, across the borders of shadow trees. */
export function above(node) {
  return node.assignedSlot ?? node.parentElement ?? node.getRootNode().host;
}
