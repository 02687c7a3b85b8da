//! Section `lengths`: how many terms each child's body and each document's title has, and the
//! documents' boosts.
//!
//! An array of `u16` for the children, then one for the documents. A greater length counts as
//! 65,535. Where any document has a boost other than 1, an array of `f32` for the documents follows.

use super::meta::Meta;
use super::{Kind, Part};
use crate::error::Damage;
use crate::wire::U32s;

/// The largest boost that a document may have.
pub(crate) const MAX_BOOST: f64 = 100.0;

/// The section, opened.
pub(crate) struct Lengths<'a> {
    children: &'a [u8],
    titles: &'a [u8],
    /// The bits of the boosts; none where all are 1.
    boosts: U32s<'a>,
}

impl<'a> Lengths<'a> {
    pub fn open(part: Part<'a>, meta: &Meta) -> Result<Self, Damage> {
        let bytes = part.all()?;
        let children = meta.chunks.first().copied().unwrap_or_default() as usize;
        let wrong = || part.corrupt(&"its length does not fit the number of chunks");
        let halves = bytes.split_at_checked(children.saturating_mul(2));
        let (children, rest) = halves.ok_or_else(wrong)?;
        let documents = meta.documents as usize;
        let (titles, boosts) =
            rest.split_at_checked(documents.saturating_mul(2)).ok_or_else(wrong)?;
        if !boosts.is_empty() && boosts.len() != documents.saturating_mul(4) {
            return Err(wrong());
        }
        Ok(Lengths { children, titles, boosts: U32s::new(boosts, Kind::Lengths.name()) })
    }

    /// Terms in the body of a child.
    pub fn child(&self, number: usize) -> Result<u16, Damage> {
        read(self.children, number)
    }

    /// Terms in the title of a document.
    pub fn title(&self, document: usize) -> Result<u16, Damage> {
        read(self.titles, document)
    }

    /// What a document's scores are multiplied by.
    pub fn boost(&self, document: usize) -> Result<f64, Damage> {
        if self.boosts.len() == 0 {
            return Ok(1.0);
        }
        let boost = f64::from(f32::from_bits(self.boosts.get(document)?));
        if boost > 0.0 && boost <= MAX_BOOST {
            Ok(boost)
        } else {
            Err(Kind::Lengths.corrupt(&"a boost is not above 0 and at most 100"))
        }
    }
}

fn read(bytes: &[u8], at: usize) -> Result<u16, Damage> {
    let tail = at.checked_mul(2).and_then(|at| bytes.get(at..));
    match tail.and_then(|tail| tail.first_chunk::<2>()) {
        Some(bytes) => Ok(u16::from_le_bytes(*bytes)),
        None => Err(Kind::Lengths.corrupt(&"a number refers to something that is not there")),
    }
}

/// The section for these lengths and boosts.
#[cfg(feature = "build")]
pub(crate) fn write(children: &[u16], titles: &[u16], boosts: &[f32]) -> alloc::vec::Vec<u8> {
    let lengths = children.iter().chain(titles).flat_map(|length| length.to_le_bytes());
    let boosts = if boosts.iter().all(|&boost| boost == 1.0) { &[] } else { boosts };
    lengths.chain(boosts.iter().flat_map(|boost| boost.to_le_bytes())).collect()
}
