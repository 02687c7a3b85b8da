//! Flags that say how passages are ranked.

use clap::ValueEnum;
use kindex::{Collapse, SearchOptions, Weights};

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
            ..usual
        }
    }
}

/// The weights that can be tried.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
#[command(next_help_heading = "Weights")]
pub struct WeightFlags {
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
}

impl WeightFlags {
    /// These weights, with what the flags say.
    pub fn over(&self, usual: Weights) -> Weights {
        Weights {
            k1: self.k1.unwrap_or(usual.k1),
            b: self.b.unwrap_or(usual.b),
            title: self.title_weight.unwrap_or(usual.title),
            heading: self.heading_weight.unwrap_or(usual.heading),
        }
    }
}
