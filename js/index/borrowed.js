/** The open index behind each object that stands for one during a request. @type {WeakMap<object, object>} */
const owners = new WeakMap();

/**
 * Notes for which index an object stands, so that what is known of the index can be found by it.
 *
 * @template {object} T
 * @param {object} index
 * @param {T} borrowed
 * @returns {T}
 */
export function lend(index, borrowed) {
  owners.set(borrowed, index);
  return borrowed;
}

/**
 * The index for which an object stands; an index stands for itself.
 *
 * @param {object} index
 * @returns {object}
 */
export function ownerOf(index) {
  return owners.get(index) ?? index;
}
