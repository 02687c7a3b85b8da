//! Opens an index and answers from it.

#[cfg(feature = "group")]
mod group;
mod loading;
mod open;
#[cfg(feature = "build")]
mod parts;
mod reader;
mod readers;
mod stats;
#[cfg(any(feature = "explore", feature = "build"))]
mod vectors;
mod verify;

use crate::format::bits::BitSet;
use crate::format::chunk_of_child::ChunkOfChild;
use crate::format::meta::Meta;
use crate::format::shards::Shards;
use crate::format::{Header, SectionId};
use alloc::vec::Vec;
#[cfg(feature = "group")]
pub use group::Group;
use once_cell::race::OnceBox;
pub(crate) use reader::IndexReader;
pub(crate) use readers::{ForEach, Readers, taken};
pub use stats::{LevelStats, SectionStats, Stats};
#[cfg(any(feature = "explore", feature = "build"))]
pub use vectors::VectorStats;
pub use verify::verify;

/// An index over bytes that it borrows or owns.
///
/// The bytes are read in place. A program that maps a file into memory gives them as `&[u8]`.
///
/// ```
/// # #[cfg(feature = "build")]
/// # fn main() -> Result<(), kindex::Error> {
/// use kindex::{Builder, Config, Document, Index, SearchOptions};
/// # let mut builder = Builder::new(Config::default());
/// # for (id, version, text) in [("a.md", "1", "Old pears.\n"), ("b.md", "2", "New pears.\n")] {
/// #     let filters = [("version".into(), vec![version.into()])].into();
/// #     builder.add(Document { id: id.into(), text: text.into(), filters, ..Document::default() })?;
/// # }
/// # let index = Index::open(builder.finish()?)?;
/// let results = index.search("pear", &SearchOptions::default())?;
/// assert_eq!(results.total, 2);
/// assert_eq!(index.stats().documents, 2);
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "build"))]
/// # fn main() {}
/// ```
#[derive(Debug)]
pub struct Index<B = Vec<u8>> {
    bytes: B,
    header: Header,
    checked: BitSet,
    meta: Meta,
    /// For all levels and the documents, once they were asked for.
    ranks: OnceBox<Vec<ChunkOfChild>>,
    pub(crate) shards: Option<Shards>,
}

impl<B: AsRef<[u8]>> Index<B> {
    /// The bytes that were opened; of an index in several files, its head.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// The same, with what holds them.
    pub fn into_bytes(self) -> B {
        self.bytes
    }

    /// The sections that are there, or have to be.
    fn sections(&self) -> impl Iterator<Item = SectionId> {
        let is_there = |id: &SectionId| id.is_needed() || self.header.extent(*id).len > 0;
        SectionId::ALL.into_iter().filter(is_there)
    }
}
