//! Section `names`: what each document is called, by the letters of its names.
//!
//! Pairs of `u32`, in ascending order: the checksum of a name's key, and the number of the document
//! times two, plus 1 where it is another name than the title.

use super::{Kind, Part};
use crate::analyze::key::Key;
use crate::error::Damage;
use crate::wire::U32s;
use alloc::vec::Vec;

/// A document that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub document: usize,
    /// Whether the name is another than the title.
    pub other: bool,
}

/// The section, opened.
pub(crate) struct Names<'a>(U32s<'a>);

impl<'a> Names<'a> {
    pub fn open(part: Part<'a>) -> Result<Self, Damage> {
        part.u32s(0..part.len()).map(Names)
    }

    /// The documents with a name, in order. O(log names) and the number of documents.
    pub fn find(&self, key: Key) -> Result<Vec<Named>, Damage> {
        let (mut low, mut high) = (0, self.0.len() / 2);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.0.get(2 * middle)? < key.0 {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut found = Vec::new();
        while 2 * low + 1 < self.0.len() && self.0.get(2 * low)? == key.0 {
            let code = self.0.get(2 * low + 1)?;
            found.push(Named { document: code as usize / 2, other: code % 2 == 1 });
            low += 1;
        }
        Ok(found)
    }

    /// Whether the names are in order and of documents that are there.
    pub fn verify(&self, documents: u32) -> Result<(), Damage> {
        let mut last = None;
        for at in 0..self.0.len().div_ceil(2) {
            let pair = (self.0.get(2 * at)?, self.0.get(2 * at + 1)?);
            if last >= Some(pair) || pair.1 / 2 >= documents {
                return Err(Kind::Names.corrupt(&"names are out of order or of no document"));
            }
            last = Some(pair);
        }
        Ok(())
    }
}

/// Gathers names for the section.
#[cfg(feature = "build")]
#[derive(Default)]
pub(crate) struct NamesWriter(alloc::collections::BTreeSet<(u32, u32)>);

#[cfg(feature = "build")]
impl NamesWriter {
    pub fn push(&mut self, key: Key, named: Named) {
        self.0.insert((key.0, named.document as u32 * 2 + u32::from(named.other)));
    }

    pub fn finish(self) -> Vec<u8> {
        let numbers = self.0.into_iter().flat_map(|(key, named)| [key, named]);
        numbers.flat_map(u32::to_le_bytes).collect()
    }
}
