// The place of a search field on a page that somebody else's program made.

const BOOK = "align-self: center; font-size: 13px";
const NAVBAR = "align-self: center; margin-inline-end: 0.5rem; font-size: 0.875rem";

/**
 * The search boxes of generators that leave no room for another, and how the field is put beside or in
 * place of them. That of rustdoc finds types too, so it stays.
 */
const KNOWN = [
  // TypeDoc
  { at: "#tsd-search-trigger", how: "replace", style: "font-size: 0.8rem" },
  // Javadoc
  { at: ".nav-list-search", how: "replace", style: "float: right; inline-size: 14rem; font-size: 0.75rem" },
  // Doxygen
  { at: "#MSearchBox", how: "replace", style: "display: inline-block; vertical-align: middle; font-size: 0.75rem" },
  // mdBook, with its search and without
  { at: "#mdbook-search-toggle, #search-toggle", how: "replace", style: BOOK },
  { at: ".menu-bar .left-buttons", how: "append", style: BOOK },
  // Material for MkDocs
  { at: ".md-search", how: "replace", hides: "[for=__search]", style: "font-size: 0.7rem" },
  // The same without its search plugin, with and without a link to the repository
  { at: ".md-header__source", how: "before", style: "font-size: 0.7rem" },
  { at: ".md-header__inner", how: "append", style: "margin-inline-end: 0.6rem; font-size: 0.7rem" },
  // MkDocs's own theme, with its search plugin and without
  { at: "[data-bs-target='#mkdocs_search_modal']", how: "replace", style: NAVBAR },
  { at: "#navbar-collapse > :last-child", how: "into", style: NAVBAR },
  // Sphinx: Furo, Read the Docs, Alabaster and others
  { at: ".sidebar-search-container", how: "replace", style: "margin-inline: 1rem" },
  { at: ".wy-side-nav-search [role=search]", how: "replace" },
  { at: ".wy-side-nav-search", how: "append" },
  { at: ".sphinxsidebar #searchbox", how: "replace" },
  // The theme of PyData; its other button, for narrow windows, stays, as the place of this one is hidden there
  { at: ".search-button__button", how: "replace", style: "font-size: 0.875rem" },
  // rustdoc
  { at: ".rustdoc .sidebar-crate", how: "after", shortcut: "mod+k", style: "margin: 0 1.5rem; font-size: 0.8rem" },
];

const CORNER = "position: fixed; inset-block-start: 0.75rem; inset-inline-end: 0.75rem; z-index: 10000";

/** The methods of an element that put the field beside it or into it. */
const METHODS = { replace: "after", into: "prepend", before: "before", after: "after", append: "append" };

/** @typedef {{ at: string, how: "replace" | "into" | "before" | "after" | "append", shortcut?: string, style?: string, hides?: string }} Spot */

/**
 * Puts the field into the page: where the site says, where a known generator has its own, and otherwise
 * into a corner of the window.
 *
 * @param {HTMLElement} field
 * @param {Spot} [asked] the place that the site says
 * @param {string} [style] the site's own, which comes before that of the place
 */
export async function put(field, asked, style = "") {
  const spots = asked ? [asked] : KNOWN;
  // Scripts of the page may make the place later.
  if (!found(spots)) await loaded();
  if (asked && !found(spots)) console.warn(`kindex: ${asked.at}: no element of the page matches; the field is in the corner`);
  keep(field, spots, style);
}

/**
 * Puts it into its place, also where a script writes that later, or anew, as Doxygen's does when the
 * window becomes narrow.
 */
function keep(field, spots, style) {
  // Nothing while the field is in the corner.
  let place = putAt(field, found(spots), style);
  const look = () => {
    // An open dialog may have taken the field out of its place, and would be closed by moving it.
    if (field.shadowRoot.querySelector("dialog")?.open) return;
    const spot = found(spots);
    if (!field.isConnected || (spot && !place?.isConnected)) place = putAt(field, spot, style);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  field.addEventListener("kindex-close", look);
}

const found = (spots) => spots.find(({ at }) => document.querySelector(at));

const loaded = () =>
  document.readyState === "complete" || new Promise((resolve) => addEventListener("load", resolve, { once: true }));

/**
 * Puts the field at a spot, or into the corner. An element that is replaced stays for the scripts that
 * look for it, out of sight.
 *
 * @returns {Element | null | undefined} the element of the page that is there
 */
function putAt(field, spot, style) {
  const place = spot && document.querySelector(spot.at);
  field.style.cssText = `${place ? (spot.style ?? "") : CORNER}; ${style}`;
  if (!place) document.body.append(field);
  else place[METHODS[spot.how]](field);
  if (place && spot.shortcut && !field.hasAttribute("shortcut")) field.setAttribute("shortcut", spot.shortcut);
  if (place && spot.how === "replace") [place, ...others(spot)].forEach(hide);
  return place;
}

/** What else belongs to a search box, such as its button in narrow windows. */
const others = ({ hides }) => (hides ? document.querySelectorAll(hides) : []);

const hide = (node) => node.style.setProperty("display", "none", "important");
