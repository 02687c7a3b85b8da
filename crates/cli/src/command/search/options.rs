//! How to search, as flags.

use super::filter;
use clap::ValueEnum;
use kindex::{Collapse, Filter, SearchOptions, Sort};

/// How to search.
#[derive(clap::Args)]
pub struct Flags {
    /// Show at most so many passages, or documents with --group [default: 10; with --max-tokens 100]
    #[arg(short, long, value_name = "N")]
    limit: Option<usize>,
    /// Take the last word for the beginning of one
    #[arg(short, long)]
    prefix: bool,
    /// Only documents that meet this; repeat it to narrow further. KEY=A or KEY=A,B: one of these
    /// values; KEY!=A,B: none of them; KEY>=A, KEY<=A: numbers, or dates written year first. A
    /// comma within a value is written \,
    #[arg(short, long, value_name = "EXPR", value_parser = filter::parse)]
    filter: Vec<Filter>,
    /// Order by the values of a key and not by score: date, date:desc. Numbers go by their size,
    /// and documents without a value come last
    #[arg(long, value_name = "KEY")]
    sort: Option<Sort>,
    /// Count the values of this key over all documents that match; may be repeated
    #[arg(long, value_name = "KEY")]
    facet: Vec<String>,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    score: Score,
}

/// What is returned.
#[derive(clap::Args)]
#[command(next_help_heading = "What is returned")]
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

/// How scores come about.
#[derive(clap::Args)]
#[command(next_help_heading = "How passages score")]
struct Score {
    /// The level whose chunks are matched, 0 being the smallest
    #[arg(long, value_name = "N", default_value_t = 0)]
    match_level: usize,
    /// How the scores of the chunks that match in a passage become its own
    #[arg(long, value_name = "NAME", default_value = "max")]
    collapse: CollapseName,
    /// With --collapse decayed, how much the second best chunk counts, 0 to 1; the third counts
    /// this much of that, and so on
    #[arg(long, value_name = "SHARE", default_value_t = SearchOptions::default().decay)]
    decay: f64,
    /// How much of the score of each level above those matched is added, then of the document
    /// [default: 0.5 of the next level, 0.25 of the document]
    #[arg(long, value_name = "WEIGHTS", value_delimiter = ',')]
    blend: Option<Vec<f64>>,
    /// BM25's k1, from 0
    #[arg(long, value_name = "X", default_value_t = SearchOptions::default().k1)]
    k1: f64,
    /// BM25's b, 0 to 1
    #[arg(long, value_name = "X", default_value_t = SearchOptions::default().b)]
    b: f64,
}

#[derive(Clone, Copy, ValueEnum)]
enum CollapseName {
    /// The best one's
    Max,
    /// Their mean
    Mean,
    /// Their sum
    Sum,
    /// The best one's and a falling share of the others'
    Decayed,
}

impl From<CollapseName> for Collapse {
    fn from(name: CollapseName) -> Self {
        match name {
            CollapseName::Max => Collapse::Max,
            CollapseName::Mean => Collapse::Mean,
            CollapseName::Sum => Collapse::Sum,
            CollapseName::Decayed => Collapse::Decayed,
        }
    }
}

impl Flags {
    /// What the flags ask for.
    pub fn options(&self) -> SearchOptions {
        let Flags { shape, score, .. } = self;
        let children = shape.no_expand.then_some(score.match_level);
        SearchOptions {
            limit: self.limit.unwrap_or(if shape.max_tokens.is_some() { 100 } else { 10 }),
            prefix: self.prefix,
            filters: self.filter.clone(),
            sort: self.sort.clone(),
            facets: self.facet.clone(),
            return_level: children.or(shape.return_level),
            auto_merge: shape.auto_merge,
            siblings: shape.siblings,
            per_document: shape.per_document,
            group: shape.group,
            max_tokens: shape.max_tokens,
            explain: shape.explain,
            match_level: score.match_level,
            collapse: score.collapse.into(),
            decay: score.decay,
            blend: score.blend.clone(),
            k1: score.k1,
            b: score.b,
            ..SearchOptions::default()
        }
    }
}
