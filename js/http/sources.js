// The sources of a Worker as its configuration has them: one, or several with a name each.
import { NAMES, isName } from "../explorer/named-group.js";
import { WEIGHT } from "../shards/group.js";
import { TENANT } from "../text/tenant.js";

const ACCEPTED = "give bundled(bytes), assets(path) or bucket(path)";

const MEMBERS = ["name", "source", "weight"];

/**
 * The source, or several by their names, which answer as one index. A list of one is that one.
 *
 * @param {import("../entry/worker.js").WorkerConfig["source"]} given
 * @returns {{ source: import("../entry/worker.js").IndexSource, sources?: import("../entry/worker.js").NamedSource[] }} the first,
 *   and all where there are several; throws a TypeError that says which is wrong
 */
export function sourcesOf(given) {
  if (!Array.isArray(given)) return { source: checkedSource("source", given) };
  if (given.length === 0) throw new TypeError("source: a list has at least one source");
  const sources = given.map((one, at) => named(one, `source ${at + 1}`));
  if (sources.length === 1) return { source: sources[0].source };
  for (const [at, { name }] of sources.entries()) {
    const before = sources.findIndex((one) => one.name === name);
    if (before < at) throw new TypeError(`source ${at + 1}: name: ${name} is that of source ${before + 1} too; give it another one`);
  }
  return { source: sources[0].source, sources };
}

function named(given, where) {
  const { name, source, weight = 1 } = membersOf(given, where);
  checkedSource(where, source);
  if (!isName(name)) throw new TypeError(`${where}: name: accepted are ${NAMES}`);
  const [isWeight, accepted] = WEIGHT;
  if (!isWeight(weight)) throw new TypeError(`${where}: weight: accepted ${accepted}`);
  return { name, source, weight };
}

/** What is said of a source: one by itself has the name of its file or folder. */
function membersOf(given, where) {
  if (given?.read !== undefined) return { name: nameIn(given.path), source: given, weight: undefined };
  // A path, or bytes, are no source.
  if (typeof given !== "object" || given?.[Symbol.iterator]) return { source: undefined };
  const other = Object.keys(given ?? {}).find((name) => !MEMBERS.includes(name));
  if (other !== undefined) throw new TypeError(`${where}: there is no option ${other}; accepted are ${MEMBERS.join(", ")}`);
  return { ...given, name: given?.name ?? nameIn(given?.source?.path) };
}

function nameIn(path) {
  const steps = typeof path === "string" ? path.replace(/(\.kdx)?(\.gz)?$/, "").split("/") : [];
  return steps.findLast((step) => step !== "" && !step.includes(TENANT));
}

function checkedSource(where, source) {
  if (typeof source?.read === "function" && typeof source.path === "string") return source;
  throw new TypeError(`${where}: ${ACCEPTED}`);
}
