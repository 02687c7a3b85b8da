//! The chunks of one document, ready to be scored.

use super::bm25::{Bm25, Norm};
use super::score::greater;
use super::term_postings::{Match, Sum, TermInDocument};
use crate::error::ReadError;
use crate::index::IndexReader;
use alloc::vec::Vec;
use core::ops::Range;

/// The part of their scores that lists of links keep where other passages of their
/// document have words of the query.
pub(super) const LINK_LIST_SHARE: f64 = 0.1;

/// The score of a chunk that is listed and has no word of the query.
#[cfg(feature = "explore")]
pub(super) const LISTED_SCORE: f64 = f64::MIN_POSITIVE;

/// The weights of occurrences outside of the body, where one in the body counts 1.
#[derive(Clone, Copy)]
pub(super) struct FieldWeights {
    pub title: f64,
    pub heading: f64,
    pub extra: f64,
}

/// The part that the chunks of a level have in the scores of their children.
#[derive(Clone, Copy)]
pub(super) struct LevelWeight {
    /// The share of their score that is added.
    pub weight: f64,
    /// The norm of the lengths of their bodies.
    pub norm: Norm,
}

/// One document at a time; its memory is used again for the next.
#[derive(Default)]
pub(super) struct DocumentScores {
    /// Number of the document's first child.
    pub first: usize,
    /// The levels of chunks, children first, and last the document itself.
    pub levels: Vec<Level>,
    /// For each child, the weighted sum of the scores of the chunks that it lies in, from the level
    /// matched up.
    pub blended: Vec<f64>,
    /// Whether lists of links are lowered.
    #[cfg(feature = "explore")]
    pub lowered: bool,
}

/// The chunks of a document in one level.
#[derive(Default)]
pub(super) struct Level {
    /// Number of the document's first chunk.
    pub first: usize,
    pub chunks: Vec<Chunk>,
}

/// One chunk.
pub(super) struct Chunk {
    /// Its children, counted from the document's first.
    pub children: Range<u32>,
    pub score: f64,
    norm: f64,
    is_link_list: bool,
    /// Whether a word stands in its body.
    in_body: bool,
    /// The change of the word's frequency from the chunk before.
    change: Above,
}

/// The frequency of a word in a chunk and above it: in headings, in extra words, and in bodies.
#[derive(Clone, Copy, Default)]
struct Above {
    headings: Sum,
    extras: Sum,
    bodies: Sum,
}

impl DocumentScores {
    /// Takes up a document. Linear in the number of its chunks.
    pub fn load(
        &mut self,
        index: &IndexReader<'_>,
        document: usize,
        children: &Range<usize>,
        weights: &[LevelWeight],
    ) -> Result<(), ReadError> {
        self.first = children.start;
        self.blended.clear();
        self.blended.resize(children.len(), 0.0);
        let length = f64::from(index.lengths()?.child(document)?);
        let top = index.document_level();
        self.levels.resize_with(top + 1, Level::default);
        for (number, (level, weight)) in self.levels.iter_mut().zip(weights).enumerate() {
            let chunks = index.tree.descend(top, document, number)?;
            level.first = chunks.start;
            level.chunks.clear();
            let mut start = 0;
            for chunk in chunks {
                let end = index.tree.children(number, chunk)?.end;
                let children = start..end.saturating_sub(children.start) as u32;
                start = children.end;
                let norm = weight.norm.of(length * children.len() as f64);
                let (score, change) = (0.0, Above::default());
                let is_link_list = index.tree.is_link_list(number, chunk)?;
                let in_body = false;
                level.chunks.push(Chunk { children, score, norm, is_link_list, in_body, change });
            }
        }
        #[cfg(feature = "explore")]
        {
            self.lowered = false;
        }
        Ok(())
    }

    /// Adds a word's scores to those of all chunks.
    pub fn add(
        &mut self,
        inside: &TermInDocument,
        weights: &[LevelWeight],
        fields: FieldWeights,
        bm25: Bm25,
    ) {
        for (level, weight) in self.levels.iter_mut().zip(weights) {
            if weight.weight != 0.0 && !inside.is_empty() {
                level.add(self.first as u32, inside, fields, bm25);
            }
        }
    }

    /// Adds to the score of the chunk of a level in which a child lies.
    pub fn raise(&mut self, level: usize, child: usize, by: f64) {
        let level = self.levels.get(level);
        let chunk = level.and_then(|level| level.chunks.get(level.chunk_of(child as u32)));
        let children = chunk.map_or(0..0, Chunk::children);
        for score in self.blended.get_mut(children).unwrap_or_default() {
            *score += by;
        }
    }

    /// Lowers the scores of lists of links, if another chunk of the level
    /// matched has a word in its body.
    pub fn lower_link_lists(&mut self, matched: usize) {
        let Some(parents) = self.levels.get(matched.max(1)) else { return };
        let lists = || parents.chunks.iter().filter(|chunk| chunk.is_link_list);
        let lowers = lists().next().is_some() && self.has_words_elsewhere(matched);
        for list in lists().filter(|_| lowers) {
            for score in self.blended.get_mut(list.children()).unwrap_or_default() {
                *score *= LINK_LIST_SHARE;
            }
        }
        #[cfg(feature = "explore")]
        {
            self.lowered = lowers;
        }
    }

    /// Whether a chunk of the level matched that is no list of links has a word in its body. Titles
    /// and headings stand above chunks that say nothing of their words.
    fn has_words_elsewhere(&self, matched: usize) -> bool {
        let chunks = self.levels.get(matched).map_or(&[][..], |level| &level.chunks);
        let mut matching = chunks.iter().enumerate().filter(|(_, chunk)| chunk.in_body);
        matching.any(|(at, _)| !self.is_link_list(matched, at))
    }

    /// Whether a chunk of the level matched, counted from the document's first, is a list of links:
    /// it or the one of level 1 that it lies in.
    pub fn is_link_list(&self, matched: usize, chunk: usize) -> bool {
        let chunk = self.levels.get(matched).and_then(|level| level.chunks.get(chunk));
        let parents = self.levels.get(matched.max(1));
        let parent = chunk.zip(parents).and_then(|(chunk, parents)| {
            parents.chunks.get(parents.chunk_of(chunk.children.start))
        });
        parent.is_some_and(|parent| parent.is_link_list)
    }

    /// The best score of the chunks of a level that match.
    pub fn best(&self, level: usize) -> f64 {
        let chunks = self.levels.get(level).map_or(&[][..], |level| &level.chunks);
        let matching = chunks.iter().filter(|chunk| chunk.score > 0.0);
        let scores = matching.filter_map(|chunk| self.blended.get(chunk.children.start as usize));
        scores.copied().fold(0.0, greater)
    }

    /// Gives a score to the chunk of a level in which a child lies, if it matches.
    pub fn lift(&mut self, level: usize, child: usize, score: f64) {
        let level = self.levels.get(level);
        let chunk = level.and_then(|level| level.chunks.get(level.chunk_of(child as u32)));
        let children = chunk.filter(|chunk| chunk.score > 0.0).map_or(0..0, Chunk::children);
        self.blended.get_mut(children).unwrap_or_default().fill(score);
    }

    /// Lets the first chunk of a level match by itself, where none matches.
    pub fn list(&mut self, level: usize) {
        let Some(level) = self.levels.get_mut(level) else { return };
        if level.chunks.iter().all(|chunk| chunk.score == 0.0)
            && let Some(chunk) = level.chunks.first_mut()
        {
            chunk.score = 1.0;
        }
    }

    /// Lets the first chunk of a level in some children match, where none of them does.
    #[cfg(feature = "explore")]
    pub fn list_in(&mut self, level: usize, children: &Range<usize>) {
        let Some(level) = self.levels.get_mut(level) else { return };
        let from = |child: usize| child.saturating_sub(self.first) as u32;
        let (first, end) = (level.chunk_of(from(children.start)), from(children.end));
        let inside = level.chunks.get_mut(first..).unwrap_or_default();
        let count = inside.partition_point(|chunk| chunk.children.start < end);
        let inside = inside.get_mut(..count).unwrap_or_default();
        if inside.iter().all(|chunk| chunk.score == 0.0)
            && let Some(chunk) = inside.first_mut()
        {
            chunk.score = LISTED_SCORE;
        }
    }

    /// Sums up the scores for each child.
    pub fn blend(&mut self, weights: &[LevelWeight]) {
        for (level, weight) in self.levels.iter().zip(weights) {
            for chunk in &level.chunks {
                for child in self.blended.get_mut(chunk.children()).unwrap_or_default() {
                    *child += weight.weight * chunk.score;
                }
            }
        }
    }
}

impl Level {
    /// The chunk, counted from the document's first, in which a child lies.
    pub fn chunk_of(&self, child: u32) -> usize {
        self.chunks.partition_point(|chunk| chunk.children.end <= child)
    }

    fn add(&mut self, first: u32, inside: &TermInDocument, fields: FieldWeights, bm25: Bm25) {
        self.sum_runs(first, &inside.headings, |above| &mut above.headings);
        self.sum_runs(first, &inside.extras, |above| &mut above.extras);
        self.sum_runs(first, &inside.bodies, |above| &mut above.bodies);
        let mut above = Above::default();
        let of_title = fields.title * inside.title;
        let (mut outside, mut alone) = (of_title, inside.gain(of_title, bm25));
        for chunk in &mut self.chunks {
            let change = core::mem::take(&mut chunk.change);
            above.bodies.merge(change.bodies);
            chunk.in_body |= !above.bodies.is_none();
            if !change.headings.is_none() || !change.extras.is_none() {
                above.headings.merge(change.headings);
                above.extras.merge(change.extras);
                outside = fields.heading * above.headings.frequency()
                    + fields.extra * above.extras.frequency()
                    + of_title;
                alone = inside.gain(outside, bm25);
            }
            chunk.score += if above.bodies.is_none() {
                alone
            } else {
                inside.gain(above.bodies.frequency() / chunk.norm + outside, bm25)
            };
        }
    }

    /// Notes for each chunk which runs begin with it and which ended before it. Inlined, it
    /// would be in the WebAssembly three times.
    #[inline(never)]
    fn sum_runs(&mut self, first: u32, runs: &[Match], sum: fn(&mut Above) -> &mut Sum) {
        for run in runs {
            let from = self.chunk_of(run.at.start.saturating_sub(first));
            let last_child = (run.at.end - 1).saturating_sub(first);
            let Some(chunk) = self.chunks.get_mut(from) else { continue };
            sum(&mut chunk.change).add(run);
            let mut last = from;
            if last_child >= chunk.children.end {
                last = self.chunk_of(last_child);
            }
            if let Some(chunk) = self.chunks.get_mut(last + 1) {
                sum(&mut chunk.change).remove(run);
            }
        }
    }
}

impl Chunk {
    fn children(&self) -> Range<usize> {
        self.children.start as usize..self.children.end as usize
    }
}
