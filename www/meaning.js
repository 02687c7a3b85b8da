/**
 * The switch between two orders: by words alone, and by meaning too. It is there for an index that has
 * vectors of words.
 */
const place = document.getElementById("order");
const [words, meaning] = place.querySelectorAll("input");

/** So many of the best results by words get another place at most. */
const CANDIDATES = 20;

/** @param {() => void} act */
export function onOrder(act) {
  place.addEventListener("change", act);
}

/** Whether an index can rank by meaning. Where it cannot tell, a search says what is wrong with it. */
export async function hasMeaning(index) {
  try {
    const { weight = null } = (await index.vectors()) ?? {};
    return weight !== null;
  } catch {
    return false;
  }
}

/** @param {boolean} isOffered */
export function offerOrder(isOffered) {
  place.hidden = !isOffered;
}

/** @returns {"words" | ""} the order, as the address has it */
export function chosenOrder() {
  return words.checked ? "words" : "";
}

/** @param {string} order */
export function chooseOrder(order) {
  words.checked = order === "words";
  meaning.checked = !words.checked;
}

/** The options of a search in the order that is chosen. */
export function optionsOfOrder() {
  return words.checked ? { meaning: 0 } : {};
}

/**
 * The places that results have by words alone, by their ids; undefined where this is their order.
 * @param {(options: object) => object} ask searches with the query
 * @param {number} limit as many results as are shown
 */
export async function placesByWords(ask, limit) {
  if (place.hidden || words.checked) return undefined;
  const { hits } = await ask({ limit: Math.max(limit, CANDIDATES), meaning: 0, texts: false });
  return new Map(hits.map(({ id }, at) => [id, at]));
}

/**
 * Marks results that come before their places by words alone, and counts them.
 * @param {object[]} hits best first
 * @param {Map<string, number>} [places]
 */
export function markRaised(hits, places) {
  if (!places) return { hits, raised: undefined };
  const marked = hits.map((hit, at) => (places.get(hit.id) > at ? { ...hit, raisedFrom: places.get(hit.id) } : hit));
  return { hits: marked, raised: marked.filter(({ raisedFrom }) => raisedFrom !== undefined).length };
}
