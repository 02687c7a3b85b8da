//! Ranks chunks that are given, whether words of the query are in them or not.

use super::collector::Collector;
use super::{Ranker, Scored, constraints};
use crate::error::ReadError;
use crate::format::pending::Pending;
use crate::rank::document_scores::{DocumentScores, LISTED_SCORE};
use crate::rank::options::Limits;
use crate::rank::top::Top;
use alloc::vec::Vec;
use core::ops::Range;

/// Children of a document.
pub(in super::super) type ChildrenOf = (usize, Range<usize>);

/// Results over some ranges of children.
#[derive(Default)]
pub(in super::super) struct Listed {
    pub results: Vec<Scored>,
    /// The number of those that no word finds; of documents, where results are grouped.
    pub new: usize,
}

impl Ranker<'_> {
    /// Ranks the results over ranges of children, given in the order of their documents, as far as
    /// filters and constraints admit them; with `all`, all results of these documents. They count
    /// for no facet, and the options have no order of their own.
    pub fn list(
        &mut self,
        limits: Limits,
        all: bool,
        ranges: &[ChildrenOf],
    ) -> Result<Listed, ReadError> {
        let (index, options) = (self.scorer.index, self.scorer.options);
        let mut collector = Collector::new(options, limits, index.tree.levels());
        collector.facets.clear();
        self.lists_all = false;
        // As much of texts may be read as for the words.
        self.constraints = constraints(&self.scorer, self.query)?;
        let mut listed = Listed::default();
        let mut pending = Pending::default();
        for ranges in ranges.chunk_by(|one, other| one.0 == other.0) {
            let Some(&(document, _)) = ranges.first() else { continue };
            let next = pending.absorb(self.candidates.admit(document, f64::INFINITY))?;
            let Some(Some(next)) = next else { continue };
            let list = |scores: &mut DocumentScores| {
                for (_, children) in ranges {
                    scores.list_in(options.match_level, children);
                }
            };
            if pending.absorb(self.score(&next, &mut collector, list))?.is_some() {
                let top = core::mem::replace(&mut collector.top, Top::new(limits.ranked));
                listed.take(top, limits.counted, if all { None } else { Some(ranges) });
            }
        }
        pending.finish()?;
        Ok(listed)
    }
}

impl Listed {
    /// Takes the results of a document, or those over some of its children.
    fn take(&mut self, top: Top<'_, Scored>, counted: usize, ranges: Option<&[ChildrenOf]>) {
        let mut all = apart(top.into_sorted());
        all.iter_mut().for_each(|scored| scored.matched.retain(|found| found.1 > LISTED_SCORE));
        let words = all.iter().filter(|scored| !scored.matched.is_empty()).count();
        self.new += all.len().min(counted).saturating_sub(words.min(counted));
        if let Some(ranges) = ranges {
            all.retain(|scored| ranges.iter().any(|(_, range)| scored.overlaps(range)));
        }
        self.results.append(&mut all);
    }
}

/// The results of groups, each by itself.
pub(in super::super) fn apart(groups: impl IntoIterator<Item = Scored>) -> Vec<Scored> {
    let mut all = Vec::new();
    for mut scored in groups {
        let mut more = core::mem::take(&mut scored.more);
        all.push(scored);
        all.append(&mut more);
    }
    all
}

impl Scored {
    /// Whether it has one of some children.
    pub fn overlaps(&self, children: &Range<usize>) -> bool {
        self.window.start < children.end && children.start < self.window.end
    }
}
