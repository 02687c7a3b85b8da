// The indexes of a server: one, which has no name. several.js has more of them, and what these have in common with it.
// crates/mcp/src/sites.rs does the same.

/** @typedef {import("../entry/explore.js").Explorer} Explorer */

/**
 * An index of a server, and what stands in front of its ids and addresses.
 *
 * @typedef {object} Site
 * @property {string} name empty where there is no other index
 * @property {Explorer} index
 * @property {(id: string) => string} id as it is given back
 * @property {(id: string) => string} bare an id that was given back, as the index has it
 * @property {(url: string) => string} address as it is given back
 * @property {(page: Page) => Page} page the same of a page
 *
 * @typedef {{ id: string, url: string, title: string }} Page
 */

const same = (value) => value;

/** The only index of a server. */
export class OneSite {
  /** The names of all, where there are several. @type {string[]} */
  names = [];
  /** The names of those that cannot be loaded at the moment. @type {string[]} */
  missing = [];
  /** Those that answer. @type {Site[]} */
  all;

  /** @param {Explorer} index */
  constructor(index) {
    this.all = [{ name: "", index, id: same, bare: same, address: same, page: same }];
  }

  /** The name with which a text begins, if that is one of an index, and the rest. */
  parted(text) {
    return [undefined, text];
  }

  /** Those of which something is asked: that with a name, or all. */
  of() {
    return this.all;
  }

  /** Those that an argument names, in their order, or all. */
  asked() {
    return this.all;
  }

  /** Those that are searched as one, and the names of those that are not though nothing else was asked. */
  async searched() {
    return { all: this.all, others: [] };
  }

  /** What searches them. */
  asOne([{ index }]) {
    return index;
  }

  /** The error that no page has an address. */
  unfound(error) {
    return error;
  }

  /** How many pages each of several has. */
  async folders() {}
}
