//! Where the list of a long question ends: most documents have some of its words by chance.

use super::admitted::Admitted;
use super::{Ranker, greater};
use crate::query::Query;
use crate::rank::options::{Limits, SearchOptions};

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

/// Leaves out documents that have little of a long query, but those that are pinned. They are given
/// for each index, with its ranker.
pub(super) fn leave_out_distant(
    rankers: &[Ranker<'_>],
    limits: Limits,
    admitted: &mut [Admitted<'_>],
) {
    let enough = ENOUGH_DOCUMENTS.max(limits.ranked.saturating_sub(limits.offset));
    let count = admitted.iter().map(|of_index| of_index.documents.len()).sum::<usize>();
    let ends_early = rankers.first().is_some_and(|it| ends_early(it.query, it.scorer.options));
    if count <= enough || !ends_early {
        return;
    }
    let mut most = 0.0;
    for Admitted { bounds, documents, .. } in &*admitted {
        most = documents.iter().fold(most, |most, next| greater(most, bounds.met(next.document)));
    }
    let mut least = most * MIN_SHARE_OF_BEST;
    while count_of(admitted, least) < enough {
        least /= 2.0;
    }
    for (ranker, Admitted { bounds, documents, .. }) in rankers.iter().zip(admitted) {
        documents
            .retain(|next| bounds.met(next.document) >= least || ranker.candidates.is_pinned(next));
    }
}

/// The number of documents that have `least` of the query.
fn count_of(admitted: &[Admitted<'_>], least: f64) -> usize {
    let mut count = 0;
    for Admitted { bounds, documents, .. } in admitted {
        count += documents.iter().filter(|next| bounds.met(next.document) >= least).count();
    }
    count
}
