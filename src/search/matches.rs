//! Where one word of a query occurs: its posting lists as one.

use super::query::QueryTerm;
use crate::blob::postings::Posting;
use crate::bm25::idf;
use crate::error::Damage;
use crate::index::Sections;
use alloc::vec::Vec;
use core::ops::Range;

/// What an occurrence counts: of a word of the query, and of one that the query only begins or only
/// resembles. Whole numbers, so that the order in which they are summed does not matter.
const EXACT: u32 = 5;
const INEXACT: u32 = 3;

/// The occurrences of a word, by field, each in the order of the documents.
#[derive(Default)]
pub(super) struct Matches {
    /// Inverse document frequency times how often the query has the word.
    pub weight: f64,
    /// By document.
    pub titles: Vec<Match>,
    /// By the children under a heading.
    pub headings: Vec<Match>,
    /// By the children that extra words belong to.
    pub extras: Vec<Match>,
    /// By child.
    pub bodies: Vec<Match>,
}

/// Occurrences in one place.
#[derive(Clone, Debug)]
pub(super) struct Match {
    /// The documents or children, of which bodies and titles name one.
    pub at: Range<u32>,
    /// What the occurrences there count, all in all.
    count: u32,
}

impl Match {
    pub fn new(at: Range<u32>, frequency: u32, is_exact: bool) -> Self {
        let each = if is_exact { EXACT } else { INEXACT };
        Match { at, count: frequency.saturating_mul(each) }
    }
}

/// The frequency in all of some places.
pub(super) fn total<'m>(places: impl IntoIterator<Item = &'m Match>) -> f64 {
    let mut sum = Sum::default();
    places.into_iter().for_each(|found| sum.add(found));
    sum.frequency()
}

/// What occurrences in several places come to.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum(i64);

impl Sum {
    pub fn add(&mut self, found: &Match) {
        self.0 += i64::from(found.count);
    }

    pub fn remove(&mut self, found: &Match) {
        self.0 -= i64::from(found.count);
    }

    pub fn merge(&mut self, other: Sum) {
        self.0 += other.0;
    }

    pub fn frequency(self) -> f64 {
        self.0 as f64 / f64::from(EXACT)
    }
}

impl Matches {
    /// Decodes the lists of a word. Linear in their length, times the logarithm of their number.
    pub fn new(sections: &Sections<'_>, term: &QueryTerm) -> Result<Self, Damage> {
        let mut parents = 0;
        let mut titles = Vec::new();
        let mut headings = Vec::new();
        let mut extras = Vec::new();
        let mut bodies = Vec::new();
        for list in &term.lists {
            let found = sections.postings(list.list.clone())?;
            let exact = list.instead.is_none();
            parents = parents.max(found.parents);
            titles.push(matches(found.titles, exact));
            headings.push(matches(found.headings, exact));
            extras.push(matches(found.extras, exact));
            bodies.push(matches(found.bodies, exact));
        }
        Ok(Matches {
            weight: f64::from(term.count) * idf(sections.meta.parents(), parents),
            titles: merged(titles),
            headings: merged(headings),
            extras: merged(extras),
            bodies: merged(bodies),
        })
    }
}

fn matches(postings: Vec<Posting>, is_exact: bool) -> Vec<Match> {
    let found = |posting: Posting| Match::new(posting.at, posting.frequency, is_exact);
    postings.into_iter().map(found).collect()
}

/// One list of several, by merging them in pairs.
fn merged(mut lists: Vec<Vec<Match>>) -> Vec<Match> {
    while lists.len() > 1 {
        let mut pairs = Vec::with_capacity(lists.len().div_ceil(2));
        let mut rest = lists.into_iter();
        while let Some(list) = rest.next() {
            pairs.push(match rest.next() {
                Some(other) => merge(list, other),
                None => list,
            });
        }
        lists = pairs;
    }
    lists.pop().unwrap_or_default()
}

/// Matches in the same place become one. Whole numbers are summed, so the order does not matter.
fn merge(list: Vec<Match>, other: Vec<Match>) -> Vec<Match> {
    let place = |found: &Match| (found.at.start, found.at.end);
    let mut out: Vec<Match> = Vec::with_capacity(list.len() + other.len());
    let mut other = other.into_iter().peekable();
    for found in list {
        while let Some(before) = other.next_if(|next| place(next) < place(&found)) {
            out.push(before);
        }
        let same = other.next_if(|next| place(next) == place(&found));
        out.push(match same {
            Some(same) => Match { count: found.count.saturating_add(same.count), ..found },
            None => found,
        });
    }
    out.extend(other);
    out
}
