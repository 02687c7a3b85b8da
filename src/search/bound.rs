//! What a document could score at most: where that is less than the best have, its chunks need not
//! be scored. The idea is MaxScore's (Turtle and Flood, "Query Evaluation: Strategies and
//! Optimizations", 1995), with bounds from what is known of the document instead of from the list.

#[cfg(feature = "explore")]
use super::Collapse;
use super::SearchOptions;
use super::cursor::Inside;
use super::guard::mark;
use super::matches::total;
use super::query::Place;
use super::shape::{FieldWeights, LevelWeight};
use crate::bm25::Bm25;
use crate::error::Damage;
use crate::index::Sections;
use alloc::vec::Vec;
use core::ops::Range;

/// A bound is computed in another order than a score, which changes the last digits.
const ROUNDING: f64 = 1.0 + 1e-9;

/// Whether the order and number of results follow from the scores and matches of the words alone.
pub(super) fn is_safe(options: &SearchOptions) -> bool {
    let SearchOptions { title, heading, extra, .. } = *options;
    #[cfg(feature = "explore")]
    if options.collapse != Collapse::Max
        || options.auto_merge.is_some()
        || options.siblings > 0
        || options.max_tokens.is_some()
    {
        return false;
    }
    // Where a field counts nothing, what stands in it does not match, and is not told apart here.
    let all_count = title.min(heading).min(extra) > 0.0;
    all_count && options.facets.is_empty() && options.sort.is_none()
}

/// The most that a child of a document has with all that it lies in, where what it is called may
/// have `raised` its score by so much; its children have `length` terms each. Linear in the number
/// of matches in the document.
pub(super) fn most(
    inside: &[Inside<'_>],
    length: f64,
    weights: &[LevelWeight],
    fields: FieldWeights,
    bm25: Bm25,
    raised: f64,
) -> f64 {
    let mut most = raised;
    for word in inside {
        let body = total(word.bodies);
        let outside = fields.title * word.title
            + fields.heading * total(word.headings)
            + fields.extra * total(word.extras);
        for level in weights {
            // What a child lies in is no shorter than the child.
            let frequency = body / level.norm.of(length) + outside;
            if frequency > 0.0 {
                most += level.weight * word.weight * bm25.saturate(frequency);
            }
        }
    }
    most * ROUNDING
}

/// How many chunks of a level in a document match; `met` is memory to use again.
pub(super) fn matching(
    sections: &Sections<'_>,
    inside: &[Inside<'_>],
    (document, children): (usize, &Range<usize>),
    level: usize,
    met: &mut Vec<bool>,
) -> Result<usize, Damage> {
    let chunks = sections.tree.descend(sections.document_level(), document, level)?;
    if chunks.len() == 1 {
        return Ok(1);
    }
    met.clear();
    met.resize(children.len(), false);
    for word in inside {
        mark(met, Place::Any, word, children);
    }
    let mut count = 0;
    for chunk in chunks {
        let chunk = sections.tree.children(level, chunk)?;
        let from_first = |child: usize| child.saturating_sub(children.start);
        let met = met.get(from_first(chunk.start)..from_first(chunk.end));
        count += usize::from(met.is_some_and(|met| met.contains(&true)));
    }
    Ok(count)
}
