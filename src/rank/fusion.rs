//! Ranks by words and by the vector of the query: that of an embedder, or one that is made of words.
//!
//! The best results by words and the nearest chunks are candidates. Their scores are made alike and
//! summed (a convex combination: Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid
//! Retrieval", 2023).

use super::explanation::FusedScore;
use super::meaning::Meaning;
use super::options::SearchOptions;
use super::query_vector::Fusion;
use super::score::{self, Listed, Ranked, Scored, greater};
use crate::error::ReadError;
use crate::format::pending::Pending;
use crate::format::vectors::Vectors;
use crate::index::IndexReader;
use crate::order;
use crate::query::Query;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

/// The constant of reciprocal rank fusion. With 60, as it is usual, titles are found less well than by
/// words alone.
const RRF: f64 = 10.0;

/// Ranks what a query and its vector find.
pub(super) fn rank(
    index: &IndexReader<'_>,
    query: &Query,
    options: &SearchOptions,
    vectors: &Vectors<'_>,
    meaning: &Meaning<'_>,
) -> Result<Ranked, ReadError> {
    let mut ranked = by_words(index, query, options, meaning)?;
    let mut all = core::mem::take(&mut ranked.best).into_iter();
    let first: Vec<Scored> = all.by_ref().take(meaning.candidates).collect();
    let least = first.last().filter(|_| first.len() == meaning.candidates);
    let least = least.map_or(0, |last| last.preferred);
    let results = first.into_iter().flat_map(Scored::flattened).collect();
    let mut fuser = Fuser { index, options, vectors, meaning, factor: 0.0, results };
    fuser.prefetch()?;
    let Some(vector) = meaning.vector(query, vectors)? else {
        return score::rank(index, query, options);
    };
    if meaning.scans && vectors.is_whole() {
        let listed = fuser.nearest(query, &vector)?;
        ranked.total = ranked.total.saturating_add(listed.new);
        // Others that meet as much come first, and may be many.
        let listed = listed.results.into_iter().filter(|scored| scored.preferred >= least);
        fuser.results.extend(listed);
    }
    fuser.fuse(&vector)?;
    fuser.add_rest(all.flat_map(Scored::flattened));
    let best = fuser.grouped().into_iter();
    ranked.best = best.take(options.ranked()).skip(options.offset).collect();
    Ok(ranked)
}

/// The results by words alone, from the first on, with all of each document where these are limited.
/// Without words these are none, and of the count nothing is known.
fn by_words(
    index: &IndexReader<'_>,
    query: &Query,
    options: &SearchOptions,
    meaning: &Meaning<'_>,
) -> Result<Ranked, ReadError> {
    let has_words = !query.terms.is_empty();
    let limit = if has_words { options.ranked().max(meaning.candidates) } else { 0 };
    let options = SearchOptions { limit, offset: 0, ..options.clone() };
    let mut ranked = if is_limited(&options) && has_words {
        // What is limited is counted as limited.
        let none = SearchOptions { limit: 0, ..options.clone() };
        let counted = score::rank(index, query, &none)?;
        let facets = Vec::new();
        let all = SearchOptions { group: true, per_document: Some(usize::MAX), facets, ..options };
        Ranked { best: score::rank(index, query, &all)?.best, ..counted }
    } else {
        score::rank(index, query, &options)?
    };
    if !has_words {
        (ranked.total, ranked.at_least) = (0, true);
    }
    Ok(ranked)
}

/// Whether a document has so many results at most.
fn is_limited(options: &SearchOptions) -> bool {
    options.group || options.per_document.is_some()
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
    /// Asks for the vectors of all candidates, and for the documents of those that come first: most of
    /// them are shown.
    fn prefetch(&self) -> Result<(), ReadError> {
        if self.vectors.is_whole() {
            return Ok(());
        }
        for scored in &self.results {
            self.chunks(&scored.window)?.for_each(|chunk| self.vectors.prefetch(chunk));
        }
        let shown = self.results.iter().take(self.options.ranked());
        shown.for_each(|scored| self.index.documents.prefetch(scored.document));
        Ok(())
    }

    /// The results over the chunks with the nearest vectors, but for those that are candidates already.
    /// Linear in the number of vectors.
    fn nearest(&self, query: &Query, vector: &[f32]) -> Result<Listed, ReadError> {
        let mut ranges: BTreeMap<usize, Vec<Range<usize>>> = BTreeMap::new();
        for (document, chunk) in self.nearest_chunks(vector)? {
            let children = self.index.tree.children(self.vectors.level, chunk)?;
            let is_known = |known: &Scored| {
                known.window.start < children.end && children.start < known.window.end
            };
            if !self.results.iter().any(is_known) {
                ranges.entry(document).or_default().push(children);
            }
        }
        let options = SearchOptions {
            offset: 0,
            facets: Vec::new(),
            per_document: Some(usize::MAX),
            ..self.options.clone()
        };
        let mut listed = score::list(self.index, query, &options, &ranges)?;
        let known: BTreeSet<_> = self.results.iter().map(Scored::name).collect();
        listed.results.retain(|scored| !known.contains(&scored.name()));
        Ok(listed)
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
                // One that is farther than the mean of all is not near.
                let Some(cosine) = cosine.filter(|&cosine| cosine > 0.0) else { continue };
                let last = nearest.get(most.saturating_sub(1));
                if last.is_none_or(|last| cosine > last.0) {
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

    /// Gives the candidates their scores, and puts them in order.
    fn fuse(&mut self, vector: &[f32]) -> Result<(), ReadError> {
        let weight = self.meaning.weight;
        let best = self.results.iter().fold(0.0, |best, scored| greater(best, scored.score));
        self.factor = if best > 0.0 { (1.0 - weight) / best } else { 0.0 };
        let cosines = self.cosines(vector)?;
        let parts = match self.meaning.fusion {
            Fusion::Convex => self.convex(&cosines),
            Fusion::Rrf => self.reciprocal(&cosines),
        };
        let results = self.results.iter_mut().zip(cosines);
        for ((scored, cosine), (words, meaning)) in results.zip(parts) {
            scored.score = words + meaning;
            scored.fusion = Some(FusedScore { words, meaning, cosine, weight });
        }
        self.results.sort_by(Scored::compare);
        Ok(())
    }

    /// For each candidate, the greatest cosine of a chunk in it.
    fn cosines(&self, vector: &[f32]) -> Result<Vec<Option<f64>>, ReadError> {
        let mut pending = Pending::default();
        let mut cosines = Vec::with_capacity(self.results.len());
        for scored in &self.results {
            let chunks = self.chunks(&scored.window)?;
            let cosine = pending.absorb(self.vectors.cosine(vector, chunks))?;
            cosines.push(cosine.flatten().map(f64::from));
        }
        pending.finish()?;
        Ok(cosines)
    }

    /// The chunks with vectors that touch some children.
    fn chunks(&self, children: &Range<usize>) -> Result<Range<usize>, ReadError> {
        let (tree, level) = (&self.index.tree, self.vectors.level);
        let starts = |below: usize, within: bool| {
            order::partition_point(0..tree.count(level), |chunk| {
                let chunk = tree.children(level, chunk)?;
                Ok::<_, ReadError>(if within { chunk.end <= below } else { chunk.start < below })
            })
        };
        Ok(starts(children.start, true)?..starts(children.end, false)?)
    }

    /// The parts of words and of the vector.
    fn convex(&self, cosines: &[Option<f64>]) -> Vec<(f64, f64)> {
        let weight = self.meaning.weight;
        let meaning = |cosine: &Option<f64>| weight * greater(cosine.unwrap_or(0.0), 0.0);
        let pairs = self.results.iter().zip(cosines);
        pairs.map(|(scored, cosine)| (self.factor * scored.score, meaning(cosine))).collect()
    }

    /// The same by places among those that words find, and among those with vectors.
    fn reciprocal(&self, cosines: &[Option<f64>]) -> Vec<(f64, f64)> {
        let weight = self.meaning.weight;
        let found = |scored: &Scored| (!scored.matched.is_empty()).then_some(scored.score);
        let words = reciprocals(&self.results.iter().map(found).collect::<Vec<_>>());
        let both = words.into_iter().zip(reciprocals(cosines));
        both.map(|(words, meaning)| ((1.0 - weight) * words, weight * meaning)).collect()
    }

    /// Adds the results beyond the candidates, in their order, unless they are there already. They have
    /// no better score than those before them.
    fn add_rest(&mut self, rest: impl Iterator<Item = Scored>) {
        let limited = is_limited(self.options);
        let name = |scored: &Scored| if limited { (0, scored.document) } else { scored.name() };
        let known: BTreeSet<_> = self.results.iter().map(name).collect();
        let mut least = self.results.last().map_or(f64::INFINITY, |last| last.score);
        for mut scored in rest.filter(|scored| !known.contains(&name(scored))) {
            least = least.min(scored.score * self.factor);
            let (words, weight) = (least, self.meaning.weight);
            scored.score = words;
            scored.fusion = Some(FusedScore { words, meaning: 0.0, cosine: None, weight });
            self.results.push(scored);
        }
    }

    /// The candidates in order; where they are grouped, the best of each document with the others.
    fn grouped(self) -> Vec<Scored> {
        let most = self.options.most_of_document();
        let mut best: Vec<Scored> = Vec::new();
        let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for scored in self.results {
            let (at, count) = counts.entry(scored.document).or_insert((best.len(), 0));
            *count += 1;
            if *count > most {
                continue;
            }
            match best.get_mut(*at).filter(|_| *count > 1 && self.options.group) {
                Some(first) => first.more.push(scored),
                None => best.push(scored),
            }
        }
        best
    }
}

/// The reciprocals of places, plus a constant; 0 for what has no value.
fn reciprocals(values: &[Option<f64>]) -> Vec<f64> {
    let place = |value: f64| values.iter().flatten().filter(|&&other| other > value).count();
    let score =
        |value: &Option<f64>| value.map_or(0.0, |value| 1.0 / (RRF + 1.0 + place(value) as f64));
    values.iter().map(score).collect()
}

impl Scored {
    fn name(&self) -> (usize, usize) {
        (self.level, self.chunk)
    }

    /// The better one first.
    fn compare(&self, other: &Self) -> Ordering {
        let place = other.preferred.cmp(&self.preferred);
        let score = place.then(other.score.total_cmp(&self.score));
        score.then(self.window.start.cmp(&other.window.start))
    }

    /// A part of a result, with what the vector gave that.
    #[cfg(feature = "explore")]
    pub fn with_fusion_of(self, whole: &Self) -> Self {
        match whole.fusion {
            Some(_) => Scored { score: whole.score, fusion: whole.fusion, ..self },
            None => self,
        }
    }
}
