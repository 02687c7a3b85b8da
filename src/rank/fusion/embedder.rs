//! Candidates that words do not find, for the vector of an embedder, and the fusion by places.

use super::super::options::Limits;
use super::super::score::{self, Ranked, Scored};
use super::{Fuser, is_limited};
use crate::error::ReadError;
use crate::order;
use crate::query::Query;
use alloc::vec::Vec;
use core::ops::Range;

/// The constant of reciprocal rank fusion. With 60, as it is usual, titles are found less well than by
/// words alone.
const RRF: f64 = 10.0;

impl Fuser<'_> {
    /// Adds the results over the chunks with the nearest vectors, but for those that are candidates
    /// already, if all vectors are loaded. Linear in the number of vectors.
    pub(super) fn add_nearest(
        &mut self,
        query: &Query,
        vector: &[f32],
        ranked: &mut Ranked,
    ) -> Result<(), ReadError> {
        if !self.meaning.is_of_embedder() || !self.vectors.is_whole() {
            return Ok(());
        }
        if query.terms.is_empty() {
            // All may be far or near.
            (ranked.total, ranked.at_least) = (0, true);
        }
        let mut rest = self.results.split_off(self.candidates);
        let all = usize::MAX;
        let limits = Limits { offset: 0, ranked: all, of_document: all, ..self.asked };
        let ranges = self.nearest(vector)?;
        let all = is_limited(self.asked);
        let listed = score::list(self.index, query, (self.options, limits, all), &ranges)?;
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
    fn nearest(&self, vector: &[f32]) -> Result<Vec<(usize, Range<usize>)>, ReadError> {
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
        let (tree, most) = (&self.index.tree, self.meaning.candidates);
        for document in 0..self.index.meta.documents as usize {
            if !self.is_left(document)? {
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

    /// Whether filters leave a document.
    fn is_left(&self, document: usize) -> Result<bool, ReadError> {
        let filters = &self.options.filters;
        if filters.is_empty() {
            return Ok(true);
        }
        let record = self.index.documents.get(document)?;
        Ok(filters.iter().all(|filter| filter.accepts(&record)))
    }

    /// For each result the parts of its score, if places count (Cormack, Clarke and Büttcher,
    /// "Reciprocal Rank Fusion", 2009): among candidates that words find, and among all by their vectors.
    /// Those beyond the candidates follow by their scores, as their places depend on how many are ranked.
    pub(super) fn by_places(&self, cosines: &[f64]) -> impl Iterator<Item = (f64, f64)> + use<> {
        let weight = self.meaning.weight;
        let last = self.results.iter().rfind(|scored| scored.place.is_some());
        let (place, least) = last.map_or((None, 1.0), |last| (last.place, last.score));
        let mut parts = Vec::new();
        if self.meaning.is_by_places() {
            for (at, scored) in self.results.iter().enumerate() {
                let words = match at < self.candidates {
                    true => reciprocal(scored.place),
                    false => reciprocal(place) * scored.score / least,
                };
                let own = cosines.get(at).copied().unwrap_or_default();
                let before = cosines.iter().filter(|&&other| other > own).count();
                let near = reciprocal((own > 0.0).then_some(before));
                parts.push(((1.0 - weight) * words, weight * near));
            }
        }
        parts.into_iter()
    }
}

/// The reciprocal of a place, counted from 0, plus a constant; 0 without one.
fn reciprocal(place: Option<usize>) -> f64 {
    place.map_or(0.0, |place| 1.0 / (RRF + 1.0 + place as f64))
}
