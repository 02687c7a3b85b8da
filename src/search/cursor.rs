//! Reads the occurrences of a word document by document.

use super::matches::Matches;
use core::ops::Range;

/// A word's occurrences and how far they were read.
pub(super) struct Cursor {
    matches: Matches,
    title: usize,
    heading: usize,
    body: usize,
}

/// What of a word's occurrences lies in one document.
pub(super) struct Inside<'c> {
    /// Inverse document frequency times how often the query has the word.
    pub weight: f64,
    /// Frequency in the title.
    pub title: f64,
    /// The children under each heading that has the word, and the frequency in it.
    pub headings: &'c [(Range<u32>, f64)],
    /// Child and frequency.
    pub bodies: &'c [(u32, f64)],
}

impl Cursor {
    pub fn new(matches: Matches) -> Self {
        Cursor { matches, title: 0, heading: 0, body: 0 }
    }

    /// The first child with an occurrence in its body or above it that was not read.
    pub fn next_child(&self) -> Option<u32> {
        let body = self.matches.bodies.get(self.body).map(|(child, _)| *child);
        let heading = self.matches.headings.get(self.heading).map(|(run, _)| run.start);
        body.into_iter().chain(heading).min()
    }

    /// The first document with an occurrence in its title that was not read.
    pub fn next_title(&self) -> Option<u32> {
        self.matches.titles.get(self.title).map(|(document, _)| *document)
    }

    /// Moves past the document with these children, returning what lies in it.
    pub fn take(&mut self, document: usize, children: &Range<usize>) -> Inside<'_> {
        let Matches { weight, titles, headings, bodies } = &self.matches;
        let title = take_while(titles, &mut self.title, |(at, _)| *at as usize <= document);
        let end = children.end;
        Inside {
            weight: *weight,
            title: title.iter().map(|(_, frequency)| frequency).sum(),
            headings: take_while(headings, &mut self.heading, |(run, _)| {
                (run.start as usize) < end
            }),
            bodies: take_while(bodies, &mut self.body, |(at, _)| (*at as usize) < end),
        }
    }
}

/// The items from `at` on for which `inside` holds; moves `at` past them.
fn take_while<'s, T>(items: &'s [T], at: &mut usize, inside: impl Fn(&T) -> bool) -> &'s [T] {
    let rest = items.get(*at..).unwrap_or_default();
    let count = rest.iter().take_while(|item| inside(item)).count();
    *at += count;
    rest.get(..count).unwrap_or_default()
}
