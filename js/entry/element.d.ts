/// <reference path="../element/markup.d.ts" />
import type { Hit, KindexError, Results, SearchOptions } from "./index.js";

export type * from "./index.js";
export { KindexError } from "./index.js";

/** The element's own texts; values take the place of `{query}`, `{shown}`, `{total}` and `{phrases}`. */
export interface Texts {
  /** The name of the field, if the attribute `label` gives none. Default "Search". */
  label: string;
  /** While the answer is on its way. */
  loading: string;
  /** Where nothing matches. */
  empty: string;
  /** Where the index cannot be opened or searched. */
  error: string;
  /** The button beside that, which tries again. */
  retry: string;
  /** The numbers of results: those that are shown, and all. */
  results: string;
  /**
   * Below that, which phrases were not looked for everywhere ({@link Results.uncheckedPhrases}), where
   * there are such.
   */
  unchecked: string;
  /** Before the query that was probably meant. */
  didYouMean: string;
  /** The button that closes the dialog. */
  close: string;
}

/** The detail of `kindex-select`. */
export interface SelectDetail {
  hit: Hit;
  /** The query that the hit answers. */
  query: string;
  /** Where the hit leads; empty where its address is no web page. */
  url: string;
}

/**
 * `<kindex-search src="/site.kdx">`: a field that searches an index and shows what it finds below,
 * a combobox with a list for the keyboard and for screen readers. `kindex/element/define` registers
 * it. Each property but `options` and `texts` is an attribute, too. Setting what a search depends on
 * searches again.
 *
 * Enter and a click follow the link of a result, with Ctrl, Cmd or Shift in another tab. Before that
 * there is a cancelable event `kindex-select` ({@link SelectDetail}), for pages that do something else
 * with it. Where the index cannot be opened or searched there is a cancelable event `kindex-error` with the `error`; unless it
 * is cancelled, the console says what is wrong and what to do, once for each failure. A failure to
 * open holds for five seconds, or until the field gets the focus anew, somebody asks for another try or
 * the network returns.
 *
 * It is styled by `::part()` with input, panel, list, option, trail, title, snippet, mark, status,
 * suggestion, error, retry, and in a dialog button, shortcut, dialog, field and close; and by the custom
 * properties --kindex-font, -text, -background, -muted, -border, -active, -accent, -error, -mark,
 * -mark-text, -radius, -height and -layer. Its colours are dark where the background of the page is, or
 * where the page's `color-scheme` says so.
 */
export class KindexSearch extends HTMLElement {
  /** The index: a file, or a folder, which ends in "/". */
  src: string;
  /** At most so many results. Default 8. */
  limit: number;
  /** At most so many of them of one page; the attribute is `per-document`. Default 3. */
  perDocument: number;
  /** The name of the field, for those who do not see it. */
  label: string;
  placeholder: string;
  /**
   * A key that leads into the field from anywhere on the page: "/", or "mod+k" for Ctrl+K and Cmd+K,
   * which a button shows as "Ctrl K" or "⌘K".
   */
  shortcut: string;
  /** "eager" opens the index at once; otherwise it is opened when the field first has the focus. */
  loading: string;
  /** Whether to search in another thread, as `open(src, { worker: true })` does. */
  worker: boolean;
  /** Whether there is a button only, and the field is in a dialog that it opens. */
  modal: boolean;
  /** Further options of each search, such as filters. */
  get options(): SearchOptions;
  set options(options: SearchOptions | undefined);
  /** The element's own texts; set those that are to differ. */
  get texts(): Texts;
  set texts(texts: Partial<Texts>);
  /** Puts the cursor into the field; with `modal` in its dialog. */
  show(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "kindex-search": KindexSearch;
  }
  interface HTMLElementEventMap {
    "kindex-select": CustomEvent<SelectDetail>;
    "kindex-error": CustomEvent<{ error: KindexError }>;
  }
}
