//! The order of results by itself, for those who measure it.

use super::chunk_id::{self, ChunkAt};
use super::search::parse;
use crate::error::{Error, ReadError};
use crate::index::{Index, IndexReader, Readers};
use crate::rank::{self, Scored, SearchOptions};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// A result without its text.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RankedChunk {
    /// The chunk's id, as in [`crate::Hit::id`].
    pub id: String,
    /// The document's id.
    pub document: String,
    /// Higher is better.
    pub score: f64,
}

impl<B: AsRef<[u8]>> Index<B> {
    /// The results of [`Index::search`], in the same order and with the same scores, without
    /// reading any text; of groups the best results. A number of tokens is not filled, so
    /// [`SearchOptions::max_tokens`] leaves nothing out.
    ///
    /// # Errors
    /// As for [`Index::search`].
    pub fn rank(&self, query: &str, options: &SearchOptions) -> Result<Vec<RankedChunk>, Error> {
        let indexes = Readers::one(self.reader()?);
        let query = parse(&indexes, query, options)?;
        let ranked = rank::run(&indexes, &query, options)?;
        let index = indexes.get(0)?;
        let chunks = ranked.best.iter().map(|scored| ranked_chunk(index, scored));
        Ok(chunks.collect::<Result<_, ReadError>>()?)
    }
}

fn ranked_chunk(index: &IndexReader<'_>, scored: &Scored) -> Result<RankedChunk, ReadError> {
    let &Scored { score, document, level, chunk: number, .. } = scored;
    let record = index.documents.get(document)?;
    let id = chunk_id::write(index, record.id, ChunkAt { document, level, number })?;
    Ok(RankedChunk { id, document: record.id.to_owned(), score })
}
