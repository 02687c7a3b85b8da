/**
 * The tools of `kindex mcp` for the browser, by WebMCP: element.js loads this where the browser takes tools. What
 * answers, the engine and the index are loaded when a tool is called.
 */
import { imported } from "../engine/imported.js";
import { tools } from "../mcp/interface.js";

/**
 * What the fields of the page offer, by the index, in the order in which they came. The first has the tools, as a page
 * gives each name once.
 *
 * @type {Map<string | object, Offer>}
 */
const offers = new Map();

/**
 * Offers the tools over an index to the browser, until the signal ends it.
 *
 * @param {{ registerTool: (tool: object, options: { signal: AbortSignal }) => Promise<void> }} context of the page
 * @param {string | import("./explore.js").Explorer} source the whole address of the index, or an open one
 * @param {string} base what addresses of pages are relative to, if it is said
 * @param {AbortSignal} signal
 */
export function offer(context, source, base, signal) {
  if (!offers.has(source)) offers.set(source, new Offer(context, source, base && new URL(base, document.baseURI).href));
  const one = offers.get(source);
  one.users += 1;
  first().register();
  signal.addEventListener("abort", () => {
    one.users -= 1;
    if (one.users > 0) return;
    offers.delete(source);
    one.withdraw();
    first()?.register();
  });
  return one;
}

const first = () => offers.values().next().value;

class Offer {
  /** The number of fields that have the index. */
  users = 0;
  #context;
  #source;
  #base;
  /** Takes the tools back. @type {AbortController | undefined} */
  #registered;
  /** The loading of what answers, once a tool was called. @type {Promise<import("../mcp/in-page.js").Answers> | undefined} */
  #loading;
  /** The same, once it has answered. @type {import("../mcp/in-page.js").Answers | undefined} */
  #answers;

  constructor(context, source, base) {
    this.#context = context;
    this.#source = source;
    this.#base = base;
  }

  register() {
    if (this.#registered) return;
    const { signal } = (this.#registered = new AbortController());
    for (const tool of tools) this.#registerOne(tool, signal);
  }

  async #registerOne(tool, signal) {
    const { name, title, description, inputSchema, annotations } = tool;
    const hints = { ...annotations, untrustedContentHint: true };
    const execute = (input) => this.#call(tool, input);
    try {
      await this.#context.registerTool({ name, title, description, inputSchema, annotations: hints, execute }, { signal });
    } catch {
      // The page has a tool of that name itself, or its Permissions-Policy allows none.
    }
  }

  /** What a tool answers, in the form of MCP. What went wrong is an answer too, as browsers tell agents no errors. */
  async #call(tool, input) {
    try {
      const answers = await this.#load();
      const answer = await answers.answer(tool, input);
      this.#answers = answers;
      return answer;
    } catch (error) {
      const text = `the documentation cannot be read: ${error.message}`;
      console.error(`<kindex-search>: ${text}`);
      return { content: [{ type: "text", text }], isError: true };
    }
  }

  #load() {
    this.#loading ??= imported(() => import("./webmcp-answers.js")).then(
      ({ answersOf }) => answersOf(this.#source, this.#base),
      (error) => {
        // The next call may have better luck.
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /** The function by which a field opens its index once a tool has answered, as engine and index are there then. */
  get open() {
    return this.#answers && ((address) => this.#answers.lent(address));
  }

  withdraw() {
    this.#registered?.abort();
    this.#loading?.then((answers) => answers.close(), () => {});
  }
}
