//! Documentation search that ranks small passages and answers with the section around them.
//!
//! Kindex cuts each document into a tree of chunks, ranks the smallest ones (the children) with
//! BM25 and returns the chunk above (the parent) with the evidence shown. An index is one block
//! of bytes, made once and read in place:
//!
//! ```
//! # #[cfg(feature = "build")]
//! # fn main() -> Result<(), kindex::Error> {
//! use kindex::{Builder, Config, Document, Index, SearchOptions};
//!
//! let mut builder = Builder::new(Config::default());
//! builder.add(Document {
//!     id: "install.md".into(),
//!     title: "Installation".into(),
//!     text: "Run the installer, then restart the shell.\n".into(),
//!     ..Document::default()
//! })?;
//! let index = Index::open(builder.finish()?)?;
//!
//! let results = index.search("restarting shells", &SearchOptions::default())?;
//! assert_eq!(results.hits[0].document, "install.md");
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "build"))]
//! # fn main() {}
//! ```
//!
//! The crate is `no_std` with `alloc`, has no unsafe code, and does no input or output. Without the
//! feature `build` it only opens and searches. The feature `explore` adds ways through the chunks
//! by their ids, explained scores, results that fill a number of tokens, and the ranking without
//! texts.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod analyze;
mod answer;
#[cfg(feature = "build")]
mod build;
#[cfg(feature = "build")]
mod chunk;
#[cfg(feature = "build")]
mod document;
mod error;
#[cfg(feature = "explore")]
mod explore;
mod format;
mod index;
mod order;
mod query;
mod rank;
mod value;

#[cfg(feature = "build")]
pub use analyze::language::Language;
#[cfg(feature = "build")]
pub use analyze::terms;
pub use analyze::tokens::tokens;
#[cfg(feature = "explore")]
pub use answer::RankedChunk;
pub use answer::{ChildHit, Hit, LeftOut, Results, Search};
#[cfg(feature = "build")]
pub use build::{Builder, Collection, Config, Documents, Pin, Prepared, Preparer, Synonyms};
#[cfg(feature = "build")]
pub use build::{Layout, Shard, ShardSizes, Sharded, shard};
#[cfg(feature = "build")]
pub use build::{VectorLevel, VectorSettings, Vectors, add_vectors};
#[cfg(feature = "build")]
pub use chunk::{Chunk, Chunker, Chunking, Levels, Parents, Tree, Unit};
#[cfg(feature = "build")]
pub use document::{Document, Links, Parts, Section};
pub use error::Error;
#[cfg(feature = "explore")]
pub use explore::{
    Body, ChunkText, ChunkView, DocumentView, Hierarchy, KeyKind, KeyView, Page, Pages, ValueView,
    WordView,
};
#[cfg(any(feature = "explore", feature = "build"))]
pub use index::VectorStats;
pub use index::{Index, LevelStats, SectionStats, Stats, verify};
pub use query::Prefix;
pub use rank::{
    ChildScore, Collapse, Condition, Explanation, Facet, Filter, FusedScore, QueryVector,
    SearchOptions, Sort, TermScore, TitleScore,
};
pub use value::MetaValue;
