//! Access to the bytes of a section, each page checked before its first use.
//!
//! Checking everything when an index is opened would take longer than most searches, so a page
//! is checked when something on it is first read, and never again.

use super::Kind;
use super::header::{Header, PAGE, checksum};
use crate::error::{Damage, Text};
use crate::wire::{Reader, U32s};
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

/// Which pages were found to be as they were written: one bit each.
#[derive(Debug)]
pub(crate) struct Checked(Vec<AtomicU32>);

impl Checked {
    pub fn new(pages: usize) -> Self {
        Checked((0..pages.div_ceil(32)).map(|_| AtomicU32::new(0)).collect())
    }

    fn contains(&self, page: usize) -> bool {
        let word = self.0.get(page / 32);
        word.is_some_and(|word| word.load(Ordering::Relaxed) & (1 << (page % 32)) != 0)
    }

    fn insert(&self, page: usize) {
        if let Some(word) = self.0.get(page / 32) {
            word.fetch_or(1 << (page % 32), Ordering::Relaxed);
        }
    }
}

/// The bytes of an index with its parsed head.
#[derive(Clone, Copy)]
pub(crate) struct Blob<'a> {
    pub bytes: &'a [u8],
    pub header: &'a Header,
    pub checked: &'a Checked,
}

impl<'a> Blob<'a> {
    pub fn part(self, kind: Kind) -> Part<'a> {
        let extent = self.header.extent(kind);
        let bytes = self.bytes.get(extent.range).unwrap_or_default();
        Part { kind, bytes, first_page: extent.first_page, blob: self }
    }

    fn sum(&self, page: usize) -> Option<u32> {
        let sums = self.bytes.get(self.header.sums())?;
        let sum = sums.get(4 * page..)?.first_chunk::<4>()?;
        Some(u32::from_le_bytes(*sum))
    }
}

/// One section.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    kind: Kind,
    bytes: &'a [u8],
    first_page: usize,
    blob: Blob<'a>,
}

impl<'a> Part<'a> {
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn corrupt(&self, what: Text) -> Damage {
        self.kind.corrupt(what)
    }

    /// The bytes of a range within the section, their pages checked.
    pub fn get(&self, range: Range<usize>) -> Result<&'a [u8], Damage> {
        let bytes = self.bytes.get(range.clone());
        let bytes = bytes.ok_or_else(|| self.corrupt(&"an offset lies outside"))?;
        if !range.is_empty() {
            for page in range.start / PAGE..=(range.end - 1) / PAGE {
                self.check(page)?;
            }
        }
        Ok(bytes)
    }

    pub fn all(&self) -> Result<&'a [u8], Damage> {
        self.get(0..self.len())
    }

    pub fn reader(&self, range: Range<usize>) -> Result<Reader<'a>, Damage> {
        Ok(Reader::new(self.get(range)?, self.kind.name()))
    }

    pub fn u32s(&self, range: Range<usize>) -> Result<U32s<'a>, Damage> {
        Ok(U32s::new(self.get(range)?, self.kind.name()))
    }

    pub fn str(&self, range: Range<usize>) -> Result<&'a str, Damage> {
        let bytes = self.get(range)?;
        core::str::from_utf8(bytes).map_err(|_| self.corrupt(&"the text is not UTF-8"))
    }

    fn check(&self, page: usize) -> Result<(), Damage> {
        let number = self.first_page + page;
        if self.blob.checked.contains(number) {
            return Ok(());
        }
        let start = page * PAGE;
        let end = self.bytes.len().min(start + PAGE);
        let bytes = self.bytes.get(start..end).unwrap_or_default();
        if self.blob.sum(number) != Some(checksum(bytes)) {
            return Err(self.corrupt(&"a checksum does not match"));
        }
        self.blob.checked.insert(number);
        Ok(())
    }
}
