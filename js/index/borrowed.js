/** By what stands for an open index during a request, the index. @type {WeakMap<object, object>} */
const owners = new WeakMap();

/**
 * Notes for which index something stands, so that what is known of the index can be found by it.
 *
 * @template {object} T
 * @param {object} index
 * @param {T} lent
 * @returns {T}
 */
export function lend(index, lent) {
  owners.set(lent, index);
  return lent;
}

/**
 * The index for which something stands; what is an index itself stands for itself.
 *
 * @param {object} index
 * @returns {object}
 */
export function ownerOf(index) {
  return owners.get(index) ?? index;
}
