/// <reference path="../element/markup.d.ts" />
import type { Hit, Index, KindexError, Results, SearchOptions, ShardedIndex } from "./index.js";

export type * from "./index.js";
export { KindexError } from "./index.js";

/** A text, or its forms by the plural category of its number. */
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/**
 * The element's own texts; values take the place of `{query}`, `{shown}`, `{total}`, `{count}`, `{key}` and
 * `{phrases}`.
 */
export interface Texts {
  /** The name of the field, if the attribute `label` gives none. Default "Search". */
  label: string;
  /** While the answer is on its way. */
  loading: string;
  /** The status if nothing matches. */
  empty: string;
  /** The message if the index cannot be opened or searched. */
  error: string;
  /** The button beside that, which tries again. */
  retry: string;
  /** The numbers of pages: those that are shown, and all. */
  results: Text;
  /**
   * Below that, which phrases were not looked for everywhere ({@link Results.uncheckedPhrases}), where
   * there are such.
   */
  unchecked: string;
  /** Before the query that was probably meant. */
  didYouMean: string;
  /** The button that closes the dialog. */
  close: string;
  /** The row that shows the other sections of a page; `{count}` may end in "+". */
  more: Text;
  /** Beside a page that the site shows first for the query. */
  pinned: string;
  /** Above the first page in another language or of another version. */
  elsewhere: string;
  /** The row for other versions and translations of a page, which are `{others}`. */
  same: string;
  /** The link to all of the results. */
  all: Text;
  /** The button of a page of results that shows more. */
  showMore: string;
  /** The name of the section beside the list. */
  section: string;
  /** Above earlier searches. */
  recent: string;
  /** The button that removes these. */
  clear: string;
  /** The name of the button that removes one of them. */
  remove: string;
  /** The name of the button that keeps one at the top. */
  keep: string;
  /** The choice of a filter that leaves all. */
  any: string;
  /** The names of filters by their keys, such as `{ version: "Fassung" }`. Otherwise it is the key. */
  filters?: Record<string, string>;
  /** For screen readers: `{key}` completes what is typed to `{query}`. */
  complete: string;
  /** After the keys that they explain, at the foot of the list. */
  toMove: string;
  toOpen: string;
  toRead: string;
  toClose: string;
  /** The language whose plural categories the forms are. Default "en". */
  lang?: string;
}

/** The texts of the offer to ask; values take the place of `{query}` and `{reason}`. */
export interface AskTexts {
  /** The button that asks. */
  ask: string;
  /** While the answer is on its way. */
  asking: string;
  /** The name of the answer, for those who do not see it. */
  answer: string;
  /** The message if there is no answer. */
  askError: string;
  /** Above the passages that are cited. */
  sources: string;
  /** The button that copies the question with its passages. */
  copyContext: string;
  /** The same once that is done. */
  copied: string;
}

/** A passage that was found for a question. */
export interface Passage {
  /** By which an answer cites it, from 1. */
  number: number;
  title: string;
  /** The headings above it, without the title. */
  headings: string[];
  /** Its whole address; empty where that is no web page. */
  url: string;
  /** At most 4,000 characters, and of all passages 12,000. */
  text: string;
}

/** The question that `ask` gets. */
export interface Question {
  question: string;
  /** The language of the element's texts, such as "en". */
  language: string;
  /** The best first. */
  passages: Passage[];
}

/**
 * Answers a question: with a text, a stream of it, or a response with plain text or Server-Sent Events.
 * The signal ends it when somebody types on.
 */
export type Answerer = (
  question: Question,
  options: { signal: AbortSignal },
) => Answer | PromiseLike<Answer>;

export type Answer = string | Response | ReadableStream<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** The detail of `kindex-select`. */
export interface SelectDetail {
  hit: Hit;
  /** The query that the hit answers. */
  query: string;
  /** The address of the hit; empty if that is no web page. */
  url: string;
}

/** The detail of `kindex-search`. */
export interface SearchDetail {
  query: string;
  /** The number of pages that match. */
  total: number;
  /** From the last letter to the answer, loading included. */
  milliseconds: number;
  /** Whether anything is shown. */
  found: boolean;
  /** The query that was probably meant, where there is one. */
  didYouMean?: string | undefined;
}

/**
 * `<kindex-search src="/site.kdx">`: a field that searches an index and shows what it finds below, by
 * page: a combobox with a list for the keyboard and for screen readers. `kindex/element/define` registers
 * it. The properties of attributes are attributes, too. Setting what a search depends on searches again.
 *
 * Enter and a click follow the link of a result, with Ctrl, Cmd or Shift in another tab. Before that
 * there is a cancelable event `kindex-select` ({@link SelectDetail}), for pages that do something else
 * with it. → opens the section of a result in its place, ← closes it; a wide dialog has it beside the list.
 *
 * `kindex-search` ({@link SearchDetail}) comes once an answer has stood for a second, or has been used. `kindex-open`
 * and `kindex-close` are about the dialog, or the list below a field. Where the index cannot be opened or
 * searched there is a cancelable event `kindex-error` with the `error`; unless it is cancelled, the console
 * says what is wrong and what to do, once for each failure. A failure to open holds for five seconds, or until
 * the field gets the focus anew, somebody asks for another try or the network returns.
 *
 * It is styled by `::part()`, which docs/search-box.md lists, and by the custom
 * properties --kindex-font, -text, -background, -muted, -border, -active, -accent, -error, -mark,
 * -mark-text, -radius, -width, -height and -layer. Its colours are dark where the background of the page is, or
 * where the page's `color-scheme` says so.
 */
export class KindexSearch extends HTMLElement {
  /** The index: a file, or a folder, which ends in "/". Elements with the same one share it. */
  src: string;
  /** The address that addresses of results are relative to. The page's own where it is empty. */
  base: string;
  /** The number of pages at most. Default 8. */
  limit: number;
  /** The number of sections of a page before the row that shows more of them; the attribute is `per-document`. Default 3. */
  perDocument: number;
  /** The name of the field, for those who do not see it. */
  label: string;
  placeholder: string;
  /**
   * Keys that lead into the field from anywhere on the page, divided by blanks; the first one is shown. Default
   * "mod+k /", which is Ctrl+K or Cmd+K, and the slash. Empty for none.
   */
  shortcut: string;
  /** "eager" opens the index at once; otherwise it is opened when somebody points at the field or comes into it. */
  loading: string;
  /** Whether to search in another thread, as `open(src, { worker: true })` does. */
  worker: boolean;
  /** Whether there is a button only, and the field is in a dialog that it opens. */
  modal: boolean;
  /** "page" for a page of results, which reads and writes `?q=` in its address. */
  mode: string;
  /** The address of a page of results, for a link to all of them. */
  results: string;
  /** Keys of metadata to choose values of, divided by blanks; or a list of JSON, where a key has some. */
  filters: string;
  /**
   * Keys of metadata, divided by blanks, whose values the page has: pages with these come first. The
   * page says its `lang` or `language` by `<html lang>`, its `version` by `docsearch:version` or its address.
   * Default "lang version".
   */
  prefer: string;
  /** "off" remembers no searches, in the tab neither. */
  recent: string;
  /** The text in the field. Setting it opens nothing. */
  value: string;
  /** An open index, in the place of `src`. The element does not close it. */
  index: Index | ShardedIndex | undefined;
  /**
   * Gives what is shown of a hit, a node or a text; nothing for what is shown otherwise. Set it before
   * searching.
   */
  renderHit: ((hit: Hit) => Node | string | null | undefined) | undefined;
  /** Whether the browser keeps engine and index, so that they are there without a network. */
  offline: boolean;
  /** "off" lets links of results lead to the heading rather than to the sentence. */
  highlight: string;
  /** "off" offers the browser no tools over the index, which it takes by WebMCP. */
  webmcp: string;
  /**
   * The answerer of questions: an address that gets a {@link Question} by POST as JSON, or a function. The
   * attribute is an address, and counts where the property is not set. Without both nothing is offered and nothing sent.
   */
  get ask(): string | URL | Answerer | null;
  set ask(ask: string | URL | Answerer | undefined | null);
  /** Further options of each search, such as filters. */
  get options(): SearchOptions;
  set options(options: SearchOptions | undefined);
  /** The texts that are to differ from the element's own, which are those of the language around it. */
  get texts(): Partial<Texts & AskTexts>;
  set texts(texts: Partial<Texts & AskTexts>);
  /** Searches a query as if it was typed. */
  search(query: string): void;
  /** The same as `show`. */
  open(): void;
  /** Closes the list, and the dialog. */
  close(): void;
  /** Puts the cursor into the field; with `modal` in its dialog. */
  show(): void;
}

/** The events of the element. They bubble, so that a page can listen anywhere above it. */
export interface KindexEvents {
  "kindex-open": CustomEvent<null>;
  "kindex-search": CustomEvent<SearchDetail>;
  "kindex-select": CustomEvent<SelectDetail>;
  "kindex-close": CustomEvent<null>;
  "kindex-error": CustomEvent<{ error: KindexError }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "kindex-search": KindexSearch;
  }
  // Of elements of HTML, of the document and of the window.
  interface GlobalEventHandlersEventMap extends KindexEvents {}
  interface ElementEventMap extends KindexEvents {}
  interface ShadowRootEventMap extends KindexEvents {}
}
