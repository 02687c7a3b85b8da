//! Where one word of a query occurs: its posting lists as one.

use super::query::{QueryTerm, WeightedList};
use crate::blob::postings::Posting;
use crate::bm25::idf;
use crate::error::Error;
use crate::index::Sections;
use alloc::vec::Vec;
use core::ops::Range;

/// The occurrences of a word, by field, each in the order of the documents.
#[derive(Default)]
pub(super) struct Matches {
    /// Inverse document frequency times how often the query has the word.
    pub weight: f64,
    /// Document and frequency.
    pub titles: Vec<(u32, f64)>,
    /// The children under a heading and the frequency in it.
    pub headings: Vec<(Range<u32>, f64)>,
    /// Child and frequency.
    pub bodies: Vec<(u32, f64)>,
}

impl Matches {
    /// Decodes the lists of a word. Linear in their length, with a sort where there are several.
    pub fn new(
        sections: &Sections<'_>,
        term: &QueryTerm,
        total_parents: u32,
    ) -> Result<Self, Error> {
        let mut matches = Matches::default();
        let mut parents = 0u32;
        for list in &term.lists {
            parents = parents.max(matches.add(sections, list)?);
        }
        if term.lists.len() > 1 {
            sum_equal(&mut matches.titles);
            sum_equal(&mut matches.bodies);
            let by_start = |(run, _): &(Range<u32>, f64)| (run.start, run.end);
            matches.headings.sort_by_key(by_start);
        }
        matches.weight = f64::from(term.count) * idf(total_parents, parents);
        Ok(matches)
    }

    /// Adds a list; returns in how many parents its stem occurs.
    fn add(&mut self, sections: &Sections<'_>, list: &WeightedList) -> Result<u32, Error> {
        let postings = sections.postings(list.list.clone())?;
        let weighted = |posting: &Posting| (posting.at, list.weight * f64::from(posting.frequency));
        self.titles.extend(postings.titles.iter().map(weighted));
        self.bodies.extend(postings.bodies.iter().map(weighted));
        for run in postings.headings {
            let frequency = list.weight * f64::from(run.frequency);
            self.headings.push((run.children, frequency));
        }
        Ok(postings.parents)
    }
}

fn sum_equal(postings: &mut Vec<(u32, f64)>) {
    // The sort is stable, so that sums come out the same everywhere.
    postings.sort_by_key(|&(at, _)| at);
    postings.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}
