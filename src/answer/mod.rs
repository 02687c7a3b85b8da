//! From ranked chunks to results: texts, snippets and the words found in them.

#[cfg(feature = "explore")]
mod budget;
pub(crate) mod chunk_id;
#[cfg(feature = "explore")]
mod copies;
mod expand;
mod highlight;
pub(crate) mod piece;
#[cfg(feature = "explore")]
mod ranking;
pub(crate) mod results;
mod search;
mod snippet;
pub(crate) mod trail;

#[cfg(feature = "explore")]
pub use ranking::RankedChunk;
pub use results::{ChildHit, Hit, LeftOut, Results};
pub use search::Search;
