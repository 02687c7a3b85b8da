//! Section `lengths`: the number of terms in each document's title, the mean number in its
//! children, and the boosts of documents.
//!
//! It has one byte for each document, as ranking needs little of both, and a page loads all of it.
//! The mean of the document's children, which are cut to one size, counts steps;
//! [`MEAN_LENGTH_STEPS`] of these are the mean over all children of the index. So lengths are as
//! fine as they count, and not finer where children are short.

use super::meta::Meta;
use super::wire::U32s;
use crate::error::ReadError;
use crate::format::{SectionBytes, SectionId};

/// The largest boost that a document may have.
pub(crate) const MAX_BOOST: f64 = 100.0;

/// The number of steps in the mean length of all children.
const MEAN_LENGTH_STEPS: f64 = 3.0;

/// The section, opened.
pub(crate) struct Lengths<'a> {
    lengths: &'a [u8],
    /// For each value of four bits, its number of terms in a body.
    children: [u32; 16],
    /// The bits of the boosts; none where all are 1.
    boosts: U32s<'a>,
}

impl<'a> Lengths<'a> {
    pub fn open(section: SectionBytes<'a>, meta: &Meta) -> Result<Self, ReadError> {
        let bytes = section.all()?;
        let documents = meta.documents as usize;
        let wrong = || section.corrupt(&"its length does not fit the number of documents");
        let (lengths, boosts) = bytes.split_at_checked(documents).ok_or_else(wrong)?;
        if !boosts.is_empty() && boosts.len() != documents.saturating_mul(4) {
            return Err(wrong());
        }
        let boosts = U32s::new(boosts, SectionId::Lengths.name());
        Ok(Lengths { lengths, children: children(meta), boosts })
    }

    /// The number of terms in the body of a document's child, about. It is at least 1, though a
    /// child may have only a heading.
    pub fn child(&self, document: usize) -> Result<u32, ReadError> {
        let bits = usize::from(self.read(document)? % 16);
        Ok(self.children.get(bits).copied().unwrap_or_default())
    }

    /// The number of terms in the title of a document, about; at most 28.
    pub fn title(&self, document: usize) -> Result<u8, ReadError> {
        Ok(rounded(self.read(document)? / 16))
    }

    fn read(&self, document: usize) -> Result<u8, ReadError> {
        let missing =
            || SectionId::Lengths.corrupt(&"a number refers to something that is not there");
        self.lengths.get(document).copied().ok_or_else(missing)
    }

    /// The factor for a document's scores.
    pub fn boost(&self, document: usize) -> Result<f64, ReadError> {
        if self.boosts.len() == 0 {
            return Ok(1.0);
        }
        let boost = f64::from(f32::from_bits(self.boosts.get(document)?));
        if boost > 0.0 && boost <= MAX_BOOST {
            Ok(boost)
        } else {
            Err(SectionId::Lengths.corrupt(&"a boost is not above 0 and at most 100"))
        }
    }
}

fn step(meta: &Meta) -> f64 {
    let children = meta.chunks.first().copied().unwrap_or_default();
    meta.body_terms as f64 / f64::from(children.max(1)) / MEAN_LENGTH_STEPS
}

/// For each value of four bits, its number of terms in a body, at least one.
fn children(meta: &Meta) -> [u32; 16] {
    let step = step(meta);
    core::array::from_fn(|bits| ((f64::from(rounded(bits as u8)) * step + 0.5) as u32).max(1))
}

/// The number for which four bits stand.
fn rounded(bits: u8) -> u8 {
    match bits {
        0..4 => bits,
        _ => (4 | (bits % 4)) << (bits / 4).saturating_sub(1),
    }
}

/// The section, from the mean lengths of the children of each document, titles and boosts.
#[allow(clippy::arithmetic_side_effects)]
pub(crate) fn write(
    bodies: &[u32],
    titles: &[u8],
    boosts: &[f32],
    meta: &Meta,
) -> alloc::vec::Vec<u8> {
    let step = step(meta).max(f64::MIN_POSITIVE);
    let steps_of = |&length: &u32| (f64::from(length) / step + 0.5) as u8;
    // Of two that are as near it takes the smaller.
    let near = |number: u8| (0..16).min_by_key(|&bits| rounded(bits).abs_diff(number)).unwrap_or(0);
    let lengths = bodies.iter().map(steps_of).zip(titles);
    let lengths = lengths.map(|(body, title)| near(*title) * 16 + near(body));
    let boosts = if boosts.iter().all(|&boost| boost == 1.0) { &[] } else { boosts };
    lengths.chain(boosts.iter().flat_map(|boost| boost.to_le_bytes())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_come_back_as_the_nearest_that_can_be_written() {
        let meta = Meta { chunks: [3].into(), documents: 4, body_terms: 180, ..Meta::default() };
        let bytes = write(&[0, 7, 52, 9000], &[0, 9, 13, 255], &[1.0; 4], &meta);
        let boosts = U32s::new(&[], SectionId::Lengths.name());
        let lengths = Lengths { lengths: &bytes, children: children(&meta), boosts };
        let all = |of: &dyn Fn(usize) -> u32| (0..4).map(of).collect::<alloc::vec::Vec<_>>();
        assert_eq!(all(&|at| lengths.child(at).unwrap()), [1, 1, 60, 560]);
        assert_eq!(all(&|at| lengths.title(at).unwrap().into()), [0, 8, 12, 28]);
    }

    #[test]
    fn an_index_without_words_has_lengths() {
        let meta = Meta { documents: 1, ..Meta::default() };
        assert_eq!(write(&[0], &[3], &[1.0], &meta), [0x30]);
    }
}
