//! Where the list of a long question ends: most documents have some of its words by chance.

use super::candidates::Unscored;
use super::{Ranker, greater};
use crate::query::Query;
use crate::rank::options::{Limits, SearchOptions};
use crate::rank::upper_bounds::UpperBounds;
use alloc::vec::Vec;

/// In a query of this many words most documents have some of them by chance.
const MIN_MANY_WORDS: usize = 4;

/// The share that a document has to have of such a query, of what the document has that has the
/// most.
const MIN_SHARE_OF_BEST: f64 = 0.25;

/// If fewer documents have that share, or fewer than are asked for, half of it is enough, and so
/// on.
const ENOUGH_DOCUMENTS: usize = 20;

/// Whether the query is of many words, and nothing else says which documents are meant.
fn ends_early(query: &Query, options: &SearchOptions) -> bool {
    let known = query.terms.iter().filter(|term| !term.lists.is_empty()).count();
    let is_narrow = !options.filters.is_empty() || !options.facets.is_empty();
    let is_words = query.constraints.is_empty() && options.vector.is_none();
    let is_plain = is_words && !is_narrow && options.sort.is_none() && options.looks_around();
    query.typed.min(known) >= MIN_MANY_WORDS && is_plain
}

/// Leaves out documents that have little of a long query, but those that are pinned.
pub(super) fn leave_out_distant(
    ranker: &Ranker<'_>,
    limits: Limits,
    bounds: &UpperBounds<'_>,
    admitted: &mut Vec<Unscored>,
) {
    let enough = ENOUGH_DOCUMENTS.max(limits.ranked.saturating_sub(limits.offset));
    if admitted.len() <= enough || !ends_early(ranker.query, ranker.scorer.options) {
        return;
    }
    let met = |next: &Unscored| bounds.met(next.document);
    let most = admitted.iter().fold(0.0, |most, next| greater(most, met(next)));
    let mut least = most * MIN_SHARE_OF_BEST;
    while admitted.iter().filter(|next| met(next) >= least).count() < enough {
        least /= 2.0;
    }
    admitted.retain(|next| met(next) >= least || ranker.candidates.is_pinned(next));
}
