//! Scores the chunks of the level matched, document by document.
//!
//! A child's score is its own BM25F, plus those of the chunks and the document that it lies in,
//! each times a weight: the frequencies of a parent or a document are the sums over a contiguous
//! range of children. Document frequencies are counted over parents, for every level.

use super::bound;
use super::collapse::{Candidate, Collapser};
use super::cursor::{Cursor, Inside};
use super::facet::Facet;
use super::filter;
use super::guard::Guards;
use super::matches::Matches;
use super::namesakes::Namesakes;
use super::shape::{LevelWeight, Shape};
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
        missing.note(ranker.score(document))?;
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
    /// Whether documents that are not among the best may be passed over.
    may_pass: bool,
    /// For each level, and last for the documents.
    weights: Vec<LevelWeight>,
    title_norm: Norm,
    shape: Shape,
    guards: Guards<'a>,
    collapser: Collapser<'a>,
    candidates: Vec<Candidate>,
    /// For each child of a document that is passed over, whether it matches.
    met: Vec<bool>,
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
        let guards = Guards::new(sections, query)?;
        let lists_all = lists_all(query, options);
        Ok(Ranker {
            sections,
            options,
            bm25,
            cursors,
            named: query.named(sections)?,
            lists_all,
            may_pass: !lists_all && guards.is_empty() && bound::is_safe(options),
            weights: level_weights(sections, options),
            title_norm: title_norm(sections, bm25),
            shape: Shape::default(),
            guards,
            collapser: Collapser::new(options, sections.tree.levels()),
            candidates: Vec::new(),
            met: Vec::new(),
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
        let title = title.map(|document| document as usize);
        let Some(child) = child else {
            return Ok(title);
        };
        let of_child = self.sections.tree.document_of(child as usize, from)?;
        Ok(Some(title.map_or(of_child, |title| title.min(of_child))))
    }

    fn score(&mut self, document: usize) -> Result<(), Damage> {
        let children = self.sections.tree.children(self.sections.document_level(), document)?;
        // What they give is read while the rest changes.
        let mut cursors = core::mem::take(&mut self.cursors);
        let inside = cursors.iter_mut().map(|cursor| cursor.take(document, &children)).collect();
        let scored = self.score_words(document, &children, inside);
        self.cursors = cursors;
        scored
    }

    fn score_words(
        &mut self,
        document: usize,
        children: &Range<usize>,
        inside: Vec<Inside<'_>>,
    ) -> Result<(), Damage> {
        if !self.accepts(document)? || !self.guards.load(self.sections, document, children)? {
            return Ok(());
        }
        let page = self.page(document, &inside)?;
        if self.is_beaten(&page, children, &inside)? {
            return self.count(document, children, &inside);
        }
        let Ranker { sections, options, shape, weights, .. } = self;
        shape.load(sections, document, children, weights)?;
        for inside in &inside {
            shape.add(inside, weights, options.fields(), self.bm25);
        }
        if self.lists_all {
            shape.list(options.match_level);
        }
        shape.blend(weights);
        for child in self.named.sections(children) {
            shape.raise(options.match_level, child - children.start, page.exact);
        }
        self.offer(&page)
    }

    fn page(&self, document: usize, inside: &[Inside<'_>]) -> Result<Page, Damage> {
        let length = f64::from(self.sections.lengths.title(document)?);
        let norm = self.title_norm.of(length);
        let mut title = TitleMatch::default();
        inside.iter().for_each(|inside| title.add(inside, self.bm25, norm));
        let exact = self.options.exact_title * title.best;
        let title = self.options.title_score * title.score * title.share(length);
        Ok(Page {
            document,
            exact,
            score: title + exact * self.named.share(document),
            boost: self.sections.lengths.boost(document)?,
        })
    }

    /// Whether nothing of a document can be among the best.
    fn is_beaten(
        &self,
        page: &Page,
        children: &Range<usize>,
        inside: &[Inside<'_>],
    ) -> Result<bool, Damage> {
        let Some(least) = self.top.least().filter(|_| self.may_pass) else {
            return Ok(false);
        };
        let raised = self.named.sections(children).fold(0.0, |sum, _| sum + page.exact);
        let fields = self.options.fields();
        let length = f64::from(self.sections.lengths.child(page.document)?);
        let most = bound::most(inside, length, &self.weights, fields, self.bm25, raised);
        Ok(page.total(most) < least)
    }

    /// Counts the results of a document that are not among the best.
    fn count(
        &mut self,
        document: usize,
        children: &Range<usize>,
        inside: &[Inside<'_>],
    ) -> Result<(), Damage> {
        let level = self.options.level_of(self.sections.tree.levels());
        let met = &mut self.met;
        let count = bound::matching(self.sections, inside, (document, children), level, met)?;
        let most = if self.options.group { 1 } else { self.options.most_of_document() };
        self.total += count.min(most);
        Ok(())
    }

    fn accepts(&self, document: usize) -> Result<bool, Damage> {
        if self.options.filters.is_empty() {
            return Ok(true);
        }
        let record = self.sections.documents.get(document)?;
        Ok(self.options.filters.iter().all(|filter| filter.accepts(&record)))
    }

    /// Offers what a document has to return: each candidate, or where they are grouped, all as one.
    fn offer(&mut self, page: &Page) -> Result<(), Damage> {
        let Ranker { collapser, shape, guards, candidates, .. } = self;
        collapser.candidates(shape, &|window| guards.admit(window), candidates);
        if candidates.is_empty() {
            return Ok(());
        }
        self.count_facets(page.document)?;
        let place = self.place(page.document)?;
        let Ranker { options, collapser, shape, candidates, .. } = self;
        let count = candidates.len();
        // Where they fill a number of tokens, groups are taken apart.
        self.total += if options.group && options.max_tokens.is_none() { 1 } else { count };
        for group in candidates.chunks(if options.group { count } else { 1 }) {
            let Some(best) = group.first() else { continue };
            let number = shape.first + best.window.start as usize;
            let rank = Rank { place, score: page.total(best.score), number };
            self.top.offer(rank, || page.result(group, collapser, shape));
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

/// What a page adds to the scores of its chunks.
struct Page {
    document: usize,
    /// What having the query for a name would add.
    exact: f64,
    score: f64,
    boost: f64,
}

impl Page {
    /// The score of a chunk with what the page adds.
    fn total(&self, score: f64) -> f64 {
        self.boost * (score + self.score)
    }

    /// The result that candidates are, the best of them first.
    fn result(&self, group: &[Candidate], collapser: &Collapser<'_>, shape: &Shape) -> Scored {
        let mut all = group.iter().map(|candidate| {
            let mut scored = collapser.scored(candidate, shape);
            scored.document = self.document;
            scored.score = self.total(candidate.score);
            (scored.page, scored.boost) = (self.score, self.boost);
            scored
        });
        let mut best = all.next().unwrap_or_default();
        best.more = all.collect();
        best
    }
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
