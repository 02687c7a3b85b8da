//! What each document could score at most: where that is less than the best have, its chunks need
//! not be scored. The idea is MaxScore's (Turtle and Flood, "Query Evaluation: Strategies and
//! Optimizations", 1995), with bounds from what is known of the document instead of from the list.
//! Bounds are summed list by list, and the documents that could score most are scored first.

use super::bm25::{Bm25, Norm};
use super::document_scores::{FieldWeights, LevelWeight};
#[cfg(feature = "explore")]
use super::options::Collapse;
use super::options::SearchOptions;
use super::term_postings::{EXACT, Match, TermPostings};
use crate::error::ReadError;
use crate::format::chunk_of_child::ChunkOfChild;
use crate::index::IndexReader;
use crate::query::exact::ExactNames;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A bound is computed in another order than a score, which changes the last digits.
const ROUNDING: f64 = 1.0 + 1e-9;

/// Whether the order and number of results follow from the scores and matches of the words alone.
pub(super) fn is_safe(options: &SearchOptions) -> bool {
    let SearchOptions { title, heading, extra, .. } = *options;
    #[cfg(feature = "explore")]
    if options.collapse != Collapse::Max || options.auto_merge.is_some() || options.siblings > 0 {
        return false;
    }
    // Where a field counts nothing, what stands in it does not match, and is not told apart here.
    let all_count = title > 0.0 && heading > 0.0 && extra > 0.0;
    all_count && options.facets.is_empty() && options.sort.is_none()
}

/// How words count.
pub(super) struct Weights<'a> {
    pub levels: &'a [LevelWeight],
    pub fields: FieldWeights,
    pub bm25: Bm25,
    pub title: f64,
    pub title_norm: Norm,
}

/// What a pass over all lists finds.
pub(super) struct UpperBounds<'a> {
    index: &'a IndexReader<'a>,
    to_document: &'a ChunkOfChild,
    to_chunk: &'a ChunkOfChild,
    /// The level to return.
    level: usize,
    documents: Vec<DocumentBound>,
    /// For each chunk of the level to return, whether a word occurs in it or above it.
    met: Vec<bool>,
    /// The documents in which the word occurs that is being added.
    touched: Vec<usize>,
}

/// The most that a document can have, how many of its chunks match, and how often the word occurs in
/// it that is being added.
#[derive(Clone, Default)]
struct DocumentBound {
    score: f64,
    outside: f64,
    /// At most what 32 bits hold: no text has more than that.
    body: u32,
    /// In one child at most: the sum of the most that each of the word's lists says of one.
    child: u32,
    chunks: u32,
}

impl<'a> UpperBounds<'a> {
    /// Of no word yet, where all documents are wanted or none.
    pub fn new(index: &'a IndexReader<'a>, level: usize, all: bool) -> Result<Self, ReadError> {
        let tree = &index.tree;
        let score = if all { f64::MIN_POSITIVE } else { 0.0 };
        // First, as that fails where numbers of chunks are not true or not there yet.
        let (to_document, to_chunk) = (tree.ranks(tree.levels())?, tree.ranks(level)?);
        let mut met = Vec::new();
        met.resize(tree.count(level), false);
        let most = DocumentBound { score, ..DocumentBound::default() };
        Ok(UpperBounds {
            index,
            to_document,
            to_chunk,
            level,
            documents: vec![most; tree.count(tree.levels())],
            met,
            touched: Vec::new(),
        })
    }

    /// Adds what a word could give. Linear in the lengths of its lists, and in the chunks that titles
    /// and headings stand above.
    pub fn add(&mut self, word: &TermPostings, weights: &Weights<'_>) -> Result<(), ReadError> {
        let Weights { levels, fields, bm25, .. } = *weights;
        for list in &word.lists {
            self.note(&list.bodies, 0.0);
            self.note(&list.headings, fields.heading);
            self.note(&list.extras, fields.extra);
            for found in &list.titles {
                self.note_title(found, word.weight, weights)?;
            }
        }
        let gain = word.weight * (bm25.k1 + 1.0);
        let enough = bm25.k1 * f64::from(EXACT);
        let lengths = self.index.lengths()?;
        for document in self.touched.drain(..) {
            let Some(most) = self.documents.get_mut(document) else { continue };
            let mut length = f64::from(lengths.child(document)?);
            let all = most.body;
            let mut body = most.child;
            let mut share = 0.0;
            for level in levels {
                let norm = level.norm.of(length);
                let frequency = f64::from(body) + most.outside * norm;
                if frequency > 0.0 {
                    share += level.weight * frequency / (frequency + enough * norm);
                }
                // What is above has as many children as it takes for all of the word.
                length *= f64::from(all.max(1)) / f64::from(body.max(1));
                body = all;
            }
            // Not nothing, whatever the word counts.
            let score = most.score + share * gain + f64::MIN_POSITIVE;
            *most = DocumentBound { score, chunks: most.chunks, ..DocumentBound::default() };
        }
        Ok(())
    }

    /// Notes where a list says that a word stands: in a field of that weight, or without one in
    /// bodies.
    fn note(&mut self, places: &[Match], weight: f64) {
        // Whether a document is met for the first time is not foreseeable, so its number is written
        // in any case: a branch makes the loop a third slower.
        let mut touched = self.touched.len();
        self.touched.resize(touched + places.len(), 0);
        let (mut document_before, mut most_before) = (usize::MAX, 0);
        for Match { at, frequency } in places {
            let document = self.to_document.of(at.start);
            let Some(most) = self.documents.get_mut(document) else { continue };
            if let Some(next) = self.touched.get_mut(touched) {
                *next = document;
            }
            touched += usize::from((most.body == 0) & (most.outside == 0.0));
            if weight > 0.0 {
                most.outside += weight * f64::from(*frequency);
            } else {
                most.body = most.body.saturating_add(*frequency);
                // Those of a document follow each other in a list, and lists add up.
                let before = if document == document_before { most_before } else { 0 };
                most_before = before.max(*frequency);
                most.child = most.child.saturating_add(most_before - before);
                document_before = document;
            }
            let first = self.to_chunk.of(at.start);
            let last = if at.len() > 1 { self.to_chunk.of(at.end - 1) } else { first };
            most.chunks += mark_matching(self.met.get_mut(first..=last).unwrap_or_default());
        }
        self.touched.truncate(touched);
    }

    /// A title's share of words that match counts 1.
    fn note_title(
        &mut self,
        found: &Match,
        weight: f64,
        Weights { fields, bm25, title, title_norm, .. }: &Weights<'_>,
    ) -> Result<(), ReadError> {
        let document = found.at.start as usize;
        let count = f64::from(found.frequency);
        let norm = title_norm.of(f64::from(self.index.lengths()?.title(document)?));
        let frequency = count / f64::from(EXACT) / norm;
        let children = self.index.tree.children(self.index.document_level(), document)?;
        let at = children.start as u32..children.end as u32;
        self.note(&[Match { at, frequency: found.frequency }], fields.title);
        if let Some(most) = self.documents.get_mut(document) {
            most.score += title * weight * bm25.saturate(frequency);
        }
        Ok(())
    }

    /// Lets the documents score anything that the query names.
    pub fn raise(&mut self, names: &ExactNames) {
        let mut raise = |document: usize| {
            if let Some(most) = self.documents.get_mut(document) {
                most.score = if most.score > 0.0 { f64::INFINITY } else { 0.0 };
            }
        };
        for (document, _) in &names.pages {
            raise(*document);
        }
        for child in &names.sections {
            raise(self.to_document.of(*child as u32));
        }
    }

    /// The documents in which words occur, with what they score at most.
    pub fn documents(&self) -> impl Iterator<Item = (usize, f64)> {
        let all = self.documents.iter().enumerate().map(|(document, most)| (document, most.score));
        all.filter(|(_, most)| *most > 0.0).map(|(document, most)| (document, most * ROUNDING))
    }

    /// How many chunks of the level to return match in a document.
    pub fn matching(&self, document: usize) -> usize {
        self.documents.get(document).map_or(0, |most| most.chunks as usize)
    }

    /// How many of these are admitted, by their children, counted from the document's first. Linear
    /// in the number of chunks.
    pub fn admitted(
        &self,
        document: usize,
        children: &Range<usize>,
        admit: &dyn Fn(&Range<u32>) -> bool,
    ) -> Result<usize, ReadError> {
        let tree = &self.index.tree;
        let mut count = 0;
        for chunk in tree.descend(tree.levels(), document, self.level)? {
            if self.met.get(chunk) == Some(&true) {
                let inside = tree.children(self.level, chunk)?;
                let from_first = |at: usize| at.saturating_sub(children.start) as u32;
                let window = from_first(inside.start)..from_first(inside.end);
                count += usize::from(admit(&window));
            }
        }
        Ok(count)
    }
}

/// Marks chunks; how many of them were not.
fn mark_matching(chunks: &mut [bool]) -> u32 {
    let mut new = 0;
    for met in chunks {
        new += u32::from(!*met);
        *met = true;
    }
    new
}
