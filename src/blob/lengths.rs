//! Section `lengths`: how many terms the children of each document and its title have, and the
//! documents' boosts.
//!
//! A byte for each document, then another. The first is for the mean of the document's children:
//! as they are cut to one size, ranking is as good with that as with the length of each, which
//! would be most of what a page loads of a large index. It is the nearest number of which only the
//! first four binary digits may be other than 0: 0 to 16, 18, 20, and so on to 32, 36, 40, and so
//! on; the byte says which of these it is. The second is the length of the title, 255 for all that
//! are longer. Where any document has a boost other than 1, an array of `f32` follows.

use super::meta::Meta;
use super::{Kind, Part};
use crate::error::Damage;
use crate::wire::U32s;

/// The largest boost that a document may have.
pub(crate) const MAX_BOOST: f64 = 100.0;

/// The section, opened.
pub(crate) struct Lengths<'a> {
    bodies: &'a [u8],
    titles: &'a [u8],
    /// The bits of the boosts; none where all are 1.
    boosts: U32s<'a>,
}

impl<'a> Lengths<'a> {
    pub fn open(part: Part<'a>, meta: &Meta) -> Result<Self, Damage> {
        let bytes = part.all()?;
        let documents = meta.documents as usize;
        let wrong = || part.corrupt(&"its length does not fit the number of documents");
        let (bodies, rest) = bytes.split_at_checked(documents).ok_or_else(wrong)?;
        let (titles, boosts) = rest.split_at_checked(documents).ok_or_else(wrong)?;
        if !boosts.is_empty() && boosts.len() != documents.saturating_mul(4) {
            return Err(wrong());
        }
        Ok(Lengths { bodies, titles, boosts: U32s::new(boosts, Kind::Lengths.name()) })
    }

    /// About how many terms the body of a child of a document has. Never none: it may be that
    /// there is only a heading.
    pub fn child(&self, document: usize) -> Result<u32, Damage> {
        Ok(rounded(read(self.bodies, document)?).max(1))
    }

    /// Terms in the title of a document, at most 255.
    pub fn title(&self, document: usize) -> Result<u8, Damage> {
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

fn read(bytes: &[u8], at: usize) -> Result<u8, Damage> {
    let missing = || Kind::Lengths.corrupt(&"a number refers to something that is not there");
    bytes.get(at).copied().ok_or_else(missing)
}

/// The number for which a byte stands.
fn rounded(byte: u8) -> u32 {
    match byte {
        0..8 => byte.into(),
        _ => (8 + u32::from(byte % 8)).wrapping_shl(u32::from(byte / 8 - 1)),
    }
}

/// The byte for the children of a document, so many, whose bodies have so many terms together.
#[cfg(feature = "build")]
pub(crate) fn byte_of(terms: usize, children: usize) -> u8 {
    let length = (terms + children / 2) / children.max(1);
    // Where two are as near, the smaller.
    (0..u8::MAX).min_by_key(|&byte| (rounded(byte) as usize).abs_diff(length)).unwrap_or(u8::MAX)
}

/// The section for these lengths, of bodies as [`byte_of`] gives them, and boosts.
#[cfg(feature = "build")]
pub(crate) fn write(bodies: &[u8], titles: &[u8], boosts: &[f32]) -> alloc::vec::Vec<u8> {
    let boosts = if boosts.iter().all(|&boost| boost == 1.0) { &[] } else { boosts };
    let boosts = boosts.iter().flat_map(|boost| boost.to_le_bytes());
    bodies.iter().chain(titles).copied().chain(boosts).collect()
}
