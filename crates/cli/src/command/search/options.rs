//! Flags of a search.

use super::filter;
use crate::ranking::Score;
use kindex::{Filter, Prefix, SearchOptions, Sort};
use std::collections::BTreeSet;

/// The flags of a search.
#[derive(clap::Args)]
pub struct Flags {
    /// Show at most so many passages, or documents with --group [default: 10; with --max-tokens 100]
    #[arg(short, long, value_name = "N")]
    limit: Option<usize>,
    /// Pass over so many of those first, as for the next page
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: usize,
    /// Take the last word for the beginning of one
    #[arg(short, long, group = "begins")]
    prefix: bool,
    /// Take each word for the beginning of one
    #[arg(long, group = "begins")]
    prefix_all: bool,
    /// Take no word for a mistyped one
    #[arg(long)]
    no_fuzzy: bool,
    /// Say in up to so many ways how the last word may go on; takes --prefix
    /// or --prefix-all
    #[arg(long, value_name = "N", requires = "begins", default_value_t = 0)]
    complete: usize,
    /// Only documents that meet this; repeat it to narrow further. KEY=A or KEY=A,B: one of these
    /// values; KEY!=A,B: none of them; KEY>=A, KEY<=A: numbers, or dates written year first. A
    /// comma within a value is written \,
    #[arg(short, long, value_name = "EXPR", value_parser = filter::parse)]
    filter: Vec<Filter>,
    /// Documents that meet this come before others, as with lang=de,de-CH; EXPR as for --filter. Of
    /// several the first counts most. Documents without a value for the key come first too
    #[arg(long, value_name = "EXPR", value_parser = filter::parse)]
    prefer: Vec<Filter>,
    /// Order by the values of a key and not by score: date, date:desc. Numbers go by their size,
    /// and documents without a value come last
    #[arg(long, value_name = "KEY")]
    sort: Option<Sort>,
    /// Count the values of this key over all documents that match; may be repeated
    #[arg(long, value_name = "KEY")]
    facet: Vec<String>,
    /// Read at most so many bytes of texts to find phrases; what is said of the results names those
    /// that were not looked for everywhere [default: as many as it takes]
    #[arg(long, value_name = "N")]
    phrase_bytes: Option<usize>,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    score: Score,
}

/// The form of results.
#[derive(clap::Args)]
#[command(next_help_heading = "Results")]
struct Shape {
    /// The level whose chunks are shown, the number of levels standing for whole documents
    /// [default: the one above those matched]
    #[arg(long, value_name = "N")]
    return_level: Option<usize>,
    /// Show the chunks that match and not what they lie in
    #[arg(long, conflicts_with = "return_level")]
    no_expand: bool,
    /// Show a parent only where more than this share of its children match, 0 to 1, else those
    /// children; without a value 0.5
    #[arg(long, value_name = "SHARE", num_args = 0..=1, require_equals = true, default_missing_value = "0.5")]
    auto_merge: Option<f64>,
    /// Show so many chunks before and after each one with it
    #[arg(long, value_name = "N", default_value_t = 0)]
    siblings: usize,
    /// Show at most so many passages of one document [default: any number, with --group 3]
    #[arg(long, value_name = "N")]
    per_document: Option<usize>,
    /// Leave the texts of passages out, which takes less time; with --json "marks" says where words
    /// of the query stand in title, headings and snippet
    #[arg(long, conflicts_with = "max_tokens")]
    no_texts: bool,
    /// Show documents, each with its best passages
    #[arg(long)]
    group: bool,
    /// Fill so many tokens of a language model: of passages that do not fit the best child is
    /// shown, or nothing
    #[arg(long, value_name = "N")]
    max_tokens: Option<usize>,
    /// Show how each score came about
    #[arg(long)]
    explain: bool,
}

impl Flags {
    fn prefix(&self) -> Prefix {
        match (self.prefix, self.prefix_all) {
            (_, true) => Prefix::All,
            (true, _) => Prefix::Last,
            _ => Prefix::Off,
        }
    }

    /// The options that the flags ask for.
    pub fn options(&self) -> SearchOptions {
        let Flags { shape, score, .. } = self;
        let children = shape.no_expand.then(|| score.match_level());
        SearchOptions {
            limit: self.limit.unwrap_or(if shape.max_tokens.is_some() { 100 } else { 10 }),
            offset: self.offset,
            prefix: self.prefix(),
            fuzzy: !self.no_fuzzy,
            completions: self.complete,
            filters: self.filter.clone(),
            prefer: self.prefer.clone(),
            sort: self.sort.clone(),
            facets: once(&self.facet),
            phrase_bytes: self.phrase_bytes,
            return_level: children.or(shape.return_level),
            auto_merge: shape.auto_merge,
            siblings: shape.siblings,
            per_document: shape.per_document,
            group: shape.group,
            texts: !shape.no_texts,
            max_tokens: shape.max_tokens,
            explain: shape.explain,
            ..score.over(SearchOptions::default())
        }
    }
}

/// The keys in their order, each where it comes first: facets are shown by their keys.
fn once(keys: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    keys.iter().filter(|key| seen.insert(*key)).cloned().collect()
}
