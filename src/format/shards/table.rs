//! The table of the head: the pieces of the index that each file has.
//!
//! FORMAT.md describes its bytes, under *Several files*.

use super::group::{self, Group};
use super::pieces::{ENTRY_BYTES, Form, Piece};
use crate::analyze::MAX_TERM_BYTES;
use crate::error::ReadError;
use crate::format::tree::MAX_LEVELS;
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
        let pieces = read_pieces(table, shards.saturating_add(1))?;
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

fn read_pieces(table: &mut Reader<'_>, files: usize) -> Result<Vec<Piece>, ReadError> {
    // A vector that grows step by step would take thrice the memory.
    let held = vec![0; files];
    let all = Vec::with_capacity(files.saturating_mul(MEAN_SHARD_PIECES));
    let mut pieces = Pieces { all, runs: Vec::new(), held, end: 0 };
    while !table.is_empty() {
        pieces.read_run(table)?;
    }
    let mut all = pieces.all;
    all.push(end(pieces.end));
    set_bases(&mut all);
    Ok(all)
}

/// The pieces that were read.
struct Pieces {
    all: Vec<Piece>,
    /// The number of the first piece of each run.
    runs: Vec<usize>,
    /// The number of pieces of each file.
    held: Vec<u16>,
    /// The number of places of all pieces.
    end: usize,
}

impl Pieces {
    fn read_run(&mut self, table: &mut Reader<'_>) -> Result<(), ReadError> {
        let RunHeader { form, pieces, repeats } = RunHeader::of_code(table.varint()? as usize);
        let run = self.all.len();
        self.runs.push(run);
        let first = table.varint()? as usize;
        let mut target = 0u32;
        for nth in 0..pieces {
            if let Form::Array { .. } = form {
                target = target.wrapping_add(table.varint()?);
            }
            self.push(first.saturating_add(nth), form, target as usize)?;
        }
        let mut alike = if repeats { Some(self.earlier(table.varint()?)?) } else { None };
        for at in run..self.all.len() {
            let len = match &mut alike {
                Some(alike) => {
                    alike.next().and_then(|at| self.all.get(at)).map_or(0, |piece| piece.len)
                }
                None => len(form, table.varint()?),
            };
            if let Some(piece) = self.all.get_mut(at) {
                (piece.start, piece.len) = (self.end, len);
            }
            self.end = self.end.saturating_add(len);
        }
        Ok(())
    }

    /// Adds a piece whose length is not known yet.
    fn push(&mut self, file: usize, form: Form, target: usize) -> Result<(), ReadError> {
        let wrong =
            || ReadError::corrupt(&"header", &"a piece is of a shard that is not there or is full");
        let most = if file == 0 { u16::MAX } else { MAX_SHARD_PIECES };
        let held = self.held.get_mut(file).filter(|held| **held < most);
        let held = held.ok_or_else(wrong)?;
        let nth = *held;
        *held = nth.saturating_add(1);
        self.all.push(Piece { start: 0, len: 0, file, nth, form, target, base: 0 });
        Ok(())
    }

    /// The pieces of an earlier run, `back` runs before the last one, if both have as many.
    fn earlier(&self, back: u32) -> Result<Range<usize>, ReadError> {
        let wrong =
            || ReadError::corrupt(&"header", &"a run has the lengths of one that is not there");
        let at =
            self.runs.len().checked_sub((back as usize).saturating_add(1)).ok_or_else(wrong)?;
        let last = self.runs.last().map_or(0..0, |&run| run..self.all.len());
        match self.runs.get(at..) {
            Some(&[start, end, ..]) if (start..end).len() == last.len() => Ok(start..end),
            _ => Err(wrong()),
        }
    }
}

/// The most pieces of a shard. Without a limit a few bytes of a head could name millions. A shard
/// of documents has six, and one more for each level where chunks overlap.
const MAX_SHARD_PIECES: u16 = 6 + MAX_LEVELS as u16;

/// A file has fewer pieces than this in the mean, unless chunks overlap.
const MEAN_SHARD_PIECES: usize = 5;

/// The code at the start of a run.
struct RunHeader {
    form: Form,
    /// The number of pieces in the run.
    pieces: usize,
    /// Whether the run has the lengths of an earlier one.
    repeats: bool,
}

/// The code has the number of pieces from this bit on, and the form in the lowest two.
const RUN_BIT: usize = 8;

/// The bit of the code for a run that repeats lengths.
const ALIKE_FLAG: usize = 4;

impl RunHeader {
    fn of_code(code: usize) -> Self {
        let form = match code % 4 {
            0 => Form::Bytes,
            3 => Form::Padded,
            form => Form::Array { more: form == 2 },
        };
        RunHeader { form, pieces: code / RUN_BIT, repeats: code & ALIKE_FLAG != 0 }
    }

    #[allow(clippy::arithmetic_side_effects)]
    fn code(&self) -> usize {
        let form = match self.form {
            Form::Bytes => 0,
            Form::Array { more } => 1 + usize::from(more),
            Form::Padded => 3,
        };
        RUN_BIT * self.pieces + form + if self.repeats { ALIKE_FLAG } else { 0 }
    }
}

/// The number of places of a piece, by its length in the table.
fn len(form: Form, said: u32) -> usize {
    match form {
        Form::Bytes => said as usize,
        Form::Array { .. } => (said as usize).saturating_mul(ENTRY_BYTES),
        Form::Padded => 1usize.checked_shl(said).unwrap_or_default(),
    }
}

/// The entry after all pieces.
fn end(start: usize) -> Piece {
    Piece { start, len: 0, file: 0, nth: 0, form: Form::Bytes, target: 0, base: 0 }
}

/// Sets the base from which the numbers of each array are counted. It is the start of the piece to
/// which the array points, less a start that it shares with its neighbours. That is the start of
/// the piece to which the first of a row of such arrays points.
pub(super) fn set_bases(pieces: &mut [Piece]) {
    let (mut before, mut first) = (0, 0);
    for at in 0..pieces.len() {
        let target = pieces.get(at).map_or(0, |piece| piece.target);
        let start = pieces.get(at.saturating_add(target)).map_or(0, |piece| piece.start);
        if target > 0 && before == 0 {
            first = start;
        }
        before = target;
        if let Some(piece) = pieces.get_mut(at).filter(|_| target > 0) {
            piece.base = start.wrapping_sub(first) as u32;
        }
    }
}

/// A piece that is to be cut.
#[derive(Clone, Copy)]
pub(crate) struct NewPiece {
    pub len: usize,
    /// 0 is the head.
    pub file: usize,
    pub form: Form,
    /// The number of pieces from this one to that to which the numbers of an array point; 0 where
    /// they are counted from 0.
    pub target: usize,
}

pub(super) use write::{pieces, write};

#[allow(clippy::arithmetic_side_effects)]
mod write {
    use super::{ENTRY_BYTES, Form, NameBlocks, NewPiece, Piece, RunHeader, Table, set_bases};
    use crate::format::shards::group;
    use crate::format::shards::pieces::room;
    use crate::format::wire::write;
    use alloc::vec::Vec;
    use core::{iter, mem};

    impl NewPiece {
        /// The number of its places.
        pub fn places(&self) -> usize {
            if self.form == Form::Padded { room(self.len) } else { self.len }
        }
    }

    /// The pieces at their places in the index in one file.
    pub fn pieces(new: &[NewPiece]) -> Vec<Piece> {
        let mut start = 0;
        let piece = |new: &NewPiece| {
            let NewPiece { len, file, form, target } = *new;
            let piece = Piece { start, len, file, nth: 0, form, target, base: 0 };
            start += len;
            piece
        };
        let mut pieces: Vec<Piece> = new.iter().map(piece).collect();
        set_bases(&mut pieces);
        pieces
    }

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
        write_runs(&mut out, pieces);
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

    impl NewPiece {
        /// Whether another piece continues the run of this one.
        fn goes_on(&self, next: &NewPiece) -> bool {
            self.form == next.form && self.file + 1 == next.file
        }

        /// Its length as the table has it.
        fn said(&self) -> usize {
            match self.form {
                Form::Bytes => self.len,
                Form::Array { .. } => self.len / ENTRY_BYTES,
                Form::Padded => self.places().ilog2() as usize,
            }
        }
    }

    fn write_runs(out: &mut Vec<u8>, pieces: &[NewPiece]) {
        let mut before: Vec<Vec<usize>> = Vec::new();
        for run in pieces.chunk_by(NewPiece::goes_on) {
            let lens: Vec<usize> = run.iter().map(NewPiece::places).collect();
            let alike = before.iter().rev().position(|before| *before == lens).map(|back| back + 1);
            write_run(out, run, alike);
            before.push(lens);
        }
    }

    fn write_run(out: &mut Vec<u8>, run: &[NewPiece], alike: Option<usize>) {
        let Some(&NewPiece { file, form, .. }) = run.first() else { return };
        let header = RunHeader { form, pieces: run.len(), repeats: alike.is_some() };
        write::varint(out, header.code() as u64);
        write::varint(out, file as u64);
        let mut target = 0;
        for piece in run.iter().filter(|_| matches!(form, Form::Array { .. })) {
            let more = (piece.target as u32).wrapping_sub(target);
            write::varint(out, more.into());
            target = piece.target as u32;
        }
        match alike {
            Some(back) => write::varint(out, back as u64),
            None => run.iter().for_each(|piece| write::varint(out, piece.said() as u64)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of the pieces of two shards. `numbers` is a table with all numbers below 128.
    fn places(numbers: &[u8]) -> Option<Vec<usize>> {
        let pieces = read_pieces(&mut Reader::new(numbers, &"header"), 3).ok()?;
        Some(pieces.iter().map(|piece| piece.len).collect())
    }

    const TWO: u8 = 2 * RUN_BIT as u8;
    const LIKE: u8 = TWO + ALIKE_FLAG as u8;

    #[test]
    fn a_run_may_have_the_lengths_of_an_earlier_one() {
        assert_eq!(places(&[TWO, 1, 5, 6, LIKE, 1, 1]), Some([5, 6, 5, 6, 0].into()));
        assert_eq!(places(&[LIKE, 1, 0]), None, "those of itself");
        assert_eq!(places(&[TWO, 1, 5, 6, LIKE, 1, 2]), None, "of one before the first");
        let one = RUN_BIT as u8;
        assert_eq!(places(&[one, 1, 5, LIKE, 1, 1]), None, "of one that has fewer pieces");
    }

    #[test]
    fn a_shard_has_no_more_pieces_than_may_be() {
        let runs = |count: u16| [TWO, 1, 5, 6].repeat(count.into());
        assert!(places(&runs(MAX_SHARD_PIECES)).is_some());
        assert!(places(&runs(MAX_SHARD_PIECES + 1)).is_none());
        let of_head = [RUN_BIT as u8, 0, 5].repeat(usize::from(MAX_SHARD_PIECES) + 1);
        assert!(places(&of_head).is_some(), "the head may have more");
        let of_head = |count: u16| [RUN_BIT as u8, 0, 5].repeat(count.into());
        assert!(places(&of_head(u16::MAX)).is_some());
        let more = [of_head(u16::MAX), of_head(1)].concat();
        assert!(places(&more).is_none(), "but not any number of them");
    }

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
