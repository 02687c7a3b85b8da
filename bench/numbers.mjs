// Statistics of measurements.

/** The value that a share of all does not exceed. */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)];
}

export const median = (values) => percentile(values, 0.5);

/** p50 and p95 of times. */
export const summary = (times) => ({ p50: median(times), p95: percentile(times, 0.95) });

/** Items by what `keyOf` says of them, as a Map in the order of the first ones. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The number of times that signs are drawn, always the same ones. */
const DRAWS = 10_000;

/**
 * The probability of a sum as far from 0 or farther, where each difference might as well have the other
 * sign: a two-sided paired randomization test, as `kindex eval` makes it.
 */
export function chance(differences) {
  const told = differences.filter((difference) => difference !== 0);
  const sum = Math.abs(told.reduce((all, one) => all + one, 0));
  const next = random(1);
  let far = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    // Sums in another order may be smaller by their rounding.
    if (Math.abs(drawn(told, next)) >= sum - 1e-9 * sum) far++;
  }
  return (far + 1) / (DRAWS + 1);
}

/** The sum with signs by chance, of which one number gives 32. */
function drawn(differences, next) {
  let [sum, signs] = [0, 0];
  differences.forEach((difference, at) => {
    signs = at % 32 === 0 ? next() * 2 ** 32 : signs >>> 1;
    sum += signs & 1 ? difference : -difference;
  });
  return sum;
}
