//! Finds the parents that answer a query best.

pub(crate) mod bm25;
mod chain;
mod collapse;
mod constraint;
mod document_scores;
#[cfg(feature = "explore")]
mod explain;
mod explanation;
mod facet;
mod filter;
#[cfg(feature = "explore")]
mod fold;
#[cfg(feature = "explore")]
mod fusion;
mod options;
mod phrase;
mod preference;
mod query_vector;
mod score;
mod sort;
mod term_postings;
mod title;
mod top;
mod upper_bounds;
mod weights;

use crate::error::ReadError;
use crate::index::Readers;
use crate::query::Query;
#[cfg(feature = "explore")]
pub(crate) use explain::Explainer;
pub use explanation::{ChildScore, Explanation, FusedScore, TermScore, TitleScore};
pub use facet::Facet;
pub use filter::{Condition, Filter};
pub use options::{Collapse, Ranking, SearchOptions, Weights};
pub(crate) use preference::Preference;
pub use query_vector::QueryVector;
use score::Ranker;
pub(crate) use score::{Ranked, Scored};
pub use sort::Sort;

/// Ranks what a query finds. Copies of a page are folded where that is asked for.
pub(crate) fn run(
    indexes: &Readers<'_>,
    query: &Query,
    options: &SearchOptions,
) -> Result<Ranked, ReadError> {
    #[cfg_attr(not(feature = "explore"), expect(unused_mut, reason = "it folds nothing"))]
    let mut ranked = ranked(indexes, query, options)?;
    #[cfg(feature = "explore")]
    if options.fold && fold::applies(indexes.meta()) {
        ranked.best = fold::run(indexes, options, ranked.best)?;
    }
    Ok(ranked)
}

/// Ranks as many results as are asked for.
fn ranked(
    indexes: &Readers<'_>,
    query: &Query,
    options: &SearchOptions,
) -> Result<Ranked, ReadError> {
    query.prefetch(indexes)?;
    let mut rankers = Ranker::of_all(indexes, query, options)?;
    #[cfg(feature = "explore")]
    if let [ranker] = rankers.as_mut_slice()
        && let Some(fuser) = fusion::Fuser::new(&ranker.scorer, query)?
    {
        return fuser.rank(ranker);
    }
    score::by_words(&mut rankers, options.limits())
}
