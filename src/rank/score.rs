//! Scores the chunks of the level matched, document by document.
//!
//! A child's score is its own BM25F, plus those of the chunks and the document that it lies in,
//! each times a weight: the frequencies of a parent or a document are the sums over a contiguous
//! range of children. Document frequencies are counted over parents, for every level.

mod admitted;
mod by_words;
mod candidates;
mod collector;
mod distant;
#[cfg(feature = "explore")]
mod listed;
mod result;
mod scorer;

use super::constraint::Constraints;
use super::document_scores::DocumentScores;
use super::options::SearchOptions;
use super::term_postings::{self, TermInDocument, TermPostings};
use crate::error::ReadError;
use crate::index::{ForEach, Readers, taken};
use crate::query::Query;
use alloc::vec::Vec;
pub(super) use by_words::by_words;
use candidates::{Candidates, Unscored};
use collector::Collector;
#[cfg(feature = "explore")]
pub(super) use listed::{ChildrenOf, apart};
pub(crate) use result::{Ranked, Scored};
pub(super) use scorer::Scorer;

/// `f64::max` of scores, which are never NaN: to look for that takes a function more in
/// WebAssembly.
pub(super) fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// Ranks what a query finds, by its words or from a list of chunks.
pub(super) struct Ranker<'a> {
    query: &'a Query,
    words: Vec<TermPostings>,
    /// Whether documents are listed without a word to look for.
    lists_all: bool,
    candidates: Candidates<'a>,
    constraints: Constraints<'a>,
    pub scorer: Scorer<'a>,
}

impl<'a> Ranker<'a> {
    /// One for each index.
    pub fn of_all(
        indexes: &'a Readers<'a>,
        query: &'a Query,
        options: &'a SearchOptions,
    ) -> Result<ForEach<Self>, ReadError> {
        let mut words = term_postings::of_query(indexes, query)?;
        let mut names = query.exact_names(indexes)?;
        indexes.try_map(|index| {
            let (words, names) = (taken(&mut words, index), taken(&mut names, index));
            let scorer = Scorer::new(indexes.meta(), index, options, names, &words);
            Ok(Ranker {
                query,
                words,
                lists_all: lists_all(query, options),
                candidates: Candidates::new(&scorer, indexes.meta(), query),
                constraints: constraints(&scorer, query)?,
                scorer,
            })
        })
    }

    /// Scores a document and offers what it has to return; the number of these. `list` lets chunks
    /// match that have no word of the query.
    fn score(
        &mut self,
        next: &Unscored,
        collector: &mut Collector<'a>,
        list: impl FnOnce(&mut DocumentScores),
    ) -> Result<usize, ReadError> {
        let Ranker { words, candidates, constraints, scorer, lists_all, .. } = self;
        let Scorer { index, options, .. } = *scorer;
        let document = next.document;
        let children = index.tree.children(index.document_level(), document)?;
        if !constraints.may_admit(index, document, &children)? {
            return Ok(0);
        }
        let inside = words.iter().map(|word| word.inside(document, &children));
        let inside: Vec<TermInDocument> = inside.collect();
        let page = scorer.score(document, &children, &inside, |scores| {
            if *lists_all || candidates.is_pinned(next) {
                scores.list(options.match_level);
            }
            list(scores);
        })?;
        let all = 0..children.len() as u32;
        // A page that is listed for what it lacks has it nowhere.
        let admit = |window: &_| constraints.admit(if *lists_all { &all } else { window });
        collector.offer(&page, index, candidates.preferred(next), &scorer.scores, &admit)
    }
}

fn constraints<'a>(scorer: &Scorer<'a>, query: &'a Query) -> Result<Constraints<'a>, ReadError> {
    let Scorer { index, options, .. } = *scorer;
    Constraints::new(index, query, options.phrase_bytes.unwrap_or(usize::MAX))
}

fn lists_all(query: &Query, options: &SearchOptions) -> bool {
    let asked =
        !query.constraints.is_empty() || !options.filters.is_empty() || options.sort.is_some();
    query.terms.is_empty() && asked
}
