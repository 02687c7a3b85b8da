// `kindex search`: answers from an index.
import { conditionsOf, unmet } from "./filters.js";
import { number, whole } from "./arguments.js";
import { withIndex } from "./open.js";
import { UsageError, print, printJson } from "./output.js";
import { page } from "./results.js";

const help = `Search an index.

Usage: kindex search INDEX QUERY..., such as kindex search site.kdx how do I install it

Prints the passages that match best, each with its title and headings, its address and score, and
the words around those that match. A query that begins with a hyphen goes after --.

  -l, --limit N           show at most N passages, or documents with --group [default: 10;
                          with --max-tokens 100]
      --offset N          pass over the first N of those, as for the next page
  -p, --prefix            take the last word for the beginning of one
      --no-fuzzy          take no word for a mistyped one
      --complete N        say in up to N ways how the last word may go on; takes --prefix
  -f, --filter EXPR       only documents that meet this; repeat it to narrow further. KEY=A or
                          KEY=A,B: one of these values; KEY!=A,B: none of them; KEY>=A, KEY<=A:
                          numbers, or dates written year first. A comma within a value is written \\,
      --prefer EXPR       documents that meet this come before others, as with lang=de,de-CH; EXPR
                          as for --filter. Of several the first counts most. Documents without a
                          value for the key come first too
      --sort KEY          order by the values of a key and not by score: date, date:desc
      --facet KEY         count the values of this key over all documents that match; repeat it for
                          more
      --phrase-bytes N    read at most N bytes of texts to find phrases
      --json              print the results as JSON, with offsets in UTF-16 units

Results:
      --return-level N    the level whose chunks are shown, the number of levels standing for whole
                          documents [default: the one above those matched]
      --no-expand         show the chunks that match and not what they lie in
      --auto-merge[=SHARE]
                          show a parent only where more than this share of its children match, 0 to
                          1, else those children; without a value 0.5
      --siblings N        show N chunks before and N after each one with it
      --per-document N    show at most N passages of one document [default: any number, with
                          --group 3]
      --no-texts          leave the texts of passages out: quicker; with --json "marks"
                          says where words of the query stand in title, headings and snippet
      --group             show documents, each with its best passages
      --max-tokens N      fill N tokens of a language model: of passages that do not fit the
                          best child is shown, or nothing
      --explain           show how each score came about

Scores:
      --match-level N     the level whose chunks are matched, 0 being the smallest [default: 0]
      --collapse NAME     how the scores of the chunks that match in a passage become its own: max,
                          mean [default: max]

Weights, with --explain alone:
      --k1 X, --b X       BM25's [default: 1.2, 0.75]
      --title-weight X    of a word in the title, where one in the text counts 1 [default: 2]
      --heading-weight X  of a word in a heading above the passage [default: 2]

Only the native command has --vector.
`;

/** Flags with a whole number, each with the option that it is. */
const WHOLE = {
  limit: "limit",
  offset: "offset",
  complete: "completions",
  "phrase-bytes": "phraseBytes",
  "return-level": "returnLevel",
  siblings: "siblings",
  "per-document": "perDocument",
  "max-tokens": "maxTokens",
  "match-level": "matchLevel",
};

/** Flags with a weight, each with its name. */
const WEIGHTS = { k1: "k1", b: "b", "title-weight": "title", "heading-weight": "heading" };

const SHORT = { limit: "l", prefix: "p", filter: "f" };
const text = (flag) => [flag, { type: "string", ...(SHORT[flag] && { short: SHORT[flag] }) }];

const options = {
  ...Object.fromEntries([...Object.keys(WHOLE), ...Object.keys(WEIGHTS), "sort", "collapse"].map(text)),
  prefix: { type: "boolean", short: "p" },
  "no-fuzzy": { type: "boolean" },
  filter: { type: "string", short: "f", multiple: true },
  prefer: { type: "string", multiple: true },
  facet: { type: "string", multiple: true },
  "no-expand": { type: "boolean" },
  "auto-merge": { type: "boolean", mayHaveValue: true },
  "no-texts": { type: "boolean" },
  group: { type: "boolean" },
  explain: { type: "boolean" },
  json: { type: "boolean" },
};

/** The flags of options that are called otherwise. */
const names = {
  ...Object.fromEntries(Object.entries(WHOLE).map(([flag, option]) => [option, flag])),
  ...Object.fromEntries(Object.entries(WEIGHTS).map(([flag, weight]) => [`weights.${weight}`, flag])),
  facets: "facet",
};

async function run([path, ...words], { json, ...flags }) {
  if (!path || words.length === 0) throw new UsageError("an INDEX and a QUERY are needed; see kindex search --help");
  const asked = optionsOf(flags);
  await withIndex(path, async (index) => {
    const results = await index.search(words.join(" "), asked);
    if (json) return printJson(results);
    const without = results.total === 0 && asked.filters ? await unmet(index, asked.filters) : [];
    print(page(results, asked, (await index.stats()).levels.length, without));
  });
}

function optionsOf(flags) {
  if (flags.complete !== undefined && !flags.prefix) throw new UsageError("--complete takes --prefix");
  if (flags["no-expand"] && flags["return-level"] !== undefined) throw new UsageError("--no-expand: not with --return-level");
  if (flags["no-texts"] && flags["max-tokens"] !== undefined) throw new UsageError("--no-texts: not with --max-tokens");
  const { prefix, group, explain, sort, collapse, facet, filter = [], prefer = [] } = flags;
  return {
    ...Object.fromEntries(Object.entries(WHOLE).map(([flag, option]) => [option, whole(flag, flags[flag])])),
    weights: weightsOf(flags),
    ...{ prefix, group, explain, sort, collapse },
    fuzzy: flags["no-fuzzy"] ? false : undefined,
    texts: flags["no-texts"] ? false : undefined,
    filters: conditionsOf("filter", filter),
    prefer: conditionsOf("prefer", prefer),
    facets: facet && [...new Set(facet)],
    expand: flags["no-expand"] ? false : undefined,
    autoMerge: flags["auto-merge"] === true || number("auto-merge", flags["auto-merge"]),
  };
}

function weightsOf(flags) {
  const given = Object.entries(WEIGHTS).filter(([flag]) => flags[flag] !== undefined);
  if (given.length === 0) return undefined;
  if (!flags.explain) throw new UsageError(`--${given[0][0]} takes --explain`);
  return Object.fromEntries(given.map(([flag, weight]) => [weight, number(flag, flags[flag])]));
}

/** The flags for a vector of the query. */
const native = ["vector", "alpha", "candidates", "embedder"];

export const search = { help, options, names, native, run };
