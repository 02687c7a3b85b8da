//! Scores the chunks of one document, and the page that they are on.

use super::greater;
use crate::error::ReadError;
use crate::format::meta::Meta;
use crate::index::IndexReader;
use crate::query::exact::ExactNames;
use crate::rank::document_scores::DocumentScores;
use crate::rank::options::SearchOptions;
use crate::rank::term_postings::{TermInDocument, TermPostings};
use crate::rank::title::TitleMatch;
use crate::rank::weights::ScoreWeights;
use core::ops::Range;

/// The score of a passage with a term of a list that is the query, as a multiple of the best score
/// in its document.
const TERM_SCORE_FACTOR: f64 = 1.2;

/// Scores one document at a time.
pub(in super::super) struct Scorer<'a> {
    pub index: &'a IndexReader<'a>,
    pub options: &'a SearchOptions,
    pub weights: ScoreWeights,
    /// What is called like the query.
    pub names: ExactNames,
    /// The chunks of the last document.
    pub scores: DocumentScores,
}

/// The part of scores that a page adds to its chunks.
pub(super) struct Page {
    /// The number of its index.
    pub index: usize,
    pub document: usize,
    /// The part of a chunk that has the query for a heading.
    heading: f64,
    /// Whether the page has it for a name.
    pub named: bool,
    pub score: f64,
    pub boost: f64,
}

impl Page {
    /// The score of a chunk, with the part that the page adds.
    pub fn total(&self, score: f64) -> f64 {
        self.boost * (score + self.score)
    }
}

impl<'a> Scorer<'a> {
    /// For one of the indexes, of which `meta` has the sum, with its names and words of the query.
    pub fn new(
        meta: &Meta,
        index: &'a IndexReader<'a>,
        options: &'a SearchOptions,
        names: ExactNames,
        words: &[TermPostings],
    ) -> Self {
        Scorer {
            index,
            options,
            weights: ScoreWeights::new(meta, options, words),
            names,
            scores: DocumentScores::default(),
        }
    }

    /// Scores the chunks of a document with these children. `list` lets some match that have no
    /// word of the query.
    pub(super) fn score(
        &mut self,
        document: usize,
        children: &Range<usize>,
        inside: &[TermInDocument],
        list: impl FnOnce(&mut DocumentScores),
    ) -> Result<Page, ReadError> {
        let page = self.page(document, inside)?;
        let Scorer { index, options, weights, scores, .. } = self;
        scores.load(index, document, children, &weights.levels)?;
        for inside in inside {
            scores.add(inside, &weights.levels, weights.fields, weights.bm25);
        }
        list(scores);
        scores.blend(&weights.levels);
        if options.looks_around() {
            scores.lower_link_lists(options.match_level);
        }
        self.raise_names(children, &page);
        Ok(page)
    }

    fn page(&self, document: usize, inside: &[TermInDocument]) -> Result<Page, ReadError> {
        let weights = &self.weights;
        let length = f64::from(self.index.lengths()?.title(document)?);
        let norm = weights.title_norm.of(length);
        let mut title = TitleMatch::default();
        for word in inside {
            title.add(word.weight, word.title, weights.bm25, norm, true);
        }
        let boost = self.index.boost(document)?;
        let title = weights.title * title.total(length, weights.best);
        let named = weights.exact() * self.names.share(document);
        // A page that has the query for a name and for a heading has the greater part alone.
        let heading = greater(weights.exact() - named, 0.0);
        Ok(Page {
            index: self.index.number,
            document,
            heading,
            named: named > 0.0,
            score: title + named,
            boost,
        })
    }

    /// Adds to the scores of chunks that the query names.
    fn raise_names(&mut self, children: &Range<usize>, page: &Page) {
        let Scorer { options, weights, names, scores, .. } = self;
        let level = options.match_level;
        for child in names.headings(children) {
            scores.raise(level, child, page.heading);
        }
        let best = scores.best(level);
        if page.named {
            scores.lift(level, 0, best);
        } else if weights.exact_title > 0.0 {
            for child in names.terms(children) {
                scores.lift(level, child, best * TERM_SCORE_FACTOR);
            }
        }
    }
}
