//! The work on a document that needs no other documents: cutting it, and counting its words.

use super::composed::compose;
use crate::analyze::alphabet::UnicodeChars;
use crate::analyze::terms_with;
use crate::chunk::{Levels, Tree};
use crate::document::{Document, Section};
use crate::error::Error;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;

/// Does the part of adding a document that needs no other documents. That is most of the work.
/// Several threads may each have a preparer: the index is the same.
/// [`super::builder::Builder::preparer`] makes it.
#[derive(Clone)]
pub struct Preparer {
    levels: Levels,
    letters: UnicodeChars,
}

/// A document with its tree and its words, made by a [`Preparer`]. It stays as it is, so that these
/// are always its own.
pub struct Prepared {
    pub(super) document: Document,
    /// The levels that it was cut for.
    pub(super) levels: Levels,
    /// The error where sections or parts do not fit the text. It is reported when the document is
    /// added, after whatever else is wrong with it.
    pub(super) content: Result<Content, Error>,
}

/// The result of cutting a document and counting its words.
pub(super) struct Content {
    pub tree: Tree,
    pub bodies: Bodies,
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

    /// Prepares a document. Linear in the length of its text. Adding it reports what is wrong with
    /// it.
    pub fn prepare(&mut self, document: Document) -> Prepared {
        let document = compose(document);
        let content = self.content(&document);
        Prepared { document, levels: self.levels.clone(), content }
    }

    fn content(&mut self, document: &Document) -> Result<Content, Error> {
        let tree = Tree::new(document, &self.levels)?;
        self.letters.see(&document.text);
        let bodies = Bodies::of(document, &tree, &self.letters);
        Ok(Content { tree, bodies })
    }
}

impl Prepared {
    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The document alone, to change it.
    pub fn into_document(self) -> Document {
        self.document
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
