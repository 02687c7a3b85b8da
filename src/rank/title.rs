//! The part that the title has in a page's score, as a text of its own.

use super::bm25::{Bm25, Norm};
use super::score::greater;
use crate::format::meta::Meta;

pub(super) fn title_norm(meta: &Meta, bm25: Bm25) -> Norm {
    bm25.norm(meta.title_terms as f64 / f64::from(meta.documents.max(1)))
}

/// The weight of a word of a title that the query lacks. Nothing is known of such a word, so it
/// counts as one that stands in two of nine parents: idf 1.5 × (k1 + 1).
const LACKED_WORD_WEIGHT: f64 = 3.3;

/// The share of the query from which on a title gets no bonus, as its score says enough.
const ENOUGH_TITLE_SHARE: f64 = 0.75;

/// The bonus of a title, as a share of what the query has besides it, up to [`ENOUGH_TITLE_SHARE`].
const BESIDE_SHARE: f64 = 0.25;

/// A title as a text of its own.
#[derive(Clone, Default)]
pub(super) struct TitleMatch {
    /// The sum over the words.
    pub score: f64,
    /// The number of its terms that match.
    found: f64,
    /// The most that the words in it could give.
    met: f64,
}

impl TitleMatch {
    /// Adds a word of that weight and frequency in the title, or further occurrences of one.
    /// Inlined, it would be in the WebAssembly twice.
    #[inline(never)]
    pub fn add(&mut self, weight: f64, frequency: f64, bm25: Bm25, norm: f64, is_new: bool) {
        if frequency > 0.0 {
            self.score += weight * bm25.saturate(frequency / norm);
            self.found += frequency;
            if is_new {
                self.met += weight * (bm25.k1 + 1.0);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.found == 0.0
    }

    /// The share of a title of `length` terms that matches: one that says more than the query is
    /// about something else.
    pub fn share(&self, length: f64) -> f64 {
        // Two words of a query may have the same stem.
        if self.found < length { self.found / length } else { 1.0 }
    }

    /// The part for a title that is a part of the query: who asks how to install a plugin on
    /// a server wants *Plugins* rather than a page on something else that has all these
    /// words. It is less where the title has other words, and nothing where it has most of
    /// the query, which its score says.
    pub fn part(&self, length: f64, best: f64) -> f64 {
        let rest = ENOUGH_TITLE_SHARE * best - self.met;
        if self.is_empty() || rest < 0.0 {
            return 0.0;
        }
        let lacked = greater(length - self.found, 0.0) * LACKED_WORD_WEIGHT;
        BESIDE_SHARE * rest * self.met / (self.met + lacked)
    }

    /// The score, for a query of which no text can have more than `best`. Inlined, it
    /// would be in the WebAssembly twice.
    #[inline(never)]
    pub fn total(&self, length: f64, best: f64) -> f64 {
        self.score * self.share(length) + self.part(length, best)
    }
}
