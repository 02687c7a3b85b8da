// The versions of what is documented. crates/mcp/src/version.rs does the same.
import { bounds, texts } from "./interface.js";
import { ToolError } from "./tool-error.js";
import { filled, line } from "./text.js";

/** Digits of a number of a version that count. */
const DIGITS = 9;

/** More values than there can be. */
const ALL = 2 ** 32 - 1;

/**
 * Says which versions there are, where the one asked for is none of them.
 *
 * @param {import("./sites.js").Site[]} sites
 * @param {string} asked
 */
export async function checkVersion(sites, asked) {
  const views = await Promise.all(sites.map(async ({ index }) => (await index.keys({ limit: ALL })).filter(({ key }) => key === "version")));
  const all = [...new Set(views.flat().flatMap(({ values }) => values.map(({ value }) => value)))];
  const areAllKnown = views.flat().every(({ values, total }) => values.length === total);
  if (!areAllKnown || all.includes(asked)) return;
  if (all.length === 0) throw new ToolError(texts.noVersions);
  const named = all.slice(0, bounds.namedVersions).map(quoted);
  throw new ToolError(filled(texts.noVersion, quoted(asked), quoted(nearest(asked, all)), named.join(", ")));
}

/** A version as it stands in a sentence, of which it is no part. */
const quoted = (version) => JSON.stringify(line(version, bounds.versionCharacters));

/**
 * The version that shares most of its numbers with the one asked for, and is least far from it in the first
 * that differs; of equals the greatest.
 */
function nearest(asked, all) {
  const wanted = numbersOf(asked);
  const nearness = (version) => {
    const there = numbersOf(version);
    const differs = wanted.findIndex((number, at) => number !== there[at]);
    const same = differs < 0 ? wanted.length : differs;
    return [same, -Math.abs((wanted[same] ?? 0) - (there[same] ?? 0)), ...there];
  };
  return all.reduce((best, version) => (isGreater(nearness(version), nearness(best)) ? version : best));
}

/** Compares lists of numbers by the first that differs; of two of which one begins the other, the longer is greater. */
function isGreater(one, other) {
  const at = one.findIndex((number, at) => number !== other[at]);
  return at >= 0 && (other.length <= at || one[at] > other[at]);
}

const numbersOf = (version) => (version.match(/\d+/g) ?? []).map((digits) => Number(digits.slice(0, DIGITS)));
