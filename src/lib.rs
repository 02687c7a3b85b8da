//! Documentation search that ranks small passages and answers with the section around them.
//!
//! Kindex cuts each document into a tree of chunks, ranks the smallest ones (the children) with
//! BM25 and returns the chunk above (the parent) with the evidence shown. An index is one block
//! of bytes, made once and read in place:
//!
//! ```
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
//! # Ok::<(), kindex::Error>(())
//! ```
//!
//! The crate has no unsafe code, and does no input or output. It is `no_std` with `alloc`, but for the
//! stemmers: `languages` has those of all languages, `stem` that of English. Without the feature
//! `build` it only opens and searches. The feature `explore` adds ways through the chunks by their
//! ids, explained scores, results that fill a number of tokens, and the ranking without texts.

#![no_std]
#![forbid(unsafe_code)]
// The features decide what is public and which modules and dependencies there are. What a build
// with fewer of them leaves without a caller needs no gate of its own: the linker drops it. Dead
// code is found in the build with all features, which is the one that tests and lints compile.
#![cfg_attr(
    not(all(feature = "languages", feature = "explore", feature = "group")),
    allow(dead_code, unused_imports)
)]
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

pub use analyze::tokens::tokens;
pub use answer::{ChildHit, Hit, LeftOut, Results, Search};
pub use error::Error;
#[cfg(feature = "group")]
pub use index::Group;
#[cfg(any(feature = "explore", feature = "build"))]
pub use index::VectorStats;
pub use index::{Index, LevelStats, SectionStats, Stats, verify};
pub use query::Prefix;
pub use rank::{
    ChildScore, Collapse, Condition, Explanation, Facet, Filter, FusedScore, QueryVector, Ranking,
    SearchOptions, Sort, TermScore, TitleScore, Weights,
};
pub use value::MetaValue;
#[cfg(feature = "build")]
pub use {
    analyze::{alphabet::terms, language::Language},
    build::{
        Builder, Collection, Config, Documents, Layout, Pin, Prepared, Preparer, Revision, Shard,
        ShardSizes, Sharded, Synonyms, VectorLevel, VectorSettings, Vectors, add_vectors, shard,
    },
    chunk::{Chunk, Chunker, Chunking, Levels, Parents, Tree, Unit},
    document::{Document, Links, Parts, Section},
};
#[cfg(feature = "explore")]
pub use {
    answer::RankedChunk,
    explore::{
        Body, ChunkText, ChunkView, DocumentView, GrepOptions, GrepSection, Grepped, Hierarchy,
        KeptVectors, KeyKind, KeyView, Page, Pages, ValueView, WordView,
    },
};
