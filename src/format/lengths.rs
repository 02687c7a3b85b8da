//! Section `lengths`: the number of terms in each document's title, the mean number in its
//! children, and the boosts of documents.
//!
//! It has one byte for each document, as ranking needs little of both, and a page loads all of it.
//! Lengths are absolute, so they mean the same in every index, and the statistics of several
//! indexes add up.

use super::meta::Meta;
use super::wire::U32s;
use crate::error::ReadError;
use crate::format::{SectionBytes, SectionId};

/// The largest boost that a document may have.
pub(crate) const MAX_BOOST: f64 = 100.0;

/// For each value of four bits, the number of terms in a child's body: 4 · 2^(bits / 2), rounded.
const CHILD_LENGTHS_TERMS: [u32; 16] =
    [4, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 362, 512, 724];

/// The section, opened.
pub(crate) struct Lengths<'a> {
    lengths: &'a [u8],
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
        Ok(Lengths { lengths, boosts })
    }

    /// The number of terms in the body of a document's child, about: from 4 to 724.
    pub fn child(&self, document: usize) -> Result<u32, ReadError> {
        let bits = usize::from(self.read(document)? % 16);
        Ok(CHILD_LENGTHS_TERMS.get(bits).copied().unwrap_or_default())
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

/// The number for which four bits stand.
fn rounded(bits: u8) -> u8 {
    match bits {
        0..4 => bits,
        _ => (4 | (bits % 4)) << (bits / 4).saturating_sub(1),
    }
}

/// The section, from the mean lengths of the children of each document, titles and boosts.
pub(crate) fn write(bodies: &[u32], titles: &[u8], boosts: &[f32]) -> alloc::vec::Vec<u8> {
    let lengths = bodies.iter().zip(titles);
    let lengths = lengths.map(|(body, title)| bits_of_title(*title) << 4 | bits_of_child(*body));
    let boosts = if boosts.iter().all(|&boost| boost == 1.0) { &[] } else { boosts };
    lengths.chain(boosts.iter().flat_map(|boost| boost.to_le_bytes())).collect()
}

/// The bits whose number is nearest, of two the smaller.
fn bits_of_title(terms: u8) -> u8 {
    (0..16).min_by_key(|&bits| rounded(bits).abs_diff(terms)).unwrap_or(0)
}

/// The bits whose number is nearest by its ratio, of two the smaller.
fn bits_of_child(terms: u32) -> u8 {
    let [_, greater @ ..] = CHILD_LENGTHS_TERMS;
    let is_nearer = |(&less, more): (&u32, u32)| {
        // Beyond the square root of their product the greater is nearer.
        u64::from(terms).saturating_mul(terms.into()) > u64::from(less).saturating_mul(more.into())
    };
    CHILD_LENGTHS_TERMS.iter().zip(greater).take_while(|&pair| is_nearer(pair)).count() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_come_back_as_the_nearest_that_can_be_written() {
        let bytes = write(&[0, 7, 52, 9000], &[0, 9, 13, 255], &[1.0; 4]);
        let boosts = U32s::new(&[], SectionId::Lengths.name());
        let lengths = Lengths { lengths: &bytes, boosts };
        let all = |of: &dyn Fn(usize) -> u32| (0..4).map(of).collect::<alloc::vec::Vec<_>>();
        assert_eq!(all(&|at| lengths.child(at).unwrap()), [4, 8, 45, 724]);
        assert_eq!(all(&|at| lengths.title(at).unwrap().into()), [0, 8, 12, 28]);
    }

    #[test]
    fn lengths_of_children_are_half_octaves() {
        for (bits, &terms) in CHILD_LENGTHS_TERMS.iter().enumerate() {
            assert_eq!(f64::from(terms), libm::round(4.0 * libm::pow(2.0, bits as f64 / 2.0)));
            assert_eq!(usize::from(bits_of_child(terms)), bits);
        }
        // The roots of 24 and of 128 · 181 are 4.9 and 152.2.
        for (terms, bits) in [(4, 0), (5, 1), (152, 10), (153, 11), (u32::MAX, 15)] {
            assert_eq!(bits_of_child(terms), bits, "{terms}");
        }
    }
}
