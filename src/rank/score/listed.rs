//! Ranks chunks that are given, whether words of the query are in them or not.

use super::super::document_scores::LISTED_SCORE;
use super::super::options::{Limits, SearchOptions};
use super::super::top::Top;
use super::{Ranker, Scored, Unscored, words};
use crate::error::ReadError;
use crate::format::pending::Pending;
use crate::index::IndexReader;
use crate::query::Query;
use alloc::vec::Vec;
use core::ops::Range;

/// Results over some ranges of children.
#[derive(Default)]
pub(in super::super) struct Listed {
    pub results: Vec<Scored>,
    /// The number of those that no word finds; of documents, where results are grouped.
    pub new: usize,
}

/// Ranks the results over ranges of children, given in the order of their documents, as far as filters
/// and constraints admit them; with `all`, all results of these documents. They count for no facet,
/// and the options have no order of their own.
pub(in super::super) fn list(
    index: &IndexReader<'_>,
    query: &Query,
    (options, limits, all): (&SearchOptions, Limits, bool),
    ranges: &[(usize, Range<usize>)],
) -> Result<Listed, ReadError> {
    let words = words(index, query)?;
    let mut ranker = Ranker::new(index, query, (options, limits), &words)?;
    ranker.lists_all = false;
    ranker.facets.clear();
    let mut listed = Listed::default();
    let mut pending = Pending::default();
    for of_document in ranges.chunk_by(|one, other| one.0 == other.0) {
        let Some(&(document, _)) = of_document.first() else { continue };
        let Some(Some(preferred)) = pending.absorb(ranker.admitted(document))? else { continue };
        ranker.top = Top::new(usize::MAX);
        ranker.listed = of_document.iter().map(|(_, children)| children.clone()).collect();
        let next = Unscored { document, preferred, bound: f64::INFINITY };
        if pending.absorb(ranker.score(&words, &next))?.is_some() {
            listed.take(&mut ranker, all);
        }
    }
    pending.finish()?;
    Ok(listed)
}

impl Listed {
    /// Takes the results of a document.
    fn take(&mut self, ranker: &mut Ranker<'_>, whole: bool) {
        let top = core::mem::replace(&mut ranker.top, Top::new(0));
        let mut all = Vec::new();
        for mut scored in top.into_sorted() {
            let mut more = core::mem::take(&mut scored.more);
            all.push(scored);
            all.append(&mut more);
        }
        all.iter_mut().for_each(|scored| scored.matched.retain(|found| found.1 > LISTED_SCORE));
        let words = all.iter().filter(|scored| !scored.matched.is_empty()).count();
        let most = ranker.limits.counted;
        self.new += all.len().min(most).saturating_sub(words.min(most));
        all.retain(|scored| whole || ranker.listed.iter().any(|range| scored.overlaps(range)));
        self.results.append(&mut all);
    }
}

impl Scored {
    /// Whether it has one of some children.
    pub fn overlaps(&self, children: &Range<usize>) -> bool {
        self.window.start < children.end && children.start < self.window.end
    }
}
