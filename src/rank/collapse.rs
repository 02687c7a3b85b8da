//! Turns the scores of the chunks that match into the results of a document.

use super::document_scores::{DocumentScores, Level};
use super::options::{Collapse, Limits, SearchOptions};
use super::score::{Scored, greater};
use crate::order;
use alloc::vec::Vec;
use core::ops::Range;

/// Whether chunks are returned in other ways than those of search boxes.
const EXPLORES: bool = cfg!(feature = "explore");

/// Something to return. Chunks are counted from the document's first.
#[derive(Clone)]
pub(super) struct Candidate {
    pub score: f64,
    pub level: usize,
    pub chunk: usize,
    /// The children that it covers.
    pub window: Range<u32>,
}

pub(super) struct Collapser<'a> {
    options: &'a SearchOptions,
    limits: Limits,
    /// The level to return.
    level: usize,
    /// The scores of one chunk's children that match.
    scores: Vec<f64>,
}

impl<'a> Collapser<'a> {
    pub fn new(options: &'a SearchOptions, limits: Limits, levels: usize) -> Self {
        Collapser { options, limits, level: options.level_of(levels), scores: Vec::new() }
    }

    /// The candidates of the document that `admit` accepts, in the order of the text. If a
    /// number may be returned at most or they are grouped, the best ones, best first.
    pub fn candidates(
        &mut self,
        document_scores: &DocumentScores,
        admit: &dyn Fn(&Range<u32>) -> bool,
        out: &mut Vec<Candidate>,
    ) {
        out.clear();
        let levels = (
            document_scores.levels.get(self.level),
            document_scores.levels.get(self.options.match_level),
        );
        let (Some(returned), Some(matched)) = levels else {
            return;
        };
        let mut at = 0;
        for (number, chunk) in returned.chunks.iter().enumerate() {
            let first = at;
            let rest = matched.chunks.get(first..).unwrap_or_default();
            let end = chunk.children.end;
            at += rest.iter().take_while(|inside| inside.children.start < end).count();
            self.collapse(number, first..at, (returned, matched), document_scores, out);
        }
        if EXPLORES && self.options.siblings > 0 {
            join(out);
        }
        out.retain(|candidate| admit(&candidate.window));
        let most = self.limits.of_document;
        if self.limits.groups || most < out.len() {
            keep_best(out, most);
        }
    }

    /// Pushes a chunk of the level returned, or those in it that match.
    fn collapse(
        &mut self,
        chunk: usize,
        inside: Range<usize>,
        (returned, matched): (&Level, &Level),
        document_scores: &DocumentScores,
        out: &mut Vec<Candidate>,
    ) {
        self.scores.clear();
        for at in inside.clone() {
            if let Some(score) = score(matched, document_scores, at) {
                self.scores.push(score);
            }
        }
        if self.scores.is_empty() {
            return;
        }
        if EXPLORES
            && let Some(share) = self.options.auto_merge
            && self.scores.len() as f64 <= share * inside.len() as f64
        {
            let level = self.options.match_level;
            out.extend(inside.filter_map(|chunk| {
                let score = score(matched, document_scores, chunk)?;
                let window = window(matched, chunk, self.options.siblings);
                Some(Candidate { score, level, chunk, window })
            }));
            return;
        }
        let score = self.combine();
        let window = window(returned, chunk, self.siblings());
        out.push(Candidate { score, level: self.level, chunk, window });
    }

    /// The number of siblings that are returned with a parent.
    fn siblings(&self) -> usize {
        let none = !EXPLORES || self.options.auto_merge.is_some();
        if none { 0 } else { self.options.siblings }
    }

    /// The scores of the children that match as one.
    fn combine(&self) -> f64 {
        let scores = self.scores.iter().copied();
        match self.options.collapse {
            Collapse::Mean if EXPLORES => scores.sum::<f64>() / self.scores.len() as f64,
            _ => scores.fold(f64::NEG_INFINITY, greater),
        }
    }

    /// The result that a candidate is, without its document and its score.
    pub fn scored(&self, candidate: &Candidate, document_scores: &DocumentScores) -> Scored {
        let Candidate { level, chunk, window, .. } = candidate;
        let first = |level: usize| document_scores.levels.get(level).map_or(0, |level| level.first);
        let matched_level = self.options.match_level;
        let mut matched = Vec::new();
        if let Some(level) = document_scores.levels.get(matched_level) {
            let from = level.chunk_of(window.start);
            let inside = level.chunks.iter().enumerate().skip(from);
            for (at, chunk) in inside.take_while(|(_, chunk)| chunk.children.end <= window.end) {
                if let Some(blended) = score(level, document_scores, at) {
                    matched.push((first(matched_level) + at, chunk.score, blended));
                }
            }
        }
        Scored {
            level: *level,
            chunk: first(*level) + chunk,
            window: first(0) + window.start as usize..first(0) + window.end as usize,
            matched,
            #[cfg(feature = "explore")]
            lowered: document_scores.lowered,
            ..Scored::default()
        }
    }
}

/// The score of a chunk of the level matched with what it lies in; none where it does not match.
fn score(matched: &Level, document_scores: &DocumentScores, chunk: usize) -> Option<f64> {
    let chunk = matched.chunks.get(chunk)?;
    let blended = *document_scores.blended.get(chunk.children.start as usize)?;
    (chunk.score > 0.0).then_some(blended)
}

/// The children of a chunk with its siblings before and after.
fn window(level: &Level, chunk: usize, siblings: usize) -> Range<u32> {
    let last = level.chunks.len().saturating_sub(1).min(chunk.saturating_add(siblings));
    let first = level.chunks.get(chunk.saturating_sub(siblings));
    let start = first.map_or(0, |first| first.children.start);
    start..level.chunks.get(last).map_or(start, |last| last.children.end)
}

/// Makes one of windows that overlap; it has the score and name of the best. A window may begin
/// before the one of the chunk before, if that has none.
fn join(candidates: &mut Vec<Candidate>) {
    let mut joined: Vec<Candidate> = Vec::new();
    for mut next in candidates.drain(..) {
        while let Some(last) = joined.pop_if(|last| last.window.end > next.window.start) {
            let start = last.window.start.min(next.window.start);
            let end = last.window.end.max(next.window.end);
            if last.score >= next.score {
                next = last;
            }
            next.window = start..end;
        }
        joined.push(next);
    }
    *candidates = joined;
}

/// Keeps the best, best first; of equals the first is better.
fn keep_best(candidates: &mut Vec<Candidate>, most: usize) {
    let mut best: Vec<Candidate> = Vec::new();
    for candidate in candidates.drain(..) {
        let score = candidate.score;
        order::insert(&mut best, candidate, most, |other| other.score >= score);
    }
    *candidates = best;
}
