//! The documents that may have results, and the order in which they are scored.

use super::{Scorer, greater};
use crate::error::ReadError;
use crate::format::meta::Meta;
use crate::index::IndexReader;
use crate::query::{PageAt, Query};
use crate::rank::options::SearchOptions;
use crate::rank::preference::{MAX_PREFERRED_CONDITIONS, Preference};

/// Documents are scored in turns, each time those that could score this share of the most.
const NEAR_SHARE: f64 = 0.9;

/// The place of a document that is pinned is at least this, and otherwise less: conditions are bits
/// below.
pub(super) const PINNED_KEY: u64 = 1 << MAX_PREFERRED_CONDITIONS;

/// Says which documents are wanted, and which of them come first.
pub(super) struct Candidates<'a> {
    index: &'a IndexReader<'a>,
    options: &'a SearchOptions,
    preference: Preference<'a>,
    /// The documents of all indexes that come first, in order.
    pinned: &'a [PageAt],
}

/// A document that is not scored yet. There may be as many as the index has pages, so each has no
/// more than it takes.
pub(super) struct Unscored {
    pub document: usize,
    /// The conditions that it meets.
    conditions: u32,
    /// The most that it could score.
    pub bound: f64,
}

impl<'a> Candidates<'a> {
    pub fn new(scorer: &Scorer<'a>, meta: &'a Meta, query: &'a Query) -> Candidates<'a> {
        let Scorer { index, options, .. } = *scorer;
        let preference = Preference::new(&options.prefer, meta);
        Candidates { index, options, preference, pinned: &query.pinned }
    }

    /// The documents of the index that come first.
    pub fn pinned(&self) -> impl Iterator<Item = usize> {
        let own = self.pinned.iter().filter(|(number, _)| *number == self.index.number);
        own.map(|(_, document)| *document)
    }

    /// A document with the most that it could score, if the filters leave it.
    pub fn admit(&self, document: usize, bound: f64) -> Result<Option<Unscored>, ReadError> {
        let conditions = self.conditions(document)?;
        Ok(conditions.map(|conditions| Unscored { document, conditions, bound }))
    }

    /// The place of a document by pins and conditions, the greatest first.
    pub fn preferred(&self, next: &Unscored) -> u64 {
        self.pin(next.document) + u64::from(next.conditions)
    }

    pub fn is_pinned(&self, next: &Unscored) -> bool {
        self.pinned.contains(&(self.index.number, next.document))
    }

    /// The conditions that a document meets, if the filters leave it.
    fn conditions(&self, document: usize) -> Result<Option<u32>, ReadError> {
        if self.options.filters.is_empty() && self.preference.is_empty() {
            return Ok(Some(0));
        }
        let values = self.index.documents.values(document)?;
        if !self.options.leave(&values)? {
            return Ok(None);
        }
        self.preference.of(&values).map(Some)
    }

    /// A number that is the greater the earlier a document is pinned, and 0 where it is not.
    fn pin(&self, document: usize) -> u64 {
        let at = self.pinned.iter().position(|&pinned| pinned == (self.index.number, document));
        at.map_or(0, |at| (self.pinned.len() - at) as u64 * PINNED_KEY)
    }
}

/// The documents that are scored next.
pub(super) struct Turn {
    preferred: u64,
    bound: f64,
}

impl Turn {
    pub fn of(unscored: &[Unscored], candidates: &Candidates<'_>) -> Self {
        let preferred = unscored.iter().fold(0, |most, next| most.max(candidates.preferred(next)));
        let bounds = unscored.iter().filter(|next| candidates.preferred(next) == preferred);
        let best = bounds.fold(0.0, |best, next| greater(best, next.bound));
        Turn { preferred, bound: best * NEAR_SHARE }
    }

    pub fn has(&self, next: &Unscored, candidates: &Candidates<'_>) -> bool {
        candidates.preferred(next) == self.preferred && next.bound >= self.bound
    }
}
