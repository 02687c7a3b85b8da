//! Flags that say how passages are ranked.

use clap::ValueEnum;
use kindex::{Collapse, SearchOptions};

/// The flags that change scores.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
#[command(next_help_heading = "Scores")]
pub struct Score {
    /// The level whose chunks are matched, 0 being the smallest [default: 0]
    #[arg(long, value_name = "N")]
    match_level: Option<usize>,
    /// The way in which the scores of the chunks that match in a passage become its own [default:
    /// max]
    #[arg(long, value_name = "NAME")]
    collapse: Option<CollapseName>,
    /// The share of the score of each level above those matched that is added, then of the document
    /// [default: 0.5 of the next level, 0.25 of the document]
    #[arg(long, value_name = "WEIGHTS", value_delimiter = ',')]
    blend: Option<Vec<f64>>,
    /// BM25's k1, from 0 [default: 1.2]
    #[arg(long, value_name = "X")]
    k1: Option<f64>,
    /// BM25's b, 0 to 1 [default: 0.75]
    #[arg(long, value_name = "X")]
    b: Option<f64>,
    /// The weight of a word in the title, where one in the text counts 1 [default: 2]
    #[arg(long, value_name = "X")]
    title_weight: Option<f64>,
    /// The weight of a word in a heading above the passage [default: 2]
    #[arg(long, value_name = "X")]
    heading_weight: Option<f64>,
    /// The weight of a word that is searched and not shown [default: 1]
    #[arg(long, value_name = "X")]
    extra_weight: Option<f64>,
    /// The share of the title's score as a text of its own that is added, times the share of the
    /// title that matches, and of the bonus for a title that is a part of the query [default: 0.75]
    #[arg(long, value_name = "X")]
    title_score: Option<f64>,
    /// The share of the best possible score that is added where the query is a title or a heading;
    /// links to pages of one name add up to half of it [default: 0.5]
    #[arg(long, value_name = "X")]
    exact_title: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum CollapseName {
    /// The best one's
    Max,
    /// Their mean
    Mean,
}

impl From<CollapseName> for Collapse {
    fn from(name: CollapseName) -> Self {
        match name {
            CollapseName::Max => Collapse::Max,
            CollapseName::Mean => Collapse::Mean,
        }
    }
}

impl Score {
    /// The level that is matched.
    pub fn match_level(&self) -> usize {
        self.match_level.unwrap_or(SearchOptions::default().match_level)
    }

    /// These options, with what the flags say.
    pub fn over(&self, usual: SearchOptions) -> SearchOptions {
        SearchOptions {
            match_level: self.match_level.unwrap_or(usual.match_level),
            collapse: self.collapse.map_or(usual.collapse, Into::into),
            blend: self.blend.clone().or(usual.blend),
            k1: self.k1.unwrap_or(usual.k1),
            b: self.b.unwrap_or(usual.b),
            title: self.title_weight.unwrap_or(usual.title),
            heading: self.heading_weight.unwrap_or(usual.heading),
            extra: self.extra_weight.unwrap_or(usual.extra),
            title_score: self.title_score.unwrap_or(usual.title_score),
            exact_title: self.exact_title.unwrap_or(usual.exact_title),
            ..usual
        }
    }
}
