//! Ranks by words and by the vector of the query.
//!
//! The best results by words and the nearest chunks are candidates. Their scores are made alike and
//! summed (a convex combination: Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid
//! Retrieval", 2023).

mod given;
mod nearest;

use super::explanation::FusedScore;
use super::options::{Limits, SearchOptions};
use super::query_vector::QueryVector;
use super::score::{Ranked, Ranker, Scored, Scorer, apart, by_words, greater};
use super::sort::SortKey;
use super::top::{Rank, Top};
use crate::error::ReadError;
use crate::format::pending::Pending;
use crate::format::vectors::{Vectors, normalize};
use crate::index::IndexReader;
use crate::query::Query;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use core::slice;

/// Puts results in order by words and by the vector of the query.
pub(super) struct Fuser<'a> {
    index: &'a IndexReader<'a>,
    options: &'a SearchOptions,
    asked: Limits,
    /// Whether the query has words.
    has_words: bool,
    vectors: Vectors<'a>,
    given: &'a QueryVector,
    /// The weight of the vector.
    weight: f64,
    /// The number of candidates, which are the first results. The vector counts nothing for others.
    /// It never takes from a score, so results by words that are not ranked here are no better than
    /// those that are, and pages of results go on as they began.
    candidates: usize,
    results: Vec<Scored>,
}

impl<'a> Fuser<'a> {
    /// None where words alone count, as they do where there is no vector. Who types the title of a
    /// page wants that page. Without words the nearest would be known only when all vectors are.
    pub fn new(scorer: &Scorer<'a>, query: &Query) -> Result<Option<Self>, ReadError> {
        let Scorer { index, options, .. } = *scorer;
        let Some(given) = &options.vector else { return Ok(None) };
        let weight = given.weight_for(query);
        if weight == 0.0 || scorer.names.is_title {
            return Ok(None);
        }
        let has_words = !query.terms.is_empty();
        let vectors = index.vectors()?.filter(|vectors| has_words || vectors.is_whole());
        Ok(vectors.map(|vectors| Fuser {
            index,
            options,
            asked: options.limits(),
            has_words,
            vectors,
            given,
            weight,
            candidates: 0,
            results: Vec::new(),
        }))
    }

    /// Ranks what a query and its vector find.
    pub fn rank(mut self, ranker: &mut Ranker<'a>) -> Result<Ranked, ReadError> {
        let mut ranked = by_words(slice::from_mut(ranker), self.limits())?;
        self.results = sorted(apart(core::mem::take(&mut ranked.best)));
        self.candidates = self.given.candidates.min(self.results.len());
        self.prefetch()?;
        let mut values = self.given.values.clone();
        normalize(&mut values);
        let vector = self.vectors.query(&values)?;
        self.add_nearest(ranker, &vector, &mut ranked)?;
        ranked.best = self.fused(&vector)?;
        Ok(ranked)
    }

    /// The results by words that are looked at: from the first on, and where the results of a
    /// document are limited, groups with all of one. Without words these are none.
    fn limits(&self) -> Limits {
        let mut limits = Limits { offset: 0, ranked: 0, ..self.asked };
        if self.has_words {
            limits.ranked = self.asked.ranked.max(self.given.candidates);
        }
        if self.is_limited() {
            (limits.groups, limits.of_document) = (true, usize::MAX);
        }
        limits
    }

    /// Whether the results of a document are limited.
    fn is_limited(&self) -> bool {
        self.asked.of_document < usize::MAX
    }

    /// Asks for the vectors of all candidates, and for the documents of those that come first: most
    /// of these are shown.
    fn prefetch(&self) -> Result<(), ReadError> {
        if self.vectors.is_whole() {
            return Ok(());
        }
        for (at, scored) in self.results.iter().take(self.candidates).enumerate() {
            self.chunks(scored)?.for_each(|chunk| self.vectors.prefetch(chunk));
            if at < self.asked.ranked || self.asked.groups {
                self.index.documents.prefetch(scored.document);
            }
        }
        Ok(())
    }

    /// The results that are asked for, in the order of their scores by both.
    fn fused(mut self, vector: &[f32]) -> Result<Vec<Scored>, ReadError> {
        let weight = self.weight;
        let best = self.results.iter().fold(0.0, |best, scored| greater(best, scored.score));
        let factor = if best > 0.0 { (1.0 - weight) / best } else { 0.0 };
        let mut cosines = self.cosines(vector)?;
        cosines.resize(self.results.len(), 0.0);
        for (scored, cosine) in self.results.iter_mut().zip(cosines) {
            // Vectors are centred: a cosine below 0 is farther than the mean of all, so not near.
            let (words, meaning) = (factor * scored.score, weight * greater(cosine, 0.0));
            scored.score = words + meaning;
            scored.fusion = Some(FusedScore { words, meaning, cosine, weight });
        }
        self.results = sorted(core::mem::take(&mut self.results));
        Ok(self.grouped())
    }

    /// For each candidate, the greatest cosine of a chunk in it; 0 where none has a vector.
    fn cosines(&self, vector: &[f32]) -> Result<Vec<f64>, ReadError> {
        let mut pending = Pending::default();
        let mut cosines = Vec::new();
        for scored in self.results.iter().take(self.candidates) {
            let chunks = self.chunks(scored)?;
            let cosine = pending.absorb(self.vectors.cosine(vector, chunks))?;
            cosines.push(f64::from(cosine.unwrap_or_default()));
        }
        pending.finish()?;
        Ok(cosines)
    }

    /// The chunks with vectors that touch a result.
    fn chunks(&self, scored: &Scored) -> Result<Range<usize>, ReadError> {
        let of_child = self.index.tree.ranks(self.vectors.level)?;
        let Range { start, end } = scored.window;
        let chunk = |child: usize| of_child.of(child as u32);
        Ok(chunk(start)..chunk(end.saturating_sub(1)) + 1)
    }

    /// The results that are asked for, in order; where they are grouped, the best of each document
    /// with the others.
    fn grouped(self) -> Vec<Scored> {
        let limits = self.asked;
        let mut best: Vec<Scored> = Vec::new();
        // For each document, how many results it has, and where the first of them is.
        let mut known = vec![(0, 0); self.index.meta.documents as usize];
        for scored in self.results {
            let Some((count, first)) = known.get_mut(scored.document) else { continue };
            *count += 1;
            if *count > limits.of_document {
                continue;
            }
            match best.get_mut(*first).filter(|_| *count > 1 && limits.groups) {
                Some(first) => first.more.push(scored),
                None => {
                    *first = best.len();
                    best.push(scored);
                }
            }
        }
        best.truncate(limits.ranked);
        best.drain(..limits.offset.min(best.len()));
        best
    }
}

/// The best first. Inlined, it would be in the WebAssembly twice.
#[inline(never)]
fn sorted(results: Vec<Scored>) -> Vec<Scored> {
    let mut top = Top::new(usize::MAX);
    for scored in results {
        let Scored { score, preferred, .. } = scored;
        let at = (scored.index, scored.window.start);
        top.push(Rank { preferred, place: SortKey::default(), score, at }, scored);
    }
    top.into_sorted().collect()
}

impl Scored {
    /// A part of a result, with what the vector gave that.
    pub fn with_fusion_of(self, whole: &Self) -> Self {
        match whole.fusion {
            Some(_) => Scored { score: whole.score, fusion: whole.fusion, ..self },
            None => self,
        }
    }
}
