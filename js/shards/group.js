import { KindexError, closedError, guarded, invalidArgument, isDamaged } from "../engine/errors.js";
import { isFolder, settingsIn } from "../engine/bytes.js";
import { parseResults } from "../engine/json.js";
import { checkedOptions, checkedQuery, string } from "../engine/options.js";
import { freed } from "../index/file-index.js";
import { unlessAborted } from "./shards.js";
import { FEW_FILES, delay, partsOf, readerOfFile, shardedOpener } from "./sharded-index.js";

/** The time after which an index that could not be opened is tried again. */
const RETRY_AFTER_MS = 30_000;

/** As high as a boost may be. */
const MAX_WEIGHT = 100;

/** The codes of errors of those who write the sources. */
const FAULTS = ["invalid_argument", "invalid_option"];

/** The check of a weight, and the words for one that does not pass it. */
export const WEIGHT = [(value) => typeof value === "number" && value > 0 && value <= MAX_WEIGHT, `are numbers above 0, up to ${MAX_WEIGHT}`];

const MEMBER = { src: [() => true], label: string, weight: WEIGHT };

/** One of the indexes of a group. */
class Member {
  /** What is open; undefined where it cannot be opened. @type {import("./sharded-index.js").ShardedIndex | undefined} */
  index;
  /** The reason why it is not open. */
  error;
  #open;
  #failed = 0;
  #isClosed = false;
  #src;

  /**
   * @param {unknown} given a source or an open index in several files, or an object that has one
   * @param {number} position in the list of sources
   * @param {(source: unknown) => Promise<object>} open
   */
  constructor(given, position, open) {
    const { src, label, weight = 1 } = settingsOf(given, position);
    Object.assign(this, { position, label, weight });
    this.#src = src;
    this.#open = () => open(src);
  }

  /** Opens it, or notes why it cannot be opened. Rejects where what is said of it is at fault. */
  async open() {
    try {
      this.index = await this.#open();
    } catch (error) {
      this.error = error;
      this.#failed = performance.now();
      if (FAULTS.includes(error?.code)) throw error;
    }
    if (this.#isClosed) this.close();
  }

  /** Opens it for later searches, where some time ago it could not be opened. */
  retry() {
    if (this.index || performance.now() - this.#failed < RETRY_AFTER_MS) return;
    this.#failed = Infinity;
    this.open().catch(() => {});
  }

  /** What was open before stays so. */
  close() {
    this.#isClosed = true;
    if (this.index !== this.#src) this.index?.close();
  }
}

/**
 * What is said of one of several sources, checked.
 *
 * @param {import("../entry/index.js").GroupSource} given
 * @param {number} position in the list
 * @returns {{ src: unknown, label?: string, weight?: number }}
 */
function settingsOf(given, position) {
  try {
    const settings = Object.fromEntries(checkedOptions(settingsIn(given), MEMBER));
    if (!settings.src) throw invalidArgument("src", "a source");
    return settings;
  } catch ({ code, message }) {
    throw new KindexError(code, `source ${position + 1}: ${message}`);
  }
}

/** A search of several indexes, which goes on from what it did as long as these are the same. */
class GroupSearch {
  #Group;
  #args;
  #inners = [];
  #group;
  #search;

  /**
   * @param {new () => object} Group the class of the WebAssembly module
   * @param {unknown[]} args what a search begins with
   */
  constructor(Group, args) {
    this.#Group = Group;
    this.#args = args;
  }

  /**
   * @param {Member[]} members
   * @param {import("./shards.js").Shards[]} shards of each
   * @returns {string}
   */
  run(members, shards) {
    const isSame = shards.length === this.#inners.length && shards.every(({ inner }, at) => inner === this.#inners[at]);
    if (!isSame) this.#begin(members, shards);
    return guarded(() => this.#search.runAll(this.#group));
  }

  /** The error of an index that is damaged, asked by itself. */
  damageOf(member, shards) {
    const search = new GroupSearch(this.#Group, this.#args);
    try {
      search.run([member], [shards]);
    } catch (error) {
      return isDamaged(error) ? error : undefined;
    } finally {
      search.free();
    }
  }

  #begin(members, shards) {
    this.free();
    this.#inners = shards.map(({ inner }) => inner);
    this.#search = this.#inners[0].begin(...this.#args);
    this.#group = new this.#Group();
    for (const [at, member] of members.entries()) addTo(this.#group, this.#inners[at], member);
  }

  free() {
    freed(this.#search);
    freed(this.#group);
    this.#inners = [];
  }
}

/** Adds an index to a group. The error of one that cannot be in it says which that is. */
function addTo(group, inner, member) {
  try {
    guarded(() => group.add(inner, member.weight));
  } catch (error) {
    throw Object.assign(error, { member });
  }
}

/** Several open indexes, which are searched as one. */
class IndexGroup {
  #members;
  #Group;
  #argumentsOf;
  #isClosed = false;

  constructor(members, Group, argumentsOf) {
    this.#members = members;
    this.#Group = Group;
    this.#argumentsOf = argumentsOf;
  }

  /** The indexes, in the order of the sources. One that could not be opened some time ago is tried again. */
  get indexes() {
    for (const member of this.#members) member.retry();
    return this.#members.map(({ index }) => index);
  }

  /** The errors of those that are not open, in the same order. */
  get errors() {
    return this.#members.map(({ index, error }) => (index ? undefined : error));
  }

  get labels() {
    return this.#members.map(({ label }) => label);
  }

  /**
   * @param {string} query
   * @param {import("../entry/index.js").ShardedSearchOptions} [given]
   * @returns {Promise<import("../entry/index.js").GroupResults>}
   */
  async search(query, given) {
    if (this.#isClosed) throw closedError();
    const { signal, indexes, ...options } = given ?? {};
    const search = new GroupSearch(this.#Group, [checkedQuery(query), ...this.#argumentsOf(options)]);
    const asked = this.#asked(indexes);
    for (const member of asked) member.retry();
    const unavailable = new Map(asked.filter(({ index }) => !index).map((member) => [member, member.error]));
    try {
      const { json, members } = await answer(search, asked, unavailable, { signal, pause: options.pause });
      return resultsOf(parseResults(json, options), members, unavailable);
    } finally {
      search.free();
    }
  }

  /** Gives the memory of all back. Closing twice does no harm. */
  close() {
    this.#isClosed = true;
    for (const member of this.#members) member.close();
  }

  /** Those that the option names, in the order of the sources; all where there is none. */
  #asked(indexes) {
    const all = this.#members;
    const of = (one) => all.filter(({ position, label }) => one === position || (one === label && one !== undefined));
    if (indexes === undefined) return all;
    if (!Array.isArray(indexes) || indexes.length === 0 || indexes.some((one) => of(one).length === 0)) {
      const names = all.map(({ position, label }) => label ?? position);
      throw new KindexError("invalid_option", `indexes: accepted are lists of ${names.join(", ")}`);
    }
    const asked = new Set(indexes.flatMap(of));
    return all.filter((member) => asked.has(member));
  }
}

/** Searches until nothing is missing. An index that cannot be in the group, or of which a file cannot be had, is left out. */
async function answer(search, all, unavailable, { signal, pause = 0 }) {
  const end = performance.now() + pause;
  const renewed = new Set();
  for (;;) {
    signal?.throwIfAborted();
    const open = all.filter((member) => !unavailable.has(member));
    for (const member of open.filter(({ index }) => !shardsOf(index).inner)) unavailable.set(member, closedError());
    const members = open.filter((member) => !unavailable.has(member));
    if (members.length === 0) throw unavailable.values().next().value;
    const shards = members.map(({ index }) => shardsOf(index));
    const { json, missing, failed = [] } = asked(search, members, shards);
    if (json) return { json, members };
    if (missing && count(missing) > FEW_FILES && performance.now() < end) await delay(end - performance.now(), signal);
    else if (missing) failed.push(...(await loadAll(members, shards, missing, signal)));
    await unlessAborted(Promise.all(failed.map((failure) => renew(failure, unavailable, renewed))), signal);
  }
}

/** The results with the place and the label of each hit's index, and with those that are not in them. */
function resultsOf(results, members, unavailable) {
  const name = (hit) => {
    const { position, label } = members[hit.index ?? 0];
    Object.assign(hit, { index: position }, label !== undefined && { label });
    hit.more?.forEach(name);
    hit.same?.forEach(name);
  };
  results.hits.forEach(name);
  results.leftOut?.forEach(name);
  if (unavailable.size > 0) results.unavailable = [...unavailable].map(unavailableOf);
  return results;
}

const count = (lists) => lists.flat().length;

/** The answer, or for each index the numbers of the shards that it needs besides, or those that are at fault. */
function asked(search, members, shards) {
  try {
    const json = search.run(members, shards);
    shards.forEach((one) => one.trim());
    return { json };
  } catch (error) {
    const failed = error.member ? [{ member: error.member, error }] : isDamaged(error) ? damaged(search, members, shards) : [];
    if (failed.length > 0) return { failed };
    const missing = error.code === "missing_shards" ? shards.map(({ inner }) => [...inner.wanted()]) : [];
    if (count(missing) === 0) throw error;
    return { missing };
  }
}

function damaged(search, members, shards) {
  const errors = members.map((member, at) => ({ member, shards: shards[at], error: search.damageOf(member, shards[at]) }));
  return errors.filter(({ error }) => error);
}

const shardsOf = (index) => partsOf(index).parts.shards;

function unavailableOf([{ position, label }, error]) {
  const { code = "read_failed", message = "its reader failed" } = error ?? {};
  return { index: position, ...(label !== undefined && { label }), code, message };
}

/** Loads what each index lacks, all at the same time. Gives those of which a file cannot be had. */
async function loadAll(members, shards, missing, signal) {
  const loads = members.map(({ index }, at) => shards[at].load(missing[at], partsOf(index).read, signal));
  const outcomes = await Promise.allSettled(loads);
  signal?.throwIfAborted();
  const all = outcomes.map(({ status, reason }, at) => ({ member: members[at], shards: shards[at], status, error: reason }));
  return all.filter(({ status }) => status === "rejected");
}

/** Leaves an index out, unless another one, or the same anew, has taken its place. */
async function renew({ member, shards, error }, unavailable, renewed) {
  const mayBeOther = shards && error && !renewed.has(member);
  renewed.add(member);
  if (mayBeOther && (await partsOf(member.index).parts.areOther(shards, error))) return;
  unavailable.set(member, error);
}

/**
 * Makes a function that opens several indexes, in one file or in several each, with a WebAssembly module that
 * searches them as one. The options that it is given are checked already.
 *
 * @param {ReturnType<typeof import("../engine/engine.js").engine>} load
 * @param {typeof import("./sharded-index.js").ShardedIndex} OfFolder
 * @param {(src: unknown) => boolean} [isOpen] whether a source is an index that the module has open already
 */
export function groupOpener(load, OfFolder, isOpen = () => false) {
  const openFolder = shardedOpener(load, OfFolder);
  /**
   * @param {import("../entry/index.js").GroupSource[]} sources
   * @param {import("../entry/index.js").ShardedOpenOptions} [options]
   * @returns {Promise<IndexGroup>}
   */
  return async (sources, options) => {
    if (sources.length === 0) throw invalidArgument("source", "a list with at least one index");
    const openOne = (src) => (isOpen(src) ? src : openFolder(isFolder(src) ? src : readerOfFile(src), options));
    const members = sources.map((given, position) => new Member(given, position, openOne));
    await Promise.all(members.map((member) => member.open())).catch((error) => {
      for (const member of members) member.close();
      throw error;
    });
    if (members.every(({ index }) => !index)) throw members[0].error;
    const { Group } = await load(options?.wasm);
    return new IndexGroup(members, Group, OfFolder.argumentsOf);
  };
}
