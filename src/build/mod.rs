//! From documents to the bytes of an index.
//!
//! Nothing here reads an index to answer from it. Only [`merge`] and [`shards`] open one, to write
//! another.

mod builder;
mod indexer;
mod join;
mod merge;
mod pairs;
mod pins;
mod prepared;
mod shards;
mod synonyms;
mod words;

pub use builder::{Builder, Config};
pub use join::join_tenants;
pub use pins::Pin;
pub use prepared::{Prepared, Preparer};
pub use shards::{Shard, ShardSizes, Sharded, shard};
pub use synonyms::Synonyms;
