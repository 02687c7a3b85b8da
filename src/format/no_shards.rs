//! Stands for `shards` in builds that read only indexes in one file, so that readers are written
//! once. No index has shards here, and the compiler leaves out the code that asks them.

use super::SectionId;
use crate::error::{Error, ReadError};
use core::ops::Range;

/// A type without values.
#[derive(Debug)]
pub(crate) enum Shards {}

impl Shards {
    pub fn read(_: &[u8]) -> Result<Option<Self>, Error> {
        Ok(None)
    }

    pub fn head(&self) -> &[u8] {
        match *self {}
    }

    pub fn padding(&self, _: u16) -> usize {
        match *self {}
    }

    pub fn len(&self) -> usize {
        match *self {}
    }

    pub fn get(&self, _: SectionId, _: Range<usize>) -> Result<&[u8], ReadError> {
        match *self {}
    }

    #[cfg(feature = "explore")]
    pub fn listing(&self) -> Result<&[u8], ReadError> {
        match *self {}
    }

    pub fn names_near(&self, _: u32, _: usize) -> Range<usize> {
        match *self {}
    }

    pub fn names_per_block(&self) -> usize {
        match *self {}
    }

    pub fn blocks_near(&self, _: &[u8], _: bool) -> Range<usize> {
        match *self {}
    }

    pub fn prefetch(&self, _: usize) -> bool {
        match *self {}
    }

    pub fn prefetch_words(&self, _: &[u8], _: bool) -> bool {
        match *self {}
    }

    pub fn prefetch_lists(&self, _: &[u8], _: bool) {
        match *self {}
    }

    pub fn check_prefetched(&self) -> Result<(), ReadError> {
        match *self {}
    }

    pub fn assembled(&self) -> Option<alloc::vec::Vec<u8>> {
        match *self {}
    }
}
