//! Indexes in several files: a head and shards.
//!
//! Every byte of the index keeps its place, counted from the beginning as in one file. The head
//! says which ranges of places it has itself and which shard has the others, so a reader needs no
//! more than to find the piece that holds a range. No range that is read crosses two pieces:
//! postings are cut between lists, names between blocks, and the rest between documents. Where the
//! end of something is the next entry of an array, a file has that entry too.
//!
//! The head of the file is that of an index with the flag 2, the length of the head's file and the
//! number of shards; its checksum covers all that follows: the length of a table in bytes (`u32`),
//! the table, and the bytes of the pieces that the head has. The table: for each shard the checksum
//! of its bytes (8 bytes: XXH64 with seed 0); as a varint, how many blocks of 1,024 names there are,
//! and the first checksum of each (`u32`); then for each piece, in the order of places and without
//! gaps, as varints its length times two, plus 1 where the file has the 4 bytes after it too, and
//! its file: how many more than that of the piece before, or less, in zigzag notation; 0 is the head
//! and 1 the first shard. A file's pieces follow each other in it in the same order.

use super::bits::BitSet;
use super::header::{FIXED, Fixed, SHARDED, checksum, corrupt};
use crate::error::{Damage, Error};
use crate::wire::Reader;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use xxhash_rust::xxh64::xxh64;

/// What of an index is where, and what of it is there.
#[derive(Debug)]
pub(crate) struct Shards {
    /// Where the bytes of pieces begin in the head's file.
    base: usize,
    /// In order, and one more for the end.
    pieces: Vec<Piece>,
    sums: Vec<u64>,
    /// The first checksum of each block of names.
    names: Vec<u32>,
    loaded: Vec<Option<Vec<u8>>>,
    /// The shards that were asked for.
    wanted: BitSet,
}

/// A range of places that one file has.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// The first place.
    start: usize,
    len: usize,
    /// 0 is the head, 1 the first shard.
    file: usize,
    /// Where it begins among the pieces of the file.
    at: usize,
    /// How many bytes the file has of what follows.
    more: usize,
}

/// Names that are kept together.
pub(crate) const NAMES: usize = 1024;

/// How many bytes a file has of what follows a piece that is part of an array.
const MORE: usize = 4;

impl Shards {
    /// Reads the table of a head; none where `bytes` are an index in one file.
    pub fn read(bytes: &[u8]) -> Result<Option<Self>, Error> {
        let fixed = Fixed::read(bytes, bytes.len())?;
        if fixed.flags != SHARDED {
            return Ok(None);
        }
        let outside = || corrupt(&"the table of shards reaches past the end");
        let covered = bytes.get(FIXED..).ok_or_else(outside)?;
        if checksum(covered) != fixed.checksum {
            return Err(corrupt(&"its checksum does not match"));
        }
        let mut reader = Reader::new(covered, &"header");
        let len = reader.u32()? as usize;
        let mut table = Reader::new(reader.bytes(len)?, &"header");
        let sums = (0..fixed.sections).map(|_| table.u64()).collect::<Result<Vec<_>, _>>()?;
        let blocks = table.varint()?;
        let names = (0..blocks).map(|_| table.u32()).collect::<Result<Vec<_>, _>>()?;
        let base = FIXED + 4 + len;
        let (pieces, lens) = read_pieces(&mut table, sums.len() + 1)?;
        if lens.first() != Some(&(bytes.len() - base)) {
            return Err(outside());
        }
        let loaded = vec![None; sums.len()];
        let wanted = BitSet::new(sums.len());
        Ok(Some(Shards { base, pieces, sums, names, loaded, wanted }))
    }

    /// The pieces that the head has, in its file.
    pub fn of_head<'h>(&self, head: &'h [u8]) -> &'h [u8] {
        head.get(self.base..).unwrap_or_default()
    }

    /// How many bytes the whole index has.
    pub fn len(&self) -> usize {
        self.pieces.last().map_or(0, |end| end.start)
    }

    pub fn count(&self) -> usize {
        self.sums.len()
    }

    /// The name of a shard: its checksum.
    pub fn name(&self, shard: usize) -> Option<String> {
        self.sums.get(shard).copied().map(name)
    }

    /// The bytes of a range of places; `head` are those of the head's pieces. Where they are not
    /// loaded, true is the error, and the shard is wanted; it is false where nothing has the range.
    pub fn get<'a>(&'a self, head: &'a [u8], range: Range<usize>) -> Result<&'a [u8], bool> {
        if range.start > range.end {
            return Err(false);
        }
        if range.is_empty() {
            return if range.start <= self.len() { Ok(&[]) } else { Err(false) };
        }
        let (piece, before) = self.pieces_at(range.start).ok_or(false)?;
        // The end of what the one before has may lie in this one.
        let both = [Some(piece), before.filter(|before| before.has(&range))];
        for piece in both.into_iter().flatten() {
            let bytes = match piece.file.checked_sub(1) {
                None => Some(head),
                Some(shard) => self.loaded.get(shard).and_then(|bytes| bytes.as_deref()),
            };
            if let Some(bytes) = bytes {
                let start = piece.at.saturating_add(range.start - piece.start);
                let bytes = bytes
                    .get(start..start.saturating_add(range.len()))
                    .filter(|_| piece.has(&range));
                return bytes.ok_or(false);
            }
        }
        self.wanted.insert(piece.file - 1);
        Err(true)
    }

    /// The names among which all are that have a checksum, of `count`.
    pub fn names_near(&self, key: u32, count: usize) -> Range<usize> {
        let first = self.names.partition_point(|&first| first < key).saturating_sub(1);
        let end = self.names.partition_point(|&first| first <= key);
        first.saturating_mul(NAMES)..count.min(end.saturating_mul(NAMES))
    }

    /// Notes that what lies at a place will be needed.
    pub fn want(&self, place: usize) {
        let shard = self.pieces_at(place).and_then(|(piece, _)| piece.file.checked_sub(1));
        if let Some(shard) = shard.filter(|&shard| self.loaded.get(shard) == Some(&None)) {
            self.wanted.insert(shard);
        }
    }

    /// Whether anything is wanted that is not loaded.
    pub fn any_wanted(&self) -> bool {
        !self.wanted.is_empty()
            && (0..self.count()).any(|shard| self.wanted.contains(shard) && !self.is_loaded(shard))
    }

    fn is_loaded(&self, shard: usize) -> bool {
        matches!(self.loaded.get(shard), Some(Some(_)))
    }

    /// The shards that were wanted since the last call, in order.
    pub fn take_wanted(&mut self) -> Vec<usize> {
        let lacks = |shard: &usize| self.wanted.contains(*shard) && !self.is_loaded(*shard);
        let all = (0..self.count()).filter(lacks).collect();
        self.wanted = BitSet::new(self.count());
        all
    }

    /// The whole index; none where a shard is not loaded. `bytes` are the head's file.
    pub fn assembled(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let head = self.of_head(bytes);
        let mut whole = Vec::with_capacity(self.len());
        for pair in self.pieces.windows(2) {
            if let [piece, next] = pair {
                whole.extend_from_slice(self.get(head, piece.start..next.start).ok()?);
            }
        }
        Some(whole)
    }

    /// Takes in a shard.
    pub fn load(&mut self, shard: usize, bytes: Vec<u8>) -> Result<(), Error> {
        let Some(slot) = self.loaded.get_mut(shard) else {
            return Err(Error::config("shard", "the index has none of that number"));
        };
        if self.sums.get(shard) != Some(&xxh64(&bytes, 0)) {
            return Err(Damage::new(&"shard", &"its checksum does not match").into());
        }
        *slot = Some(bytes);
        Ok(())
    }

    /// Forgets the bytes of a shard.
    pub fn unload(&mut self, shard: usize) {
        if let Some(slot) = self.loaded.get_mut(shard) {
            *slot = None;
        }
    }

    /// The piece that has a place, and the one before.
    fn pieces_at(&self, place: usize) -> Option<(&Piece, Option<&Piece>)> {
        let after = self.pieces.partition_point(|piece| piece.start <= place);
        let at = after.checked_sub(1)?;
        // The last one is the end.
        let piece = self.pieces.get(at).filter(|_| after < self.pieces.len())?;
        Some((piece, at.checked_sub(1).and_then(|before| self.pieces.get(before))))
    }
}

impl Piece {
    /// Whether the file has the bytes of a range that does not begin before the piece.
    fn has(&self, range: &Range<usize>) -> bool {
        range.end <= self.start.saturating_add(self.len + self.more)
    }
}

/// The pieces of a table and the length of each file.
fn read_pieces(table: &mut Reader<'_>, files: usize) -> Result<(Vec<Piece>, Vec<usize>), Error> {
    let mut lens = vec![0usize; files];
    let mut pieces = Vec::new();
    let mut start = 0usize;
    let mut file = 0usize;
    while !table.is_empty() {
        let code = table.varint()? as usize;
        let (len, more) = (code / 2, code % 2 * MORE);
        let step = table.varint()? as usize;
        file = if step.is_multiple_of(2) {
            file.wrapping_add(step / 2)
        } else {
            file.wrapping_sub(step / 2 + 1)
        };
        let Some(filled) = lens.get_mut(file) else {
            return Err(corrupt(&"a piece is of a shard that is not there"));
        };
        pieces.push(Piece { start, len, file, at: *filled, more });
        *filled = filled.saturating_add(len + more);
        start = start.saturating_add(len);
    }
    pieces.push(Piece { start, len: 0, file: 0, at: 0, more: 0 });
    Ok((pieces, lens))
}

fn name(sum: u64) -> String {
    let digit = |shift: u32| char::from_digit((sum >> shift) as u32 & 15, 16).unwrap_or('0');
    (0..16).rev().map(|at| digit(4 * at)).collect()
}

/// A head and shards.
#[cfg(feature = "build")]
pub(crate) struct Cut {
    pub head: Vec<u8>,
    /// The name and the bytes of each.
    pub shards: Vec<(String, Vec<u8>)>,
}

/// A piece to be cut.
#[cfg(feature = "build")]
pub(crate) struct NewPiece {
    pub len: usize,
    /// 0 is the head.
    pub file: usize,
    /// Whether the file needs the entry after it too.
    pub more: bool,
}

/// Cuts an index into pieces, in their order; `names` has the first checksum of each block. There
/// are `shards` files besides the head.
#[cfg(feature = "build")]
pub(crate) fn cut(
    blob: &[u8],
    pieces: &[NewPiece],
    names: &[u32],
    shards: usize,
) -> Result<Cut, Error> {
    use super::header::{length, write_file};
    use crate::wire::write;

    let mut files = vec![Vec::new(); shards + 1];
    let mut table = Vec::new();
    write::varint(&mut table, names.len() as u64);
    table.extend(names.iter().flat_map(|first| first.to_le_bytes()));
    let (mut start, mut before) = (0, 0);
    for &NewPiece { len, file, more } in pieces {
        let end = start + len + if more { MORE } else { 0 };
        if let Some(bytes) = files.get_mut(file) {
            bytes.extend_from_slice(blob.get(start..end).unwrap_or_default());
        }
        let (forward, back) = (file.saturating_sub(before), before.saturating_sub(file));
        let step = if back > 0 { 2 * back - 1 } else { 2 * forward };
        write::varint(&mut table, (2 * len + usize::from(more)) as u64);
        write::varint(&mut table, step as u64);
        (start, before) = (start + len, file);
    }
    let mut files = files.into_iter();
    let of_head = files.next().unwrap_or_default();
    let sums: Vec<u64> = files.clone().map(|bytes| xxh64(&bytes, 0)).collect();
    let table: Vec<u8> = sums.iter().flat_map(|sum| sum.to_le_bytes()).chain(table).collect();
    let mut covered = Vec::new();
    write::u32(&mut covered, length(table.len())?);
    covered.extend(table);
    covered.extend(of_head);
    let head = write_file(SHARDED, shards, &covered, core::iter::empty())?;
    Ok(Cut { head, shards: sums.into_iter().map(name).zip(files).collect() })
}
