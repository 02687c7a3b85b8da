//! Ranks the documents that have words of the query, those that could score most first.

use super::candidates::{Turn, Unscored};
use super::collector::Collector;
use super::distant::leave_out_distant;
use super::{Ranked, Ranker};
use crate::error::ReadError;
use crate::format::pending::{Pending, try_each};
use crate::rank::options::Limits;
use crate::rank::upper_bounds::{self, UpperBounds};
use alloc::vec::Vec;

/// The texts of documents that cannot be among the best are read only to count results: this many
/// bytes of all of them, and no more than half of what may be read.
const MAX_COUNTED_BYTES: usize = 128 << 10;

/// Ranks, over all indexes, every chunk that has a child in which a word of the query occurs in any
/// field. Linear in the lengths of the posting lists, the number of documents, and that of the
/// children of those that are scored. It is also linear in the texts that are read to find phrases.
/// Without words it lists the first chunk of every document that filters and constraints leave, if
/// there are such or an order is asked for.
pub(in super::super) fn by_words(
    rankers: &mut [Ranker<'_>],
    limits: Limits,
) -> Result<Ranked, ReadError> {
    let Some(first) = rankers.first() else { return Ok(Ranked::default()) };
    let (query, options) = (first.query, first.scorer.options);
    let mut collector = Collector::new(options, limits, first.scorer.index.tree.levels());
    let mut admitted = Vec::new();
    try_each(rankers.iter(), |ranker| {
        admitted.push(ranker.admitted()?);
        Ok(())
    })?;
    leave_out_distant(rankers, limits, &mut admitted);
    let mut ranked = Ranked::default();
    let mut pending = Pending::default();
    for (ranker, admitted) in rankers.iter_mut().zip(admitted) {
        let search = ByWords::new(ranker, admitted.bounds, admitted.pending, &mut collector);
        pending.absorb(search.run(admitted.documents, &mut ranked))?;
    }
    pending.finish()?;
    ranked.unchecked.extend_from_slice(&query.unchecked);
    ranked.total = collector.total;
    (ranked.best, ranked.facets) = collector.finish();
    Ok(ranked)
}

struct ByWords<'r, 'a> {
    ranker: &'r mut Ranker<'a>,
    bounds: UpperBounds<'a>,
    collector: &'r mut Collector<'a>,
    /// Whether documents that are not among the best may be passed over.
    may_pass: bool,
    /// Whether there may be more results than are counted.
    at_least: bool,
    /// The reads that found bytes not loaded.
    pending: Pending,
    /// The number of documents for which there was such a read.
    missing: usize,
}

impl<'r, 'a> ByWords<'r, 'a> {
    fn new(
        ranker: &'r mut Ranker<'a>,
        bounds: UpperBounds<'a>,
        pending: Pending,
        collector: &'r mut Collector<'a>,
    ) -> Self {
        let may_pass = !ranker.lists_all && upper_bounds::is_safe(ranker.scorer.options);
        ByWords { ranker, bounds, collector, may_pass, at_least: false, pending, missing: 0 }
    }

    /// Scores the documents, and notes what was not looked for.
    fn run(mut self, admitted: Vec<Unscored>, ranked: &mut Ranked) -> Result<(), ReadError> {
        let unscored = self.unscored(admitted)?;
        let beaten = self.score(unscored)?;
        self.count_beaten(&beaten)?;
        self.pending.finish()?;
        ranked.at_least |= self.at_least;
        for phrase in self.ranker.constraints.phrases.unchecked() {
            if !ranked.unchecked.contains(&phrase) {
                ranked.unchecked.push(phrase);
            }
        }
        Ok(())
    }

    /// The documents to be scored, if they are not passed over; counts results where that takes
    /// neither scores nor texts.
    fn unscored(&mut self, admitted: Vec<Unscored>) -> Result<Vec<Unscored>, ReadError> {
        let mut unscored = Vec::new();
        for next in admitted {
            if self.counts_ahead() {
                let counted = self.count(next.document);
                self.pending.absorb(counted)?;
            } else if self.lacks_phrases(next.document)? {
                continue;
            }
            unscored.push(next);
        }
        Ok(unscored)
    }

    /// Scores documents in turns. Returns those of which nothing can be among the best.
    fn score(&mut self, mut unscored: Vec<Unscored>) -> Result<Vec<Unscored>, ReadError> {
        let takes_turns = self.may_pass || self.ranker.constraints.read_texts();
        let mut beaten = Vec::new();
        while !unscored.is_empty() && !self.is_enough() {
            let turn = Turn::of(&unscored, &self.ranker.candidates);
            for next in core::mem::take(&mut unscored) {
                if self.is_beaten(&next) {
                    beaten.push(next);
                } else if takes_turns && !turn.has(&next, &self.ranker.candidates) {
                    unscored.push(next);
                } else if !self.is_enough() {
                    self.score_next(&next)?;
                }
            }
        }
        Ok(beaten)
    }

    fn score_next(&mut self, next: &Unscored) -> Result<(), ReadError> {
        let scored = self.ranker.score(next, self.collector, |_| {});
        let results = self.absorb(scored)?;
        if !self.counts_ahead() {
            self.collector.count(results);
        }
        Ok(())
    }

    /// Whether nothing of a document can be among the best.
    fn is_beaten(&self, next: &Unscored) -> bool {
        let Some((preferred, least)) = self.collector.top.least().filter(|_| self.may_pass) else {
            return false;
        };
        let own = self.ranker.candidates.preferred(next);
        own < preferred || (own == preferred && next.bound < least)
    }

    /// Whether results are counted before documents are scored.
    fn counts_ahead(&self) -> bool {
        self.may_pass && !self.ranker.constraints.read_texts()
    }

    /// Whether lists say that a document has nothing to admit, in a search for phrases.
    fn lacks_phrases(&mut self, document: usize) -> Result<bool, ReadError> {
        let constraints = &mut self.ranker.constraints;
        if !constraints.read_texts() || !constraints.are_in_lists() {
            return Ok(false);
        }
        let index = self.ranker.scorer.index;
        let children = index.tree.children(index.document_level(), document)?;
        Ok(!constraints.load(index, document, &children)?)
    }

    /// Counts the results of a document without scoring it.
    fn count(&mut self, document: usize) -> Result<(), ReadError> {
        let Ranker { scorer, constraints, .. } = &mut *self.ranker;
        let mut results = self.bounds.matching(document);
        if !constraints.is_empty() {
            let index = scorer.index;
            let children = index.tree.children(index.document_level(), document)?;
            if !constraints.may_admit(index, document, &children)? {
                return Ok(());
            }
            let admit = |window: &_| constraints.admit(window);
            results = self.bounds.admitted(document, &children, &admit)?;
        }
        self.collector.count(results);
        Ok(())
    }

    /// Counts the results of documents that cannot be among the best, as far as that is cheap.
    fn count_beaten(&mut self, beaten: &[Unscored]) -> Result<(), ReadError> {
        if self.counts_ahead() {
            return Ok(());
        }
        let half = self.ranker.scorer.options.phrase_bytes.unwrap_or(usize::MAX) / 2;
        for next in beaten {
            let phrases = &self.ranker.constraints.phrases;
            let is_costly = phrases.read > MAX_COUNTED_BYTES.min(half) || phrases.is_spent();
            if is_costly || self.is_enough() {
                self.at_least = true;
                return Ok(());
            }
            let counted = self.count(next.document);
            self.absorb(counted)?;
        }
        Ok(())
    }

    fn absorb<T: Default>(&mut self, result: Result<T, ReadError>) -> Result<T, ReadError> {
        let value = self.pending.absorb(result)?;
        self.missing += usize::from(value.is_none());
        Ok(value.unwrap_or_default())
    }

    /// Whether it is better to wait for bytes: how many documents have to be read to find phrases
    /// is not known before, so as many are asked for as results are ranked, and each time twice as
    /// many.
    fn is_enough(&self) -> bool {
        let constraints = &self.ranker.constraints;
        let most = constraints.documents_read.max(self.collector.limits.ranked);
        constraints.read_texts() && self.missing > most
    }
}
