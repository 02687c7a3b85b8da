//! Where one word of a query occurs: its posting lists as one.

use super::query::{QueryList, QueryTerm};
use crate::blob::postings::Posting;
use crate::bm25::idf;
use crate::error::Error;
use crate::index::Sections;
use alloc::vec::Vec;
use core::ops::Range;

/// What an occurrence counts of a word that the query only begins, or only resembles.
const INEXACT: f64 = 0.6;

/// The occurrences of a word, by field, each in the order of the documents.
#[derive(Default)]
pub(super) struct Matches {
    /// Inverse document frequency times how often the query has the word.
    pub weight: f64,
    /// By document.
    pub titles: Vec<Match>,
    /// By the children under a heading.
    pub headings: Vec<Match>,
    /// By child.
    pub bodies: Vec<Match>,
}

/// Occurrences in one place.
#[derive(Clone, Debug)]
pub(super) struct Match {
    /// The documents or children, of which bodies and titles name one.
    pub at: Range<u32>,
    /// How often a word stands there that is the query's.
    exact: u32,
    /// How often one stands there that the query's begins or resembles.
    inexact: u32,
}

impl Match {
    /// The frequency that counts.
    pub fn frequency(&self) -> f64 {
        f64::from(self.exact) + INEXACT * f64::from(self.inexact)
    }
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
            sum_equal(&mut matches.headings);
            sum_equal(&mut matches.bodies);
        }
        matches.weight = f64::from(term.count) * idf(total_parents, parents);
        Ok(matches)
    }

    /// Adds a list; returns in how many parents its stem occurs.
    fn add(&mut self, sections: &Sections<'_>, list: &QueryList) -> Result<u32, Error> {
        let postings = sections.postings(list.list.clone())?;
        let of = |at: Range<u32>, frequency: u32| match list.exact {
            true => Match { at, exact: frequency, inexact: 0 },
            false => Match { at, exact: 0, inexact: frequency },
        };
        let posting = |posting: &Posting| of(posting.at..posting.at + 1, posting.frequency);
        self.titles.extend(postings.titles.iter().map(posting));
        self.bodies.extend(postings.bodies.iter().map(posting));
        self.headings
            .extend(postings.headings.into_iter().map(|run| of(run.children, run.frequency)));
        Ok(postings.parents)
    }
}

/// Puts matches in order and makes one of those in the same place. Whole numbers are summed, so
/// that the order of equal ones does not matter.
fn sum_equal(matches: &mut Vec<Match>) {
    matches.sort_unstable_by_key(|found| (found.at.start, found.at.end));
    matches.dedup_by(|next, kept| {
        let same = next.at == kept.at;
        if same {
            kept.exact = kept.exact.saturating_add(next.exact);
            kept.inexact = kept.inexact.saturating_add(next.inexact);
        }
        same
    });
}
