//! Section `word vectors`: for stems, the part that they have in the vector of a query, in the space
//! of the section `vectors`. With it, a query has a vector without an embedder. Not every index has
//! this section.
//!
//! The first byte is the weight of such a vector, in hundredths. Records of blocks follow, each of 64
//! numbers of words: a `u64` in which the bit of a word is set that is the first of its stem and has a
//! vector; and the vectors in the order of the words. Each is a byte for its scale, and the numbers
//! kept, of four bits each.

use super::SectionBytes;
use super::records::Records;
use super::vectors::{Vectors, normalize, values};
use super::wire::Reader;
use crate::error::ReadError;

/// The number of words in a block.
pub(crate) const BLOCK: usize = 64;

/// The bits of a number.
pub(crate) const BITS: u8 = 4;

/// The bytes before the records.
const START: usize = 1;

/// The section, opened.
pub(crate) struct WordVectors<'a> {
    section: SectionBytes<'a>,
    records: Records<'a>,
    /// The weight of a vector that is made of words, 0 to 1.
    pub weight: f64,
}

impl<'a> WordVectors<'a> {
    /// None where the index has no such vectors.
    pub fn open(section: SectionBytes<'a>, words: usize) -> Result<Option<Self>, ReadError> {
        if section.len() == 0 {
            return Ok(None);
        }
        let weight = section.reader(0..START)?.byte()?;
        if weight > 100 {
            return Err(section.corrupt(&"the weight is more than 1"));
        }
        let records = Records::open(section, START, words.div_ceil(BLOCK) as u32)?;
        Ok(Some(WordVectors { section, records, weight: f64::from(weight) / 100.0 }))
    }

    /// Adds a multiple of the vector of a stem, by the number of its first word, to a sum. Returns
    /// whether it has one.
    pub fn add(&self, word: usize, times: f32, sum: &mut [f32]) -> Result<bool, ReadError> {
        let Some(mut vector) = self.find(word, sum.len())? else { return Ok(false) };
        let scale = scale(vector.byte()?) * times;
        let codes = vector.bytes(sum.len() / 2)?;
        for (sums, codes) in sum.chunks_mut(8).zip(codes.chunks(BITS.into())) {
            for (sum, value) in sums.iter_mut().zip(values(BITS, codes)) {
                *sum += scale * value;
            }
        }
        Ok(true)
    }

    /// A reader at the vector of a stem, if it has one.
    fn find(&self, word: usize, kept: usize) -> Result<Option<Reader<'a>>, ReadError> {
        let mut block = self.records.get(word / BLOCK)?;
        let mask = mask(&mut block)?;
        let bit = 1u64 << (word % BLOCK);
        if mask & bit == 0 {
            return Ok(None);
        }
        let before = (mask & bit.wrapping_sub(1)).count_ones() as usize;
        block.bytes(before.saturating_mul(row(kept)))?;
        Ok(Some(block))
    }

    /// The bytes of the vector of a stem, if it has one.
    #[cfg(feature = "build")]
    pub fn row(&self, word: usize, kept: usize) -> Result<Option<&'a [u8]>, ReadError> {
        self.find(word, kept)?.map(|mut vector| vector.bytes(row(kept))).transpose()
    }

    /// The bytes before the records, and those of the record of each block of so many words.
    #[cfg(feature = "build")]
    pub fn sizes(&self, words: usize) -> Result<(usize, alloc::vec::Vec<usize>), ReadError> {
        let record = |block| Ok(self.records.range(block)?.len());
        Ok((START, (0..words.div_ceil(BLOCK)).map(record).collect::<Result<_, ReadError>>()?))
    }

    /// Checks that every block is whole.
    pub fn verify(&self, words: usize, kept: usize) -> Result<(), ReadError> {
        for block in 0..words.div_ceil(BLOCK) {
            let mut block = self.records.get(block)?;
            let count = mask(&mut block)?.count_ones() as usize;
            block.bytes(count.saturating_mul(row(kept)))?;
            if !block.is_empty() {
                return Err(self.section.corrupt(&"a block has more bytes than vectors"));
            }
        }
        Ok(())
    }
}

fn mask(block: &mut Reader<'_>) -> Result<u64, ReadError> {
    Ok(u64::from(block.u32()?) | u64::from(block.u32()?) << 32)
}

/// The bytes of a vector of so many numbers.
fn row(kept: usize) -> usize {
    (kept / 2).saturating_add(1)
}

/// Turns a sum of vectors of words into numbers to multiply those of kept vectors with: see
/// [`Vectors::query`].
pub(crate) fn finish(vectors: &Vectors<'_>, sum: &mut [f32]) {
    vectors.scale(sum);
    normalize(sum);
    vectors.scale(sum);
}

/// The number that a byte stands for, up to 1.875, in steps of an eighth of a power of two.
fn scale(byte: u8) -> f32 {
    // The upper bits of a float: exponents from 2^-31 on, and three bits of the fraction.
    f32::from_bits(LEAST.saturating_add(byte.into()) << FRACTION)
}

/// The upper bits of the least scale.
const LEAST: u32 = 96 << 3;

/// The bits of a float below those that a scale has.
const FRACTION: u32 = 20;

/// The writing side.
#[cfg(feature = "build")]
pub(crate) mod write {
    use super::{BITS, BLOCK, FRACTION, LEAST, scale, values};
    use crate::format::records::RecordsWriter;
    use crate::format::vectors::{LANES, code, pack};
    use alloc::vec::Vec;

    /// Only the direction of a sum counts, so that all numbers are divided by this. Then those of usual
    /// words lie in the middle of the scales that there are.
    const UNIT: f32 = 4096.0;

    /// The section for an index of so many words: `rows` has the numbers of those with vectors, in
    /// order, each with the bytes of its vector.
    pub(crate) fn section(count: usize, rows: &[(usize, Vec<u8>)], weight: u8) -> Vec<u8> {
        let mut records = RecordsWriter::default();
        let mut next = rows.iter().peekable();
        for block in 0..count.div_ceil(BLOCK) {
            let (mut mask, mut vectors) = (0u64, Vec::new());
            while let Some((word, row)) = next.next_if(|(word, _)| *word / BLOCK == block) {
                mask |= 1 << (word % BLOCK);
                vectors.extend_from_slice(row);
            }
            let out = records.begin();
            out.extend(mask.to_le_bytes());
            out.extend(vectors);
        }
        let mut out = Vec::new();
        out.push(weight);
        out.extend(records.finish());
        out
    }

    /// The bytes of a vector, whose numbers are in steps of the vectors of chunks. `step` is the best
    /// one for numbers whose deviation is 1.
    pub(crate) fn row(numbers: &[f32], step: f32) -> Vec<u8> {
        let bits = (deviation(numbers) / UNIT * step).to_bits() + (1 << (FRACTION - 1));
        let byte = (bits >> FRACTION).saturating_sub(LEAST).min(u8::MAX.into()) as u8;
        let step = scale(byte) * UNIT;
        let mut out = Vec::from([byte]);
        for numbers in numbers.chunks(LANES) {
            out.extend(pack(BITS, numbers.iter().map(|&number| code(BITS, number, step))));
        }
        out
    }

    /// The numbers of a vector, in steps of the vectors of chunks.
    pub(crate) fn numbers(row: &[u8]) -> Vec<f32> {
        let (&byte, codes) = row.split_first().unwrap_or((&0, &[]));
        let step = scale(byte) * UNIT;
        codes
            .chunks(BITS.into())
            .flat_map(|codes| values(BITS, codes))
            .map(|value| value * step)
            .collect()
    }

    fn deviation(row: &[f32]) -> f32 {
        let sum = row.iter().fold(0.0, |sum, number| sum + number * number);
        libm::sqrtf(sum / row.len().max(1) as f32)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn numbers_come_back_with_the_same_bytes() {
            let numbers_of = |times: f32| (0..16).map(move |at| (at as f32 - 7.3) * times);
            for times in [1e-3, 0.4, 100.0] {
                let given: Vec<f32> = numbers_of(times).collect();
                let row = row(&given, 0.1676);
                let back = numbers(&row);
                assert_eq!(back.len(), given.len());
                let most = 0.2 * deviation(&given);
                assert!(back.iter().zip(&given).all(|(back, given)| (back - given).abs() < most));
            }
        }
    }
}
