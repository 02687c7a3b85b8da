//! Indexes in several files: a head and shards.
//!
//! Every byte of the index keeps its place, counted from the beginning as in one file. The head
//! says which ranges of places it has itself and which shard has the others, so a reader needs no
//! more than to find the piece that holds a range. No range that is read crosses two pieces of
//! different files: postings are cut between lists, and the rest between documents.
//!
//! The head of the file is that of an index with the flag 2, the length of the head's file and the
//! number of shards; its checksum covers all that follows: the length of a table in bytes (`u32`),
//! the table, and the bytes of the pieces that the head has. The table: for each shard the checksum
//! of its bytes (8 bytes: XXH64 with seed 0); then for each piece, in the order of places and
//! without gaps, its length and its file as varints, 0 being the head and 1 the first shard. A
//! file's pieces follow each other in it in the same order.

use super::header::{FIXED, Fixed, SHARDED, checksum, corrupt};
use super::pages::Checked;
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
    loaded: Vec<Option<Vec<u8>>>,
    wanted: Checked,
}

/// A range of places that one file has.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// The first place.
    start: usize,
    /// 0 is the head, 1 the first shard.
    file: usize,
    /// Where it begins among the pieces of the file.
    at: usize,
}

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
        let base = FIXED + 4 + len;
        let (pieces, lens) = read_pieces(&mut table, sums.len() + 1)?;
        if lens.first() != Some(&(bytes.len() - base)) {
            return Err(outside());
        }
        let loaded = vec![None; sums.len()];
        let wanted = Checked::new(sums.len() + 1);
        Ok(Some(Shards { base, pieces, sums, loaded, wanted }))
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
        if range.is_empty() {
            return if range.start <= self.len() { Ok(&[]) } else { Err(false) };
        }
        let piece = self.piece_at(range.start).ok_or(false)?;
        let bytes = match piece.file.checked_sub(1) {
            None => head,
            Some(shard) => match self.loaded.get(shard) {
                Some(Some(bytes)) => bytes,
                _ => {
                    self.wanted.insert(shard);
                    return Err(true);
                }
            },
        };
        let start = piece.at + (range.start - piece.start);
        bytes.get(start..start + range.len()).ok_or(false)
    }

    /// Notes that what lies at a place will be needed.
    pub fn want(&self, place: usize) {
        let shard = self.piece_at(place).and_then(|piece| piece.file.checked_sub(1));
        if let Some(shard) = shard.filter(|&shard| self.loaded.get(shard) == Some(&None)) {
            self.wanted.insert(shard);
        }
    }

    /// Whether anything is wanted.
    pub fn any_wanted(&self) -> bool {
        self.wanted.any()
    }

    /// The shards that were wanted since the last call, in order.
    pub fn take_wanted(&mut self) -> Vec<usize> {
        let all = (0..self.count()).filter(|&shard| self.wanted.contains(shard)).collect();
        self.wanted = Checked::new(self.count());
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

    fn piece_at(&self, place: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.start <= place);
        // The last one is the end.
        self.pieces.get(after.checked_sub(1)?).filter(|_| after < self.pieces.len())
    }
}

/// The pieces of a table and the length of each file.
fn read_pieces(table: &mut Reader<'_>, files: usize) -> Result<(Vec<Piece>, Vec<usize>), Error> {
    let mut lens = vec![0usize; files];
    let mut pieces = Vec::new();
    let mut start = 0usize;
    while !table.is_empty() {
        let len = table.varint()? as usize;
        let file = table.varint()? as usize;
        let Some(filled) = lens.get_mut(file) else {
            return Err(corrupt(&"a piece is of a shard that is not there"));
        };
        pieces.push(Piece { start, file, at: *filled });
        *filled = filled.saturating_add(len);
        start = start.saturating_add(len);
    }
    pieces.push(Piece { start, file: 0, at: 0 });
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

/// Cuts an index into pieces: for each, in order, its length and the file that it goes to. There are
/// `shards` files besides the head.
#[cfg(feature = "build")]
pub(crate) fn cut(blob: &[u8], pieces: &[(usize, usize)], shards: usize) -> Result<Cut, Error> {
    use super::header::{length, write_file};
    use crate::wire::write;

    let mut files = vec![Vec::new(); shards + 1];
    let mut table = Vec::new();
    let mut rest = blob;
    for &(len, file) in pieces {
        let (piece, after) = rest.split_at_checked(len).unwrap_or((rest, &[]));
        rest = after;
        if let Some(bytes) = files.get_mut(file) {
            bytes.extend_from_slice(piece);
        }
        write::varint(&mut table, len as u64);
        write::varint(&mut table, file as u64);
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
