// Runs a file of tests/cases. Free of any platform's interfaces, as a browser runs it too.

/**
 * @param {import("../../js/index.js").Index} index the index that the file names, open
 * @param {{ cases: object[] }} file
 * @returns {string[]} what came out differently; empty where nothing did
 */
export function runCases(index, file) {
  return file.cases.flatMap((one) => {
    const differences = differencesIn(one, index.search(one.query, one.options));
    return differences.map((what) => `${JSON.stringify(one.query)} (${one.why}): ${what}`);
  });
}

function differencesIn(wanted, found) {
  const differences = [];
  const compare = (what, is, should) => {
    if (should !== undefined && is !== should) differences.push(`${what} is ${is}, not ${should}`);
  };
  compare("total", found.total, wanted.total);
  compare("the best hit", found.hits[0]?.id, wanted.top);
  if (wanted.facets) compare("facets", JSON.stringify(found.facets), JSON.stringify(wanted.facets));
  if (wanted.hits) {
    compare("the number of hits", found.hits.length, wanted.hits.length);
    wanted.hits.forEach((hit, at) => {
      compare(`hit ${at}`, found.hits[at]?.id, hit.id);
      // To the last bit: every platform has to give the same.
      compare(`the score of hit ${at}`, found.hits[at]?.score, hit.score);
    });
  }
  return differences;
}
