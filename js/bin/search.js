// `kindex search`: answers from an index.
import { addressOf } from "../text/address.js";
import { plain, stepsTo } from "../text/sanitize.js";
import { filtersOf } from "./filters.js";
import { withIndex } from "./open.js";
import { UsageError, print, printJson } from "./output.js";

const help = `Search an index.

Usage: kindex search INDEX QUERY...

  -l, --limit N      show at most so many passages [default: 10]
  -p, --prefix       take the last word for the beginning of one
  -f, --filter EXPR  only documents that meet this; repeat it to narrow further. KEY=A or KEY=A,B:
                     one of these values; KEY!=A,B: none of them; KEY>=A, KEY<=A: numbers, or dates
                     written year first. A comma within a value is written \\,
      --group        show documents, each with its best passages
      --tenant NAME  the tenant, in an index of several
      --json         print the results as JSON, with offsets in UTF-16 units

A query that begins with a hyphen goes after --. The native command has more options.
`;

const options = {
  limit: { type: "string", short: "l" },
  prefix: { type: "boolean", short: "p" },
  filter: { type: "string", short: "f", multiple: true },
  group: { type: "boolean" },
  tenant: { type: "string" },
  json: { type: "boolean" },
};

const native = [
  "complete", "phrase-bytes", "sort", "facet", "return-level", "no-expand", "auto-merge", "siblings", "per-document",
  "max-tokens", "explain", "match-level", "collapse", "decay", "blend", "k1", "b", "title-weight", "heading-weight",
  "extra-weight", "title-score", "exact-title",
];

async function run([path, ...words], { limit, prefix, group, tenant, json, filter = [] }) {
  if (!path || words.length === 0) throw new UsageError("an INDEX and a QUERY are needed; see kindex search --help");
  const filters = filtersOf(filter);
  const asked = { limit: limit === undefined ? undefined : Number(limit), prefix, group, filters };
  const results = await withIndex(path, tenant, (index) => index.search(words.join(" "), asked));
  if (json) printJson(results);
  else print(page(results));
}

function page({ query, didYouMean, uncheckedPhrases, total, totalIsLowerBound, hits }) {
  const lines = [];
  if (total === 0) lines.push(`Nothing matches ${JSON.stringify(plain(query))}.`);
  if (didYouMean) lines.push(`Did you mean ${plain(didYouMean)}?`, "");
  if (uncheckedPhrases) {
    const phrases = uncheckedPhrases.map((phrase) => `"${phrase}"`).join(", ");
    lines.push(`Not looked for everywhere: ${plain(phrases)}`);
  }
  for (const [i, hit] of hits.entries()) {
    lines.push(...passage(`${i + 1}. `, hit), "");
    for (const more of hit.more ?? []) lines.push(...passage("   + ", more), "");
  }
  if (total > 0) lines.push(`${hits.length} of ${totalIsLowerBound ? "at least " : ""}${total} that match`);
  return `${lines.join("\n")}\n`;
}

function passage(mark, hit) {
  const { title, headings, document, url, score, snippet } = hit;
  const trail = stepsTo(title || document, headings).join(" > ");
  const address = addressOf({ ...hit, url: url || document });
  return [`${mark}${plain(trail)}`, `   ${plain(address)}  score ${score.toFixed(3)}`, `   ${plain(snippet)}`];
}

export const search = { help, options, native, run };
