//! Scores children and collapses them to the chunks to return, document by document.
//!
//! A child's score is its own BM25F, plus those of the chunks and the document that it lies in,
//! each times a weight: the frequencies of a parent or a document are the sums over a contiguous
//! range of children. Document frequencies are counted over parents, for every level.

use super::cursor::{Cursor, Inside};
use super::matches::Matches;
use super::shape::{FieldWeights, LevelWeight, Shape};
use super::top::Top;
use super::{Collapse, Query, SearchOptions};
use crate::bm25::{Bm25, Norm};
use crate::error::Damage;
use crate::index::Sections;
use alloc::vec::Vec;
use core::ops::Range;

/// A heading that stands in more places names none of them.
const MAX_NAMESAKES: usize = 1000;

/// The outcome of a search.
pub(crate) struct Ranked {
    /// How many chunks of the level to return match.
    pub total: usize,
    /// The level of the chunks below.
    pub level: usize,
    /// Best first.
    pub best: Vec<Scored>,
}

/// A chunk that matches.
pub(crate) struct Scored {
    pub score: f64,
    /// Its number in its level.
    pub chunk: usize,
    pub document: usize,
    /// The children that match, by number, with their own scores.
    pub children: Vec<(usize, f64)>,
}

/// Ranks every chunk that has a child in which a word of the query occurs in any field. Linear in
/// the lengths of the posting lists and the number of children of the documents that they name.
pub(crate) fn rank(
    sections: &Sections<'_>,
    query: &Query,
    options: &SearchOptions,
) -> Result<Ranked, Damage> {
    let mut ranker = Ranker::new(sections, query, options)?;
    let mut from = 0;
    while let Some(document) = ranker.next_document(from)? {
        ranker.score(document)?;
        from = document + 1;
    }
    Ok(ranker.finish())
}

struct Ranker<'a> {
    sections: &'a Sections<'a>,
    options: &'a SearchOptions,
    bm25: Bm25,
    cursors: Vec<Cursor>,
    query: &'a Query,
    /// Whether it is worth while to look for headings that are the query.
    may_be_heading: bool,
    /// For each level, and last for the documents.
    weights: Vec<LevelWeight>,
    title_norm: Norm,
    shape: Shape,
    level: usize,
    total: usize,
    top: Top<(usize, Vec<(usize, f64)>)>,
}

impl<'a> Ranker<'a> {
    fn new(
        sections: &'a Sections<'a>,
        query: &'a Query,
        options: &'a SearchOptions,
    ) -> Result<Self, Damage> {
        let meta = sections.meta;
        let parents = meta.chunks.get(1).or(meta.chunks.first()).copied().unwrap_or_default();
        let mut cursors = Vec::new();
        for term in query.terms.iter().filter(|term| !term.lists.is_empty()) {
            cursors.push(Cursor::new(Matches::new(sections, term, parents)?));
        }
        let fewest = cursors.iter().map(Cursor::headings).min().unwrap_or_default();
        let may_be_heading = options.exact_title > 0.0 && fewest <= MAX_NAMESAKES;
        let bm25 = options.bm25();
        let default_level = usize::from(meta.chunks.len() > 1);
        Ok(Ranker {
            sections,
            options,
            bm25,
            cursors,
            query,
            may_be_heading,
            weights: level_weights(sections, options),
            title_norm: bm25.norm(meta.title_terms as f64 / f64::from(meta.documents.max(1))),
            shape: Shape::default(),
            level: options.return_level.unwrap_or(default_level),
            total: 0,
            top: Top::new(options.limit),
        })
    }

    /// The first document from number `from` on in which a word occurs.
    fn next_document(&self, from: usize) -> Result<Option<usize>, Damage> {
        let title = self.cursors.iter().filter_map(Cursor::next_title).min();
        let child = self.cursors.iter().filter_map(Cursor::next_child).min();
        let of_child = match child {
            Some(child) => Some(self.sections.tree.document_of(child as usize, from)?),
            None => None,
        };
        Ok(title.map(|document| document as usize).into_iter().chain(of_child).min())
    }

    fn score(&mut self, document: usize) -> Result<(), Damage> {
        let children = self.sections.tree.children(self.sections.document_level(), document)?;
        if !self.accepts(document)? {
            for cursor in &mut self.cursors {
                cursor.take(document, &children);
            }
            return Ok(());
        }
        self.shape.load(self.sections, document, &children, &self.weights)?;
        let fields = FieldWeights { title: self.options.title, heading: self.options.heading };
        let title_length = f64::from(self.sections.lengths.title(document)?);
        let title_norm = self.title_norm.of(title_length);
        let mut title = TitleScore::default();
        let mut in_headings = 0;
        for cursor in &mut self.cursors {
            let inside = cursor.take(document, &children);
            self.shape.add(&inside, &self.weights, fields, self.bm25);
            title.add(&inside, self.bm25, title_norm);
            in_headings += usize::from(!inside.headings.is_empty());
        }
        self.shape.blend(&self.weights);
        let exact = self.options.exact_title * title.best;
        if self.may_be_heading && in_headings == self.cursors.len() {
            self.raise_headings(document, &children, exact)?;
        }
        let mut page = self.options.title_score * title.score;
        if title.words == self.cursors.len() && title_length == self.query.length() as f64 {
            let record = self.sections.documents.get(document)?;
            let is_title = self.query.is_spelled(record.title, &self.sections.letters);
            page += if is_title { exact } else { 0.0 };
        }
        self.collapse(document, page)
    }

    /// Raises the children that begin a section whose heading is the query.
    fn raise_headings(
        &mut self,
        document: usize,
        children: &Range<usize>,
        by: f64,
    ) -> Result<(), Damage> {
        let sections = self.sections;
        let text = sections.tree.span(sections.document_level(), document)?;
        for heading in sections.headings.get(document)? {
            let at = |offset: usize| text.start.saturating_add(offset);
            let words = sections.text(at(heading.words.start)..at(heading.words.end))?;
            if self.query.is_spelled(words, &sections.letters) {
                let child = sections.tree.child_at(children, at(heading.start))?;
                let child = child.saturating_sub(children.start);
                if let Some(score) = self.shape.blended.get_mut(child) {
                    *score += by;
                }
            }
        }
        Ok(())
    }

    fn accepts(&self, document: usize) -> Result<bool, Damage> {
        if self.options.filters.is_empty() {
            return Ok(true);
        }
        let record = self.sections.documents.get(document)?;
        Ok(self.options.filters.iter().all(|(key, wanted)| {
            let with_key = record.filters.iter().filter(|(at, _)| at == key);
            let mut values = with_key.flat_map(|(_, values)| values);
            values.any(|value| wanted.iter().any(|want| want == value))
        }))
    }

    /// Offers each chunk to return with the combined score of its children and what the whole
    /// page adds.
    fn collapse(&mut self, document: usize, page: f64) -> Result<(), Damage> {
        let top = self.sections.document_level();
        let numbers = self.sections.tree.descend(top, document, self.level)?;
        let Shape { first, levels, blended, .. } = &self.shape;
        let (Some(returned), Some(own)) = (levels.get(self.level), levels.first()) else {
            return Ok(());
        };
        for (chunk, range) in numbers.zip(&returned.chunks) {
            let inside = range.start as usize..range.end as usize;
            let own = own.scores.get(inside.clone()).unwrap_or_default();
            let blended = blended.get(inside.clone()).unwrap_or_default();
            let matching = own.iter().zip(blended).filter(|(own, _)| **own > 0.0);
            let Some(score) = combine(self.options.collapse, matching.map(|(_, score)| *score))
            else {
                continue;
            };
            self.total += 1;
            self.top.offer(score + page, chunk, || {
                let numbered = (first + inside.start..).zip(own.iter().copied());
                (document, numbered.filter(|(_, score)| *score > 0.0).collect())
            });
        }
        Ok(())
    }

    fn finish(self) -> Ranked {
        let scored =
            |(score, chunk, (document, children))| Scored { score, chunk, document, children };
        Ranked {
            total: self.total,
            level: self.level,
            best: self.top.into_sorted().into_iter().map(scored).collect(),
        }
    }
}

fn level_weights(sections: &Sections<'_>, options: &SearchOptions) -> Vec<LevelWeight> {
    let meta = sections.meta;
    let counts = meta.chunks.iter().chain([&meta.documents]);
    let level = |(level, &count): (usize, &u32)| LevelWeight {
        weight: match level {
            0 => 1.0,
            _ => options.blend_of(level, sections.document_level()),
        },
        norm: options.bm25().norm(meta.body_terms as f64 / f64::from(count.max(1))),
    };
    counts.enumerate().map(level).collect()
}

/// The scores of the children that match as one; none where there is none.
fn combine(collapse: Collapse, scores: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut best, mut sum, mut count) = (f64::NEG_INFINITY, 0.0, 0u32);
    for score in scores {
        best = best.max(score);
        sum += score;
        count += 1;
    }
    let combined = match collapse {
        Collapse::Max => best,
        Collapse::Mean => sum / f64::from(count),
        Collapse::Sum => sum,
    };
    (count > 0).then_some(combined)
}

/// The score of a title as a text of its own.
#[derive(Default)]
struct TitleScore {
    score: f64,
    /// The most that the words could give.
    best: f64,
    /// How many words of the query occur in it.
    words: usize,
}

impl TitleScore {
    fn add(&mut self, inside: &Inside<'_>, bm25: Bm25, norm: f64) {
        self.best += inside.weight * (bm25.k1 + 1.0);
        if inside.title > 0.0 {
            self.score += inside.weight * bm25.saturate(inside.title / norm);
            self.words += 1;
        }
    }
}
