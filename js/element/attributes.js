// Attributes that are properties too, by the type of their values.

/** By property the text that counts where there is no attribute. */
const STRINGS = { src: "", base: "", label: "", placeholder: "", shortcut: "mod+k /", loading: "", mode: "", results: "", filters: "", prefer: "lang version", recent: "", highlight: "", webmcp: "" };

/** By property the number that counts where the attribute is no number from 1. */
const NUMBERS = { limit: 8, perDocument: 3 };

export const BOOLEANS = ["worker", "modal", "offline"];

/** One of them has two words. */
const attributeOf = (property) => property.replace("D", "-d");

export const PROPERTIES = [...Object.keys({ ...STRINGS, ...NUMBERS }), ...BOOLEANS];
export const ATTRIBUTES = PROPERTIES.map(attributeOf);

/** The attributes that results depend on. */
export const ASKED = [...Object.keys(NUMBERS).map(attributeOf), "filters", "prefer", "base"];

/**
 * Gives a class of elements the properties.
 *
 * @param {HTMLElement} prototype
 */
export function reflect(prototype) {
  for (const name of PROPERTIES) {
    const attribute = attributeOf(name);
    const isBoolean = BOOLEANS.includes(name);
    Object.defineProperty(prototype, name, {
      get() {
        const value = this.getAttribute(attribute);
        return isBoolean ? value !== null : read(name, value);
      },
      set(value) {
        const written = isBoolean ? (value ? "" : null) : value;
        // Frameworks give undefined or null to remove an attribute.
        if (written === undefined || written === null) this.removeAttribute(attribute);
        else this.setAttribute(attribute, written);
      },
      enumerable: true,
    });
  }
}

function read(name, value) {
  if (name in STRINGS) return value ?? STRINGS[name];
  // An empty text would be the number 0.
  const number = Number(value?.trim() || NaN);
  return Number.isInteger(number) && number > 0 ? number : NUMBERS[name];
}
