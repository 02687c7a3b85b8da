//! The weights with which the words of a query count.

use super::bm25::{Bm25, Norm};
use super::document_scores::{FieldWeights, LevelWeight};
use super::options::SearchOptions;
use super::term_postings::TermPostings;
use super::title::title_norm;
use crate::format::meta::Meta;
use alloc::vec::Vec;

/// What the score of a text takes beside the text.
pub(super) struct ScoreWeights {
    /// For each level, and last for the documents.
    pub levels: Vec<LevelWeight>,
    pub fields: FieldWeights,
    pub bm25: Bm25,
    /// That of a title as a text of its own.
    pub title: f64,
    pub title_norm: Norm,
    /// The share of the best score for having the query for a name.
    pub exact_title: f64,
    /// The most that all words could give a text.
    pub best: f64,
}

impl ScoreWeights {
    pub fn new(meta: &Meta, options: &SearchOptions, words: &[TermPostings]) -> Self {
        let bm25 = options.bm25();
        ScoreWeights {
            levels: level_weights(meta, options),
            fields: options.fields(),
            bm25,
            title: options.title_weight(),
            title_norm: title_norm(meta, bm25),
            exact_title: options.exact_share(),
            best: words.iter().fold(0.0, |best, word| best + word.weight * (bm25.k1 + 1.0)),
        }
    }

    /// The score for having the query for a name.
    pub fn exact(&self) -> f64 {
        self.exact_title * self.best
    }
}

fn level_weights(meta: &Meta, options: &SearchOptions) -> Vec<LevelWeight> {
    let documents = meta.chunks.len();
    let mut weights = Vec::new();
    for level in 0..=documents {
        let count = meta.chunks.get(level).copied().unwrap_or(meta.documents);
        weights.push(LevelWeight {
            weight: options.weight_of(level, documents),
            norm: options.bm25().norm(meta.body_terms as f64 / f64::from(count.max(1))),
        });
    }
    weights
}
