//! Where one word of a query occurs: its posting lists as one.

use super::query::QueryTerm;
use crate::blob::postings::{Posting, Run};
use crate::bm25::idf;
use crate::error::Damage;
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
    /// How often a word stands there that is the query's.
    pub exact: u32,
    /// How often one stands there that the query's begins or resembles.
    pub inexact: u32,
}

impl Match {
    /// The frequency that counts.
    pub fn frequency(&self) -> f64 {
        weighted(self.exact.into(), self.inexact.into())
    }
}

/// The frequency that occurrences of both kinds come to.
pub(super) fn weighted(exact: f64, inexact: f64) -> f64 {
    exact + INEXACT * inexact
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
            let (one, run) = (|p| of_posting(p, exact), |r| of_run(r, exact));
            parents = parents.max(found.parents);
            titles.push(found.titles.iter().map(one).collect());
            headings.push(found.headings.iter().map(run).collect());
            extras.push(found.extras.iter().map(run).collect());
            bodies.push(found.bodies.iter().map(one).collect());
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

fn of_posting(posting: &Posting, exact: bool) -> Match {
    of_run(&Run { children: posting.at..posting.at + 1, frequency: posting.frequency }, exact)
}

fn of_run(run: &Run, exact: bool) -> Match {
    let (exact, inexact) = if exact { (run.frequency, 0) } else { (0, run.frequency) };
    Match { at: run.children.clone(), exact, inexact }
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
            Some(same) => Match {
                exact: found.exact.saturating_add(same.exact),
                inexact: found.inexact.saturating_add(same.inexact),
                ..found
            },
            None => found,
        });
    }
    out.extend(other);
    out
}
