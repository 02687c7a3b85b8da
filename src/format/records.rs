//! Records of varying length, one for each document. Two sections have such.
//!
//! An array of `u32` comes first: the start of each record, counted from the end of the array, and
//! the end of the last one. The records follow.

use super::SectionBytes;
use super::far_u32s::FarU32s;
use super::wire::Reader;
use crate::error::ReadError;
use core::ops::Range;

pub(crate) struct Records<'a> {
    section: SectionBytes<'a>,
    offsets: FarU32s<'a>,
    base: usize,
}

impl<'a> Records<'a> {
    /// The records of a section from byte `start` on.
    pub fn open(section: SectionBytes<'a>, start: usize, count: u32) -> Result<Self, ReadError> {
        let array = (count as usize).saturating_add(1).saturating_mul(4);
        let base = start.saturating_add(array);
        Ok(Records { section, offsets: FarU32s::open(section, start..base)?, base })
    }

    /// The record of a document.
    pub fn get(&self, document: usize) -> Result<Reader<'a>, ReadError> {
        self.section.reader(self.range(document)?)
    }

    /// The range of a document's record in the section.
    pub fn range(&self, document: usize) -> Result<Range<usize>, ReadError> {
        let Range { start, end } = self.offsets.pair(document)?;
        Ok(self.base.saturating_add(start)..self.base.saturating_add(end))
    }

    /// Prefetches the record of a document.
    pub fn prefetch(&self, document: usize) {
        self.offsets.prefetch(document);
    }
}

/// Gathers records.
#[derive(Default)]
pub(crate) struct RecordsWriter {
    offsets: alloc::vec::Vec<u32>,
    bytes: alloc::vec::Vec<u8>,
}

impl RecordsWriter {
    /// Begins the next record. Returns the bytes to which it is to be appended.
    pub fn begin(&mut self) -> &mut alloc::vec::Vec<u8> {
        self.offsets.push(self.bytes.len() as u32);
        &mut self.bytes
    }

    pub fn finish(mut self) -> alloc::vec::Vec<u8> {
        self.begin();
        let offsets = self.offsets.into_iter().flat_map(u32::to_le_bytes);
        offsets.chain(self.bytes).collect()
    }
}
