//! Keeps the best results, and counts all.

use super::candidates::PINNED_KEY;
use super::greater;
use super::result::Scored;
use super::scorer::Page;
use crate::error::ReadError;
use crate::index::IndexReader;
use crate::rank::collapse::{Candidate, Collapser};
use crate::rank::document_scores::DocumentScores;
use crate::rank::facet::{Counting, Facet};
use crate::rank::options::{Limits, SearchOptions};
use crate::rank::sort::SortKey;
use crate::rank::top::{Rank, Top};
use alloc::vec::Vec;
use core::ops::Range;

pub(super) struct Collector<'a> {
    options: &'a SearchOptions,
    pub limits: Limits,
    collapser: Collapser<'a>,
    /// Those of the last document.
    candidates: Vec<Candidate>,
    pub facets: Vec<Counting<'a>>,
    pub total: usize,
    pub top: Top<'a, Scored>,
}

impl<'a> Collector<'a> {
    pub fn new(options: &'a SearchOptions, limits: Limits, levels: usize) -> Self {
        Collector {
            options,
            limits,
            collapser: Collapser::new(options, limits, levels),
            candidates: Vec::new(),
            facets: options.facets.iter().map(|_| Counting::default()).collect(),
            total: 0,
            top: Top::new(limits.ranked),
        }
    }

    /// Counts results of a document, as far as they count.
    pub fn count(&mut self, results: usize) {
        self.total += results.min(self.limits.counted);
    }

    /// Offers what a document of an index has to return: each candidate, or where they are grouped,
    /// all as one. Of a document that is pinned the best comes first. Returns the number of
    /// candidates.
    pub fn offer(
        &mut self,
        page: &Page,
        index: &'a IndexReader<'a>,
        preferred: u64,
        scores: &DocumentScores,
        admit: &dyn Fn(&Range<u32>) -> bool,
    ) -> Result<usize, ReadError> {
        self.collapser.candidates(scores, admit, &mut self.candidates);
        let count = self.candidates.len();
        if count == 0 {
            return Ok(0);
        }
        self.count_facets(index, page.document)?;
        let place = self.place(index, page.document)?;
        let Collector { limits, collapser, candidates, top, .. } = self;
        let most = candidates.iter().fold(0.0, |most, candidate| greater(most, candidate.score));
        let mut pin = preferred / PINNED_KEY * PINNED_KEY;
        for group in candidates.chunks(if limits.groups { count } else { 1 }) {
            let Some(best) = group.first() else { continue };
            let at = (page.index, scores.first + best.window.start as usize);
            let first = if best.score >= most { core::mem::take(&mut pin) } else { 0 };
            let preferred = first + preferred % PINNED_KEY;
            let rank = Rank { preferred, place, score: page.total(best.score), at };
            top.offer(rank, || result(group, preferred, page, (collapser, scores)));
        }
        Ok(count)
    }

    fn place(&self, index: &'a IndexReader<'a>, document: usize) -> Result<SortKey<'a>, ReadError> {
        let Some(sort) = &self.options.sort else {
            return Ok(SortKey::default());
        };
        let value = index.documents.values(document)?.of(&sort.key)?.first().copied();
        Ok(SortKey::new(value, sort.descending))
    }

    fn count_facets(
        &mut self,
        index: &'a IndexReader<'a>,
        document: usize,
    ) -> Result<(), ReadError> {
        if self.facets.is_empty() {
            return Ok(());
        }
        let values = index.documents.values(document)?;
        for (facet, key) in self.facets.iter_mut().zip(&self.options.facets) {
            facet.count(values.of(key)?);
        }
        Ok(())
    }

    /// The best results from the offset on, and the values of each facet.
    pub fn finish(self) -> (Vec<Scored>, Vec<Facet>) {
        let mut facets = Vec::new();
        for (key, values) in self.options.facets.iter().zip(self.facets) {
            facets.push(Facet::new(key, values));
        }
        let mut best = Vec::new();
        for (at, scored) in self.top.into_sorted().enumerate() {
            if at >= self.limits.offset {
                best.push(scored);
            }
        }
        (best, facets)
    }
}

/// The result that candidates of a page are, the best of them first.
fn result(
    group: &[Candidate],
    preferred: u64,
    page: &Page,
    (collapser, scores): (&Collapser<'_>, &DocumentScores),
) -> Scored {
    let mut best = Scored::default();
    for (at, candidate) in group.iter().enumerate() {
        let mut scored = collapser.scored(candidate, scores);
        (scored.index, scored.document) = (page.index, page.document);
        scored.score = page.total(candidate.score);
        (scored.page, scored.boost, scored.named) = (page.score, page.boost, page.named);
        if at == 0 {
            best = Scored { preferred, ..scored };
        } else {
            best.more.push(scored);
        }
    }
    best
}
