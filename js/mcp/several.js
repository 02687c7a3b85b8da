// Several indexes of a server. Their names stand in front of ids, and of addresses without a host, so that what a tool
// gave leads to its index. crates/mcp/src/sites.rs does the same.
import { bounds, texts, tools as additions } from "./interface-several.js";
import { Lost, errorOf, isOfQuestion, watched } from "../explorer/lost.js";
import { addressWithName, withName } from "../explorer/named-group.js";
import { METHODS, readable } from "./options.js";
import { listSeveral, severalText } from "./several-docs.js";
import { OneSite } from "./sites.js";
import { ToolError } from "./tool-error.js";
import { cut, filled, line } from "./text.js";

/** The code of the error of an index that is not searched together with the first. */
const UNLIKE = "invalid_option";

export class Several {
  /** The tools that say more of several. */
  tools = { list_docs: [listSeveral, severalText] };
  #group;
  #lost;

  /**
   * @param {import("../explorer/named-group.js").NamedGroup} group
   * @param {string[]} [lost] the names of those that turned out not to be there
   */
  constructor(group, lost = []) {
    this.#group = group;
    this.#lost = lost;
    this.names = group.names;
    /** @type {import("./sites.js").Site[]} */
    this.all = group.all.filter(({ name }) => !lost.includes(name)).map(({ name, index }) => siteOf(name, index));
    this.missing = this.names.filter((name) => this.all.every((one) => one.name !== name));
    if (this.all.length === 0) group.of();
  }

  /** The others, without those that are lost. */
  without({ names, errors }) {
    const lost = [...this.#lost, ...names];
    if (this.all.every(({ name }) => lost.includes(name))) throw errors[0];
    return new Several(this.#group, lost);
  }

  parted(text) {
    return this.#group.parted(text);
  }

  of(name) {
    const found = name === undefined ? this.all : this.all.filter((one) => one.name === name);
    if (found.length === 0) throw new ToolError(filled(texts.docsNotLoaded, name, this.#loaded));
    return found;
  }

  asked(docs = []) {
    for (const name of docs) {
      if (!this.names.includes(name)) throw new ToolError(filled(texts.noDocs, cut(line(name), bounds.nameCharacters), this.#loaded));
      this.of(name);
    }
    return this.all.filter(({ name }) => docs.length === 0 || docs.includes(name));
  }

  get #loaded() {
    return this.all.map(({ name }) => name).join(", ");
  }

  async searched(docs = []) {
    const asked = this.asked(docs);
    const unlike = await this.unlike(asked);
    const all = asked.filter(({ name }) => !unlike.includes(name));
    if (docs.length > 0 && unlike.length > 0) throw new ToolError(filled(texts.docsUnlike, sentence(unlike), all[0].name));
    return { all, others: docs.length > 0 ? unlike : [...unlike, ...this.missing] };
  }

  /** The names of those that cannot be searched together with the first. */
  async unlike(all) {
    if (all.length < 2) return [];
    const { unavailable = [] } = await this.#search(all, "", { limit: 0 });
    return unavailable.map(({ label }) => label);
  }

  asOne(all) {
    return { search: (query, options) => this.#search(all, query, options) };
  }

  /** Searches those that can be had. */
  async #search(all, query, options) {
    const indexes = all.map(({ name }) => name);
    const found = await this.#group.search(query, { ...options, indexes }).catch((error) => {
      // It is the error of one where none can be had.
      throw isOfQuestion(error) ? error : new Lost(indexes, [error]);
    });
    const lost = (found.unavailable ?? []).filter(({ code }) => code !== UNLIKE);
    if (lost.length === 0) return found;
    throw new Lost(lost.map(({ label }) => label), lost.map((one) => errorOf(one.label, one)));
  }

  unfound(error) {
    if (!(error instanceof ToolError) || this.missing.length === 0) return error;
    return new ToolError(`${error.message}\n${filled(texts.notLoaded, sentence(this.missing))}`);
  }

  async folders() {
    const of = async ({ index, id }) => ({ prefix: id(""), pages: (await index.stats()).documents });
    return Promise.all(this.all.map(of));
  }

  /** A row about the pages of an index. */
  row(prefix, count) {
    return filled(texts.docsFolder, prefix, count);
  }

  /** A text of several with names in it. */
  said(text, names) {
    return filled(texts[text], sentence(names));
  }
}

/**
 * What answers for an open index, or for several.
 *
 * @param {any} given
 * @returns {OneSite | Several}
 */
export function sitesOf(given) {
  const { group, index } = readable(given);
  return group ? new Several(group) : new OneSite(index);
}

/**
 * Makes a function that tells why indexes are not open, each reason once. What lends indexes tells it itself.
 *
 * @param {(error: unknown) => void} onError
 */
export function telling(onError) {
  const told = new Map();
  return (names, errors = []) => {
    for (const [at, name] of names.entries()) {
      const error = errors[at] && errorOf(name, errors[at], { cause: errors[at] });
      if (error && told.get(name) !== error.message) onError(error);
      told.set(name, error?.message);
    }
  };
}

/** @returns {import("./sites.js").Site} */
function siteOf(name, index) {
  const id = (text) => withName(name, text);
  const address = (url) => addressWithName(name, url);
  return {
    name,
    index: watched(name, index, METHODS),
    id,
    bare: (text) => text.slice(id("").length),
    address,
    page: (page) => ({ id: id(page.id), url: address(page.url), title: page.title }),
  };
}

/**
 * Asks the indexes of a server, and again without those that turn out not to be there: the others answer.
 *
 * @template T
 * @param {import("../entry/mcp.js").Server} server
 * @param {(sites: OneSite | Several) => Promise<T>} ask
 * @returns {Promise<T>}
 */
export async function fromIndexes(server, ask) {
  for (let sites = await server.sites(); ; ) {
    try {
      return await ask(sites);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      sites = sites.without(error);
      for (const one of error.errors.filter(({ isSaid }) => !isSaid)) server.onError(one);
    }
  }
}

/** The names, as far as they may stand in a sentence. */
export function sentence(names) {
  const named = names.slice(0, bounds.namedDocs).join(", ");
  const more = names.length - bounds.namedDocs;
  return more > 0 ? filled(texts.moreDocs, named, more) : named;
}

/** The text about a server as a whole, with what is to be known of several indexes. */
export const severalInstructions = (usual, names) => `${usual}${severalSaid(names)}`;

/** A sentence to follow another one, if there are several indexes: how their names are used. */
export const severalSaid = (names) => (names.length > 0 ? ` ${filled(texts.severalDocs, sentence(names), names[0], names[0])}` : "");

/** A tool with what it has of several indexes. */
export function withSeveral(tool, names) {
  const more = additions[tool.name];
  if (!more) return tool;
  for (const schema of ["inputSchema", "outputSchema"]) addAll(tool[schema], more[schema]);
  const { docs } = tool.inputSchema.properties;
  if (docs) docs.description = filled(docs.description, sentence(names));
  return tool;
}

/** Adds the members of an object, and of those within it, to another one, if there are both. */
function addAll(to, more) {
  if (typeof to !== "object" || typeof more !== "object") return;
  for (const [name, value] of Object.entries(more)) {
    if (Object.hasOwn(to, name)) addAll(to[name], value);
    else to[name] = structuredClone(value);
  }
}
