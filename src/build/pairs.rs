//! Gathers the pairs of terms that follow each other, for phrases.

use crate::analyze::written_terms_with;
use crate::error::ReadError;
use crate::format::pairs::{Field, PairsWriter, Place, hash};
use crate::index::IndexReader;
use alloc::vec::Vec;
use core::ops::Range;

/// The records of the pairs of an index; none where chunks overlap, as a place is then in several.
/// Linear in the length of the texts.
pub(super) fn gather(reader: &IndexReader<'_>) -> Result<Vec<Vec<u8>>, ReadError> {
    if reader.tree.overlaps() {
        return Ok(Vec::new());
    }
    let mut gatherer = Gatherer { reader, pairs: PairsWriter::default() };
    for document in 0..reader.meta.documents as usize {
        gatherer.add(document)?;
    }
    Ok(gatherer.pairs.finish())
}

/// A term, with the range of bytes for which it stands.
struct Term {
    hash: u64,
    span: Range<usize>,
}

struct Gatherer<'r> {
    reader: &'r IndexReader<'r>,
    pairs: PairsWriter,
}

impl Gatherer<'_> {
    fn add(&mut self, document: usize) -> Result<(), ReadError> {
        let reader = self.reader;
        let at = document as u32;
        self.add_line(reader.documents.get(document)?.title, Field::Title, &(at..at + 1), 0);
        let level = reader.document_level();
        let span = reader.tree.span(level, document)?;
        let text = reader.text(span.clone())?;
        let children = reader.tree.children(level, document)?;
        let ends = children.clone().map(|child| Ok(reader.tree.span(0, child)?.end - span.start));
        let ends = ends.collect::<Result<Vec<_>, ReadError>>()?;
        let headings = self.add_headings(document, text, &ends, children.start as u32)?;
        self.add_bodies(text, &headings, &ends, children.start as u32);
        Ok(())
    }

    fn terms(&self, text: &str) -> Vec<Term> {
        let mut terms = Vec::new();
        let mut add = |term: &str, span| terms.push(Term { hash: hash(term), span });
        written_terms_with(&*self.reader.letters, text, &mut add);
        terms
    }

    /// Adds the pairs of a title or heading, whose first term has that number. Returns the number
    /// after its last.
    fn add_line(&mut self, text: &str, field: Field, at: &Range<u32>, first: u32) -> u32 {
        let terms = self.terms(text);
        for (term, pair) in (first..).zip(terms.windows(2)) {
            let [before, after] = pair else { continue };
            if follow(text, before, after) {
                let place = Place { at: at.clone(), term, crosses: false };
                self.pairs.push(before.hash, after.hash, field, &place);
            }
        }
        first + terms.len() as u32
    }

    /// Adds the pairs of the headings over the children below them, of which the first has that
    /// number. `ends` are the ends of the children in the text. Returns the words of the headings.
    fn add_headings(
        &mut self,
        document: usize,
        text: &str,
        ends: &[usize],
        first: u32,
    ) -> Result<Vec<Range<usize>>, ReadError> {
        let headings = self.reader.headings.get(document)?;
        let mut term = 0;
        for (number, heading) in headings.iter().enumerate() {
            let later = headings.get(number + 1..).unwrap_or_default();
            let next = later.iter().find(|next| next.level <= heading.level);
            let end = next.map_or(text.len(), |next| next.start).max(heading.start + 1) - 1;
            let at = first + child_at(ends, heading.start)..first + child_at(ends, end) + 1;
            let words = text.get(heading.words.clone()).unwrap_or_default();
            // No pair goes from one heading to the next.
            term = self.add_line(words, Field::Heading, &at, term) + 1;
        }
        Ok(headings.into_iter().map(|heading| heading.words).collect())
    }

    /// Adds the pairs of bodies. The words of headings are no part of them.
    fn add_bodies(&mut self, text: &str, headings: &[Range<usize>], ends: &[usize], first: u32) {
        let mut headings = headings.iter().peekable();
        let mut before: Option<(Term, InChild)> = None;
        for term in self.terms(text) {
            while headings.next_if(|words| words.end <= term.span.start).is_some() {}
            let child = child_at(ends, term.span.start);
            let number = match &before {
                Some((_, last)) if last.child == child => last.term + 1,
                _ => 0,
            };
            let in_heading = headings.peek().is_some_and(|words| words.start < term.span.end);
            let here = InChild { child, term: number, in_heading };
            if let Some((last, there)) = &before
                && !(in_heading || there.in_heading || child > there.child + 1)
                && follow(text, last, &term)
            {
                let at = first + there.child..first + there.child + 1;
                let place = Place { at, term: there.term, crosses: child != there.child };
                self.pairs.push(last.hash, term.hash, Field::Body, &place);
            }
            before = Some((term, here));
        }
    }
}

/// The place of a term in the bodies of a document.
struct InChild {
    /// Counted from the document's first.
    child: u32,
    /// Its number in the child.
    term: u32,
    in_heading: bool,
}

/// The child with a byte of the text, counted from the document's first.
fn child_at(ends: &[usize], byte: usize) -> u32 {
    let last = ends.len().saturating_sub(1);
    ends.partition_point(|&end| end <= byte).min(last) as u32
}

/// Whether a phrase may go on from a term to the next. A blank line ends it.
fn follow(text: &str, before: &Term, after: &Term) -> bool {
    let between = text.get(before.span.end..after.span.start).unwrap_or_default();
    between.bytes().filter(|&byte| byte == b'\n').nth(1).is_none()
}
