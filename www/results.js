/** The list of results: one entry a hit, whose section opens in place. */
import { element } from "./kindex/element/dom.js";
import { address } from "./kindex/element/option.js";
import { stepsTo } from "./kindex/element/snippet.js";
import { isOpen, outline } from "./outline.js";
import { passage, snippet } from "./passage.js";
import { score } from "./score.js";

/** The separator between a page's title and the site's. */
const SITE_MARK = /\s+[-–—|·:]\s+$/;

/**
 * Shows hits below those that are there already.
 * @param {HTMLOListElement} list
 * @param {object[]} hits best first
 * @param {object} options
 * @param {boolean} options.linked false where the documents have no pages to open
 * @param {string} options.site the title that page titles may end with
 * @param {boolean} options.isOpen whether the section of the first hit is open
 * @param {object} options.index where the hits are from
 * @param {(options: object) => object} options.ask searches there with the query that gave them
 */
export function addHits(list, hits, { linked, site, isOpen, ...from }) {
  const before = list.children.length;
  const shown = hits.map((hit) => ({ ...hit, title: shortTitle(hit.title, site) }));
  list.append(...shown.map((hit, i) => item(hit, before + i, { linked, isOpen: isOpen && i === 0 }, from)));
}

/** "Traits - The Book" among the results of The Book is "Traits". */
function shortTitle(title, site) {
  if (!site || !title.endsWith(site)) return title;
  const page = title.slice(0, -site.length);
  return SITE_MARK.test(page) ? page.replace(SITE_MARK, "") : title;
}

function item(hit, i, { linked, isOpen }, from) {
  const href = linked ? address(hit) : "";
  const trail = stepsTo(hit);
  const title = element("h3", { id: `hit-${i}` }, titleNode(trail.pop(), href));
  const section = element("div", { class: "section prose", id: `section-${i}`, hidden: "" });
  const [outlineButton, outlinePanel] = outline(hit, i, from);
  const [scoreButton, scorePanel] = score(hit, i, from);
  const article = element("article", { class: "hit", "aria-labelledby": title.id });
  if (trail.length > 0) article.append(trailNode(trail));
  article.append(title, element("p", { class: "snippet" }, ...snippet(hit)));
  article.append(foot(hit, href, [toggle(hit, section, article, isOpen), outlineButton, scoreButton]));
  article.append(scorePanel, outlinePanel, section);
  return element("li", {}, article);
}

function titleNode(words, href) {
  if (href) return element("a", { href, class: "title" }, words);
  return element("span", { class: "title" }, words);
}

function trailNode(words) {
  const parts = words.map((one) => element("span", {}, one));
  return element("p", { class: "trail" }, ...parts);
}

function foot(hit, href, buttons) {
  const shown = element("p", { class: "foot" }, ...buttons);
  if (href) shown.append(element("span", { class: "url" }, withAnchor(hit.url, hit.anchor)));
  return shown;
}

function toggle(hit, section, article, isOpenFirst) {
  const button = element("button", {
    type: "button",
    class: "toggle",
    "aria-controls": section.id,
  });
  const count = hit.children.length;
  const unit = hit.level > 0 ? "section" : "passage";
  const matches = count > 1 ? ` · ${count} passages match` : "";
  const show = (isOpen) => {
    // Made when first asked for: most sections never are.
    if (isOpen && section.childNodes.length === 0) section.append(passage(hit));
    section.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    button.textContent = `${isOpen ? "Hide" : "Show"} ${unit}${matches}`;
    article.classList.toggle("open", isOpen);
  };
  button.addEventListener("click", () => {
    show(section.hidden);
    section.querySelector(".match.best")?.scrollIntoView({ block: "nearest" });
  });
  show(isOpenFirst);
  return button;
}

/** An address that leads to a place of its own stays. */
function withAnchor(url, anchor) {
  return anchor && !url.includes("#") ? `${url}#${anchor}` : url;
}

/**
 * Moves the focus among the results.
 * @param {HTMLOListElement} list
 * @param {1 | -1} by
 * @returns {boolean} false if it would leave the list at its top, or there is no other
 */
export function moveFocus(list, by) {
  const items = [...list.children];
  const focused = items.indexOf(document.activeElement?.closest(".results > li"));
  const next = items[focused + by];
  next?.querySelector("a.title, .toggle").focus();
  return next !== undefined;
}

/**
 * Shows or hides the section of the result that has the focus; or its outline, where the button for
 * that has it.
 * @param {boolean} open
 * @returns {boolean} whether one has it
 */
export function setFocusedOpen(open) {
  const focused = document.activeElement;
  if (!focused?.matches(".hit .title, .foot button")) return false;
  const button = focused.closest("button") ?? focused.closest(".hit").querySelector(".toggle");
  if (isOpen(button) !== open) button.click();
  return true;
}
