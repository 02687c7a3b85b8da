//! The headings of a document, to tell which of them a result is below.

use kindex::{Document, Error, Index};
use std::collections::BTreeSet;
use std::ops::Range;

/// The headings of a document, in the order of its text.
pub struct Outline(Vec<Heading>);

struct Heading {
    /// Byte offset in the document's text.
    start: usize,
    /// Lower is stronger.
    level: usize,
    anchor: String,
}

impl Outline {
    /// All headings of a page.
    pub fn of_page(page: &Document) -> Self {
        let headings = page.sections.iter().map(|section| Heading {
            start: section.start,
            level: section.level.into(),
            anchor: section.anchor.clone(),
        });
        Outline(headings.collect())
    }

    /// The headings that an index tells: those at which its smallest chunks begin.
    ///
    /// # Errors
    /// Where the index is damaged.
    pub fn of_indexed(index: &Index, document: &str) -> Result<Self, Error> {
        let chunks = index.chunks(document, 0)?.into_iter();
        let headings = chunks.map(|chunk| Heading {
            start: chunk.start,
            level: chunk.headings.len(),
            anchor: chunk.anchor,
        });
        Ok(Outline(headings.collect()))
    }

    /// The anchors of the headings in a range of the text, and of those above its start.
    pub fn anchors(&self, range: &Range<usize>) -> BTreeSet<&str> {
        let inside = self.0.iter().filter(|heading| range.contains(&heading.start));
        let mut anchors: BTreeSet<&str> = inside.map(|heading| heading.anchor.as_str()).collect();
        let mut strongest = usize::MAX;
        for heading in self.0.iter().rev().filter(|heading| heading.start <= range.start) {
            if heading.level < strongest {
                strongest = heading.level;
                anchors.insert(&heading.anchor);
            }
        }
        anchors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_the_headings_in_it_and_above() {
        let heading = |start, level, anchor: &str| Heading { start, level, anchor: anchor.into() };
        let outline = Outline(vec![
            heading(0, 1, "page"),
            heading(10, 2, "a"),
            heading(20, 3, "a-1"),
            heading(30, 2, "b"),
            heading(40, 3, "b-1"),
            heading(50, 3, "b-2"),
        ]);
        let anchors = |range| outline.anchors(&range).into_iter().collect::<Vec<_>>();
        assert_eq!(anchors(35..45), ["b", "b-1", "page"]);
        assert_eq!(anchors(20..30), ["a", "a-1", "page"]);
        assert_eq!(anchors(50..60), ["b", "b-2", "page"]);
        assert_eq!(anchors(12..55), ["a", "a-1", "b", "b-1", "b-2", "page"]);
    }
}
