//! Access to the bytes of a section. Each page is checked before its first use.
//!
//! Checking everything when an index is opened would take longer than most searches. So a page is
//! checked when something on it is first read, and never again.

use super::bits::BitSet;
use super::header::{Header, PAGE_BYTES, checksum};
use super::shards::Shards;
use super::wire::{Reader, U32s};
use super::{OUTSIDE, SectionId};
use crate::error::{ReadError, Text};
use core::ops::Range;

/// The bytes of an index with its parsed head.
#[derive(Clone, Copy)]
pub(crate) struct Blob<'a> {
    pub bytes: &'a [u8],
    pub header: &'a Header,
    /// The pages whose checksums were found to match.
    pub checked: &'a BitSet,
    /// The shards, where the bytes are only the head of an index in several files.
    pub shards: &'a Option<Shards>,
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

    /// The place of a byte of the section. With 32 bits, a sum that wraps would be a place of
    /// another section.
    fn place(&self, at: usize) -> usize {
        self.start.saturating_add(at)
    }

    /// The bytes of a range in the section, with their pages checked.
    pub fn get(&self, range: Range<usize>) -> Result<&'a [u8], ReadError> {
        let outside = || self.corrupt(&OUTSIDE);
        if range.end > self.len {
            return Err(outside());
        }
        let whole = self.place(range.start)..self.place(range.end);
        if let Some(shards) = self.shards() {
            return shards.get(self.id, whole);
        }
        let bytes = self.blob.bytes.get(whole).ok_or_else(outside)?;
        if !range.is_empty() {
            for page in range.start / PAGE_BYTES..range.end.div_ceil(PAGE_BYTES) {
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

    pub fn str(&self, range: Range<usize>) -> Result<&'a str, ReadError> {
        let bytes = self.get(range)?;
        core::str::from_utf8(bytes).map_err(|_| self.corrupt(&"the text is not UTF-8"))
    }

    /// The shards of an index in several files.
    pub fn shards(&self) -> Option<&'a Shards> {
        self.blob.shards.as_ref()
    }

    /// The columns of an index in several files.
    pub fn columns(&self) -> Option<Result<&'a [u8], ReadError>> {
        Some(self.shards()?.columns())
    }

    /// The listing of an index in several files.
    pub fn listing(&self) -> Option<Result<&'a [u8], ReadError>> {
        Some(self.shards()?.listing())
    }

    /// Prefetches what begins at a byte. Returns whether it is not loaded.
    pub fn prefetch(&self, at: usize) -> bool {
        self.shards().is_some_and(|shards| shards.prefetch(self.place(at)))
    }

    /// Fails where anything prefetched is not loaded.
    pub fn check_prefetched(&self) -> Result<(), ReadError> {
        self.shards().map_or(Ok(()), Shards::check_prefetched)
    }

    fn check(&self, page: usize) -> Result<(), ReadError> {
        let number = self.first_page.saturating_add(page);
        if self.blob.checked.contains(number) {
            return Ok(());
        }
        let start = page.saturating_mul(PAGE_BYTES);
        let end = self.len.min(start.saturating_add(PAGE_BYTES));
        let bytes = self.blob.bytes.get(self.place(start)..self.place(end)).unwrap_or_default();
        if self.blob.sum(number) != Some(checksum(bytes)) {
            return Err(self.corrupt(&"a checksum does not match"));
        }
        self.blob.checked.insert(number);
        Ok(())
    }
}
