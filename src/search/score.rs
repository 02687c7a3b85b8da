//! Scores the chunks of the level matched, document by document.
//!
//! A child's score is its own BM25F, plus those of the chunks and the document that it lies in,
//! each times a weight: the frequencies of a parent or a document are the sums over a contiguous
//! range of children. Document frequencies are counted over parents, for every level.

use super::collapse::{Candidate, Collapser};
use super::cursor::{Cursor, Inside};
use super::facet::Facet;
use super::filter;
use super::guard::Guards;
use super::matches::Matches;
use super::namesakes::Namesakes;
use super::shape::{FieldWeights, LevelWeight, Shape};
use super::sort::Place;
use super::top::{Rank, Top};
use super::{Query, SearchOptions};
use crate::bm25::{Bm25, Norm};
use crate::error::Damage;
use crate::index::Sections;
use crate::missing::Missing;
use alloc::vec::Vec;
use core::ops::Range;

/// The outcome of a search.
pub(crate) struct Ranked {
    /// How many results there would be without a limit.
    pub total: usize,
    /// Best first.
    pub best: Vec<Scored>,
    /// For each facet, its values and how many documents that match have them.
    pub facets: Vec<Facet>,
}

/// A result: a chunk, or a window of chunks around it.
#[derive(Clone, Default)]
pub(crate) struct Scored {
    pub score: f64,
    /// The part of the score that the page's title gives, before the boost.
    pub page: f64,
    /// What the document's scores are multiplied by.
    pub boost: f64,
    /// The level of the chunk, that of documents being the last.
    pub level: usize,
    /// Its number in its level.
    pub chunk: usize,
    pub document: usize,
    /// The children, by number, that the result covers.
    pub window: Range<usize>,
    /// The chunks of the level matched in it that match, by number, with their own scores and
    /// with what they lie in.
    pub matched: Vec<(usize, f64, f64)>,
    /// The other results of the document, where they are grouped.
    pub more: Vec<Scored>,
}

/// Ranks every chunk that has a child in which a word of the query occurs in any field. Linear in
/// the lengths of the posting lists and the number of children of the documents that they name.
/// Without words it lists the first chunk of every document that filters and guards leave, if there
/// are such or an order is asked for.
pub(crate) fn rank(
    sections: &Sections<'_>,
    query: &Query,
    options: &SearchOptions,
) -> Result<Ranked, Damage> {
    let mut ranker = Ranker::new(sections, query, options)?;
    let mut missing = Missing::default();
    let mut from = 0;
    while let Some(document) = ranker.next_document(from)? {
        if missing.note(ranker.score(document))?.is_none() {
            ranker.pass(document)?;
        }
        from = document + 1;
    }
    missing.end()?;
    Ok(ranker.finish())
}

struct Ranker<'a> {
    sections: &'a Sections<'a>,
    options: &'a SearchOptions,
    bm25: Bm25,
    cursors: Vec<Cursor>,
    named: Namesakes,
    /// Whether documents are listed without a word to look for.
    lists_all: bool,
    /// For each level, and last for the documents.
    weights: Vec<LevelWeight>,
    title_norm: Norm,
    shape: Shape,
    guards: Guards<'a>,
    collapser: Collapser<'a>,
    candidates: Vec<Candidate>,
    facets: Vec<Facet>,
    total: usize,
    top: Top<'a, Scored>,
}

impl<'a> Ranker<'a> {
    fn new(
        sections: &'a Sections<'a>,
        query: &'a Query,
        options: &'a SearchOptions,
    ) -> Result<Self, Damage> {
        let cursors = cursors(sections, query)?;
        let bm25 = options.bm25();
        Ok(Ranker {
            sections,
            options,
            bm25,
            cursors,
            named: query.named(sections)?,
            lists_all: lists_all(query, options),
            weights: level_weights(sections, options),
            title_norm: title_norm(sections, bm25),
            shape: Shape::default(),
            guards: Guards::new(sections, query)?,
            collapser: Collapser::new(options, sections.tree.levels()),
            candidates: Vec::new(),
            facets: options.facets.iter().map(|key| Facet::new(key)).collect(),
            total: 0,
            top: Top::new(options.limit),
        })
    }

    /// The first document from number `from` on in which a word occurs.
    fn next_document(&self, from: usize) -> Result<Option<usize>, Damage> {
        if self.lists_all {
            return Ok((from < self.sections.meta.documents as usize).then_some(from));
        }
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
        if !self.accepts(document)? || !self.guards.load(self.sections, document, &children)? {
            return self.pass(document);
        }
        self.shape.load(self.sections, document, &children, &self.weights)?;
        let SearchOptions { title, heading, extra, .. } = *self.options;
        let fields = FieldWeights { title, heading, extra };
        let title_length = f64::from(self.sections.lengths.title(document)?);
        let title_norm = self.title_norm.of(title_length);
        let mut title = TitleMatch::default();
        for cursor in &mut self.cursors {
            let inside = cursor.take(document, &children);
            self.shape.add(&inside, &self.weights, fields, self.bm25);
            title.add(&inside, self.bm25, title_norm);
        }
        if self.lists_all {
            self.shape.list(self.options.match_level);
        }
        self.shape.blend(&self.weights);
        let exact = self.options.exact_title * title.best;
        for child in self.named.sections(&children) {
            self.shape.raise(self.options.match_level, child - children.start, exact);
        }
        let title = self.options.title_score * title.score * title.share(title_length);
        let page = title + exact * self.named.share(document);
        self.offer(document, page)
    }

    /// Goes on to what comes after a document.
    fn pass(&mut self, document: usize) -> Result<(), Damage> {
        let children = self.sections.tree.children(self.sections.document_level(), document)?;
        for cursor in &mut self.cursors {
            cursor.take(document, &children);
        }
        Ok(())
    }

    fn accepts(&self, document: usize) -> Result<bool, Damage> {
        if self.options.filters.is_empty() {
            return Ok(true);
        }
        let record = self.sections.documents.get(document)?;
        Ok(self.options.filters.iter().all(|filter| filter.accepts(&record)))
    }

    /// Offers what the document has to return, with what the whole page adds.
    fn offer(&mut self, document: usize, page: f64) -> Result<(), Damage> {
        let Ranker { collapser, shape, guards, candidates, .. } = self;
        collapser.candidates(shape, &|window| guards.admit(window), candidates);
        if candidates.is_empty() {
            return Ok(());
        }
        self.count_facets(document)?;
        let place = self.place(document)?;
        let boost = self.sections.lengths.boost(document)?;
        let total = |score: f64| boost * (score + page);
        let scored = |candidate: &Candidate| {
            let mut scored = self.collapser.scored(candidate, &self.shape);
            scored.document = document;
            scored.score = total(candidate.score);
            (scored.page, scored.boost) = (page, boost);
            scored
        };
        if self.options.group {
            // Where they fill a number of tokens, groups are taken apart.
            self.total += if self.options.max_tokens.is_none() { 1 } else { self.candidates.len() };
            let best = self.candidates.first().map_or(0.0, |best| best.score);
            let rank = Rank { place, score: total(best), number: document };
            self.top.offer(rank, || {
                let mut all = self.candidates.iter().map(scored);
                let mut best = all.next().unwrap_or_default();
                best.more = all.collect();
                best
            });
            return Ok(());
        }
        self.total += self.candidates.len();
        for candidate in &self.candidates {
            let number = self.shape.first + candidate.window.start as usize;
            let rank = Rank { place, score: total(candidate.score), number };
            self.top.offer(rank, || scored(candidate));
        }
        Ok(())
    }

    fn place(&self, document: usize) -> Result<Place<'a>, Damage> {
        let Some(sort) = &self.options.sort else {
            return Ok(Place::default());
        };
        let record = self.sections.documents.get(document)?;
        let value = filter::values(&record, &sort.key).first().copied();
        Ok(Place::new(value, sort.descending))
    }

    fn count_facets(&mut self, document: usize) -> Result<(), Damage> {
        if self.facets.is_empty() {
            return Ok(());
        }
        let record = self.sections.documents.get(document)?;
        for facet in &mut self.facets {
            facet.count(&filter::values(&record, &facet.key));
        }
        Ok(())
    }

    fn finish(mut self) -> Ranked {
        self.facets.iter_mut().for_each(Facet::sort);
        Ranked { total: self.total, best: self.top.into_sorted().collect(), facets: self.facets }
    }
}

pub(super) fn cursors(sections: &Sections<'_>, query: &Query) -> Result<Vec<Cursor>, Damage> {
    let known = query.terms.iter().filter(|term| !term.lists.is_empty());
    known.map(|term| Ok(Cursor::new(Matches::new(sections, term)?))).collect()
}

fn lists_all(query: &Query, options: &SearchOptions) -> bool {
    let asked = !query.guards.is_empty() || !options.filters.is_empty() || options.sort.is_some();
    query.terms.is_empty() && asked
}

pub(super) fn title_norm(sections: &Sections<'_>, bm25: Bm25) -> Norm {
    let meta = sections.meta;
    bm25.norm(meta.title_terms as f64 / f64::from(meta.documents.max(1)))
}

pub(super) fn level_weights(sections: &Sections<'_>, options: &SearchOptions) -> Vec<LevelWeight> {
    let meta = sections.meta;
    let counts = meta.chunks.iter().chain([&meta.documents]);
    let level = |(level, &count): (usize, &u32)| LevelWeight {
        weight: options.weight_of(level, sections.document_level()),
        norm: options.bm25().norm(meta.body_terms as f64 / f64::from(count.max(1))),
    };
    counts.enumerate().map(level).collect()
}

/// A title as a text of its own.
#[derive(Default)]
pub(super) struct TitleMatch {
    /// The sum over the words.
    pub score: f64,
    /// How many of its terms match.
    found: f64,
    /// The most that the words could give.
    pub best: f64,
}

impl TitleMatch {
    pub fn add(&mut self, inside: &Inside<'_>, bm25: Bm25, norm: f64) {
        self.best += inside.weight * (bm25.k1 + 1.0);
        if inside.title > 0.0 {
            self.score += inside.weight * bm25.saturate(inside.title / norm);
            self.found += inside.title;
        }
    }

    /// The share of a title of `length` terms that matches: one that says more than the query is
    /// about something else.
    pub fn share(&self, length: f64) -> f64 {
        // Two words of a query may have the same stem.
        if self.found < length { self.found / length } else { 1.0 }
    }
}
