//! From documents to the bytes of an index.
//!
//! Nothing here reads an index to answer from it. Only [`merge`] and [`shards`] open one, to write
//! another.

mod builder;
mod collection;
mod composed;
mod indexer;
mod links;
mod merge;
mod pairs;
mod pins;
mod prepared;
mod shards;
mod share;
mod synonyms;
mod vectors;
mod vocabulary;
mod words;

pub use builder::{Builder, Config};
pub use collection::{Collection, Documents, Revision};
pub use pins::Pin;
pub use prepared::{Prepared, Preparer};
pub use shards::{Layout, Shard, ShardSizes, Sharded, shard};
pub use synonyms::Synonyms;
pub use vectors::{VectorLevel, VectorSettings, Vectors, add_vectors};
