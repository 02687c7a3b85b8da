//! Arrays that an index in several files has in parts.

use super::shards::Shards;
use super::wire::U32s;
use super::{OUTSIDE, SectionBytes};
use crate::error::ReadError;
use core::ops::Range;

/// An array of little-endian `u32`, read entry by entry.
#[derive(Clone, Copy)]
pub(crate) struct FarU32s<'a> {
    section: SectionBytes<'a>,
    start: usize,
    len: usize,
}

impl<'a> FarU32s<'a> {
    /// The array at a byte range of a section.
    pub fn open(section: SectionBytes<'a>, range: Range<usize>) -> Result<Self, ReadError> {
        if range.start > range.end || range.end > section.len() {
            return Err(section.corrupt(&OUTSIDE));
        }
        Ok(FarU32s { section, start: range.start, len: range.len() / 4 })
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The offset of an entry in the section.
    fn begin(&self, at: usize) -> usize {
        at.saturating_mul(4).saturating_add(self.start)
    }

    /// The given number of bytes from an entry on.
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

    /// An entry and the next one. A file that has the first has both.
    pub fn pair(&self, at: usize) -> Result<Range<usize>, ReadError> {
        self.entries(at, 8)?.pair(0)
    }

    pub fn shards(&self) -> Option<&Shards> {
        self.section.shards()
    }

    /// Prefetches an entry. Returns whether it is not loaded.
    pub fn prefetch(&self, at: usize) -> bool {
        self.section.prefetch(self.begin(at))
    }
}
