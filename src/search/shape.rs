//! The chunks of one document, ready to be scored.

use super::cursor::Inside;
use super::matches::{Match, weighted};
use crate::bm25::{Bm25, Norm};
use crate::error::Damage;
use crate::index::Sections;
use alloc::vec::Vec;
use core::ops::Range;

/// What an occurrence outside of the body counts, where one in the body counts 1.
#[derive(Clone, Copy)]
pub(super) struct FieldWeights {
    pub title: f64,
    pub heading: f64,
    pub extra: f64,
}

/// How the chunks of a level take part in the scores of their children.
#[derive(Clone, Copy)]
pub(super) struct LevelWeight {
    /// The share of their score that is added.
    pub weight: f64,
    /// How the lengths of their bodies count.
    pub norm: Norm,
}

/// One document at a time; its memory is used again for the next.
#[derive(Default)]
pub(super) struct Shape {
    /// Number of the document's first child.
    pub first: usize,
    /// The levels of chunks, children first, and last the document itself.
    pub levels: Vec<Level>,
    /// For each child, the weighted sum of the scores of the chunks that it lies in, from the level
    /// matched up.
    pub blended: Vec<f64>,
    /// How many terms the bodies before each child have together, and at the end those of all.
    lengths: Vec<u64>,
}

/// The chunks of a document in one level.
#[derive(Default)]
pub(super) struct Level {
    /// Number of the document's first chunk.
    pub first: usize,
    /// The children of each chunk, counted from the document's first.
    pub chunks: Vec<Range<u32>>,
    pub scores: Vec<f64>,
    norms: Vec<f64>,
    /// For each child, counted from the document's first, the chunk that it lies in.
    chunk_of_child: Vec<u32>,
    above: Vec<Above>,
}

/// How often a word stands above a chunk: in headings, and in extra words.
#[derive(Clone, Copy, Default)]
struct Above {
    headings: RunCount,
    extras: RunCount,
}

/// How often a word stands in runs. Whole numbers, so that what begins and ends cancels out.
#[derive(Clone, Copy, Default)]
struct RunCount {
    exact: i64,
    inexact: i64,
}

impl RunCount {
    fn of(run: &Match) -> Self {
        RunCount { exact: run.exact.into(), inexact: run.inexact.into() }
    }

    fn add(&mut self, other: &RunCount) {
        self.exact = self.exact.saturating_add(other.exact);
        self.inexact = self.inexact.saturating_add(other.inexact);
    }

    fn remove(&mut self, other: &RunCount) {
        self.exact = self.exact.saturating_sub(other.exact);
        self.inexact = self.inexact.saturating_sub(other.inexact);
    }

    fn frequency(&self) -> f64 {
        weighted(self.exact as f64, self.inexact as f64)
    }
}

impl Shape {
    /// Takes up a document. Linear in the number of its chunks.
    pub fn load(
        &mut self,
        sections: &Sections<'_>,
        document: usize,
        children: &Range<usize>,
        weights: &[LevelWeight],
    ) -> Result<(), Damage> {
        self.first = children.start;
        self.load_lengths(sections, children)?;
        let top = sections.document_level();
        self.levels.resize_with(top + 1, Level::default);
        for (number, (level, weight)) in self.levels.iter_mut().zip(weights).enumerate() {
            level.clear();
            let chunks = sections.tree.descend(top, document, number)?;
            level.first = chunks.start;
            let mut start = 0;
            for chunk in chunks {
                let inside = match number {
                    0 => chunk..chunk + 1,
                    _ => sections.tree.children(number, chunk)?,
                };
                let end = inside.end.saturating_sub(children.start) as u32;
                let length = length(&self.lengths, &(start..end));
                level.push(start..end, weight.norm.of(length));
                start = end;
            }
        }
        Ok(())
    }

    fn load_lengths(
        &mut self,
        sections: &Sections<'_>,
        children: &Range<usize>,
    ) -> Result<(), Damage> {
        self.lengths.clear();
        let mut sum = 0;
        self.lengths.push(sum);
        for child in children.clone() {
            sum += u64::from(sections.lengths.child(child)?);
            self.lengths.push(sum);
        }
        Ok(())
    }

    /// Adds to the scores of all chunks what a word gives them.
    pub fn add(
        &mut self,
        inside: &Inside<'_>,
        weights: &[LevelWeight],
        fields: FieldWeights,
        bm25: Bm25,
    ) {
        for (level, weight) in self.levels.iter_mut().zip(weights) {
            if weight.weight == 0.0 {
                continue;
            }
            let outside = !inside.headings.is_empty() || !inside.extras.is_empty();
            if inside.title > 0.0 || outside {
                level.add_to_all(self.first as u32, inside, fields, bm25);
            } else {
                level.add_to_some(self.first as u32, inside, bm25);
            }
        }
    }

    /// The chunk of a level, counted from the document's first, in which a child lies.
    pub fn chunk_of(&self, level: usize, child: usize) -> usize {
        let level = self.levels.get(level);
        level.map_or(usize::MAX, |level| holder(&level.chunk_of_child, child as u32))
    }

    /// Adds to the score of the chunk of a level in which a child lies.
    pub fn raise(&mut self, level: usize, child: usize, by: f64) {
        let at = self.chunk_of(level, child);
        let chunk = self.levels.get(level).and_then(|level| level.chunks.get(at));
        let children = chunk.map_or(0..0, |chunk| chunk.start as usize..chunk.end as usize);
        for score in self.blended.get_mut(children).unwrap_or_default() {
            *score += by;
        }
    }

    /// Lets the first chunk of a level match by itself.
    pub fn list(&mut self, level: usize) {
        let level = self.levels.get_mut(level);
        if let Some(score) = level.and_then(|level| level.scores.first_mut()) {
            *score = 1.0;
        }
    }

    /// Sums up the scores for each child.
    pub fn blend(&mut self, weights: &[LevelWeight]) {
        self.blended.clear();
        self.blended.resize(self.lengths.len() - 1, 0.0);
        for (level, weight) in self.levels.iter().zip(weights) {
            for (chunk, score) in level.chunks.iter().zip(&level.scores) {
                let inside = self.blended.get_mut(chunk.start as usize..chunk.end as usize);
                for child in inside.unwrap_or_default() {
                    *child += weight.weight * score;
                }
            }
        }
    }
}

impl Level {
    fn clear(&mut self) {
        self.chunks.clear();
        self.scores.clear();
        self.norms.clear();
        self.chunk_of_child.clear();
    }

    fn push(&mut self, children: Range<u32>, norm: f64) {
        self.chunk_of_child.resize(children.end as usize, self.chunks.len() as u32);
        self.chunks.push(children);
        self.scores.push(0.0);
        self.norms.push(norm);
    }

    /// Where title or headings have the word too, any chunk may score.
    fn add_to_all(&mut self, first: u32, inside: &Inside<'_>, fields: FieldWeights, bm25: Bm25) {
        self.above.clear();
        self.above.resize(self.chunks.len() + 1, Above::default());
        self.sum_runs(first, inside.headings, |above| &mut above.headings);
        self.sum_runs(first, inside.extras, |above| &mut above.extras);
        let mut above = Above::default();
        let mut bodies = inside.bodies.iter().peekable();
        let chunks = self.chunks.iter().zip(&self.norms).zip(&self.above);
        for (((chunk, norm), change), score) in chunks.zip(&mut self.scores) {
            let end = first + chunk.end;
            let mut body = 0.0;
            while let Some(found) = bodies.next_if(|found| found.at.start < end) {
                body += found.frequency();
            }
            above.headings.add(&change.headings);
            above.extras.add(&change.extras);
            let outside = fields.heading * above.headings.frequency()
                + fields.extra * above.extras.frequency()
                + fields.title * inside.title;
            if body > 0.0 || outside > 0.0 {
                *score += inside.weight * bm25.saturate(body / norm + outside);
            }
        }
    }

    /// Notes for each chunk which runs begin to stand above it and which end to.
    fn sum_runs(&mut self, first: u32, runs: &[Match], count: fn(&mut Above) -> &mut RunCount) {
        for run in runs {
            let from = holder(&self.chunk_of_child, run.at.start.saturating_sub(first));
            let last = holder(&self.chunk_of_child, (run.at.end - 1).saturating_sub(first));
            if let Some(above) = self.above.get_mut(from) {
                count(above).add(&RunCount::of(run));
            }
            if let Some(above) = self.above.get_mut(last.saturating_add(1)) {
                count(above).remove(&RunCount::of(run));
            }
        }
    }

    /// Where only bodies have the word, only their chunks score.
    fn add_to_some(&mut self, first: u32, inside: &Inside<'_>, bm25: Bm25) {
        let chunks = &self.chunk_of_child;
        let chunk_of = |found: &Match| holder(chunks, found.at.start.saturating_sub(first));
        for group in inside.bodies.chunk_by(|a, b| chunk_of(a) == chunk_of(b)) {
            let chunk = group.first().map_or(usize::MAX, chunk_of);
            let body: f64 = group.iter().map(Match::frequency).sum();
            if let (Some(score), Some(norm)) = (self.scores.get_mut(chunk), self.norms.get(chunk)) {
                *score += inside.weight * bm25.saturate(body / norm);
            }
        }
    }
}

/// The chunk that a child lies in; both are counted from the document's first.
fn holder(chunk_of_child: &[u32], child: u32) -> usize {
    chunk_of_child.get(child as usize).map_or(usize::MAX, |&chunk| chunk as usize)
}

fn length(before: &[u64], chunk: &Range<u32>) -> f64 {
    let before = |child: u32| before.get(child as usize).copied().unwrap_or_default();
    before(chunk.end).saturating_sub(before(chunk.start)) as f64
}
