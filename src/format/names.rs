//! Section `names`: the names of each document and each section, as checksums of their keys. The
//! code beside a checksum is the number of a document or a child, how much others link to the
//! document, and the kind of the name.

use super::far_u32s::FarU32s;
use super::shards::Shards;
use super::shards::{LOWER_BITS, NameBlocks};
use crate::analyze::key::Key;
use crate::error::ReadError;
use crate::format::{SectionBytes, SectionId};
use crate::order::partition_point;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

/// A document or child that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The number of the document or the child.
    pub number: usize,
    pub what: Name,
    /// The degree to which other documents link to the document, 0 to 15.
    pub level: u8,
}

impl Named {
    fn of_code(code: u32) -> Self {
        let number = code / 4;
        let what = match code % 4 {
            0 => Name::Title,
            1 => Name::Other,
            2 => return Named { number: number as usize, what: Name::Heading, level: 0 },
            _ => return Named { number: number as usize, what: Name::Term, level: 0 },
        };
        Named {
            number: (number / LINK_DEGREES) as usize,
            what,
            level: (number % LINK_DEGREES) as u8,
        }
    }

    #[allow(clippy::arithmetic_side_effects)]
    fn code(self) -> u32 {
        let number = self.number as u32;
        let number = match self.what.is_of_child() {
            true => number,
            false => number.saturating_mul(LINK_DEGREES) + u32::from(self.level),
        };
        number * 4 + self.what as u32
    }
}

/// The degree to which a number of documents link to one: twice the binary logarithm of their
/// number and one, rounded down.
pub(crate) fn link_level(linking: u32) -> u8 {
    let squared = (u64::from(linking) + 1).saturating_pow(2);
    squared.ilog2().min(LINK_DEGREES - 1) as u8
}

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Title,
    Other,
    Heading,
    /// A term of a list, which has no heading.
    Term,
}

impl Name {
    /// Whether it is the name of a child, and not of a document.
    pub fn is_of_child(self) -> bool {
        matches!(self, Name::Heading | Name::Term)
    }
}

/// The number of degrees to which others link to a document.
const LINK_DEGREES: u32 = 16;

/// The section, opened.
pub(crate) struct Names<'a>(FarU32s<'a>);

impl<'a> Names<'a> {
    pub fn open(section: SectionBytes<'a>) -> Result<Self, ReadError> {
        FarU32s::open(section, 0..section.len()).map(Names)
    }

    /// The checksum of a name.
    fn sum(&self, at: usize) -> Result<u32, ReadError> {
        self.0.get(at.saturating_mul(2))
    }

    /// The number of the document or child with a name, and the kind of the name.
    fn code(&self, at: usize) -> Result<u32, ReadError> {
        self.0.get(at.saturating_mul(2).saturating_add(1))
    }

    /// The range that has all names with a key.
    fn near(&self, key: Key) -> Range<usize> {
        if let Some(shards) = self.0.shards() {
            return shards.names_near(key.0, self.0.len() / 2);
        }
        0..self.0.len() / 2
    }

    /// Prefetches the names with a key.
    pub fn prefetch(&self, key: Key) {
        let per_block = self.0.shards().map_or(1, Shards::names_per_block);
        for at in self.near(key).step_by(per_block) {
            self.0.prefetch(at.saturating_mul(2));
        }
    }

    /// The blocks in which files best keep the names. Reading a name means loading a block, and the
    /// head has to describe each block. Both together are least with the root of the number of
    /// names in each.
    pub fn blocks(&self) -> Result<NameBlocks, ReadError> {
        let count = self.0.len() / 2;
        let per_block = 1 << (count.checked_ilog2().unwrap_or_default() / 2);
        let begin = |at| Ok(self.sum(at)? >> LOWER_BITS);
        let begins = (0..count).step_by(per_block).map(begin).collect::<Result<_, ReadError>>()?;
        Ok(NameBlocks { per_block, begins })
    }

    /// All that have a name, in the order of their numbers. O(log names + length of the result).
    pub fn find(&self, key: Key) -> Result<Vec<Named>, ReadError> {
        let near = self.near(key);
        let mut at = partition_point(near.clone(), |at| Ok(self.sum(at)? < key.0))?;
        let mut found = Vec::new();
        while at < near.end && self.sum(at)? == key.0 {
            let code = self.code(at)?;
            found.push(Named::of_code(code));
            at = at.saturating_add(1);
        }
        Ok(found)
    }

    /// Checks that the names are in order and that their documents and children exist.
    pub fn verify(&self, documents: u32, children: u32) -> Result<(), ReadError> {
        let mut last = None;
        for at in 0..self.0.len().div_ceil(2) {
            let pair = (self.sum(at)?, self.code(at)?);
            let count =
                [documents, documents, children, children].get(pair.1 as usize % 4).copied();
            if last >= Some(pair) || Some(Named::of_code(pair.1).number as u32) >= count {
                return Err(SectionId::Names.corrupt(&"names are out of order or of nothing there"));
            }
            last = Some(pair);
        }
        Ok(())
    }
}

/// A heading or term that stands in more places is no name of them.
const MAX_NAME_PLACES: usize = 1000;

/// Gathers names for the section: checksums of keys, each with the number after it.
#[derive(Default)]
pub(crate) struct NamesWriter(Vec<u64>);

#[allow(clippy::arithmetic_side_effects)]
impl NamesWriter {
    /// Adds a name of a document or child. Levels are for [`NamesWriter::finish`] to add.
    pub fn push(&mut self, key: Key, named: Named) {
        self.0.push(u64::from(key.0) << 32 | u64::from(named.code()));
    }

    /// The keys of the titles of documents.
    pub fn titles(&self) -> BTreeSet<Key> {
        let titles = self.0.iter().filter(|&&name| name as u32 % 4 == Name::Title as u32);
        titles.map(|name| Key((name >> 32) as u32)).collect()
    }

    /// The section, for documents with these levels.
    pub fn finish(self, levels: &[u8]) -> Vec<u8> {
        let mut all = self.0;
        for name in &mut all {
            let named = Named::of_code(*name as u32);
            let level = levels.get(named.number).filter(|_| !named.what.is_of_child());
            *name += u64::from(level.copied().unwrap_or_default()) * 4;
        }
        all.sort_unstable();
        all.dedup();
        let mut out = Vec::with_capacity(8 * all.len());
        for of_key in all.chunk_by(|a, b| a >> 32 == b >> 32) {
            let places =
                |what: Name| of_key.iter().filter(|&&name| name % 4 == what as u64).count();
            let is_listed = |what| places(what) <= MAX_NAME_PLACES;
            let listed = [true, true, is_listed(Name::Heading), is_listed(Name::Term)];
            for &name in of_key {
                if listed.get((name % 4) as usize) == Some(&true) {
                    out.extend(((name >> 32) as u32).to_le_bytes());
                    out.extend((name as u32).to_le_bytes());
                }
            }
        }
        out
    }
}
