//! The parts of an index, for those who make another of it.

use super::Index;
use crate::error::Error;
use crate::format::SectionId;
use crate::format::sources::Sources;
use alloc::vec::Vec;
use core::ops::Range;

impl<B: AsRef<[u8]>> Index<B> {
    /// The sections in the order of their places, with their ranges.
    pub(crate) fn extents(&self) -> Vec<(SectionId, Range<usize>)> {
        let range = |id: SectionId| (id, self.header.extent(id).range);
        let mut all: Vec<_> = self.sections().map(range).collect();
        all.sort_by_key(|(_, range)| range.start);
        all
    }

    /// The range of the checksums of the pages.
    pub(crate) fn sums(&self) -> Range<usize> {
        self.header.sums()
    }

    /// The settings and documents for merging, if the index was built to be merged. An index in
    /// several files must be put together first.
    pub(crate) fn sources(&self) -> Result<Option<Sources<'_>>, Error> {
        if self.shards.is_some() {
            return Ok(None);
        }
        Sources::open(self.bytes.as_ref())
    }
}
