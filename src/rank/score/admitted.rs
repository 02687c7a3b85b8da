//! The documents that may have results, and the most that each could score.

use super::Ranker;
use super::candidates::Unscored;
use crate::error::ReadError;
use crate::format::pending::Pending;
use crate::rank::upper_bounds::UpperBounds;
use alloc::vec::Vec;

/// The documents of an index that may have results.
pub(super) struct Admitted<'a> {
    pub bounds: UpperBounds<'a>,
    pub documents: Vec<Unscored>,
    /// The reads that found bytes not loaded.
    pub pending: Pending,
}

impl<'a> Ranker<'a> {
    /// The documents that filters leave, with what each could score at most.
    pub(super) fn admitted(&self) -> Result<Admitted<'a>, ReadError> {
        let mut pending = Pending::default();
        let bounds = self.upper_bounds()?;
        let mut documents = Vec::new();
        for (document, bound) in bounds.documents() {
            let next = pending.absorb(self.candidates.admit(document, bound))?;
            let Some(Some(mut next)) = next else { continue };
            next.bound *= self.scorer.index.boost(document)?;
            documents.push(next);
        }
        Ok(Admitted { bounds, documents, pending })
    }

    /// Finds what each document could score at most.
    pub fn upper_bounds(&self) -> Result<UpperBounds<'a>, ReadError> {
        let (index, weights) = (self.scorer.index, &self.scorer.weights);
        let level = self.scorer.options.level_of(index.tree.levels());
        let mut bounds = UpperBounds::new(index, level, self.lists_all)?;
        for word in &self.words {
            bounds.add(word, weights)?;
        }
        bounds.add_titles(weights)?;
        bounds.raise(&self.scorer.names);
        for document in self.candidates.pinned() {
            bounds.list(document)?;
        }
        Ok(bounds)
    }
}
