// The options of a search, each once. write.mjs writes what the doors have of them: the checks in JavaScript, the
// declarations, the parameters over HTTP, the arguments of search_docs, the flags of `kindex search`, and what the
// WebAssembly module sets.
//
//   name     as JavaScript and the WebAssembly module have it
//   says     what it does, without a full stop; a door has these words unless it has its own
//   more     what else a program needs to know
//   default  what holds where it is not given
//   type     of TypeScript
//   check    the test in js/engine/options.js
//   set      how crates/wasm/src/options.rs sets the option to `number`; strings are set there by hand
//   door     "explore" where kindex/explore alone describes it
//   http     its name there where that is another, the kind of parameter in js/http/parameters.js, and words
//   mcp      the name of the argument, its schema, and words
//   flags    of the command: the field, its type, what clap is told, and words
//   into     what the flags set in Rust's SearchOptions

const WHOLE = { type: "number", check: "whole" };
const TRUTH = { type: "boolean", check: "boolean" };

const whole = (field) => `options.${field} = number as usize`;
const someWhole = (field) => `options.${field} = Some(number as usize)`;
const truth = (field) => `options.${field} = number > 0.0`;

const N = 'long, value_name = "N"';
const RESULTS = 'help_heading = "Results"';

const CONDITIONS = "Readonly<Record<string, FilterValue | readonly FilterValue[] | Condition | undefined>>";

export const OPTIONS = [
  {
    name: "limit",
    says: "At most this many results",
    default: "10; with `maxTokens` 100",
    ...WHOLE,
    set: whole("limit"),
    http: { kind: "whole(1, results)", says: "At most this many; of values, for each key." },
    mcp: { schema: { type: "integer", minimum: 1, maximum: 50, default: 8 }, says: "At most this many passages, of one page at most three." },
    flags: [{ field: "limit", type: "Option<usize>", clap: `short, ${N}` }],
    into: "limit: self.limit.unwrap_or(if self.max_tokens.is_some() { 100 } else { 10 })",
  },
  {
    name: "offset",
    says: "How many results to pass over, as for the next page",
    more: "It continues the page before, without gaps and repeats. It counts what `limit` counts, so documents where they are grouped; with `maxTokens` also results that were left out. Pages may overlap where `uncheckedPhrases` names a phrase.",
    default: "0",
    ...WHOLE,
    set: whole("offset"),
    http: { kind: "whole(0, 2 ** 31, 0)" },
    mcp: {
      schema: { type: "integer", minimum: 0, maximum: 2 ** 32 - 1, default: 0 },
      says: "How many passages to pass over: next of the call before, with the same query, limit, filters, version and exclude.",
    },
    flags: [{ field: "offset", type: "usize", clap: `${N}, default_value_t = 0` }],
    into: "offset: self.offset",
  },
  {
    name: "prefix",
    says: 'Whether the last word may be the beginning of one, or with "all" every word',
    more: "For results as one types. So may a word with `*` after it. Both hold in queries of up to ten parts.",
    default: "false",
    type: 'boolean | "all"',
    check: "prefixes",
    set: "options.prefix = prefix(number)",
    http: {
      kind: "prefixes()",
      says: "Whether the last word may be the beginning of one, or with all every word; on a large site from three letters on. For documents what the address begins with.",
    },
    flags: [{ field: "prefix", type: "bool", clap: "short, long", says: "Take the last word for the beginning of one" }],
    into: "prefix: if self.prefix { Prefix::Last } else { Prefix::Off }",
  },
  {
    name: "fuzzy",
    says: "Whether a word that no page has may be a mistyped one",
    default: "true",
    ...TRUTH,
    set: truth("fuzzy"),
    http: { kind: "truth(true)" },
    flags: [{ field: "no_fuzzy", type: "bool", clap: "long", says: "Take no word for a mistyped one" }],
    into: "fuzzy: !self.no_fuzzy",
  },
  {
    name: "texts",
    says: "Whether results have their texts",
    more: "Without them a search takes less time, for a list that shows titles, headings and snippets: `Hit.marks` has the places of words in these.",
    default: "true",
    ...TRUTH,
    set: truth("texts"),
    http: { kind: "truth(true)", says: "Whether results have their content. Without it they have marks, and take less time." },
    flags: [
      {
        field: "no_texts",
        type: "bool",
        clap: `long, conflicts_with = "max_tokens", ${RESULTS}`,
        says: 'Leave the texts of passages out, which takes less time; with --json "marks" says where words of the query stand in title, headings and snippet',
      },
    ],
    into: "texts: !self.no_texts",
  },
  {
    name: "completions",
    says: "In how many ways at most to complete the last word, with `prefix`",
    more: "See `Results.completions`. There are up to 64 for one or two letters, and up to 20 for more.",
    default: "0",
    ...WHOLE,
    set: whole("completions"),
    flags: [
      {
        field: "complete",
        type: "usize",
        clap: `${N}, requires = "prefix", default_value_t = 0`,
        says: "In how many ways at most to complete the last word; takes --prefix",
      },
    ],
    into: "completions: self.complete",
  },
  {
    name: "matchLevel",
    says: "The level whose chunks are matched, 0 being the smallest",
    more: "Options and results that speak of children mean the chunks of this level.",
    default: "0",
    ...WHOLE,
    set: whole("match_level"),
  },
  {
    name: "returnLevel",
    says: "The level whose chunks are returned, the number of levels standing for whole documents",
    default: "the next one above the level matched, or that one where the index has no other",
    ...WHOLE,
    set: someWhole("return_level"),
    http: { name: "level", kind: "whole(0, levels)", more: "By default the one above the smallest." },
    flags: [{ field: "return_level", type: "Option<usize>", clap: `${N}, ${RESULTS}` }],
    into: "return_level: children.or(self.return_level)",
  },
  {
    name: "expand",
    says: "Whether to return the passages around what matches",
    more: "False returns the chunks that were matched: `returnLevel` is then `matchLevel`.",
    default: "true",
    ...TRUTH,
    http: { kind: "truth(true)", more: "Without them results are the smallest chunks." },
    mcp: {
      name: "expand_to_parents",
      schema: { type: "boolean", default: true },
      says: "Whether to give the sections around what matches. False gives only the small chunks that match, which takes fewer tokens for each and so shows more places.",
    },
    flags: [
      {
        field: "no_expand",
        type: "bool",
        clap: `long, conflicts_with = "return_level", ${RESULTS}`,
        says: "Show the chunks that match and not what they lie in",
      },
    ],
  },
  {
    name: "perDocument",
    says: "At most this many results of one document",
    default: "any number, with `group` 3",
    ...WHOLE,
    set: someWhole("per_document"),
    flags: [{ field: "per_document", type: "Option<usize>", clap: `${N}, ${RESULTS}` }],
    into: "per_document: self.per_document",
  },
  {
    name: "group",
    says: "Whether each result is a document, with its best passages",
    more: "The best one comes first, with the others in `more`. `limit` then counts documents.",
    default: "false",
    ...TRUTH,
    set: truth("group"),
    http: { kind: "truth()" },
    flags: [{ field: "group", type: "bool", clap: `long, ${RESULTS}`, says: "Show documents, each with its best passages" }],
    into: "group: self.group",
  },
  {
    name: "phraseBytes",
    says: "At most this many bytes of texts are read to find phrases",
    more: "Phrases are texts in quotes, and names of several parts after a sign or field. Documents beyond that limit count as if they met the query: as if they had its phrases, with the words near each other, and nothing that it excludes. See `Results.uncheckedPhrases`.",
    default: "as many as it takes",
    ...WHOLE,
    set: someWhole("phrase_bytes"),
    flags: [{ field: "phrase_bytes", type: "Option<usize>", clap: N }],
    into: "phrase_bytes: self.phrase_bytes",
  },
  {
    name: "filters",
    says: "Only documents that meet all of these, by key",
    more: "A value or several stand for `any`. A key that no document has throws an `invalid_option` that names those there are; so do `sort` and `facets`.",
    type: CONDITIONS,
    check: "object",
    mcp: {
      // Some models take no object without properties.
      schema: { type: "object", properties: { lang: { type: "string", description: 'A key as any other: the language, as in "en".' } } },
      says: 'Only pages whose metadata meets all of these, by key, as in {"version": "2", "tag": {"not": "draft"}}. A string, number or boolean, or an array of them, stands for any. An object says more: any (has one of these), all (has all of these), not (has none of these), min and max (has one at least or at most so much). Leave it out unless the keys are known; list_docs tells them.',
    },
    flags: [
      {
        field: "filter",
        type: "Vec<Filter>",
        clap: 'short, long, value_name = "EXPR", value_parser = filter::parse',
        says: "Only documents that meet this; repeat it to narrow further. KEY=A or KEY=A,B: one of these values; KEY!=A,B: none of them; KEY>=A, KEY<=A: numbers, or dates written year first. A comma within a value is written \\,",
      },
    ],
    into: "filters: self.filter.clone()",
  },
  {
    name: "prefer",
    says: "Documents that meet these come before others, by key",
    more: "Those that meet an earlier one come before those that do not. A document without a value for the key meets it, and a key that no document has counts for nothing. A language has its regional forms: `en-US` meets `en`. `Hit.differs` says what a hit does not meet.",
    type: CONDITIONS,
    check: "object",
    mcp: {
      schema: { type: "object", properties: { lang: { type: "string", description: 'The language that is read, as in "en".' } } },
      says: "Pages that meet these come before others, which are given too. Written as filters are.",
    },
    flags: [
      {
        field: "prefer",
        type: "Vec<Filter>",
        clap: 'long, value_name = "EXPR", value_parser = filter::parse',
        says: "Documents that meet this come before others, as with lang=de,de-CH; EXPR as for --filter. Of several the first counts most. Documents without a value for the key come first too",
      },
    ],
    into: "prefer: self.prefer.clone()",
  },
  {
    name: "sort",
    says: "A key to order by its values and not by score, as date or date:desc",
    more: "They are found as for filters, of several the first; numbers go by their size, before all else. Documents without a value come last; equals keep the order by score.",
    type: "string",
    check: "string",
    http: { kind: "words(MAX_KEY_CHARACTERS)", more: "A key that no document has is refused." },
    flags: [{ field: "sort", type: "Option<Sort>", clap: 'long, value_name = "KEY"' }],
    into: "sort: self.sort.clone()",
  },
  {
    name: "facets",
    says: "Keys whose values are counted over the documents that words find",
    more: "Those that a vector alone finds are not counted.",
    type: "readonly string[]",
    check: "strings",
    http: {
      kind: "keys(MAX_FACETS)",
      says: "A key whose values are counted over the documents that match. May be given several times. A key that no document has is refused.",
    },
    flags: [
      {
        field: "facet",
        type: "Vec<String>",
        clap: 'long, value_name = "KEY"',
        says: "Count the values of this key over all documents that match; may be repeated",
      },
    ],
    into: "facets: once(&self.facet)",
  },
  {
    name: "fold",
    says: "Whether other versions and translations of a page are folded into it",
    more: "They are pages at the same address, but for the parts that name the version or the language; versions have the same title. A pinned one stands for all, or else the first of the version that `prefer` names, or else the first; with `sort` always the first. It has the others in `Hit.same`. Only results that are asked for together are folded: `limit`, `offset` and `total` count as without it, so there may be fewer results than `limit`.",
    default: "false",
    ...TRUTH,
    set: truth("fold"),
    door: "explore",
    http: { kind: "truth()", says: "Whether other versions and translations of a page are folded into its result, as same. There may be fewer results than limit then." },
    mcp: {
      schema: { type: "boolean", default: true },
      says: "Whether other versions and translations of a page are named beside its passages and not given themselves, where they are found by the same call. With exclude all are given.",
    },
    flags: [{ field: "fold", type: "bool", clap: `long, ${RESULTS}`, says: "Show other versions and translations of a page with it, and not as results of their own" }],
    into: "fold: self.fold",
  },
  {
    name: "collapse",
    says: "How the scores of the chunks that match in a result become its own: the best one's, or their mean",
    default: '"max"',
    type: '"max" | "mean"',
    check: "collapses",
    door: "explore",
  },
  {
    name: "autoMerge",
    says: "Return a parent only where more than this share of its children match, 0 to 1, else those children",
    more: "True is 0.5. False returns all parents.",
    default: "false",
    type: "number | boolean",
    check: "shares",
    set: "options.auto_merge = Some(number)",
    door: "explore",
    flags: [
      {
        field: "auto_merge",
        type: "Option<f64>",
        clap: `long, value_name = "SHARE", num_args = 0..=1, require_equals = true, default_missing_value = "0.5", ${RESULTS}`,
        says: "Show a parent only where more than this share of its children match, 0 to 1, else those children; without a value 0.5",
      },
    ],
    into: "auto_merge: self.auto_merge",
  },
  {
    name: "siblings",
    says: "How many chunks before and after a result are returned with it",
    more: "Windows that overlap become one result. With `autoMerge` children only get a window.",
    default: "0",
    ...WHOLE,
    set: whole("siblings"),
    door: "explore",
    flags: [{ field: "siblings", type: "usize", clap: `${N}, default_value_t = 0, ${RESULTS}` }],
    into: "siblings: self.siblings",
  },
  {
    name: "explain",
    says: "Whether each result says how its score came about",
    default: "false",
    ...TRUTH,
    set: truth("explain"),
    door: "explore",
    flags: [{ field: "explain", type: "bool", clap: `long, ${RESULTS}`, says: "Show how each score came about" }],
    into: "explain: self.explain",
  },
  {
    name: "maxTokens",
    says: "Fills this many tokens of a language model with the best results",
    more: "Those that do not fit are replaced by their best child or left out, and named in `leftOut`.",
    ...WHOLE,
    set: someWhole("max_tokens"),
    door: "explore",
    http: { kind: "whole(1, maxTokens)" },
    mcp: {
      name: "max_tokens",
      schema: { type: "integer", minimum: 300, maximum: 10_000, default: 3000 },
      says: "About how many tokens the answer may have.",
    },
    flags: [
      {
        field: "max_tokens",
        type: "Option<usize>",
        clap: `${N}, ${RESULTS}`,
        says: "Fill this many tokens of a language model: of passages that do not fit the best child is shown, or nothing",
      },
    ],
    into: "max_tokens: self.max_tokens",
  },
];
