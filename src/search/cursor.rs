//! Reads the occurrences of a word document by document.

use super::matches::{Match, Matches, total};
use alloc::vec::Vec;
use core::ops::Range;

/// A word's occurrences and how far they were read.
pub(super) struct Cursor {
    matches: Matches,
    title: usize,
    heading: usize,
    extra: usize,
    body: usize,
}

/// What of a word's occurrences lies in one document.
pub(super) struct Inside<'c> {
    /// Inverse document frequency times how often the query has the word.
    pub weight: f64,
    /// Frequency in the title.
    pub title: f64,
    /// In the headings, each over the children under it.
    pub headings: &'c [Match],
    /// In extra words, each over the children that they belong to.
    pub extras: &'c [Match],
    /// In the bodies of children.
    pub bodies: &'c [Match],
}

impl Inside<'_> {
    pub fn is_empty(&self) -> bool {
        let above = self.headings.len() + self.extras.len();
        self.title == 0.0 && above + self.bodies.len() == 0
    }
}

impl Cursor {
    pub fn new(matches: Matches) -> Self {
        Cursor { matches, title: 0, heading: 0, extra: 0, body: 0 }
    }

    /// The first child with an occurrence in its body or above it that was not read.
    pub fn next_child(&self) -> Option<u32> {
        let Matches { headings, extras, bodies, .. } = &self.matches;
        let lists = [(headings, self.heading), (extras, self.extra), (bodies, self.body)];
        let next = |(list, at): (&Vec<Match>, usize)| list.get(at).map(|found| found.at.start);
        lists.into_iter().filter_map(next).min()
    }

    /// The first document with an occurrence in its title that was not read.
    pub fn next_title(&self) -> Option<u32> {
        self.matches.titles.get(self.title).map(|found| found.at.start)
    }

    /// Moves to the document with these children, before or after what was read.
    pub fn seek(&mut self, document: usize, children: &Range<usize>) {
        let Matches { titles, headings, extras, bodies, .. } = &self.matches;
        let at = |list: &[Match], start: usize| {
            list.partition_point(|found| (found.at.start as usize) < start)
        };
        self.title = at(titles, document);
        self.heading = at(headings, children.start);
        self.extra = at(extras, children.start);
        self.body = at(bodies, children.start);
    }

    /// Moves past the document with these children, returning what lies in it.
    pub fn take(&mut self, document: usize, children: &Range<usize>) -> Inside<'_> {
        let Matches { weight, titles, headings, extras, bodies } = &self.matches;
        let title = take_until(titles, &mut self.title, document + 1);
        Inside {
            weight: *weight,
            title: total(title),
            headings: take_until(headings, &mut self.heading, children.end),
            extras: take_until(extras, &mut self.extra, children.end),
            bodies: take_until(bodies, &mut self.body, children.end),
        }
    }
}

/// The matches from number `at` on that begin before `end`; moves `at` past them.
fn take_until<'m>(matches: &'m [Match], at: &mut usize, end: usize) -> &'m [Match] {
    let rest = matches.get(*at..).unwrap_or_default();
    let count = rest.iter().take_while(|found| (found.at.start as usize) < end).count();
    *at += count;
    rest.get(..count).unwrap_or_default()
}
