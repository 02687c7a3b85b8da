//! The names of chunks.

use crate::error::{ReadError, decimal};
use crate::index::IndexReader;
use alloc::string::String;

/// A chunk of the index, looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChunkAt {
    pub document: usize,
    /// The number of levels stands for the document.
    pub level: usize,
    /// Its number in its level.
    pub number: usize,
}

/// The id of a chunk: the document's id, `#`, the level, `.`, and the chunk's position among those
/// of its level in the document, from 0.
pub(crate) fn write(index: &IndexReader<'_>, id: &str, at: ChunkAt) -> Result<String, ReadError> {
    let first = index.tree.descend(index.document_level(), at.document, at.level)?.start;
    let position = decimal(at.number.saturating_sub(first) as u64);
    Ok([id, "#", &decimal(at.level as u64), ".", &position].concat())
}
