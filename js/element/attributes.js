// Attributes that are properties too, by the type of their values.

/** By property what counts where there is no attribute. */
const STRINGS = { src: "", base: "", label: "", placeholder: "", shortcut: "mod+k /", loading: "", mode: "", results: "", filters: "", recent: "", highlight: "" };
const BOOLEANS = ["worker", "modal", "offline"];

/** By property the attribute, and what counts where that is no number from 1. */
const NUMBERS = { limit: ["limit", 8], perDocument: ["per-document", 3] };

const COUNTS = Object.keys(NUMBERS);

const COUNT_ATTRIBUTES = Object.values(NUMBERS).map(([attribute]) => attribute);

/** The attributes that results depend on. */
export const ASKED = [...COUNT_ATTRIBUTES, "filters", "base"];

export const PROPERTIES = [...Object.keys(STRINGS), ...BOOLEANS, ...COUNTS];
export const ATTRIBUTES = [...Object.keys(STRINGS), ...BOOLEANS, ...COUNT_ATTRIBUTES];

/**
 * Gives a class of elements the properties.
 *
 * @param {HTMLElement} prototype
 */
export function reflect(prototype) {
  for (const [name, otherwise] of Object.entries(STRINGS)) define(prototype, name, name, (value) => value ?? otherwise);
  for (const [name, [attribute, otherwise]] of Object.entries(NUMBERS)) {
    define(prototype, name, attribute, (value) => {
      const number = Number(value);
      return Number.isInteger(number) && number > 0 ? number : otherwise;
    });
  }
  for (const name of BOOLEANS) {
    Object.defineProperty(prototype, name, {
      get() {
        return this.hasAttribute(name);
      },
      set(value) {
        this.toggleAttribute(name, Boolean(value));
      },
      enumerable: true,
    });
  }
}

function define(prototype, name, attribute, read) {
  Object.defineProperty(prototype, name, {
    get() {
      return read(this.getAttribute(attribute));
    },
    set(value) {
      // Frameworks give undefined or null to remove an attribute.
      if (value === undefined || value === null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, value);
    },
    enumerable: true,
  });
}
