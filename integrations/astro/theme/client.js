/** The part of the search field that knows of Astro. */
import { routed } from "virtual:kindex";
import { isBare } from "virtual:kindex-astro";

const ROUTER = 'meta[name="astro-view-transitions-enabled"]';

const FIELD = "kindex-search";

const root = document.documentElement;

const isOfField = (event) => event.composedPath().some(({ localName }) => localName === FIELD);

/** The router is loaded on pages that have it, and else would reload pages when readers go back. */
const go = routed(async (href) => (await import("astro:transitions/client")).navigate(href));

// Astro's own listener, on the document, would lose the passage.
root.addEventListener("click", (event) => {
  if (document.querySelector(ROUTER) && isOfField(event)) go(event);
});

/** Takes the slash from the end of a link before it is followed. */
function strip(event) {
  const link = isOfField(event) && event.composedPath().find(({ localName }) => localName === "a");
  if (link) link.href = link.href.replace(/^([^?#]*[^/])\/(?=[?#]|$)/, "$1");
}

if (isBare) for (const name of ["click", "auxclick"]) root.addEventListener(name, strip, { capture: true });

/** Fields take words as a property, which HTML cannot say. */
function word() {
  for (const field of document.querySelectorAll(`${FIELD}[data-texts]`)) field.texts = JSON.parse(field.dataset.texts);
}

word();
document.addEventListener("astro:after-swap", word);
