// The offer to ask a question, and the answer. It has a tree of its own, as its styles are loaded with it.
import { answered } from "./answer.js";
import { element } from "./dom.js";
import { contextOf, isQuestion, nameOf, passagesOf } from "./question.js";
import { filled } from "./texts.js";

const CSS = `
:host { display: block; flex: none; padding: 0.4em; border-block-end: 1px solid var(--_border); }
:host([hidden]), [hidden] { display: none; }
button {
  font: inherit; color: inherit; cursor: pointer; text-align: start;
  padding: 0.4em 0.7em; margin-inline-end: 0.4em; border-radius: var(--_radius);
  background: none; border: 1px solid var(--_border);
}
button:hover { background: var(--_hover); }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
[part="answer"] { max-block-size: 16em; overflow: auto; overscroll-behavior: contain; padding: 0.6em 0.4em 0; }
[part="answer"]:focus { outline: none; }
p { margin: 0 0 0.6em; white-space: pre-wrap; overflow-wrap: anywhere; }
[part="sources"] { margin: 0; padding: 0; list-style: none; font-size: 0.9em; color: var(--_muted); }
a { color: var(--_accent); }
[part="answer-error"] { color: var(--_error); }
`;

/** The texts in English. */
export const ASK_TEXTS = {
  ask: "Ask “{query}”",
  asking: "Writing an answer…",
  answer: "Answer",
  askError: "No answer: {reason}",
  sources: "Sources",
  copyContext: "Copy as context",
  copied: "Copied",
};

/** Citations, as models write them: [1], [2, 3]. */
const CITED = /\[(\d+(?:\s*,\s*\d+)*)\]/;

/** The beginning of one, whose end may come with the next part. */
const BEGUN = /\[[\d\s,]{0,40}$/;

let sheet;

function styles() {
  if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(CSS);
  return [sheet];
}

export class Ask {
  /** Stands above the results. */
  node = element("div", { exportparts: "ask, copy-context, answer, answer-text, answer-error, sources", hidden: "" });
  #button = element("button", { part: "ask", type: "button" });
  #copy = element("button", { part: "copy-context", type: "button" });
  #text = element("p", { part: "answer-text", dir: "auto" });
  #error = element("p", { part: "answer-error", role: "alert", dir: "auto" });
  #sources = element("ul", { part: "sources" });
  /** Can have the focus, so that a text in it can be selected and the list stays. */
  #answer = element("div", { part: "answer", role: "region", tabindex: "-1", hidden: "" }, this.#text, this.#error, this.#sources);
  /** Tells a screen reader that somebody writes, and the whole answer when it is there. */
  #said = element("p", { role: "status" });
  #question = "";
  /** What came and is not shown yet, as it may be the beginning of a citation. */
  #rest = "";
  #passages = [];
  #texts;
  #asking;

  constructor() {
    const root = this.node.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = styles();
    this.#said.style.cssText = "position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)";
    root.append(this.#button, this.#copy, this.#answer, this.#said);
    this.#button.addEventListener("click", () => this.#ask());
    this.#copy.addEventListener("click", () => this.#copyContext());
    // The panel keeps the focus in the field otherwise.
    this.#answer.addEventListener("mousedown", (event) => event.stopPropagation());
  }

  /** @type {string | URL | import("../entry/element.js").Answerer} */
  target;

  /**
   * Offers to ask what was searched, if it is a question and something was found.
   *
   * @param {string} query
   * @param {import("../entry/index.js").Hit[]} hits
   * @param {typeof import("./texts.js").TEXTS} texts
   */
  offer(query, hits, texts) {
    const passages = isQuestion(query) ? passagesOf(hits) : [];
    // Filters may leave the question as it is, and other passages.
    const isSame = query === this.#question && JSON.stringify(passages) === JSON.stringify(this.#passages);
    if (isSame && !this.node.hidden) return;
    this.stop();
    this.#question = query;
    this.#texts = { ...ASK_TEXTS, ...texts };
    this.#passages = passages;
    this.node.hidden = this.#passages.length === 0;
    this.#button.textContent = filled(this.#texts.ask, { query });
    this.#copy.textContent = this.#texts.copyContext;
    this.#answer.setAttribute("aria-label", this.#texts.answer);
  }

  /** Takes the query that is typed now. For another question nothing is offered or answered any more. */
  keep(query) {
    if (query !== this.#question) this.stop();
  }

  /** Ends the answer that is on its way, and hides all. */
  stop() {
    this.#asking?.abort();
    this.#asking = undefined;
    this.node.hidden = this.#answer.hidden = true;
    this.#say("");
  }

  async #ask() {
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    this.#answer.hidden = false;
    this.#error.textContent = "";
    this.#sources.replaceChildren();
    this.#text.textContent = this.#texts.asking;
    this.#say(this.#texts.asking);
    this.#rest = "";
    let text = "";
    try {
      for await (const part of answered(this.target, this.#given(), signal)) {
        if (signal.aborted) return;
        if (part && !text) this.#text.replaceChildren();
        text += part;
        this.#add(part);
      }
      if (!signal.aborted) this.#end(text);
    } catch (error) {
      if (!signal.aborted) this.#fail(text, error);
    }
  }

  /** The message: the question, its passages and the language of the page, and nothing else. */
  #given() {
    return { question: this.#question, language: this.#texts.lang ?? "en", passages: this.#passages };
  }

  /** Shows one more part of the answer. */
  #add(part) {
    const text = this.#rest + part;
    const end = BEGUN.exec(text)?.index ?? text.length;
    this.#rest = text.slice(end);
    this.#text.append(...this.#cited(text.slice(0, end)));
  }

  /** Shows what is left of the text that came. */
  #finish(text) {
    if (text) this.#text.append(this.#rest);
    else this.#text.replaceChildren();
    this.#text.normalize();
  }

  #end(text) {
    if (!text.trim()) return this.#fail("");
    this.#finish(text);
    this.#say(text);
    this.#showSources(text);
  }

  /** Scripts may throw anything. */
  #fail(text, error) {
    this.#finish(text);
    this.#say("");
    const reason = (typeof error === "string" ? error : error?.message) || "…";
    this.#error.textContent = filled(this.#texts.askError, { reason });
  }

  #say(text) {
    this.#said.textContent = text;
  }

  /** The text as nodes: citations of passages that there are become links, all else is text. */
  #cited(text) {
    return text.split(CITED).flatMap((part, at) => {
      if (at % 2 === 0) return [part];
      const numbers = part.split(",").map((number) => this.#link(Number(number)));
      return ["[", ...numbers.flatMap((one, at) => (at > 0 ? [", ", one] : [one])), "]"];
    });
  }

  #link(number, text = String(number)) {
    const url = this.#passages[number - 1]?.url;
    return url ? element("a", { href: url }, text) : text;
  }

  #showSources(text) {
    const cited = new Set([...text.matchAll(new RegExp(CITED, "g"))].flatMap(([, numbers]) => numbers.split(",").map(Number)));
    const passages = this.#passages.filter(({ number }) => cited.has(number));
    const items = passages.map((passage) => element("li", {}, `[${passage.number}] `, this.#link(passage.number, nameOf(passage))));
    if (items.length > 0) this.#sources.replaceChildren(element("li", {}, this.#texts.sources), ...items);
  }

  async #copyContext() {
    try {
      await navigator.clipboard.writeText(contextOf(this.#question, this.#passages));
      this.#copy.textContent = this.#texts.copied;
      this.#say(this.#texts.copied);
    } catch (error) {
      this.#answer.hidden = false;
      this.#fail("", error);
    }
  }
}
