//! The vectors of an index.

use super::{Index, IndexReader};
use crate::error::{Error, ReadError};
use crate::format::vectors::Vectors;
use alloc::string::String;

/// The vectors of an index.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct VectorStats {
    /// The name of the embedder, as it was given.
    pub embedder: String,
    /// The numbers of a vector as the embedder gives it.
    pub dimensions: usize,
    /// The numbers that are kept of it.
    pub kept: usize,
    /// The bits of each.
    pub bits: u8,
    /// The level of the chunks that have vectors.
    pub level: usize,
    /// The number of these chunks.
    pub chunks: usize,
    /// The number of chunks of the level.
    pub all: usize,
}

impl<'a> IndexReader<'a> {
    /// The vectors of chunks, if the index has any.
    pub fn vectors(&self) -> Result<Option<Vectors<'a>>, ReadError> {
        Vectors::open(self.vectors)
    }
}

impl<B: AsRef<[u8]>> Index<B> {
    /// The vectors of the index, if it has any. Reads only their head.
    ///
    /// # Errors
    /// [`Error::Corrupt`] where the index turns out to be damaged; [`Error::Missing`] where the
    /// head is in a shard that is not loaded.
    pub fn vectors(&self) -> Result<Option<VectorStats>, Error> {
        let reader = self.reader()?;
        let stats = |vectors: Vectors<'_>| VectorStats {
            embedder: vectors.embedder.into(),
            dimensions: vectors.given,
            kept: vectors.kept,
            bits: vectors.bits,
            level: vectors.level,
            chunks: vectors.count,
            all: reader.tree.count(vectors.level),
        };
        Ok(reader.vectors()?.map(stats))
    }
}
