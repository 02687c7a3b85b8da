//! Where a phrase stands, word for word as written.
//!
//! The index keeps no positions: what holds all the words is read. That costs nothing in an index
//! where nobody asks for phrases, and takes a few milliseconds where one does.

use super::matches::{Match, Matches};
use super::query::QueryTerm;
use crate::analyze::terms_with;
use crate::blob::postings::Postings;
use crate::error::Damage;
use crate::index::Sections;
use crate::missing::Missing;
use alloc::vec::Vec;
use core::ops::Range;

/// The occurrences of a phrase. Those in bodies are counted in the child in which they begin; they
/// end there or in the next one. Linear in the text of the children that hold the first word, and
/// the others there or in the next one.
pub(super) fn matches(sections: &Sections<'_>, terms: &[QueryTerm]) -> Result<Matches, Damage> {
    let mut words = Vec::new();
    for term in terms {
        words.push(Matches::new(sections, term)?);
    }
    let mut finder =
        Finder { sections, terms, words: &words, found: Postings::default(), document: 0 };
    let mut missing = Missing::default();
    let mut lists = Vec::new();
    for list in words.first().map_or(&[][..], |first| &first.lists) {
        for at in &list.titles {
            missing.note(finder.title(at))?;
        }
        for at in &list.headings {
            missing.note(finder.heading(at))?;
        }
        for at in &list.bodies {
            missing.note(finder.body(at))?;
        }
        lists.push(core::mem::take(&mut finder.found));
    }
    missing.end()?;
    Ok(Matches { lists, ..Matches::default() })
}

struct Finder<'a> {
    sections: &'a Sections<'a>,
    terms: &'a [QueryTerm],
    words: &'a [Matches],
    found: Postings,
    /// The document that was read last.
    document: usize,
}

impl Finder<'_> {
    fn title(&mut self, at: &Match) -> Result<(), Damage> {
        if self.words.iter().all(|word| word.lists.iter().any(|list| holds(&list.titles, &at.at))) {
            let record = self.sections.documents.get(at.at.start as usize)?;
            let count = self.count(record.title, usize::MAX);
            push(&mut self.found.titles, &at.at, count);
        }
        Ok(())
    }

    fn heading(&mut self, at: &Match) -> Result<(), Damage> {
        if !self
            .words
            .iter()
            .all(|word| word.lists.iter().any(|list| holds(&list.headings, &at.at)))
        {
            return Ok(());
        }
        let children = self.children(at.at.start)?;
        let level = self.sections.document_level();
        let text = self.sections.tree.span(level, self.document)?.start;
        let mut count = 0;
        for heading in self.sections.headings.get(self.document)? {
            let start = text.saturating_add(heading.start);
            if self.sections.tree.child_at(&children, start)? == at.at.start as usize {
                let words = text.saturating_add(heading.words.start)
                    ..text.saturating_add(heading.words.end);
                count += self.count(self.sections.text(words)?, usize::MAX);
            }
        }
        push(&mut self.found.headings, &at.at, count);
        Ok(())
    }

    fn body(&mut self, at: &Match) -> Result<(), Damage> {
        let next = at.at.end..at.at.end.saturating_add(1);
        let near = |list: &Postings| holds(&list.bodies, &at.at) || holds(&list.bodies, &next);
        if !self.words.iter().all(|word| word.lists.iter().any(near)) {
            return Ok(());
        }
        let children = self.children(at.at.start)?;
        let tree = &self.sections.tree;
        let span = tree.span(0, at.at.start as usize)?;
        let next = (next.start as usize).min(children.end.saturating_sub(1));
        let end = tree.span(0, next)?.end;
        let text = self.sections.text(span.start..end.max(span.end))?;
        let count = self.count(text, span.len());
        push(&mut self.found.bodies, &at.at, count);
        Ok(())
    }

    /// The children of the document with this one.
    fn children(&mut self, child: u32) -> Result<Range<usize>, Damage> {
        let tree = &self.sections.tree;
        self.document = tree.document_of(child)?;
        tree.children(self.sections.document_level(), self.document)
    }

    /// How often the phrase begins in the text before byte `end`. A blank line ends it: there a
    /// heading or a paragraph does.
    fn count(&self, text: &str, end: usize) -> u32 {
        let mut count = 0;
        // How many terms of the phrase were met since each place where it may have begun.
        let mut open: Vec<usize> = Vec::new();
        let mut last = 0;
        terms_with(&self.sections.letters, text, &mut |term, span| {
            let between = text.get(last..span.start).unwrap_or_default().bytes();
            if between.filter(|&byte| byte == b'\n').nth(1).is_some() {
                open.clear();
            }
            last = span.end;
            if span.start < end {
                open.push(0);
            }
            open.retain_mut(|met| {
                let goes_on = self.terms.get(*met).is_some_and(|wanted| wanted.text == term);
                *met += 1;
                count += u32::from(goes_on && *met == self.terms.len());
                goes_on
            });
        });
        count
    }
}

fn push(found: &mut Vec<Match>, at: &Range<u32>, frequency: u32) {
    if frequency > 0 {
        found.push(Match { at: at.clone(), frequency });
    }
}

/// Whether there is a match in this very place. They are in the order in which they begin.
fn holds(matches: &[Match], at: &Range<u32>) -> bool {
    let from = matches.partition_point(|found| found.at.start < at.start);
    let here = matches.iter().skip(from).take_while(|found| found.at.start == at.start);
    here.into_iter().any(|found| found.at == *at)
}
