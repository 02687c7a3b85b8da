//! Opens an index, and its sections for a search.

use super::{Index, IndexReader};
use crate::error::{Error, ReadError};
use crate::format::bits::BitSet;
use crate::format::dictionary::Dictionary;
use crate::format::documents::Documents;
use crate::format::forms::Forms;
use crate::format::headings::Headings;
use crate::format::lengths::Lengths;
use crate::format::letters::IndexChars;
use crate::format::meta::Meta;
use crate::format::names::Names;
use crate::format::pairs::Pairs;
use crate::format::pending::Deferred;
use crate::format::shards::Shards;
use crate::format::tree::Tree;
use crate::format::{Blob, Header, SectionId};
use alloc::rc::Rc;
use once_cell::race::OnceBox;

impl<B: AsRef<[u8]>> Index<B> {
    /// Opens an index. Reads only its head. For an index in one file that takes microseconds,
    /// whatever its size. For one in several files the time grows with the head, as its checksum,
    /// table and arrays are read. All other bytes are checked before they are first used.
    ///
    /// # Errors
    /// The errors of [`Error`] for bytes that are no index, or one that is cut off, altered, or of
    /// another version.
    pub fn open(bytes: B) -> Result<Self, Error> {
        let head = bytes.as_ref();
        let shards = Shards::read(head)?;
        let header = match &shards {
            Some(shards) => {
                Header::parse(shards.head(), shards.len(), &|section| shards.padding(section))?
            }
            None => Header::read(head)?,
        };
        let checked = BitSet::new(header.pages());
        let blob =
            Blob { bytes: bytes.as_ref(), header: &header, checked: &checked, shards: &shards };
        let meta = Meta::read(blob.section(SectionId::Meta))?;
        Ok(Index { ranks: OnceBox::new(), header, checked, meta, shards, bytes })
    }

    pub(super) fn blob(&self) -> Blob<'_> {
        Blob {
            bytes: self.bytes.as_ref(),
            header: &self.header,
            checked: &self.checked,
            shards: &self.shards,
        }
    }

    /// Opens the sections. Cost grows with the number of levels and of listed letters. Bytes of
    /// `tree` and `lengths` that are not loaded are asked for here, so that they come with the
    /// words of a query. They fail only where they are used.
    pub(crate) fn reader(&self) -> Result<IndexReader<'_>, ReadError> {
        let (blob, meta) = (self.blob(), &self.meta);
        Ok(IndexReader {
            number: 0,
            weight: 1.0,
            meta,
            letters: Rc::new(IndexChars::read(blob.section(SectionId::Letters))?),
            words: Dictionary::open(blob.section(SectionId::Words), meta)?,
            tree: Tree::open(blob.section(SectionId::Tree), meta, &self.ranks)?,
            lengths: Deferred::new(Lengths::open(blob.section(SectionId::Lengths), meta))?,
            documents: Documents::open(blob.section(SectionId::Documents), meta)?,
            headings: Headings::open(blob.section(SectionId::Headings), meta)?,
            names: Names::open(blob.section(SectionId::Names))?,
            pairs: Pairs::open(&self.shards),
            forms: Forms::open(blob.section(SectionId::Forms)),
            pins: blob.section(SectionId::Pins),
            postings: blob.section(SectionId::Postings),
            text: blob.section(SectionId::Text),
            #[cfg(any(feature = "explore", feature = "build"))]
            vectors: blob.section(SectionId::Vectors),
        })
    }
}
