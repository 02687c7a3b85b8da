/** Other queries: what the reader may have meant, and ways to go on with the last word. */

/**
 * @param {HTMLElement} place where they stand; hidden where there are none
 * @param {{didYouMean?: string, completions?: string[]}} results
 * @param {(query: string) => void} choose told of the one that is chosen
 */
export function showProposals(place, { didYouMean, completions = [] }, choose) {
  const others = completions.filter((query) => query !== didYouMean);
  const meant = didYouMean ? ["Did you mean ", button(didYouMean, choose), "?"] : [];
  place.replaceChildren(...meant, ...others.map((query) => button(query, choose)));
  place.hidden = place.childNodes.length === 0;
}

function button(query, choose) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "proposal";
  made.textContent = query;
  made.addEventListener("click", () => choose(query));
  return made;
}
