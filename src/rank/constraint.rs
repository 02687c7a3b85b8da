//! The constraints on results, while documents are scored.

use super::phrase::Phrases;
use crate::error::ReadError;
use crate::format::postings::Posting;
use crate::index::IndexReader;
use crate::query::{Constraint, FieldScope, Operand, Query, Word};
use alloc::vec::Vec;
use core::ops::Range;

/// The constraints of a query, one document at a time.
pub(super) struct Constraints<'a> {
    constraints: Vec<ActiveConstraint<'a>>,
    pub phrases: Phrases<'a>,
    /// The number of documents that were read to find phrases.
    pub documents_read: usize,
}

struct ActiveConstraint<'a> {
    excluded: bool,
    /// For each child of the index, whether the words that lists say all about meet it.
    words: Vec<bool>,
    /// By their numbers among the phrases of the query.
    phrases: Vec<usize>,
    values: Vec<(&'a str, &'a str)>,
    /// Whether anything meets it.
    all: bool,
    /// For each child of the document, whether it meets the constraint for other reasons than
    /// phrases.
    known: Vec<bool>,
    /// The same with phrases. A phrase that was not read counts as met.
    met: Vec<bool>,
}

impl<'a> Constraints<'a> {
    /// Constraints of a query in an index, with the bytes of text that may be read to find phrases.
    pub fn new(
        index: &'a IndexReader<'a>,
        query: &'a Query,
        phrase_bytes: usize,
    ) -> Result<Self, ReadError> {
        let mut phrases = Phrases::new(index, phrase_bytes);
        let mut constraints = Vec::new();
        for constraint in &query.constraints {
            constraints.push(ActiveConstraint::new(index, constraint, &mut phrases)?);
        }
        Ok(Constraints { constraints, phrases, documents_read: 0 })
    }

    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// Whether no record of a document has to be read for them.
    pub fn are_in_lists(&self) -> bool {
        self.constraints.iter().all(|constraint| constraint.values.is_empty())
    }

    /// Takes up a document; whether any result of it may be admitted, as far as that is known
    /// without a text.
    pub fn load(
        &mut self,
        index: &IndexReader<'_>,
        document: usize,
        children: &Range<usize>,
    ) -> Result<bool, ReadError> {
        self.phrases.load(document, children);
        for constraint in &mut self.constraints {
            constraint.load(index, document, children)?;
            if !constraint.add_phrases(&self.phrases) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether texts are to be read to find phrases.
    pub fn read_texts(&self) -> bool {
        self.phrases.read_texts()
    }

    /// Takes up a document, and reads the parts of it that the query asks about where texts are to
    /// be read. Returns whether any result of it may be admitted.
    pub fn may_admit(
        &mut self,
        index: &IndexReader<'_>,
        document: usize,
        children: &Range<usize>,
    ) -> Result<bool, ReadError> {
        if !self.load(index, document, children)? {
            return Ok(false);
        }
        if !self.read_texts() {
            return Ok(true);
        }
        let Constraints { constraints, phrases, documents_read } = self;
        phrases.read(document, children)?;
        *documents_read += 1;
        Ok(constraints.iter_mut().all(|constraint| constraint.add_phrases(phrases)))
    }

    /// Whether a result may consist of these children, counted from the document's first.
    pub fn admit(&self, window: &Range<u32>) -> bool {
        let window = window.start as usize..window.end as usize;
        self.constraints.iter().all(|constraint| {
            let met = constraint.met.get(window.clone()).unwrap_or_default();
            met.contains(&true) != constraint.excluded
        })
    }
}

impl<'a> ActiveConstraint<'a> {
    fn new(
        index: &IndexReader<'_>,
        constraint: &'a Constraint,
        phrases: &mut Phrases<'a>,
    ) -> Result<Self, ReadError> {
        let mut active = ActiveConstraint {
            excluded: constraint.excluded,
            words: Vec::new(),
            phrases: Vec::new(),
            values: Vec::new(),
            all: false,
            known: Vec::new(),
            met: Vec::new(),
        };
        for operand in &constraint.any {
            match operand {
                Operand::Word(word) => mark(&mut active.words, index, word)?,
                Operand::Phrase(phrase) => active.phrases.push(phrases.add(phrase)?),
                Operand::Value { key, value } => active.values.push((key, value)),
                Operand::All => active.all = true,
            }
        }
        Ok(active)
    }

    fn load(
        &mut self,
        index: &IndexReader<'_>,
        document: usize,
        children: &Range<usize>,
    ) -> Result<(), ReadError> {
        let mut all = self.all;
        if !self.values.is_empty() {
            let values = index.documents.values(document)?;
            for (key, value) in &self.values {
                all |= values.of(key)?.iter().any(|known| known.eq_ignore_ascii_case(value));
            }
        }
        self.known.clear();
        if !all && let Some(words) = self.words.get(children.clone()) {
            self.known.extend_from_slice(words);
        }
        self.known.resize(children.len(), all);
        Ok(())
    }

    /// Adds the facts known of phrases. Returns whether any child may be admitted.
    fn add_phrases(&mut self, phrases: &Phrases<'_>) -> bool {
        self.met.clone_from(&self.known);
        for number in &self.phrases {
            if let Some(phrase) = phrases.get(*number) {
                phrase.mark(&mut self.met, !self.excluded);
            }
        }
        self.met.iter().any(|&met| met != self.excluded)
    }
}

/// Marks the children of the index that have a word at its scope. Linear in the lengths of its
/// lists and in the children above which it stands.
fn mark(met: &mut Vec<bool>, index: &IndexReader<'_>, word: &Word) -> Result<(), ReadError> {
    let Word { scope, shown, .. } = *word;
    let tree = &index.tree;
    met.resize(tree.count(0), false);
    for list in word.term.lists.iter().filter(|list| list.at.0 == index.number) {
        let found = index.postings(list.list.clone(), 1)?;
        if scope != FieldScope::Heading {
            for title in &found.titles {
                let children = tree.children(tree.levels(), title.at.start as usize)?;
                met.get_mut(children).unwrap_or_default().fill(true);
            }
        }
        if scope != FieldScope::Title {
            mark_all(met, &found.headings);
        }
        if scope == FieldScope::Any {
            mark_all(met, &found.bodies);
            mark_all(met, if shown { &[] } else { &found.extras });
        }
    }
    Ok(())
}

fn mark_all(met: &mut [bool], places: &[Posting]) {
    for Posting { at, .. } in places {
        // Mostly it is one, for which a call to fill a range takes longer.
        for child in at.start..at.end {
            if let Some(met) = met.get_mut(child as usize) {
                *met = true;
            }
        }
    }
}
