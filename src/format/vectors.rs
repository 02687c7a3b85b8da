//! Section `vectors`: for each chunk of one level, the vector that an embedder gave it, made
//! smaller. Not every index has it. A vector without a bit set is none.

use super::SectionBytes;
use super::wire::Reader;
use crate::error::ReadError;
use alloc::vec::Vec;
use core::ops::Range;

/// This many numbers of a vector are read at once. They take as many bytes as a number has bits.
pub(crate) const LANE_NUMBERS: usize = 8;

/// The bits of a number that is a code.
pub(crate) const CODE_BITS: u8 = 4;

/// The bits of a number that is an `f32`.
pub(crate) const FLOAT_BITS: u8 = 32;

/// The greatest code.
const MAX_CODE: u8 = 15;

/// The bytes before the head.
const LENGTH_BYTES: usize = 4;

/// The section, opened.
pub(crate) struct Vectors<'a> {
    section: SectionBytes<'a>,
    /// The name of the embedder.
    pub embedder: &'a str,
    /// The level of the chunks.
    pub level: usize,
    /// The bits of a number that is kept.
    pub bits: u8,
    /// The numbers of a vector as the embedder gives it.
    pub given: usize,
    /// The numbers of a vector that is kept.
    pub kept: usize,
    /// The number of chunks that have a vector.
    pub count: usize,
    steps: &'a [u8],
    is_projected: bool,
    /// The bytes of the way from vectors of the embedder: offsets and projection.
    way: Range<usize>,
    /// The bytes of one.
    row: usize,
}

impl<'a> Vectors<'a> {
    /// Reads the head. Linear in its length. None where the index has no vectors.
    pub fn open(section: SectionBytes<'a>) -> Result<Option<Self>, ReadError> {
        if section.len() == 0 {
            return Ok(None);
        }
        let len = section.reader(0..LENGTH_BYTES)?.u32()? as usize;
        let end = len.saturating_add(LENGTH_BYTES);
        let mut reader = section.reader(LENGTH_BYTES..end)?;
        let embedder = reader.str()?;
        let (level, bits, is_projected) =
            (reader.byte()?.into(), reader.byte()?, reader.byte()? != 0);
        let (given, kept) = (reader.varint()? as usize, reader.varint()? as usize);
        let count = reader.varint()? as usize;
        if ![CODE_BITS, FLOAT_BITS].contains(&bits) || !kept.is_multiple_of(LANE_NUMBERS) {
            return Err(section.corrupt(&"numbers of vectors have a size that is not known"));
        }
        let steps = reader.bytes(kept.saturating_mul(4))?;
        let factors = if is_projected { given.saturating_add(4) } else { 0 };
        let way = kept.saturating_mul(factors.saturating_add(4));
        let row = (kept / LANE_NUMBERS).saturating_mul(bits.into());
        Ok(Some(Vectors {
            section,
            embedder,
            level,
            bits,
            given,
            kept,
            count,
            steps,
            is_projected,
            way: end..end.saturating_add(way),
            row,
        }))
    }

    /// The numbers with which those of kept vectors are multiplied, for a vector of the embedder.
    /// The sum of the products is a cosine. Linear in the size of the projection.
    pub fn query(&self, vector: &[f32]) -> Result<Vec<f32>, ReadError> {
        let mut reduced = self.reduced(vector)?;
        for (number, step) in reduced.iter_mut().zip(floats(self.steps)) {
            *number *= step;
        }
        Ok(reduced)
    }

    /// A vector of the embedder in the space of those that are kept, of length 1. Linear in the size
    /// of the projection.
    pub fn reduced(&self, vector: &[f32]) -> Result<Vec<f32>, ReadError> {
        let mut reduced = reduce(self.kept, self.is_projected, self.way()?, vector)?;
        normalize(&mut reduced);
        Ok(reduced)
    }

    /// The greatest cosine of a query and the chunks of a range; 0 where none of them has a vector.
    pub fn cosine(&self, query: &[f32], chunks: Range<usize>) -> Result<f32, ReadError> {
        let mut best = f32::NEG_INFINITY;
        for chunk in chunks {
            let row = self.section.get(self.place(chunk))?;
            if is_none(row) {
                continue;
            }
            // Rounded numbers may have a length above 1.
            let cosine = dot(self.bits, query, row).clamp(-1.0, 1.0);
            if cosine > best {
                best = cosine;
            }
        }
        Ok(if best < -1.0 { 0.0 } else { best })
    }

    /// The vector of a chunk as it is kept; none where the chunk has none.
    #[cfg(feature = "explore")]
    pub fn row(&self, chunk: usize) -> Result<Option<Vec<f32>>, ReadError> {
        let row = self.section.get(self.place(chunk))?;
        if is_none(row) {
            return Ok(None);
        }
        let blocks = row.chunks_exact(self.bits.into());
        let in_steps = blocks.flat_map(|block| values(self.bits, block));
        Ok(Some(in_steps.zip(floats(self.steps)).map(|(number, step)| number * step).collect()))
    }

    /// Asks for the vector of a chunk, if it is not loaded.
    pub fn prefetch(&self, chunk: usize) {
        self.section.prefetch(self.place(chunk).start);
    }

    /// Asks for what [`Vectors::query`] reads, if it is not loaded.
    pub fn prefetch_query(&self) {
        self.section.prefetch(self.way.start);
    }

    /// Whether all vectors are at hand.
    pub fn is_whole(&self) -> bool {
        self.section.shards().is_none()
    }

    /// Checks that the section has a vector or none for each chunk of its level, a whole head, and
    /// as many vectors as that says.
    pub fn verify(&self, chunks: usize) -> Result<(), ReadError> {
        if self.place(chunks).start != self.section.len() {
            return Err(self.section.corrupt(&"there are more or fewer vectors than chunks"));
        }
        let mut count: usize = 0;
        for chunk in 0..chunks {
            let is_there = !is_none(self.section.get(self.place(chunk))?);
            count = usize::from(is_there).saturating_add(count);
        }
        if count != self.count {
            return Err(self.section.corrupt(&"there are more or fewer vectors than it says"));
        }
        self.way().map(drop)
    }

    /// Where the head ends, where the vectors begin, and the bytes of each.
    pub fn sizes(&self) -> (Range<usize>, usize) {
        (self.way.clone(), self.row)
    }

    /// The space of the vectors, for others.
    pub fn space(&self) -> Result<Space, ReadError> {
        let mut way = self.way()?;
        Ok(Space {
            embedder: self.embedder.into(),
            level: self.level,
            bits: self.bits,
            given: self.given,
            kept: self.kept,
            count: self.count,
            steps: floats(self.steps).collect(),
            is_projected: self.is_projected,
            way: way.bytes(self.way.len())?.into(),
        })
    }

    /// The way from vectors of the embedder.
    fn way(&self) -> Result<Reader<'a>, ReadError> {
        self.section.reader(self.way.clone())
    }

    fn place(&self, chunk: usize) -> Range<usize> {
        let start = self.way.end.saturating_add(chunk.saturating_mul(self.row));
        start..start.saturating_add(self.row)
    }
}

/// Whether a chunk has no vector.
fn is_none(row: &[u8]) -> bool {
    row.iter().all(|&byte| byte == 0)
}

/// A vector in the space of those that are kept: its projection less the offsets.
fn reduce(
    kept: usize,
    is_projected: bool,
    mut way: Reader<'_>,
    vector: &[f32],
) -> Result<Vec<f32>, ReadError> {
    let offsets = way.bytes(kept.saturating_mul(4))?;
    let mut reduced = Vec::with_capacity(kept);
    if is_projected {
        for _ in 0..kept {
            let scale = f32::from_bits(way.u32()?);
            let row = way.bytes(vector.len())?;
            let products = row.iter().zip(vector).map(|(&by, number)| f32::from(by as i8) * number);
            reduced.push(scale * products.fold(0.0, |sum, product| sum + product));
        }
    } else {
        reduced.extend_from_slice(vector);
    }
    reduced.resize(kept, 0.0);
    for (number, offset) in reduced.iter_mut().zip(floats(offsets)) {
        *number -= offset;
    }
    Ok(reduced)
}

/// Gives a vector the length 1, if it has one that is finite.
pub(crate) fn normalize(vector: &mut [f32]) {
    // Squares of large numbers and of small ones have no room in 32 bits.
    let squares =
        vector.iter().fold(0.0, |sum, &number| sum + f64::from(number) * f64::from(number));
    if squares > 0.0 {
        let length = libm::sqrt(squares);
        vector.iter_mut().for_each(|number| *number = (f64::from(*number) / length) as f32);
    }
}

fn floats(bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes
        .chunks_exact(4)
        .map(|bytes| bytes.first_chunk().map_or(0.0, |&four| f32::from_le_bytes(four)))
}

/// The sum of products. It is summed in lanes, in the same order everywhere.
fn dot(bits: u8, query: &[f32], row: &[u8]) -> f32 {
    let mut sums = [0.0; LANE_NUMBERS];
    for (numbers, block) in query.chunks_exact(LANE_NUMBERS).zip(row.chunks_exact(bits.into())) {
        let values = values(bits, block);
        for ((sum, number), value) in sums.iter_mut().zip(numbers).zip(values) {
            *sum += number * value;
        }
    }
    sums.into_iter().fold(0.0, |sum, lane| sum + lane)
}

/// The numbers in a block, in steps: floats, or for codes odd ones from -15 to 15.
fn values(bits: u8, block: &[u8]) -> [f32; LANE_NUMBERS] {
    let mut values = [0.0; LANE_NUMBERS];
    if bits == FLOAT_BITS {
        values.iter_mut().zip(floats(block)).for_each(|(value, number)| *value = number);
        return values;
    }
    let codes = block.iter().flat_map(|byte| [byte & MAX_CODE, byte >> CODE_BITS]);
    for (value, code) in values.iter_mut().zip(codes) {
        *value = f32::from(code << 1) - f32::from(MAX_CODE);
    }
    values
}

pub(crate) use write::{Space, row};

/// The writing side.
#[allow(clippy::arithmetic_side_effects)]
mod write {
    use super::{CODE_BITS, FLOAT_BITS, LANE_NUMBERS, LENGTH_BYTES, MAX_CODE, is_none, reduce};
    use crate::error::ReadError;
    use crate::format::wire::{Reader, write};
    use alloc::string::String;
    use alloc::vec::Vec;

    /// The way from vectors of an embedder to those that are kept.
    #[derive(Clone, Debug)]
    pub(crate) struct Space {
        pub embedder: String,
        pub level: usize,
        pub bits: u8,
        pub given: usize,
        pub kept: usize,
        pub count: usize,
        /// For each number kept; empty until they are known.
        pub steps: Vec<f32>,
        /// Whether numbers are not kept as they are given.
        pub is_projected: bool,
        /// Offsets and projection, as bytes.
        pub way: Vec<u8>,
    }

    impl Space {
        /// Takes rows of factors, rounded to eight bits, if numbers are not kept as they are given,
        /// and the mean of all vectors.
        pub fn set_way(&mut self, rows: Option<&[f32]>, mean: &[f32]) -> Result<(), ReadError> {
            self.way = bytes(&alloc::vec![0.0; self.kept]);
            self.is_projected = rows.is_some();
            for row in rows.unwrap_or_default().chunks(self.given) {
                let most = row.iter().fold(0.0, |most: f32, factor| most.max(factor.abs()));
                let scale = most / f32::from(i8::MAX);
                write::u32(&mut self.way, scale.to_bits());
                let scale = if scale > 0.0 { scale } else { 1.0 };
                self.way.extend(row.iter().map(|factor| libm::roundf(factor / scale) as i8 as u8));
            }
            let offsets = bytes(&self.reduce(mean)?);
            self.way.splice(..offsets.len(), offsets);
            Ok(())
        }

        /// A vector of the embedder in this space.
        pub fn reduce(&self, vector: &[f32]) -> Result<Vec<f32>, ReadError> {
            let way = Reader::new(&self.way, &"vectors");
            reduce(self.kept, self.is_projected, way, vector)
        }

        /// The section without its vectors.
        pub fn write(&self) -> Vec<u8> {
            let mut head = Vec::new();
            write::str(&mut head, &self.embedder);
            head.extend([self.level as u8, self.bits, u8::from(self.is_projected)]);
            write::varint(&mut head, self.given as u64);
            write::varint(&mut head, self.kept as u64);
            write::varint(&mut head, self.count as u64);
            head.extend(bytes(&self.steps));
            let mut out = Vec::with_capacity(LENGTH_BYTES + head.len());
            write::u32(&mut out, head.len() as u32);
            out.extend(head);
            out.extend_from_slice(&self.way);
            out
        }
    }

    fn bytes(numbers: &[f32]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    /// The bytes of a vector of that space.
    pub(crate) fn row(space: &Space, vector: &[f32]) -> Vec<u8> {
        let mut out = Vec::with_capacity(space.kept / LANE_NUMBERS * usize::from(space.bits));
        for (numbers, steps) in vector.chunks(LANE_NUMBERS).zip(space.steps.chunks(LANE_NUMBERS)) {
            match space.bits {
                FLOAT_BITS => out.extend(bytes(numbers)),
                _ => out.extend(codes(numbers, steps)),
            }
        }
        if is_none(&out) {
            // A vector without a bit set would be none. As a float this is as good as zero.
            out.iter_mut().take(1).for_each(|byte| *byte = 1);
        }
        out
    }

    /// The codes of eight numbers, the first in the lowest bits.
    fn codes(numbers: &[f32], steps: &[f32]) -> [u8; CODE_BITS as usize] {
        let codes = numbers.iter().zip(steps).map(|(&number, &step)| code(number, step));
        let add = |all, (at, code)| all | u32::from(code) << (at * usize::from(CODE_BITS));
        codes.enumerate().fold(0, add).to_le_bytes()
    }

    /// The code of the nearest number, in steps.
    fn code(number: f32, step: f32) -> u8 {
        if step <= 0.0 {
            return 0;
        }
        let most = f32::from(MAX_CODE);
        libm::roundf((number / step + most) / 2.0).clamp(0.0, most) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::write::{Space, row};
    use super::*;
    use alloc::string::String;
    use alloc::vec;

    fn space(bits: u8) -> Space {
        let (level, given, kept, count) = (1, 8, 8, 0);
        let (steps, is_projected, way) = (vec![0.1; 8], false, Vec::new());
        let embedder = String::new();
        Space { embedder, level, bits, given, kept, count, steps, is_projected, way }
    }

    #[test]
    fn numbers_come_back_to_half_a_step() {
        let vector = [0.5, -0.52, 0.07, -0.71, 0.0, 0.33, 1.44, -1.5];
        for (bits, most) in [(4, 0.1), (32, 0.0)] {
            let row = row(&space(bits), &vector);
            assert_eq!(row.len(), usize::from(bits));
            let step = if bits == 32 { 1.0 } else { 0.1 };
            for (value, number) in values(bits, &row).into_iter().zip(vector) {
                assert!((value * step - number).abs() <= most + 1e-6, "{bits}: {value} {number}");
            }
        }
    }

    #[test]
    fn a_vector_is_never_none() {
        assert!(row(&space(4), &[-9.0; 8]).iter().any(|&byte| byte != 0));
    }

    #[test]
    fn vectors_have_length_one() {
        let mut vector = [3.0, 4.0];
        normalize(&mut vector);
        assert_eq!(vector, [0.6, 0.8]);
        let mut none = [0.0, 0.0];
        normalize(&mut none);
        assert_eq!(none, [0.0, 0.0]);
    }
}
