//! Flags of a search.

use super::filter;
use crate::flags::score::{Score, WeightFlags};
use kindex::{Filter, Prefix, SearchOptions, Sort, Weights};
use std::collections::BTreeSet;

/// The flags of a search.
#[derive(clap::Args)]
#[command(mut_group("WeightFlags", |weights| weights.requires("explain")))]
pub struct Flags {
    // options: flags
    /// At most this many results [default: 10; with --max-tokens 100]
    #[arg(short, long, value_name = "N")]
    limit: Option<usize>,
    /// How many results to pass over, as for the next page
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: usize,
    /// Take the last word for the beginning of one
    #[arg(short, long)]
    prefix: bool,
    /// Take no word for a mistyped one
    #[arg(long)]
    no_fuzzy: bool,
    /// Leave the texts of passages out, which takes less time; with --json "marks" says where words
    /// of the query stand in title, headings and snippet
    #[arg(long, conflicts_with = "max_tokens", help_heading = "Results")]
    no_texts: bool,
    /// In how many ways at most to complete the last word; takes --prefix
    #[arg(long, value_name = "N", requires = "prefix", default_value_t = 0)]
    complete: usize,
    /// The level whose chunks are returned, the number of levels standing for whole documents
    /// [default: the next one above the level matched, or that one where the index has no other]
    #[arg(long, value_name = "N", help_heading = "Results")]
    return_level: Option<usize>,
    /// Show the chunks that match and not what they lie in
    #[arg(long, conflicts_with = "return_level", help_heading = "Results")]
    no_expand: bool,
    /// At most this many results of one document [default: any number, with --group 3]
    #[arg(long, value_name = "N", help_heading = "Results")]
    per_document: Option<usize>,
    /// Show documents, each with its best passages
    #[arg(long, help_heading = "Results")]
    group: bool,
    /// At most this many bytes of texts are read to find phrases [default: as many as it takes]
    #[arg(long, value_name = "N")]
    phrase_bytes: Option<usize>,
    /// Only documents that meet this; repeat it to narrow further. KEY=A or KEY=A,B: one of these
    /// values; KEY!=A,B: none of them; KEY>=A, KEY<=A: numbers, or dates written year first. A
    /// comma within a value is written \,
    #[arg(short, long, value_name = "EXPR", value_parser = filter::parse)]
    filter: Vec<Filter>,
    /// Documents that meet this come before others, as with lang=de,de-CH; EXPR as for --filter. Of
    /// several the first counts most. Documents without a value for the key come first too
    #[arg(long, value_name = "EXPR", value_parser = filter::parse)]
    prefer: Vec<Filter>,
    /// A key to order by its values and not by score, as date or date:desc
    #[arg(long, value_name = "KEY")]
    sort: Option<Sort>,
    /// Count the values of this key over all documents that match; may be repeated
    #[arg(long, value_name = "KEY")]
    facet: Vec<String>,
    /// Show other versions and translations of a page with it, and not as results of their own
    #[arg(long, help_heading = "Results")]
    fold: bool,
    /// Show a parent only where more than this share of its children match, 0 to 1, else those
    /// children; without a value 0.5
    #[arg(long, value_name = "SHARE", num_args = 0..=1, require_equals = true, default_missing_value = "0.5", help_heading = "Results")]
    auto_merge: Option<f64>,
    /// How many chunks before and after a result are returned with it
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Results")]
    siblings: usize,
    /// Show how each score came about
    #[arg(long, help_heading = "Results")]
    explain: bool,
    /// Fill this many tokens of a language model: of passages that do not fit the best child is
    /// shown, or nothing
    #[arg(long, value_name = "N", help_heading = "Results")]
    max_tokens: Option<usize>,
    // options end
    #[command(flatten)]
    score: Score,
    #[command(flatten)]
    weights: WeightFlags,
}

impl Flags {
    /// The options that the flags ask for.
    pub fn options(&self) -> SearchOptions {
        let children = self.no_expand.then(|| self.score.match_level());
        SearchOptions {
            // options: fields
            limit: self.limit.unwrap_or(if self.max_tokens.is_some() { 100 } else { 10 }),
            offset: self.offset,
            prefix: if self.prefix { Prefix::Last } else { Prefix::Off },
            fuzzy: !self.no_fuzzy,
            texts: !self.no_texts,
            completions: self.complete,
            return_level: children.or(self.return_level),
            per_document: self.per_document,
            group: self.group,
            phrase_bytes: self.phrase_bytes,
            filters: self.filter.clone(),
            prefer: self.prefer.clone(),
            sort: self.sort.clone(),
            facets: once(&self.facet),
            fold: self.fold,
            auto_merge: self.auto_merge,
            siblings: self.siblings,
            explain: self.explain,
            max_tokens: self.max_tokens,
            // options end
            weights: self.weights.over(Weights::default()),
            ..self.score.over(SearchOptions::default())
        }
    }
}

/// The keys in their order, each where it comes first: facets are shown by their keys.
fn once(keys: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    keys.iter().filter(|key| seen.insert(*key)).cloned().collect()
}
