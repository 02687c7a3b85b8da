//! Checked little-endian reading and writing, and variable-length integers.

use crate::error::{ReadError, Text};
use alloc::vec::Vec;
use core::ops::Range;

/// Reads values one after another from the bytes of a section. Nothing is read past the end, and
/// every failure names the section.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    section: Text,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8], section: Text) -> Self {
        Reader { rest: bytes, section }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The bytes that were not read.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub fn corrupt(&self, what: Text) -> ReadError {
        ReadError::corrupt(self.section, what)
    }

    pub fn bytes(&mut self, len: usize) -> Result<&'a [u8], ReadError> {
        let (head, tail) = self
            .rest
            .split_at_checked(len)
            .ok_or_else(|| self.corrupt(&"a value reaches past the end"))?;
        self.rest = tail;
        Ok(head)
    }

    /// A reader of the next bytes.
    pub fn part(&mut self, len: usize) -> Result<Self, ReadError> {
        Ok(Reader { rest: self.bytes(len)?, section: self.section })
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let (head, tail) = self
            .rest
            .split_first_chunk::<N>()
            .ok_or_else(|| self.corrupt(&"a value reaches past the end"))?;
        self.rest = tail;
        Ok(*head)
    }

    pub fn byte(&mut self) -> Result<u8, ReadError> {
        let [byte] = self.array()?;
        Ok(byte)
    }

    pub fn u16(&mut self) -> Result<u16, ReadError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub fn u32(&mut self) -> Result<u32, ReadError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// An unsigned LEB128 integer of at most 32 bits.
    pub fn varint(&mut self) -> Result<u32, ReadError> {
        self.varint_inline()
    }

    /// The same, inlined, for callers that read very many.
    #[inline(always)]
    pub fn varint_inline(&mut self) -> Result<u32, ReadError> {
        match self.rest {
            [byte @ ..0x80, tail @ ..] => {
                self.rest = tail;
                return Ok(u32::from(*byte));
            }
            [low, high @ ..0x80, tail @ ..] => {
                self.rest = tail;
                return Ok(u32::from(*low & 0x7f) | u32::from(*high) << 7);
            }
            _ => {}
        }
        let wide = self.varint64()?;
        u32::try_from(wide).map_err(|_| self.corrupt(&"a number is too large"))
    }

    /// The number of integers, and these.
    pub fn varints(&mut self) -> Result<Vec<u32>, ReadError> {
        let count = self.varint()?;
        self.varints_of(count)
    }

    /// The next `count` integers. Memory is taken as they are read, as the count may be any.
    pub fn varints_of(&mut self, count: u32) -> Result<Vec<u32>, ReadError> {
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(self.varint()?);
        }
        Ok(all)
    }

    /// An unsigned LEB128 integer of at most 63 bits.
    pub fn varint64(&mut self) -> Result<u64, ReadError> {
        let mut value = 0u64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.corrupt(&"a number is too large"))
    }

    /// A string: its length in bytes as a varint, then UTF-8.
    pub fn str(&mut self) -> Result<&'a str, ReadError> {
        let len = self.varint()? as usize;
        let bytes = self.bytes(len)?;
        core::str::from_utf8(bytes).map_err(|_| self.corrupt(&"a string is not UTF-8"))
    }
}

/// The writing side of [`Reader`].
pub(crate) mod write {
    use alloc::vec::Vec;

    pub fn u16(out: &mut Vec<u8>, value: u16) {
        out.extend_from_slice(&value.to_le_bytes());
    }

    pub fn u32(out: &mut Vec<u8>, value: u32) {
        out.extend_from_slice(&value.to_le_bytes());
    }

    pub fn varint(out: &mut Vec<u8>, mut value: u64) {
        while value >= 0x80 {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
    }

    pub fn str(out: &mut Vec<u8>, value: &str) {
        varint(out, value.len() as u64);
        out.extend_from_slice(value.as_bytes());
    }
}

/// An array of little-endian `u32` read in place.
#[derive(Clone, Copy)]
pub(crate) struct U32s<'a> {
    bytes: &'a [u8],
    section: Text,
}

impl<'a> U32s<'a> {
    pub fn new(bytes: &'a [u8], section: Text) -> Self {
        U32s { bytes, section }
    }

    pub fn len(&self) -> usize {
        self.bytes.len() / 4
    }

    pub fn get(&self, at: usize) -> Result<u32, ReadError> {
        let missing =
            ReadError::corrupt(self.section, &"a number refers to something that is not there");
        let tail = at.checked_mul(4).and_then(|start| self.bytes.get(start..));
        match tail.and_then(|tail| tail.first_chunk::<4>()) {
            Some(bytes) => Ok(u32::from_le_bytes(*bytes)),
            None => Err(missing),
        }
    }

    /// An entry and the next one.
    pub fn pair(&self, at: usize) -> Result<Range<usize>, ReadError> {
        Ok(self.get(at)? as usize..self.get(at.saturating_add(1))? as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn varints_come_back(values in prop::collection::vec(any::<u32>(), 0..50)) {
            let mut bytes = Vec::new();
            for &value in &values {
                write::varint(&mut bytes, value.into());
            }
            let mut reader = Reader::new(&bytes, &"test");
            for &value in &values {
                prop_assert_eq!(reader.varint().unwrap(), value);
            }
            prop_assert!(reader.is_empty());
        }
    }

    #[test]
    fn short_varints_are_read_as_long_ones_are() {
        for bytes in (0..=u16::MAX).map(u16::to_le_bytes) {
            let (mut short, mut long) =
                (Reader::new(&bytes, &"test"), Reader::new(&bytes, &"test"));
            assert_eq!(short.varint().map(u64::from), long.varint64(), "{bytes:?}");
            assert_eq!(short.rest, long.rest, "{bytes:?}");
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        let mut bytes = Vec::new();
        write::varint(&mut bytes, u64::from(u32::MAX) + 1);
        assert!(Reader::new(&bytes, &"test").varint().is_err());
        assert!(Reader::new(&[0xff; 12], &"test").varint64().is_err());
        assert!(Reader::new(&[0x80], &"test").varint().is_err());
    }
}
