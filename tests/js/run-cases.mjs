// Runs a file of tests/cases. Free of any platform's interfaces, as a browser runs it too.

/** The fields of a case besides what it says of the results. */
const GIVEN = ["why", "query", "options"];

/**
 * @param {import("../../js/entry/index.js").Index} index the index that the file names, open
 * @param {{ cases: object[] }} file
 * @returns {string[]} what came out differently; empty where nothing did
 */
export function runCases(index, file) {
  return file.cases.flatMap((one) => {
    const search = (query) => index.search(query, one.options);
    const differences = one.refused ? acceptedOf(one, search) : differencesIn(one, search(one.query), search);
    return differences.map((what) => `${JSON.stringify(one.query)} (${one.why}): ${what}`);
  });
}

/** The fault where a case says with which message it is refused. */
function acceptedOf({ query, refused }, search) {
  try {
    search(query);
  } catch ({ code, message }) {
    if (code === "invalid_option" && message === refused) return [];
    return [`refused is ${code} ${message}, not ${refused}`];
  }
  return ["it is not refused"];
}

function differencesIn(one, found, search) {
  const said = Object.entries(one).filter(([name]) => !GIVEN.includes(name));
  return said.flatMap(([name, wanted]) => {
    const is = JSON.stringify(FOUND[name](found, wanted, search) ?? null);
    const should = JSON.stringify(wanted);
    return is === should ? [] : [`${name} is ${is}, not ${should}`];
  });
}

/** The fields of results that a case states as `wanted`: the same if they are as it says. */
const FOUND = {
  total: ({ total }) => total,
  sum: ({ hits }) => hits.flatMap(withMore).reduce((sum, { score }) => sum + score, 0),
  none: ({ total }) => total === 0,
  top: ({ hits: [best] }, wanted) => named(best, wanted),
  first: ({ hits }, wanted) => wanted.map((name, at) => named(hits[at], name)),
  contains: ({ hits }, wanted) => wanted.filter((name) => has(hits, name)),
  only: (found, wanted) => cutOff(found) ?? onlyThese(found.hits, wanted),
  lacks: (found, wanted) => cutOff(found) ?? wanted.filter((name) => !has(found.hits, name)),
  completions: ({ completions = [] }) => completions,
  unchecked: ({ uncheckedPhrases = [] }) => uncheckedPhrases,
  didYouMean: ({ didYouMean }) => didYouMean,
  sameAs: (found, wanted, search) => (same(found, search(wanted)) ? wanted : "another"),
  anchor: ({ hits: [best] }) => best?.anchor,
  headings: ({ hits: [best] }) => best?.headings,
  marked: ({ hits: [best] }) => best && linesOf(best).flatMap(([text, marks]) => marks.map(([start, end]) => text.slice(start, end))),
  snippet: ({ hits: [best] }) => best?.snippet,
  meta: ({ hits: [best] }) => best?.meta,
  pinned: ({ hits }) => hits.filter(({ pinned }) => pinned).map((hit) => hit.document),
  more: ({ hits: [best] }) => (best?.more ?? []).map(({ id }) => id),
  same: ({ hits }) => Object.fromEntries(hits.filter(({ same }) => same).map(({ document, same }) => [document, same.map((copy) => copy.document)])),
  leftOut: ({ leftOut = [] }) => leftOut.map(({ id }) => id),
  facets: ({ facets }) => facets,
};

/** The texts of a hit that have marks, with these. */
function linesOf({ text, highlights, title, headings, snippet, marks }) {
  if (!marks) return [[text, highlights]];
  return [[title, marks.title], ...headings.map((heading, at) => [heading, marks.headings[at]]), [snippet, marks.snippet]];
}

const withMore = (hit) => [hit, ...(hit.more ?? [])];

/** A hit's id where the name expected is one, which has a `#`, else its page. */
const named = (hit, like) => (like.includes("#") ? hit?.id : hit?.document);

const has = (hits, name) => hits.some((hit) => named(hit, name) === name);

function onlyThese(hits, wanted) {
  const others = hits.filter((hit) => !wanted.some((name) => named(hit, name) === name));
  return [...wanted.filter((name) => has(hits, name)), ...others.map((hit) => hit.document)];
}

/** Nothing can be said of results that are not there. */
function cutOff({ total, hits }) {
  return total > hits.length ? "unknown; set a limit that all results fit in" : undefined;
}

/** Two queries that find nothing say nothing of each other. */
function same(one, other) {
  const scored = ({ total, hits }) => JSON.stringify([total, hits.map(({ id, score }) => [id, score])]);
  return scored(one) === scored(other) && one.total > 0;
}
