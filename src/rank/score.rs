//! Scores the chunks of the level matched, document by document.
//!
//! A child's score is its own BM25F, plus those of the chunks and the document that it lies in,
//! each times a weight: the frequencies of a parent or a document are the sums over a contiguous
//! range of children. Document frequencies are counted over parents, for every level.

mod distant;
#[cfg(feature = "explore")]
mod listed;

use super::bm25::{Bm25, Norm};
use super::collapse::{Candidate, Collapser};
use super::constraint::Constraints;
use super::document_scores::{DocumentScores, LevelWeight};
#[cfg(feature = "explore")]
use super::explanation::FusedScore;
use super::facet::{Counting, Facet};
use super::options::{Limits, SearchOptions};
use super::preference::{MAX_PREFERRED_CONDITIONS, Preference};
use super::sort::SortKey;
use super::term_postings::{TermInDocument, TermPostings};
use super::title::{TitleMatch, title_norm};
use super::top::{Rank, Top};
use super::upper_bounds::{self, UpperBounds, Weights};
use crate::error::ReadError;
use crate::format::pending::Pending;
use crate::index::IndexReader;
use crate::query::Query;
use crate::query::exact::ExactNames;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use distant::ends_early;
#[cfg(feature = "explore")]
pub(super) use listed::list;

/// The outcome of a search.
#[derive(Default)]
pub(crate) struct Ranked {
    /// The number of results without a limit.
    pub total: usize,
    /// Whether there may be more than that.
    pub at_least: bool,
    /// The phrases that were not looked for everywhere, as the query has them.
    pub unchecked: Vec<String>,
    /// Best first, from the offset on.
    pub best: Vec<Scored>,
    /// For each facet, its values and how many documents that match have them.
    pub facets: Vec<Facet>,
    /// Whether a page has the query for its title.
    #[cfg(feature = "explore")]
    pub is_title: bool,
}

/// A result: a chunk, or a window of chunks around it.
#[derive(Clone, Default)]
pub(crate) struct Scored {
    pub score: f64,
    /// The part of the score that the page's title gives, before the boost.
    pub page: f64,
    /// The factor of the document's scores.
    pub boost: f64,
    /// The level of the chunk, that of documents being the last.
    pub level: usize,
    /// Its number in its level.
    pub chunk: usize,
    pub document: usize,
    /// Whether the query is a name of the document.
    pub named: bool,
    /// Whether it is shown first, as the site says so.
    pub pinned: bool,
    /// Whether lists of links count less in the document.
    #[cfg(feature = "explore")]
    pub lowered: bool,
    /// The children, by number, that the result covers.
    pub window: Range<usize>,
    /// The chunks of the level matched in it that match, by number, with their own scores and
    /// with what they lie in.
    pub matched: Vec<(usize, f64, f64)>,
    /// The other results of the document, where they are grouped.
    pub more: Vec<Scored>,
    /// The place by pins and conditions, which decides before the score.
    #[cfg(feature = "explore")]
    pub preferred: u64,
    /// The parts of the score, where the query has a vector.
    #[cfg(feature = "explore")]
    pub fusion: Option<FusedScore>,
}

/// Ranks every chunk that has a child in which a word of the query occurs in any field. Linear in
/// the lengths of the posting lists, the number of documents, and that of the children of those
/// that are scored. It is also linear in the texts that are read to find phrases. Without words it
/// lists the first chunk of every document that filters and constraints leave, if there are such or
/// an order is asked for.
pub(crate) fn rank(
    index: &IndexReader<'_>,
    query: &Query,
    options: &SearchOptions,
    limits: Limits,
) -> Result<Ranked, ReadError> {
    let words = words(index, query)?;
    let mut ranker = Ranker::new(index, query, (options, limits), &words)?;
    let bounds = ranker.upper_bounds(&words)?;
    let mut asked = Asked::default();
    let mut unscored = ranker.unscored(&bounds, &mut asked.pending)?;
    let mut beaten = Vec::new();
    while !unscored.is_empty() && !asked.is_enough(&ranker) {
        let turn = Turn::of(&unscored, &ranker);
        for next in core::mem::take(&mut unscored) {
            if ranker.is_beaten(&next) {
                beaten.push(next);
            } else if ranker.takes_turns() && !turn.has(&next, &ranker) {
                unscored.push(next);
            } else if !asked.is_enough(&ranker) {
                asked.absorb(ranker.score(&words, &next))?;
            }
        }
    }
    ranker.count_beaten(&bounds, &beaten, &mut asked)?;
    asked.pending.finish()?;
    Ok(ranker.finish(query))
}

/// The reads that found bytes not loaded.
#[derive(Default)]
struct Asked {
    pending: Pending,
    /// The number of documents of which a text is to be read and not loaded.
    documents: usize,
}

impl Asked {
    fn absorb(&mut self, result: Result<(), ReadError>) -> Result<(), ReadError> {
        self.documents += usize::from(self.pending.absorb(result)?.is_none());
        Ok(())
    }

    /// Whether it is better to wait: how many documents have to be read to find phrases is not known
    /// before, so as many are asked for as results are ranked, and each time twice as many.
    fn is_enough(&self, ranker: &Ranker<'_>) -> bool {
        let read = ranker.documents_read;
        ranker.reads() && self.documents > read.max(ranker.limits.ranked)
    }
}

/// `f64::max` of scores, which are never NaN: to look for that takes a function more in WebAssembly.
pub(super) fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// Documents are scored in turns, each time those that could score this share of the most.
const NEAR_SHARE: f64 = 0.9;

/// The texts of documents that cannot be among the best are read only to count results: this many bytes
/// of all of them, and no more than half of what may be read.
const MAX_COUNTED_BYTES: usize = 128 << 10;

/// The score of a passage with a term of a list that is the query, as a multiple of the best score in
/// its document.
const TERM_SCORE_FACTOR: f64 = 1.2;

/// What a document that is pinned meets is at least this, and otherwise less: conditions are bits below.
const PINNED_KEY: u64 = 1 << MAX_PREFERRED_CONDITIONS;

/// A document that is not scored yet.
struct Unscored {
    document: usize,
    /// The conditions that it meets.
    preferred: u32,
    /// The most that it could score.
    bound: f64,
}

/// The documents that are scored next.
struct Turn {
    preferred: u64,
    bound: f64,
}

impl Turn {
    fn of(unscored: &[Unscored], ranker: &Ranker<'_>) -> Self {
        let preferred = unscored.iter().fold(0, |most, next| most.max(ranker.preferred(next)));
        let bounds = unscored.iter().filter(|next| ranker.preferred(next) == preferred);
        let best = bounds.fold(0.0, |best, next| greater(best, next.bound));
        Turn { preferred, bound: best * NEAR_SHARE }
    }

    fn has(&self, next: &Unscored, ranker: &Ranker<'_>) -> bool {
        ranker.preferred(next) == self.preferred && next.bound >= self.bound
    }
}

struct Ranker<'a> {
    index: &'a IndexReader<'a>,
    options: &'a SearchOptions,
    limits: Limits,
    bm25: Bm25,
    names: ExactNames,
    /// The documents that come first, in order.
    pinned: &'a [usize],
    /// Whether documents are listed without a word to look for.
    lists_all: bool,
    /// Whether documents that have little of the query are left out.
    ends_early: bool,
    /// The ranges of children of the document that are listed in any case.
    #[cfg(feature = "explore")]
    listed: Vec<Range<usize>>,
    /// Whether documents that are not among the best may be passed over.
    may_pass: bool,
    preference: Preference<'a>,
    /// For each level, and last for the documents.
    weights: Vec<LevelWeight>,
    title_norm: Norm,
    /// The most that the words could give a text.
    best: f64,
    document_scores: DocumentScores,
    constraints: Constraints<'a>,
    collapser: Collapser<'a>,
    candidates: Vec<Candidate>,
    facets: Vec<Counting<'a>>,
    total: usize,
    /// Whether there may be more results.
    at_least: bool,
    /// The number of documents that were read to find phrases.
    documents_read: usize,
    top: Top<'a, Scored>,
}

impl<'a> Ranker<'a> {
    fn new(
        index: &'a IndexReader<'a>,
        query: &'a Query,
        (options, limits): (&'a SearchOptions, Limits),
        words: &[TermPostings],
    ) -> Result<Self, ReadError> {
        let bm25 = options.bm25();
        let constraints =
            Constraints::new(index, query, options.phrase_bytes.unwrap_or(usize::MAX))?;
        let lists_all = lists_all(query, options);
        Ok(Ranker {
            index,
            options,
            limits,
            bm25,
            names: query.exact_names(index)?,
            pinned: &query.pinned,
            lists_all,
            ends_early: ends_early(query, options),
            #[cfg(feature = "explore")]
            listed: Vec::new(),
            may_pass: !lists_all && upper_bounds::is_safe(options),
            preference: Preference::new(&options.prefer, index.meta),
            weights: level_weights(index, options),
            title_norm: title_norm(index, bm25),
            best: best_score(words, bm25),
            document_scores: DocumentScores::default(),
            constraints,
            collapser: Collapser::new(options, limits, index.tree.levels()),
            candidates: Vec::new(),
            facets: options.facets.iter().map(|_| Counting::default()).collect(),
            total: 0,
            at_least: false,
            documents_read: 0,
            top: Top::new(limits.ranked),
        })
    }

    /// The documents to be scored, if they are not passed over; counts results where that takes
    /// neither scores nor texts.
    fn unscored(
        &mut self,
        bounds: &UpperBounds<'_>,
        pending: &mut Pending,
    ) -> Result<Vec<Unscored>, ReadError> {
        let lengths = self.index.lengths()?;
        let mut admitted = Vec::new();
        for (document, bound) in bounds.documents() {
            let Some(Some(preferred)) = pending.absorb(self.admitted(document))? else { continue };
            let bound = bound * lengths.boost(document)?;
            admitted.push(Unscored { document, preferred, bound });
        }
        self.leave_out_distant(bounds, &mut admitted);
        let mut unscored = Vec::new();
        for next in admitted {
            if self.counts_ahead() {
                pending.absorb(self.count(bounds, next.document, false))?;
            } else if self.lacks_phrases(next.document)? {
                continue;
            }
            unscored.push(next);
        }
        Ok(unscored)
    }

    /// Finds what each document could score at most.
    fn upper_bounds(&self, words: &[TermPostings]) -> Result<UpperBounds<'a>, ReadError> {
        let weights = Weights {
            levels: &self.weights,
            fields: self.options.fields(),
            bm25: self.bm25,
            title: self.options.title_score,
            title_norm: self.title_norm,
            best: self.best,
        };
        let level = self.options.level_of(self.index.tree.levels());
        let mut bounds = UpperBounds::new(self.index, level, self.lists_all)?;
        for word in words {
            bounds.add(word, &weights)?;
        }
        bounds.add_titles(&weights)?;
        bounds.raise(&self.names);
        for &document in self.pinned {
            bounds.list(document)?;
        }
        Ok(bounds)
    }

    /// Whether nothing of a document can be among the best.
    fn is_beaten(&self, next: &Unscored) -> bool {
        let Some((preferred, least)) = self.top.least().filter(|_| self.may_pass) else {
            return false;
        };
        let own = self.preferred(next);
        own < preferred || (own == preferred && next.bound < least)
    }

    fn score(&mut self, words: &[TermPostings], next: &Unscored) -> Result<(), ReadError> {
        let document = next.document;
        let children = self.index.tree.children(self.index.document_level(), document)?;
        if !self.may_admit(document, &children, true)? {
            return Ok(());
        }
        let inside = words.iter().map(|word| word.inside(document, &children));
        let inside: Vec<TermInDocument> = inside.collect();
        let page = self.page(document, &inside)?;
        let Ranker { index, options, document_scores, weights, .. } = self;
        document_scores.load(index, document, &children, weights)?;
        for inside in &inside {
            document_scores.add(inside, weights, options.fields(), self.bm25);
        }
        if self.lists_all || self.pinned.contains(&document) {
            document_scores.list(options.match_level);
        }
        #[cfg(feature = "explore")]
        for children in &self.listed {
            document_scores.list_in(options.match_level, children);
        }
        document_scores.blend(weights);
        if options.looks_around() {
            document_scores.lower_link_lists(options.match_level);
        }
        let level = options.match_level;
        for child in self.names.headings(&children) {
            document_scores.raise(level, child, page.heading);
        }
        let best = document_scores.best(level);
        if page.named {
            document_scores.lift(level, 0, best);
        } else if options.exact_title > 0.0 {
            for child in self.names.terms(&children) {
                document_scores.lift(level, child, best * TERM_SCORE_FACTOR);
            }
        }
        self.offer(&page, self.preferred(next))
    }

    fn page(&self, document: usize, inside: &[TermInDocument]) -> Result<Page, ReadError> {
        let length = f64::from(self.index.lengths()?.title(document)?);
        let norm = self.title_norm.of(length);
        let mut title = TitleMatch::default();
        for word in inside {
            title.add(word.weight, word.title, self.bm25, norm, true);
        }
        let boost = self.index.lengths()?.boost(document)?;
        let exact = self.options.exact_title * self.best;
        let title = self.options.title_score * title.total(length, self.best);
        let named = exact * self.names.share(document);
        // A page that has the query for a name and for a heading has the greater part alone.
        let heading = greater(exact - named, 0.0);
        Ok(Page { document, heading, named: named > 0.0, score: title + named, boost })
    }

    /// Whether texts are to be read to find phrases.
    fn reads(&self) -> bool {
        self.constraints.phrases.read_texts()
    }

    /// Whether results are counted before documents are scored.
    fn counts_ahead(&self) -> bool {
        self.may_pass && !self.reads()
    }

    /// Whether the documents are scored first that could score most.
    fn takes_turns(&self) -> bool {
        self.may_pass || self.reads()
    }

    /// Sees whether any result of a document may be admitted, and for that reads it where it is to be
    /// read.
    fn may_admit(
        &mut self,
        document: usize,
        children: &Range<usize>,
        read: bool,
    ) -> Result<bool, ReadError> {
        if !self.constraints.load(self.index, document, children)? {
            return Ok(false);
        }
        if !read || !self.reads() {
            return Ok(true);
        }
        let admitted = self.constraints.read(document, children)?;
        self.documents_read += 1;
        Ok(admitted)
    }

    /// Whether lists say that a document has nothing to admit, in a search for phrases.
    fn lacks_phrases(&mut self, document: usize) -> Result<bool, ReadError> {
        if !self.reads() || !self.constraints.are_in_lists() {
            return Ok(false);
        }
        let children = self.index.tree.children(self.index.document_level(), document)?;
        Ok(!self.may_admit(document, &children, false)?)
    }

    /// Counts the results of a document without scoring it.
    fn count(
        &mut self,
        bounds: &UpperBounds<'_>,
        document: usize,
        read: bool,
    ) -> Result<(), ReadError> {
        let mut count = bounds.matching(document);
        if !self.constraints.is_empty() {
            let tree = &self.index.tree;
            let children = tree.children(tree.levels(), document)?;
            if !self.may_admit(document, &children, read)? {
                return Ok(());
            }
            count =
                bounds.admitted(document, &children, &|window| self.constraints.admit(window))?;
        }
        self.total += count.min(self.limits.counted);
        Ok(())
    }

    /// Counts the results of documents that cannot be among the best, as far as that is cheap.
    fn count_beaten(
        &mut self,
        bounds: &UpperBounds<'_>,
        beaten: &[Unscored],
        asked: &mut Asked,
    ) -> Result<(), ReadError> {
        if self.counts_ahead() {
            return Ok(());
        }
        let half = self.options.phrase_bytes.unwrap_or(usize::MAX) / 2;
        for next in beaten {
            let phrases = &self.constraints.phrases;
            if asked.is_enough(self)
                || phrases.read > MAX_COUNTED_BYTES.min(half)
                || phrases.is_spent()
            {
                self.at_least = true;
                return Ok(());
            }
            asked.absorb(self.count(bounds, next.document, true))?;
        }
        Ok(())
    }

    /// The conditions that a document meets, if the filters leave it.
    fn admitted(&self, document: usize) -> Result<Option<u32>, ReadError> {
        if self.options.filters.is_empty() && self.preference.is_empty() {
            return Ok(Some(0));
        }
        let values = self.index.documents.values(document)?;
        if !self.options.leave(&values)? {
            return Ok(None);
        }
        self.preference.of(&values).map(Some)
    }

    /// The place of a document among those that are pinned, and the conditions that it meets.
    fn preferred(&self, next: &Unscored) -> u64 {
        self.pin(next.document) + u64::from(next.preferred)
    }

    /// A number that is the greater the earlier a document is pinned, and 0 where it is not.
    fn pin(&self, document: usize) -> u64 {
        let at = self.pinned.iter().position(|&pinned| pinned == document);
        at.map_or(0, |at| (self.pinned.len() - at) as u64 * PINNED_KEY)
    }

    /// Offers what a document has to return: each candidate, or where they are grouped, all as one. Of a
    /// document that is pinned the best comes first.
    fn offer(&mut self, page: &Page, preferred: u64) -> Result<(), ReadError> {
        let Ranker { collapser, document_scores, constraints, candidates, .. } = self;
        let all = 0..document_scores.blended.len() as u32;
        // A page that is listed for what it lacks has it nowhere.
        let admit = |window: &_| constraints.admit(if self.lists_all { &all } else { window });
        collapser.candidates(document_scores, &admit, candidates);
        if candidates.is_empty() {
            return Ok(());
        }
        self.count_facets(page.document)?;
        let place = self.place(page.document)?;
        let counts = !self.counts_ahead();
        let Ranker { limits, collapser, document_scores, candidates, .. } = self;
        let count = candidates.len();
        let most = candidates.iter().fold(0.0, |most, candidate| greater(most, candidate.score));
        let mut pin = preferred / PINNED_KEY * PINNED_KEY;
        if counts {
            self.total += count.min(limits.counted);
        }
        for group in candidates.chunks(if limits.groups { count } else { 1 }) {
            let Some(best) = group.first() else { continue };
            let number = document_scores.first + best.window.start as usize;
            let first = if best.score >= most { core::mem::take(&mut pin) } else { 0 };
            let preferred = first + preferred % PINNED_KEY;
            let rank = Rank { preferred, place, score: page.total(best.score), number };
            let pinned = first > 0;
            self.top.offer(rank, || {
                let result = page.result(group, pinned, collapser, document_scores);
                #[cfg(feature = "explore")]
                let result = Scored { preferred, ..result };
                result
            });
        }
        Ok(())
    }

    fn place(&self, document: usize) -> Result<SortKey<'a>, ReadError> {
        let Some(sort) = &self.options.sort else {
            return Ok(SortKey::default());
        };
        let value = self.index.documents.values(document)?.of(&sort.key)?.first().copied();
        Ok(SortKey::new(value, sort.descending))
    }

    fn count_facets(&mut self, document: usize) -> Result<(), ReadError> {
        if self.facets.is_empty() {
            return Ok(());
        }
        let values = self.index.documents.values(document)?;
        for (facet, key) in self.facets.iter_mut().zip(&self.options.facets) {
            facet.count(values.of(key)?);
        }
        Ok(())
    }

    fn finish(self, query: &Query) -> Ranked {
        let mut facets = Vec::new();
        for (key, values) in self.options.facets.iter().zip(self.facets) {
            facets.push(Facet::new(key, values));
        }
        let mut best = Vec::new();
        for (at, scored) in self.top.into_sorted().enumerate() {
            if at >= self.limits.offset {
                best.push(scored);
            }
        }
        let mut unchecked: Vec<String> = self.constraints.phrases.unchecked().collect();
        unchecked.extend_from_slice(&query.unchecked);
        Ranked {
            total: self.total,
            at_least: self.at_least,
            unchecked,
            best,
            facets,
            #[cfg(feature = "explore")]
            is_title: self.names.is_title,
        }
    }
}

/// The postings of the words of a query.
pub(super) fn words(
    index: &IndexReader<'_>,
    query: &Query,
) -> Result<Vec<TermPostings>, ReadError> {
    let mut words = Vec::new();
    for term in query.terms.iter().filter(|term| !term.lists.is_empty()) {
        words.push(TermPostings::new(index, term)?);
    }
    Ok(words)
}

fn lists_all(query: &Query, options: &SearchOptions) -> bool {
    let asked =
        !query.constraints.is_empty() || !options.filters.is_empty() || options.sort.is_some();
    query.terms.is_empty() && asked
}

pub(super) fn level_weights(index: &IndexReader<'_>, options: &SearchOptions) -> Vec<LevelWeight> {
    let meta = index.meta;
    let mut weights = Vec::new();
    for level in 0..=index.document_level() {
        let count = meta.chunks.get(level).copied().unwrap_or(meta.documents);
        weights.push(LevelWeight {
            weight: options.weight_of(level, index.document_level()),
            norm: options.bm25().norm(meta.body_terms as f64 / f64::from(count.max(1))),
        });
    }
    weights
}

/// The part of scores that a page adds to its chunks.
struct Page {
    document: usize,
    /// The part of a chunk that has the query for a heading.
    heading: f64,
    /// Whether the page has it for a name.
    named: bool,
    score: f64,
    boost: f64,
}

impl Page {
    /// The score of a chunk, with the part that the page adds.
    fn total(&self, score: f64) -> f64 {
        self.boost * (score + self.score)
    }

    /// The result that candidates are, the best of them first.
    fn result(
        &self,
        group: &[Candidate],
        pinned: bool,
        collapser: &Collapser<'_>,
        document_scores: &DocumentScores,
    ) -> Scored {
        let mut best = Scored::default();
        for (at, candidate) in group.iter().enumerate() {
            let mut scored = collapser.scored(candidate, document_scores);
            scored.document = self.document;
            scored.score = self.total(candidate.score);
            (scored.page, scored.boost, scored.named) = (self.score, self.boost, self.named);
            if at == 0 {
                best = Scored { pinned, ..scored };
            } else {
                best.more.push(scored);
            }
        }
        best
    }
}

/// The most that words could give a text.
pub(super) fn best_score(words: &[TermPostings], bm25: Bm25) -> f64 {
    words.iter().fold(0.0, |best, word| best + word.weight * (bm25.k1 + 1.0))
}
