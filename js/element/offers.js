// The offers around results: to see all of them, to search what was probably meant, to ask a question.
import { element } from "./dom.js";
import { resultsAddress } from "./results-page.js";
import { counted, filled } from "./texts.js";

export class Offers {
  #host;
  #frame;
  #view;
  #asking;
  /** @type {import("./ask.js").Ask | undefined} */
  #asker;

  /**
   * @param {import("../entry/element.js").KindexSearch} host
   * @param {import("./frame.js").Frame} frame
   * @param {import("./view.js").View} view
   * @param {() => Promise<typeof import("./ask.js")>} asking loads the file that asks
   */
  constructor(host, frame, view, asking) {
    this.#host = host;
    this.#frame = frame;
    this.#view = view;
    this.#asking = asking;
  }

  /**
   * @param {string} query
   * @param {import("../entry/index.js").Results} results of it
   * @param {number} shown the number of pages that are shown
   * @param {typeof import("./texts.js").TEXTS} texts
   * @param {import("./filters.js").Chosen} filters
   * @param {(query: string) => void} search
   */
  show(query, results, shown, texts, filters, search) {
    this.#offerAll(query, results, shown, texts, filters);
    this.#offerToAsk(query, results.hits, texts);
    if (results.didYouMean) this.#suggest(results.didYouMean, texts, search);
  }

  /** Takes the query that is typed now. Of another question nothing is left. */
  keep(query) {
    this.#asker?.keep(query);
  }

  /** Nobody waits for an answer any more. */
  stop() {
    this.#asker?.stop();
  }

  /** Leads to all of the results, or shows more where they all are. */
  #offerAll(query, { total, totalIsLowerBound }, shown, texts, filters) {
    const { all } = this.#view;
    const { isPage } = this.#frame;
    const to = isPage ? "" : resultsAddress(this.#host.results, query, filters);
    all.hidden = shown === 0 || (isPage ? total <= shown : !to);
    all.textContent = isPage ? texts.showMore : filled(texts.all, { total: counted(total, totalIsLowerBound) }, texts.lang);
    all.href = to || "#";
  }

  /** Offers to ask a question, where the site has somebody who answers. */
  async #offerToAsk(query, hits, texts) {
    if (!this.#host.ask) return;
    const loaded = await this.#asking().catch(() => undefined);
    // Without that file there is no offer; the results are there all the same. Somebody may have typed on.
    if (!loaded || query !== this.#frame.query) return;
    this.#asker ??= new loaded.Ask();
    this.#asker.target = this.#host.ask;
    this.#asker.offer(query, hits, texts);
    this.#view.offer(this.#asker.node);
  }

  #suggest(query, texts, search) {
    const { suggestion } = this.#view;
    const other = element("button", { type: "button" }, query);
    other.addEventListener("click", () => search(query));
    suggestion.hidden = false;
    suggestion.replaceChildren(`${texts.didYouMean} `, other, "?");
  }
}
