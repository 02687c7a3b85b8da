// The tools over an index of the page, without messages: WebMCP has its own.
import { VERSION, bounds } from "./interface.js";
import { OneSite } from "./sites.js";
import { wellFormed } from "./surrogates.js";
import { runTool } from "./tools.js";
import { withAddresses } from "./whole-addresses.js";

/** The settings of `kindex mcp` where nothing is said. */
const SERVER = {
  info: { name: "kindex", version: VERSION },
  maxTokens: bounds.resultTokens,
  phraseBytes: bounds.phraseBytes,
};

export class Answers {
  #open;
  #source;
  #base;
  /** The opening of the index. @type {Promise<import("../entry/explore.js").Explorer> | undefined} */
  #opening;
  /** The same with whole addresses, if `base` is said. */
  #whole;
  /** The number of those who have it: the tools, and fields. */
  #users = 1;

  /**
   * @param {typeof import("../entry/explore.js").open} open
   * @param {string | import("../entry/explore.js").Explorer} source the address of an index, or an open one, which is
   *   not closed here
   * @param {string} base what addresses of pages are relative to, if it is said
   */
  constructor(open, source, base) {
    this.#open = open;
    this.#source = source;
    this.#base = base;
  }

  /** The result of a call, as MCP has it. */
  async answer(tool, input) {
    const index = await this.#opened();
    if (this.#base) this.#whole ??= withAddresses(index, this.#base);
    return runTool(new OneSite(this.#whole ?? index), tool, wellFormed(input ?? {}), SERVER);
  }

  /** An index for a field, which closes it: the one that is open here, if that has the address. */
  async lent(address) {
    if (address !== this.#source) return this.#open(address);
    const index = await this.#opened();
    this.#users += 1;
    return { search: (query, options) => index.search(query, options), close: () => this.close() };
  }

  async #opened() {
    if (typeof this.#source !== "string") return this.#source;
    this.#opening ??= this.#open(this.#source);
    try {
      return await this.#opening;
    } catch (error) {
      // The next call may have better luck.
      this.#opening = undefined;
      throw error;
    }
  }

  /** One of those who have it gives it back; with the last one the index is closed. */
  close() {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#opening?.then((index) => index.close(), () => {});
    this.#opening = this.#whole = undefined;
  }
}
