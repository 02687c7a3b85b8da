// The search options that only kindex/explore and kindex/build have: a vector of the query, and weights to try.
import { OPTIONS, checkedOptions, invalidOption, number, object, string, whole, writtenList, writtenOptions } from "../engine/options.js";

/** Whether something is a list of numbers. What is no number among these is said with its reason where the index is. */
export const isVector = (value) =>
  value.length >= 0 && typeof value === "object" && Array.from(value).every((one) => typeof one === "number");

const SETTINGS = {
  alpha: number,
  candidates: whole,
  embedder: string,
};

/** The options that say how a vector counts. */
export const OF_VECTOR = Object.keys(SETTINGS);

const WEIGHTS = {
  k1: number,
  b: number,
  title: number,
  heading: number,
};

const ALL = { ...OPTIONS, weights: object, vector: [isVector, "are arrays of numbers"], ...SETTINGS };

/**
 * Checks all search options, and brings them into the form in which the WebAssembly module takes them.
 *
 * @param {import("../entry/index.js").ExploreSearchOptions} [given]
 * @returns {[names: string, numbers: Float64Array, strings: string]} as `searchArguments` gives them;
 *   the numbers of the vector come last, with one name for all
 */
export function exploreArguments(given) {
  const options = Object.fromEntries(checkedOptions(given, ALL));
  const { vector, embedder, weights, ...rest } = options;
  if (weights && !rest.explain) throw invalidOption("weights: they are for explained scores; set explain to true");
  const others = { ...rest, ...Object.fromEntries(checkedOptions(weights, WEIGHTS)) };
  if (!vector) {
    const alone = OF_VECTOR.find((name) => name in options);
    if (alone) throw invalidOption(`${alone}: it needs a vector`);
    return writtenOptions(others);
  }
  const [names, numbers, strings] = writtenOptions(others);
  const name = embedder === undefined ? "" : writtenList(["embedder", embedder]);
  return [
    names === "" ? "vector" : `${names},vector`,
    Float64Array.from([...numbers, ...Array.from(vector)]),
    strings + name,
  ];
}
