//! What ranking gives.

use super::candidates::PINNED_KEY;
use crate::rank::Facet;
use crate::rank::FusedScore;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

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
    /// The number of its index in the group.
    pub index: usize,
    /// Its number in its level.
    pub chunk: usize,
    pub document: usize,
    /// Whether the query is a name of the document.
    pub named: bool,
    /// The place by pins and conditions, which decides before the score.
    pub preferred: u64,
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
    /// The best results of other versions and translations of the document, where they are folded.
    #[cfg(feature = "explore")]
    pub same: Vec<Scored>,
    /// Of such a one, the language and the version, where those are not of the one that has it.
    #[cfg(feature = "explore")]
    pub differs: Vec<(&'static str, String)>,
    /// The parts of the score, where the query has a vector.
    #[cfg(feature = "explore")]
    pub fusion: Option<FusedScore>,
}

impl Scored {
    /// Whether it is shown first, as the site says so.
    pub fn is_pinned(&self) -> bool {
        self.preferred >= PINNED_KEY
    }
}
