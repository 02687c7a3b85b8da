//! Section `lengths`: how many terms each child's body and each document's title has.
//!
//! An array of `u16` for the children, then one for the documents. A greater length counts as
//! 65,535.

use super::meta::Meta;
use super::{Kind, Part};
use crate::error::Damage;

/// The section, opened.
pub(crate) struct Lengths<'a> {
    children: &'a [u8],
    titles: &'a [u8],
}

impl<'a> Lengths<'a> {
    pub fn open(part: Part<'a>, meta: &Meta) -> Result<Self, Damage> {
        let bytes = part.all()?;
        let children = meta.chunks.first().copied().unwrap_or_default() as usize;
        let wrong = || part.corrupt(&"its length does not fit the number of chunks");
        let halves = bytes.split_at_checked(children.saturating_mul(2));
        let (children, titles) = halves.ok_or_else(wrong)?;
        if titles.len() != (meta.documents as usize).saturating_mul(2) {
            return Err(wrong());
        }
        Ok(Lengths { children, titles })
    }

    /// Terms in the body of a child.
    pub fn child(&self, number: usize) -> Result<u16, Damage> {
        read(self.children, number)
    }

    /// Terms in the title of a document.
    pub fn title(&self, document: usize) -> Result<u16, Damage> {
        read(self.titles, document)
    }
}

fn read(bytes: &[u8], at: usize) -> Result<u16, Damage> {
    let tail = at.checked_mul(2).and_then(|at| bytes.get(at..));
    match tail.and_then(|tail| tail.first_chunk::<2>()) {
        Some(bytes) => Ok(u16::from_le_bytes(*bytes)),
        None => Err(Kind::Lengths.corrupt(&"a number refers to something that is not there")),
    }
}

/// The section for these lengths.
#[cfg(feature = "build")]
pub(crate) fn write(children: &[u16], titles: &[u16]) -> alloc::vec::Vec<u8> {
    let lengths = children.iter().chain(titles);
    lengths.flat_map(|length| length.to_le_bytes()).collect()
}
