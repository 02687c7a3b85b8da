//! Ranks by words and by the vector of the query: one that is made of words, or that of an embedder.
//!
//! The best results by words are candidates; for an embedder the nearest chunks are, too. Their scores
//! are made alike and summed (a convex combination: Bruch, Gai and Ingber, "An Analysis of Fusion
//! Functions for Hybrid Retrieval", 2023).

#[cfg(feature = "explore")]
mod embedder;

#[cfg(feature = "explore")]
use super::explanation::FusedScore;
use super::meaning::Meaning;
use super::options::{Limits, SearchOptions};
use super::score::{self, Ranked, Scored, greater};
use super::sort::SortKey;
use super::top::{Rank, Top};
use crate::error::ReadError;
use crate::format::pending::Pending;
use crate::format::vectors::Vectors;
use crate::index::IndexReader;
use crate::query::Query;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Ranks what a query and its vector find.
pub(super) fn rank(
    index: &IndexReader<'_>,
    query: &Query,
    options: &SearchOptions,
    vectors: &Vectors<'_>,
    meaning: &Meaning<'_>,
) -> Result<Ranked, ReadError> {
    let mut ranked = by_words(index, query, options, meaning)?;
    let mut rest = core::mem::take(&mut ranked.best).into_iter();
    let first: Vec<Scored> = rest.by_ref().take(meaning.candidates).collect();
    let mut fuser = Fuser { index, options, vectors, meaning, factor: 0.0, results: first };
    fuser.prefetch()?;
    let Some(vector) = meaning.vector(query, vectors)? else {
        return score::rank(index, query, options, options.limits());
    };
    #[cfg(feature = "explore")]
    fuser.add_nearest(query, &vector, &mut ranked)?;
    fuser.fuse(&vector)?;
    fuser.add_rest(rest);
    ranked.best = fuser.grouped();
    Ok(ranked)
}

/// The results by words alone, from the first on. Where documents have so many results at most, these
/// are groups with all of a document. Without words these are none.
fn by_words(
    index: &IndexReader<'_>,
    query: &Query,
    options: &SearchOptions,
    meaning: &Meaning<'_>,
) -> Result<Ranked, ReadError> {
    let asked = options.limits();
    let mut limits = Limits { offset: 0, ranked: 0, ..asked };
    let mut total = None;
    if is_limited(asked) {
        if !asked.groups {
            // Groups would be counted instead of results.
            total = Some(score::rank(index, query, options, limits)?.total);
        }
        (limits.groups, limits.of_document) = (true, usize::MAX);
    }
    if !query.terms.is_empty() {
        limits.ranked = asked.ranked.max(meaning.candidates);
    }
    let mut ranked = score::rank(index, query, options, limits)?;
    ranked.total = total.unwrap_or(ranked.total);
    Ok(ranked)
}

/// Whether a document has so many results at most.
fn is_limited(limits: Limits) -> bool {
    limits.of_document < usize::MAX
}

struct Fuser<'a> {
    index: &'a IndexReader<'a>,
    options: &'a SearchOptions,
    vectors: &'a Vectors<'a>,
    meaning: &'a Meaning<'a>,
    /// The factor of scores by words.
    factor: f64,
    results: Vec<Scored>,
}

impl Fuser<'_> {
    /// Takes groups apart, and asks for the vectors of all candidates and for the documents of those
    /// that come first: most of these are shown.
    fn prefetch(&mut self) -> Result<(), ReadError> {
        self.results = flattened(core::mem::take(&mut self.results).into_iter());
        if self.vectors.is_whole() {
            return Ok(());
        }
        for (at, scored) in self.results.iter().enumerate() {
            self.chunks(scored)?.for_each(|chunk| self.vectors.prefetch(chunk));
            if at < self.options.limits().ranked {
                self.index.documents.prefetch(scored.document);
            }
        }
        Ok(())
    }

    /// Gives the candidates their scores, and puts them in order.
    fn fuse(&mut self, vector: &[f32]) -> Result<(), ReadError> {
        let weight = self.meaning.weight;
        let best = self.results.iter().fold(0.0, |best, scored| greater(best, scored.score));
        self.factor = if best > 0.0 { (1.0 - weight) / best } else { 0.0 };
        let cosines = self.cosines(vector)?;
        let mut top = Top::new(usize::MAX);
        for (at, cosine) in cosines.iter().enumerate() {
            let (words, meaning) = self.parts(at, &cosines);
            let Some(scored) = self.results.get_mut(at) else { continue };
            let mut scored = core::mem::take(scored);
            scored.score = words + meaning;
            scored.set_fusion(words, meaning, *cosine, weight);
            let Scored { score, preferred, .. } = scored;
            let number = scored.window.start;
            let rank = Rank { preferred, place: SortKey::default(), score, number };
            top.push(rank, scored);
        }
        self.results = top.into_sorted().collect();
        Ok(())
    }

    /// For each candidate, the greatest cosine of a chunk in it; 0 where none has a vector.
    fn cosines(&self, vector: &[f32]) -> Result<Vec<f64>, ReadError> {
        let mut pending = Pending::default();
        let mut cosines = Vec::with_capacity(self.results.len());
        for scored in &self.results {
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

    /// The parts that words and the vector have in the score of a candidate. What is farther than the
    /// mean of all is not near.
    fn parts(&self, at: usize, cosines: &[f64]) -> (f64, f64) {
        #[cfg(feature = "explore")]
        if self.meaning.is_by_places() {
            return self.parts_by_places(at, cosines);
        }
        let words = self.results.get(at).map_or(0.0, |scored| self.factor * scored.score);
        let cosine = cosines.get(at).map_or(0.0, |&cosine| greater(cosine, 0.0));
        (words, self.meaning.weight * cosine)
    }

    /// Adds the results beyond the candidates, in their order, unless they are there already. They have
    /// no better score than those before them.
    fn add_rest(&mut self, rest: impl Iterator<Item = Scored>) {
        let limited = is_limited(self.options.limits());
        let candidates = self.results.len();
        let mut least = self.results.last().map_or(0.0, |last| last.score);
        for mut scored in flattened(rest) {
            let is_same = |known: &Scored| match limited {
                true => known.document == scored.document,
                false => (known.level, known.chunk) == (scored.level, scored.chunk),
            };
            if self.results.iter().take(candidates).any(is_same) {
                continue;
            }
            least = -greater(-least, -self.factor * scored.score);
            scored.score = least;
            scored.set_fusion(least, 0.0, 0.0, self.meaning.weight);
            self.results.push(scored);
        }
    }

    /// The results that are asked for, in order; where they are grouped, the best of each document with
    /// the others.
    fn grouped(self) -> Vec<Scored> {
        let limits = self.options.limits();
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

/// Results and those in them, each by itself.
pub(super) fn flattened(results: impl Iterator<Item = Scored>) -> Vec<Scored> {
    let mut all = Vec::new();
    for mut scored in results {
        let mut more = core::mem::take(&mut scored.more);
        all.push(scored);
        all.append(&mut more);
    }
    all
}

impl Scored {
    #[cfg(feature = "explore")]
    fn set_fusion(&mut self, words: f64, meaning: f64, cosine: f64, weight: f64) {
        self.fusion = Some(FusedScore { words, meaning, cosine, weight });
    }

    #[cfg(not(feature = "explore"))]
    fn set_fusion(&mut self, _: f64, _: f64, _: f64, _: f64) {}

    /// A part of a result, with what the vector gave that.
    #[cfg(feature = "explore")]
    pub fn with_fusion_of(self, whole: &Self) -> Self {
        match whole.fusion {
            Some(_) => Scored { score: whole.score, fusion: whole.fusion, ..self },
            None => self,
        }
    }
}
