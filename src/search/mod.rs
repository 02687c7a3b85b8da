//! Finds the parents that answer a query best.

mod cursor;
mod matches;
pub(crate) mod query;
mod score;
mod shape;
mod top;

use crate::bm25::Bm25;
use crate::error::{Damage, Error};
use crate::index::Sections;
use alloc::string::ToString;
use alloc::vec::Vec;
pub(crate) use query::Query;
pub(crate) use score::{Ranked, Scored};

/// How the scores of a parent's children become the parent's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collapse {
    /// The best child counts.
    #[default]
    Max,
    /// The mean of the children that match.
    Mean,
    /// The sum of the children that match.
    Sum,
}

/// How to search. The defaults are those that measured best over documentation and over published
/// test collections.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// At most so many results. Default 10.
    pub limit: usize,
    /// Whether the last word may be the beginning of one, for results as one types. Default no.
    pub prefix: bool,
    /// The level whose chunks are returned, 0 being the children. Default 1, or 0 where the index
    /// has only that.
    pub return_level: Option<usize>,
    /// How children's scores combine.
    pub collapse: Collapse,
    /// BM25's k1, at least 0. Default 1.2.
    pub k1: f64,
    /// BM25's b, 0 to 1. Default 0.75.
    pub b: f64,
    /// How much an occurrence in the title counts, where one in the body counts 1. Default 2.
    pub title: f64,
    /// How much an occurrence in a heading above the passage counts. Default 2.
    pub heading: f64,
    /// How much of the scores of what a child lies in is added to its own: one weight for each
    /// level above the children, then one for the document. Default 0.5 for the parent, 0.25 for
    /// the document and 0 between.
    pub blend: Option<Vec<f64>>,
    /// How much of the title's score as a text of its own is added. Default 0.5.
    pub title_score: f64,
    /// How much of the best possible score is added to all of a page whose title is the query, and
    /// to the beginning of a section whose heading is. Default 0.5.
    pub exact_title: f64,
    /// Only documents that have one of the values for each of the keys.
    pub filters: Vec<(alloc::string::String, Vec<alloc::string::String>)>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            limit: 10,
            prefix: false,
            return_level: None,
            collapse: Collapse::Max,
            k1: 1.2,
            b: 0.75,
            title: 2.0,
            heading: 2.0,
            blend: None,
            title_score: 0.5,
            exact_title: 0.5,
            filters: Vec::new(),
        }
    }
}

impl SearchOptions {
    /// Textbook BM25 over the children alone: one field, no blend, children returned.
    pub fn plain() -> Self {
        SearchOptions {
            return_level: Some(0),
            title: 0.0,
            heading: 0.0,
            blend: Some(Vec::new()),
            title_score: 0.0,
            exact_title: 0.0,
            ..SearchOptions::default()
        }
    }

    pub(crate) fn check(&self, sections: &Sections<'_>) -> Result<(), Error> {
        let levels = sections.tree.levels();
        if let Some(level) = self.return_level
            && level >= levels
        {
            let last = (levels - 1).to_string();
            let message = ["there is no level ", &level.to_string(), "; accepted are 0 to ", &last];
            let message = message.concat();
            return Err(Error::config("returnLevel", message));
        }
        let blend = self.blend.as_deref().unwrap_or_default();
        if blend.len() > levels {
            let message = ["too many weights; accepted are at most ", &levels.to_string()].concat();
            return Err(Error::config("blend", message));
        }
        let weights = [self.k1, self.title, self.heading, self.title_score, self.exact_title];
        let mut weights = weights.iter().chain(blend);
        if !weights.all(|weight| weight.is_finite() && *weight >= 0.0) {
            let message = "a weight or k1 is negative or not a number; accepted are numbers from 0";
            return Err(Error::config("weights", message));
        }
        if !(0.0..=1.0).contains(&self.b) {
            return Err(Error::config("b", "accepted are numbers from 0 to 1"));
        }
        Ok(())
    }

    fn bm25(&self) -> Bm25 {
        Bm25 { k1: self.k1, b: self.b }
    }

    /// The weight of a level above the children in the score of a child.
    fn blend_of(&self, level: usize, document_level: usize) -> f64 {
        match &self.blend {
            Some(weights) => weights.get(level - 1).copied().unwrap_or(0.0),
            None if level == document_level => 0.25,
            None if level == 1 => 0.5,
            None => 0.0,
        }
    }
}

/// Parses and ranks.
pub(crate) fn run(
    sections: &Sections<'_>,
    query: &str,
    options: &SearchOptions,
) -> Result<(Query, Ranked), Damage> {
    let query = Query::parse(query, options.prefix, sections)?;
    let ranked = score::rank(sections, &query, options)?;
    Ok((query, ranked))
}
