//! Candidates that words do not find.

use super::super::options::Limits;
use super::super::score::{ChildrenOf, Ranked, Ranker, Scored};
use super::Fuser;
use crate::error::ReadError;
use crate::order;
use alloc::vec::Vec;

impl Fuser<'_> {
    /// Adds the results over the chunks with the nearest vectors, but for those that are candidates
    /// already, if all vectors are loaded. Linear in the number of vectors.
    pub(super) fn add_nearest(
        &mut self,
        ranker: &mut Ranker<'_>,
        vector: &[f32],
        ranked: &mut Ranked,
    ) -> Result<(), ReadError> {
        if !self.vectors.is_whole() {
            return Ok(());
        }
        if !self.has_words {
            // All may be far or near.
            (ranked.total, ranked.at_least) = (0, true);
        }
        let mut rest = self.results.split_off(self.candidates);
        let all = usize::MAX;
        let limits = Limits { offset: 0, ranked: all, of_document: all, ..self.asked };
        let ranges = self.nearest(vector)?;
        let listed = ranker.list(limits, self.is_limited(), &ranges)?;
        ranked.total = ranked.total.saturating_add(listed.new);
        let is_same =
            |one: &Scored, other: &Scored| (one.level, one.chunk) == (other.level, other.chunk);
        for scored in listed.results {
            if !self.results.iter().any(|known| is_same(known, &scored)) {
                self.results.push(scored);
            }
        }
        self.candidates = self.results.len();
        rest.retain(|scored| !self.results.iter().any(|known| is_same(known, scored)));
        self.results.append(&mut rest);
        Ok(())
    }

    /// The children of the nearest chunks that no candidate touches, in the order of documents.
    fn nearest(&self, vector: &[f32]) -> Result<Vec<ChildrenOf>, ReadError> {
        let mut ranges = Vec::new();
        for (document, chunk) in self.nearest_chunks(vector)? {
            let children = self.index.tree.children(self.vectors.level, chunk)?;
            if !self.results.iter().any(|known| known.overlaps(&children)) {
                order::insert(&mut ranges, (document, children), usize::MAX, |other| {
                    other.0 <= document
                });
            }
        }
        Ok(ranges)
    }

    /// The chunks with the nearest vectors, each with its document, the nearest first.
    fn nearest_chunks(&self, vector: &[f32]) -> Result<Vec<(usize, usize)>, ReadError> {
        let mut nearest: Vec<(f32, usize, usize)> = Vec::new();
        let (tree, most) = (&self.index.tree, self.given.candidates);
        for document in 0..self.index.meta.documents as usize {
            let narrows = !self.options.filters.is_empty();
            if narrows && !self.options.leave(&self.index.documents.values(document)?)? {
                continue;
            }
            for chunk in tree.descend(tree.levels(), document, self.vectors.level)? {
                let cosine = self.vectors.cosine(vector, chunk..chunk.saturating_add(1))?;
                // At most that of the mean of all, it is not near.
                let least = nearest.get(most.saturating_sub(1)).map_or(0.0, |last| last.0);
                if cosine > least {
                    let item = (cosine, document, chunk);
                    order::insert(&mut nearest, item, most, |other| other.0 >= cosine);
                }
            }
        }
        Ok(nearest.into_iter().map(|(_, document, chunk)| (document, chunk)).collect())
    }
}
