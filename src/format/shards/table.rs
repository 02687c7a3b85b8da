//! The table of the head: the pieces of the index that each file has.
//!
//! FORMAT.md describes its bytes, under *Several files*.

use super::group::{self, Group};
use super::pieces::{ENTRY_BYTES, Piece};
use super::runs;
use crate::analyze::MAX_TERM_BYTES;
use crate::error::ReadError;
use crate::format::wire::Reader;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The contents of the table.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub groups: Vec<Group>,
    pub names: NameBlocks,
    pub words: Files,
    /// The first block of words of each file of words, and last the number of all blocks.
    pub blocks: Vec<usize>,
    pub lists: Files,
    /// Stop words with long lists, in order.
    pub stops: Vec<Vec<u8>>,
    /// For each section with more places than bytes, its number and how many more.
    pub paddings: Vec<(u16, usize)>,
    /// In the order of places, and one more for the end.
    pub pieces: Vec<Piece>,
}

/// The blocks of names that are in one file each. As varints: the number of names in a block, the
/// number of blocks, and for each block the upper half of its first checksum, as the distance from
/// the one before.
#[derive(Debug, Default)]
pub(crate) struct NameBlocks {
    /// 1 or more.
    pub per_block: usize,
    /// The upper halves.
    pub begins: Vec<u32>,
}

/// The bits of a name's checksum that do not count in choosing a file.
pub(crate) const LOWER_BITS: u32 = 16;

impl NameBlocks {
    fn read(table: &mut Reader<'_>) -> Result<Self, ReadError> {
        let per_block = (table.varint()? as usize).max(1);
        let mut begins = table.varints()?;
        let mut begin = 0u32;
        for next in &mut begins {
            begin = begin.saturating_add(*next);
            *next = begin;
        }
        Ok(NameBlocks { per_block, begins })
    }
}

/// Neighbouring files that hold something in the order of words.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// The first one.
    pub first: usize,
    /// For each file, a word greater than those of earlier files and not greater than its own.
    pub begins: Vec<Vec<u8>>,
}

impl Files {
    /// The files that may have a word, or with `prefix` all words that it begins.
    pub fn near(&self, word: &[u8], prefix: bool) -> Range<usize> {
        let is_reached = |begin: &Vec<u8>| begin.as_slice() <= word;
        let is_needed = |begin: &Vec<u8>| is_reached(begin) || (prefix && begin.starts_with(word));
        // A word before all others would be in the first file.
        let first = self.begins.partition_point(is_reached).saturating_sub(1);
        let end = self.begins.partition_point(is_needed).max(first.saturating_add(1));
        first..end.min(self.begins.len())
    }
}

impl Table {
    /// Reads the table of `shards` shards.
    pub fn read(table: &mut Reader<'_>, shards: usize) -> Result<Self, ReadError> {
        let groups = group::read(table, shards)?;
        let names = NameBlocks::read(table)?;
        let first = table.varint()? as usize;
        let counts = table.varints()?;
        let lists = Files { first: table.varint()? as usize, begins: read_words(table)? };
        let words = Files { first, begins: begins_of(&counts, &lists.begins) };
        let stops = read_words(table)?;
        let paddings = read_paddings(table)?;
        let pieces = runs::read(table, shards.saturating_add(1))?;
        let blocks = blocks_of(&words, &pieces);
        let files = words.begins.len();
        if counts.contains(&0) || counts.len() != files || blocks.len() != files.saturating_add(1) {
            return Err(ReadError::corrupt(
                &"header",
                &"words or lists are of files that are not there",
            ));
        }
        Ok(Table { groups, names, words, blocks, lists, stops, paddings, pieces })
    }
}

/// The beginnings of the files of words. `counts` has for each the number of its files of lists.
/// Each begins with the same word as the first of these.
fn begins_of(counts: &[u32], lists: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut begins = Vec::new();
    let mut first = 0usize;
    for &count in counts {
        begins.extend(lists.get(first).cloned());
        first = first.saturating_add(count as usize);
    }
    begins
}

/// The first block of each file of words, and last the number of all. These come from the arrays
/// with which the files begin.
fn blocks_of(words: &Files, pieces: &[Piece]) -> Vec<usize> {
    let files = words.first..words.first.saturating_add(words.begins.len());
    let arrays = pieces.iter().filter(|piece| piece.nth == 0 && files.contains(&piece.file));
    let mut blocks = vec![0usize];
    for array in arrays {
        let first = blocks.last().copied().unwrap_or_default();
        blocks.push(first.saturating_add(array.len / ENTRY_BYTES));
    }
    blocks
}

/// Reads words in order. Each shares its beginning with the one before.
fn read_words(table: &mut Reader<'_>) -> Result<Vec<Vec<u8>>, ReadError> {
    let count = table.varint()?;
    let (shared, rests) = (table.varints_of(count)?, table.varints_of(count)?);
    let mut words: Vec<Vec<u8>> = Vec::new();
    for (shared, rest) in shared.into_iter().zip(rests) {
        let mut word = words.last().cloned().unwrap_or_default();
        // A few bytes must not stand for many long words.
        word.truncate((shared as usize).min(MAX_TERM_BYTES));
        word.extend_from_slice(table.bytes(rest as usize)?);
        words.push(word);
    }
    Ok(words)
}

fn read_paddings(table: &mut Reader<'_>) -> Result<Vec<(u16, usize)>, ReadError> {
    let count = table.varint()?;
    let numbers = table.varints_of(count.saturating_mul(2))?;
    let (paddings, _) = numbers.as_chunks();
    Ok(paddings.iter().map(|&[section, more]| (section as u16, more as usize)).collect())
}

pub(super) use write::write;

#[allow(clippy::arithmetic_side_effects)]
mod write {
    use super::{NameBlocks, Table};
    use crate::format::shards::group;
    use crate::format::shards::runs::{self, NewPiece};
    use crate::format::wire::write;
    use alloc::vec::Vec;
    use core::{iter, mem};

    /// Writes a table with other pieces than its own.
    pub fn write(table: &Table, pieces: &[NewPiece]) -> Vec<u8> {
        let mut out = Vec::new();
        group::write(&table.groups, &mut out);
        write_names(&mut out, &table.names);
        write::varint(&mut out, table.words.first as u64);
        write::varint(&mut out, table.words.begins.len() as u64);
        for count in table.list_files() {
            write::varint(&mut out, count as u64);
        }
        write::varint(&mut out, table.lists.first as u64);
        write_words(&mut out, &table.lists.begins);
        write_words(&mut out, &table.stops);
        write::varint(&mut out, table.paddings.len() as u64);
        for &(section, padding) in &table.paddings {
            write::varint(&mut out, section.into());
            write::varint(&mut out, padding as u64);
        }
        runs::write(&mut out, pieces);
        out
    }

    fn write_names(out: &mut Vec<u8>, names: &NameBlocks) {
        write::varint(out, names.per_block as u64);
        write::varint(out, names.begins.len() as u64);
        let mut before = 0;
        for &begin in &names.begins {
            write::varint(out, (begin - before).into());
            before = begin;
        }
    }

    impl Table {
        /// For each file of words the number of its files of lists.
        fn list_files(&self) -> impl Iterator<Item = usize> {
            let lists = self.lists.begins.as_slice();
            let ends = self.words.begins.iter().skip(1).map(Some).chain([None]);
            let mut first = 0;
            ends.map(move |end| {
                let end = end.map_or(lists.len(), |end| lists.partition_point(|begin| begin < end));
                end - mem::replace(&mut first, end)
            })
        }
    }

    /// As varints, the number of words, for each the number of bytes that it shares with the one
    /// before, and for each the number of bytes that follow. Then these bytes.
    fn write_words(out: &mut Vec<u8>, words: &[Vec<u8>]) {
        let before = iter::once(&[][..]).chain(words.iter().map(Vec::as_slice));
        let alike = |(before, word): (&[u8], &Vec<u8>)| {
            before.iter().zip(word).take_while(|(a, b)| a == b).count()
        };
        let shared: Vec<usize> = before.zip(words).map(alike).collect();
        let rests = || words.iter().zip(&shared).filter_map(|(word, &shared)| word.get(shared..));
        write::varint(out, words.len() as u64);
        shared.iter().for_each(|&shared| write::varint(out, shared as u64));
        rests().for_each(|rest| write::varint(out, rest.len() as u64));
        rests().for_each(|rest| out.extend_from_slice(rest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_shares_no_more_than_words_are_long() {
        let long = [b'a'; 127];
        let (shared, rests) = ([0, 127, 127], [127, 1, 0]);
        let list = [&[3][..], &shared, &rests, &long, b"b"].concat();
        let words = read_words(&mut Reader::new(&list, &"header")).unwrap();
        let lens: Vec<usize> = words.iter().map(Vec::len).collect();
        assert_eq!(lens, [127, MAX_TERM_BYTES + 1, MAX_TERM_BYTES]);
    }
}
