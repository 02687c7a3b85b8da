//! The work on a document that needs no other documents: cutting it, and counting its words.

use crate::analyze::alphabet::UnicodeChars;
use crate::analyze::terms_with;
use crate::chunk::{Levels, Tree};
use crate::document::{Document, Parts, Section};
use crate::error::Error;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;
use xxhash_rust::xxh64::xxh64;

/// Does the part of adding a document that needs no other documents. That is most of the work.
/// Several threads may each have a preparer: the index is the same.
/// [`super::builder::Builder::preparer`] makes it.
#[derive(Clone)]
pub struct Preparer {
    levels: Levels,
    letters: UnicodeChars,
}

/// The tree and the words of a document, made by a [`Preparer`].
pub struct Prepared {
    pub(super) tree: Tree,
    pub(super) bodies: Bodies,
    /// The checksum of the input: see [`sum_of`].
    sum: u64,
}

/// The words of a document's children, and their counts in each child.
#[derive(Default)]
pub(super) struct Bodies {
    /// In the order of their first occurrence in the text.
    pub words: Vec<Word>,
    counts: Vec<Count>,
    /// The ends of the children's ranges in `counts`.
    ends: Vec<usize>,
}

/// A distinct word of the bodies, as it is written.
pub(super) struct Word {
    /// Its first occurrence in the text, in bytes. No text of an index has 4 GiB.
    span: Range<u32>,
    /// The number of its occurrences in the bodies.
    pub times: u32,
}

impl Word {
    /// The word as it is written at its first occurrence.
    pub fn written<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.span.start as usize..self.span.end as usize).unwrap_or_default()
    }
}

/// The number of occurrences of a word in a child.
pub(super) struct Count {
    /// The number of the word.
    pub word: u32,
    pub times: u32,
}

impl Preparer {
    pub(super) fn new(levels: &Levels) -> Self {
        Preparer { levels: levels.clone(), letters: UnicodeChars::default() }
    }

    /// Prepares a document. Linear in the length of its text.
    ///
    /// # Errors
    /// [`Error::Document`] where sections or parts do not fit the text.
    pub fn prepare(&mut self, document: &Document) -> Result<Prepared, Error> {
        let sum = sum_of(document, &self.levels);
        let tree = Tree::new(document, &self.levels)?;
        self.letters.see(&document.text);
        let bodies = Bodies::of(document, &tree, &self.letters);
        Ok(Prepared { tree, bodies, sum })
    }
}

impl Prepared {
    /// Whether it is of this document and for these levels.
    pub(super) fn is_of(&self, document: &Document, levels: &Levels) -> bool {
        self.sum == sum_of(document, levels)
    }
}

impl Bodies {
    fn of(document: &Document, tree: &Tree, letters: &UnicodeChars) -> Self {
        let text = &document.text;
        let mut bodies = Bodies::default();
        // For each word its number, and the place of its last count.
        let mut seen: HashMap<&str, (usize, usize)> = HashMap::new();
        for chunk in tree.level(0) {
            let first = bodies.counts.len();
            for range in outside_headings(&document.sections, chunk.span()) {
                let start = range.start;
                let words = text.get(range).unwrap_or_default();
                terms_with(letters, words, &mut |_, span: Range<usize>| {
                    let span = start + span.start..start + span.end;
                    let written = text.get(span.clone()).unwrap_or_default();
                    let (word, last) = seen.entry(written).or_insert_with(|| bodies.push(span));
                    let at = if *last < first { usize::MAX } else { *last };
                    *last = bodies.count(*word, at);
                });
            }
            bodies.ends.push(bodies.counts.len());
        }
        bodies
    }

    /// Adds a word. Returns its number and the place that its first count will have.
    fn push(&mut self, span: Range<usize>) -> (usize, usize) {
        self.words.push(Word { span: span.start as u32..span.end as u32, times: 0 });
        (self.words.len() - 1, self.counts.len())
    }

    /// Counts a word in the last child, where its count is at `at`, if any. Returns the count's
    /// place.
    fn count(&mut self, word: usize, at: usize) -> usize {
        self.words.get_mut(word).into_iter().for_each(|word| word.times += 1);
        if let Some(count) = self.counts.get_mut(at) {
            count.times += 1;
            return at;
        }
        self.counts.push(Count { word: word as u32, times: 1 });
        self.counts.len() - 1
    }

    /// The counts of each child.
    pub fn children(&self) -> impl Iterator<Item = &[Count]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let ranges = starts.zip(&self.ends).map(|(start, &end)| start..end);
        ranges.map(|range| self.counts.get(range).unwrap_or_default())
    }

    /// The number of terms in all children.
    pub fn terms(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.times)).sum()
    }
}

/// The parts of `span` that are not words of headings: those are a field of their own.
fn outside_headings(sections: &[Section], span: Range<usize>) -> Vec<Range<usize>> {
    let first = sections.partition_point(|section| section.heading.end <= span.start);
    let mut parts = Vec::new();
    let mut start = span.start;
    for section in sections.iter().skip(first) {
        if section.heading.start >= span.end {
            break;
        }
        parts.push(start..section.heading.start.max(start));
        start = section.heading.end.min(span.end);
    }
    parts.push(start..span.end);
    parts
}

/// A checksum of all that [`Preparer::prepare`] reads.
fn sum_of(document: &Document, levels: &Levels) -> u64 {
    let mut sum = xxh64(document.text.as_bytes(), 0);
    let mut add = |number: u64| sum = xxh64(&number.to_le_bytes(), sum);
    levels.as_numbers().into_iter().for_each(|number| add(number.into()));
    levels.sizes().iter().for_each(|&size| add(size.into()));
    levels.overlaps().iter().for_each(|overlap| add(overlap.to_bits()));
    for Section { level, start, heading, .. } in &document.sections {
        let places = [*start, heading.start, heading.end].map(|place| place as u64);
        [u64::from(*level)].into_iter().chain(places).for_each(&mut add);
    }
    add(match document.parts {
        Parts::None => 0,
        Parts::Parents(_) => 1,
        Parts::Children(_) => 2,
    });
    document.parts.starts().iter().for_each(|&start| add(start as u64));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heading_words_are_not_body() {
        let section = Section { level: 2, start: 10, heading: 13..20, ..Section::default() };
        let sections = [section];
        assert_eq!(outside_headings(&sections, 0..40), [0..13, 20..40]);
        assert_eq!(outside_headings(&sections, 15..40), [15..15, 20..40]);
        assert_eq!(outside_headings(&sections, 25..40), [25..40]);
    }
}
