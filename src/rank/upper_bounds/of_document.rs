//! The most that one document could score.

use crate::rank::bm25::Bm25;
use crate::rank::document_scores::LevelWeight;
use crate::rank::term_postings::EXACT_WEIGHT;
use crate::rank::title::TitleMatch;

/// The bound of one document.
#[derive(Clone, Default)]
pub(super) struct DocumentBound {
    /// The most that the words so far could give.
    pub score: f64,
    /// The sum of what each word that occurs could give any text, and that of words in the title
    /// again.
    pub met: f64,
    /// The number of its chunks that match.
    pub chunks: u32,
    pub word: WordBound,
}

/// The title of one document.
#[derive(Clone, Default)]
pub(super) struct TitleBound {
    pub words: TitleMatch,
    /// The number of the last word in it, from 1.
    pub last: u32,
}

/// The frequency of the current word in a document.
#[derive(Clone, Default)]
pub(super) struct WordBound {
    /// In titles, headings and extra words, times their weights.
    pub outside: f64,
    /// In all bodies. No text has more than 32 bits hold.
    pub body: u32,
    /// In the body of one child at most: the sum of the most that each of the word's lists says.
    pub child: u32,
}

impl WordBound {
    pub fn is_empty(&self) -> bool {
        // Not by a branch: see `UpperBounds::note`.
        (self.body == 0) & (self.outside == 0.0)
    }

    /// The most that the word could give a chunk, as a share of its gain. `length` is the norm's
    /// argument for a child.
    pub fn share(&self, levels: &[LevelWeight], bm25: Bm25, mut length: f64) -> f64 {
        let enough = bm25.k1 * f64::from(EXACT_WEIGHT);
        let mut body = self.child;
        let mut share = 0.0;
        for level in levels {
            let norm = level.norm.of(length);
            let frequency = f64::from(body) + self.outside * norm;
            if frequency > 0.0 {
                share += level.weight * frequency / (frequency + enough * norm);
            }
            // A chunk above has as many children as it takes for all of the word.
            length *= f64::from(self.body.max(1)) / f64::from(body.max(1));
            body = self.body;
        }
        share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BM25: Bm25 = Bm25 { k1: 1.2, b: 0.75 };

    #[test]
    fn a_share_is_that_of_the_best_child_and_of_all_of_a_document() {
        let word = WordBound { outside: 1.5, body: 6, child: 2 };
        let of = |weight, average| LevelWeight { weight, norm: BM25.norm(average) };
        // The levels have norms of 0.25 + 0.75 * 10 / 20 and, three times as long, of
        // 0.25 + 0.75 * 30 / 100. An occurrence in a body counts 5.
        let (child, parent) = (0.625, 0.475);
        let of_child = (2.0 + 1.5 * child) / (2.0 + 1.5 * child + 6.0 * child);
        let of_parent = (6.0 + 1.5 * parent) / (6.0 + 1.5 * parent + 6.0 * parent);
        let share = word.share(&[of(1.0, 20.0), of(0.5, 100.0)], BM25, 10.0);
        assert!((share - of_child - 0.5 * of_parent).abs() < 1e-12, "{share}");
    }

    #[test]
    fn a_word_that_is_nowhere_has_no_share() {
        let bm25 = Bm25 { k1: 1.2, b: 1.0 };
        let level = LevelWeight { weight: 1.0, norm: bm25.norm(20.0) };
        assert_eq!(WordBound::default().share(&[level], bm25, 0.0), 0.0);
        assert!(WordBound::default().is_empty());
        assert!(!WordBound { body: 1, ..WordBound::default() }.is_empty());
        assert!(!WordBound { outside: 1.0, ..WordBound::default() }.is_empty());
    }
}
