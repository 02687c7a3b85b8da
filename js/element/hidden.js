// Opens what hides a part of the page: folded details, and tabs of whatever make.

/** Menus and dialogs hide what they have for other reasons. */
const ASIDE = "nav, dialog, [popover], [role=navigation], [role=dialog], [role=menu]";

/** A control is used at most this often, as its script may not be at work yet. */
const MAX_TRIES = 10;
const PAUSE_MS = 100;

/** Controls are looked for in this many elements around what they show. */
const MAX_LEVELS_AROUND = 3;

/** What stands among the contents of tabs, and is none of them. */
const BESIDE = "input, label, button, ul, ol, nav, script, style, [role=tab], [role=tablist]";

/** What such a part has of its own, as a bar of tabs does. */
const HAS = ":scope > :is([role=tab], button, input)";

/** Whether an element is shown. */
export const isShown = (node) => node.checkVisibility?.({ visibilityProperty: true }) ?? node.getClientRects().length > 0;

/**
 * Opens all that hides an element, as a reader would.
 *
 * @param {Element} node
 * @returns {Promise<boolean>} whether it is shown now
 */
export async function show(node) {
  for (let left = MAX_TRIES; left > 0; left--) {
    const isOpening = openAround(node);
    if (isShown(node)) return true;
    if (!isOpening) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return isShown(node);
}

/** Opens what is around an element, the outermost first; says whether there was something to open. */
function openAround(node) {
  let isOpening = false;
  for (const around of ancestors(node).reverse()) isOpening = open(around) || isOpening;
  return isOpening;
}

function ancestors(node) {
  const found = [];
  for (let around = node; around && around !== document.body; around = around.parentElement) found.push(around);
  return found;
}

function open(node) {
  if (node.localName === "details" && !node.open) {
    node.open = true;
    return true;
  }
  if (!isHiding(node) || node.closest(ASIDE)) return false;
  if (node.getAttribute("hidden") === "until-found") {
    node.dispatchEvent(new Event("beforematch", { bubbles: true }));
    node.removeAttribute("hidden");
    return true;
  }
  const control = namedControl(node) ?? radioOf(node) ?? counterpart(node);
  control?.click();
  return Boolean(control);
}

/** Whether an element is hidden by itself, and not with what is around it. */
function isHiding(node) {
  const { display, visibility, contentVisibility } = getComputedStyle(node);
  const isUnseen = visibility !== "visible" && getComputedStyle(node.parentElement).visibility === "visible";
  return display === "none" || isUnseen || contentVisibility === "hidden";
}

/** The control that says what it shows, or of which that says so. */
function namedControl(panel) {
  const by = document.getElementById(panel.getAttribute("aria-labelledby")?.split(" ")[0]);
  if (by?.matches("[role=tab], [aria-expanded=false]")) return by;
  if (!panel.id) return undefined;
  const id = CSS.escape(panel.id);
  const names = [`[aria-controls~="${id}"]`, `[href="#${id}"]`, `[data-bs-target="#${id}"]`, `[data-target="#${id}"]`];
  const kinds = ["[role=tab]", "[aria-expanded=false]", "[data-toggle]", "[data-bs-toggle]"];
  return document.querySelector(`:is(${names}):is(${kinds})`) ?? undefined;
}

/** The radio button by whose choice a style sheet shows it. */
function radioOf(panel) {
  return among(panel, "input[type=radio]:not(form *)", (radios, panels) => {
    const before = radios.filter((radio) => radio.compareDocumentPosition(panel) & Node.DOCUMENT_POSITION_FOLLOWING);
    return radios.length === panels.length ? radios[panels.indexOf(panel)] : before.at(-1);
  });
}

/** The tab or the button that has the same place among its kind. Buttons of which none shows a panel do something else. */
function counterpart(panel) {
  const same = (controls, panels) => (controls.length === panels.length && panels.some(isShown) ? controls[panels.indexOf(panel)] : undefined);
  return among(panel, "[role=tab]", same) ?? among(panel, "button:not(form *)", same);
}

/** Looks around a panel for controls, which none of the panels beside it contains, and chooses one. */
function among(panel, selector, choose) {
  const panels = [...panel.parentElement.children].filter((one) => one === panel || !(one.matches(BESIDE) || one.querySelector(HAS)));
  for (let set = panel.parentElement, level = 0; set && level < MAX_LEVELS_AROUND; set = set.parentElement, level++) {
    const controls = [...set.querySelectorAll(selector)].filter((one) => !panels.some((other) => other.contains(one)));
    if (controls.length > 0) return choose(controls, panels);
  }
  return undefined;
}
