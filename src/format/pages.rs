//! Access to the bytes of a section, each page checked before its first use.
//!
//! Checking everything when an index is opened would take longer than most searches, so a page
//! is checked when something on it is first read, and never again.

use super::SectionId;
use super::bits::BitSet;
use super::header::{Header, PAGE, checksum};
#[cfg(feature = "shards")]
use super::shards::Shards;
use super::wire::{Reader, U32s};
use crate::error::{ReadError, Text};
use core::ops::Range;

/// The bytes of an index with its parsed head.
#[derive(Clone, Copy)]
pub(crate) struct Blob<'a> {
    pub bytes: &'a [u8],
    pub header: &'a Header,
    /// The pages that were found to be as they were written.
    pub checked: &'a BitSet,
    /// Where the bytes are only the head of an index in several files.
    #[cfg(feature = "shards")]
    pub shards: Option<&'a Shards>,
}

impl<'a> Blob<'a> {
    pub fn section(self, id: SectionId) -> SectionBytes<'a> {
        let extent = self.header.extent(id);
        let (start, len) = (extent.range.start, extent.range.len());
        SectionBytes { id, start, len, first_page: extent.first_page, blob: self }
    }

    fn sum(&self, page: usize) -> Option<u32> {
        let sums = self.bytes.get(self.header.sums())?;
        let sum = sums.get(page.saturating_mul(4)..)?.first_chunk::<4>()?;
        Some(u32::from_le_bytes(*sum))
    }
}

/// One section.
#[derive(Clone, Copy)]
pub(crate) struct SectionBytes<'a> {
    id: SectionId,
    start: usize,
    len: usize,
    first_page: usize,
    blob: Blob<'a>,
}

impl<'a> SectionBytes<'a> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn corrupt(&self, what: Text) -> ReadError {
        self.id.corrupt(what)
    }

    /// The place in the index of a byte of the section. Where a number has 32 bits, a sum that wraps
    /// would be a place of another section.
    fn place(&self, at: usize) -> usize {
        self.start.saturating_add(at)
    }

    /// The bytes of a range within the section, their pages checked.
    pub fn get(&self, range: Range<usize>) -> Result<&'a [u8], ReadError> {
        let outside = || self.corrupt(&"an offset lies outside");
        if range.end > self.len {
            return Err(outside());
        }
        let whole = self.place(range.start)..self.place(range.end);
        #[cfg(feature = "shards")]
        if let Some(shards) = self.blob.shards {
            let found = shards.get(whole);
            return found.map_err(|missing| if missing { ReadError::NotLoaded } else { outside() });
        }
        let bytes = self.blob.bytes.get(whole).ok_or_else(outside)?;
        if !range.is_empty() {
            for page in range.start / PAGE..range.end.div_ceil(PAGE) {
                self.check(page)?;
            }
        }
        Ok(bytes)
    }

    pub fn all(&self) -> Result<&'a [u8], ReadError> {
        self.get(0..self.len)
    }

    pub fn reader(&self, range: Range<usize>) -> Result<Reader<'a>, ReadError> {
        Ok(Reader::new(self.get(range)?, self.id.name()))
    }

    pub fn u32s(&self, range: Range<usize>) -> Result<U32s<'a>, ReadError> {
        Ok(U32s::new(self.get(range)?, self.id.name()))
    }

    /// An array of which an index in several files has parts here and there.
    #[cfg(not(feature = "shards"))]
    pub fn far_u32s(&self, range: Range<usize>) -> Result<FarU32s<'a>, ReadError> {
        self.u32s(range)
    }

    /// An array of which an index in several files has parts here and there.
    #[cfg(feature = "shards")]
    pub fn far_u32s(&self, range: Range<usize>) -> Result<FarU32s<'a>, ReadError> {
        if range.start > range.end || range.end > self.len {
            return Err(self.corrupt(&"an offset lies outside"));
        }
        Ok(FarU32s { section: *self, start: range.start, len: range.len() / 4 })
    }

    pub fn str(&self, range: Range<usize>) -> Result<&'a str, ReadError> {
        let bytes = self.get(range)?;
        core::str::from_utf8(bytes).map_err(|_| self.corrupt(&"the text is not UTF-8"))
    }

    /// The files, where there are several.
    #[cfg(feature = "shards")]
    pub fn shards(&self) -> Option<&'a Shards> {
        self.blob.shards
    }

    /// The listing of an index in several files.
    #[cfg(all(feature = "explore", feature = "shards"))]
    pub fn listing(&self) -> Option<Result<&'a [u8], ReadError>> {
        let outside = || self.corrupt(&"an offset lies outside");
        let listing = self.blob.shards?.listing();
        Some(listing.map_err(|missing| if missing { ReadError::NotLoaded } else { outside() }))
    }

    /// Notes that what begins at a byte will be needed; whether it is not there.
    #[cfg(feature = "shards")]
    pub fn prefetch(&self, at: usize) -> bool {
        self.shards().is_some_and(|shards| shards.prefetch(self.place(at)))
    }

    /// Whether all is there that was wanted.
    #[cfg(feature = "shards")]
    pub fn check_prefetched(&self) -> Result<(), ReadError> {
        match self.blob.shards {
            Some(shards) if shards.any_wanted() => Err(ReadError::NotLoaded),
            _ => Ok(()),
        }
    }

    fn check(&self, page: usize) -> Result<(), ReadError> {
        let number = self.first_page.saturating_add(page);
        if self.blob.checked.contains(number) {
            return Ok(());
        }
        let start = page.saturating_mul(PAGE);
        let end = self.len.min(start.saturating_add(PAGE));
        let bytes = self.blob.bytes.get(self.place(start)..self.place(end)).unwrap_or_default();
        if self.blob.sum(number) != Some(checksum(bytes)) {
            return Err(self.corrupt(&"a checksum does not match"));
        }
        self.blob.checked.insert(number);
        Ok(())
    }
}

/// An array of little-endian `u32`, read entry by entry.
#[cfg(feature = "shards")]
#[derive(Clone, Copy)]
pub(crate) struct FarU32s<'a> {
    section: SectionBytes<'a>,
    start: usize,
    len: usize,
}

/// In one file, an array is all there.
#[cfg(not(feature = "shards"))]
pub(crate) type FarU32s<'a> = U32s<'a>;

#[cfg(feature = "shards")]
impl FarU32s<'_> {
    pub fn len(&self) -> usize {
        self.len
    }

    /// Where an entry begins in the section.
    fn begin(&self, at: usize) -> usize {
        at.saturating_mul(4).saturating_add(self.start)
    }

    /// So many bytes from an entry on.
    fn entries(&self, at: usize, bytes: usize) -> Result<U32s<'_>, ReadError> {
        if at >= self.len {
            return Err(self.section.corrupt(&"a number refers to something that is not there"));
        }
        let start = self.begin(at);
        self.section.u32s(start..start.saturating_add(bytes))
    }

    pub fn get(&self, at: usize) -> Result<u32, ReadError> {
        self.entries(at, 4)?.get(0)
    }

    /// An entry and the next one, which a file that has the one has too.
    pub fn pair(&self, at: usize) -> Result<Range<usize>, ReadError> {
        self.entries(at, 8)?.pair(0)
    }

    pub fn shards(&self) -> Option<&Shards> {
        self.section.shards()
    }

    /// Notes that an entry will be needed; whether it is not there.
    pub fn prefetch(&self, at: usize) -> bool {
        self.section.prefetch(self.begin(at))
    }
}
