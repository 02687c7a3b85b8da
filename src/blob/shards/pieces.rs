//! Pieces: ranges of the bytes of an index that one file has, and how they are written there.
//!
//! A piece is written as its bytes, but for arrays of `u32` that rise: these are varints, each the
//! difference from the number before. The first is counted from where the piece begins that the
//! array points to, whichever file has that; so a change in front of it does not alter the array.

use crate::wire::Reader;
use alloc::vec::Vec;
use core::ops::Range;

/// A range of places that one file has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// The first place.
    pub start: usize,
    pub len: usize,
    /// 0 is the head, 1 the first shard.
    pub file: usize,
    /// Where it begins among the pieces of the file, as they are in memory.
    pub at: usize,
    pub form: Form,
    /// What the numbers of an array are counted from.
    pub base: u32,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    Bytes,
    /// An array, or a part of one that is not its end, with the entry after it.
    Array {
        more: bool,
    },
}

/// The bytes of an entry of an array.
pub(crate) const ENTRY: usize = 4;

impl Piece {
    /// How many bytes it takes in memory: where the end of something is the next entry of an array,
    /// the file has that entry too.
    pub fn held(&self) -> usize {
        let more = self.form == Form::Array { more: true };
        self.len.saturating_add(if more { ENTRY } else { 0 })
    }

    /// Whether the file has the bytes of a range that does not begin before the piece.
    pub fn has(&self, range: &Range<usize>) -> bool {
        range.end <= self.start.saturating_add(self.held())
    }
}

/// The bytes of the pieces of a file, as they are in the index; none where `bytes` are not such.
pub(super) fn expand<'p>(
    pieces: impl Iterator<Item = &'p Piece> + Clone,
    bytes: &[u8],
) -> Option<Vec<u8>> {
    let mut reader = Reader::new(bytes, &"shard");
    // Room that growing leaves would stay as long as the file does. An entry has a byte or more.
    let len: usize = pieces.clone().map(Piece::held).sum();
    let mut out = Vec::with_capacity(len.min(ENTRY * bytes.len()));
    for piece in pieces {
        if piece.form == Form::Bytes {
            out.extend_from_slice(reader.bytes(piece.len).ok()?);
            continue;
        }
        let mut number = piece.base;
        for _ in 0..piece.held() / ENTRY {
            number = number.wrapping_add(reader.varint().ok()?);
            out.extend(number.to_le_bytes());
        }
    }
    reader.is_empty().then_some(out)
}

/// Appends a piece of `blob` as a file has it.
#[cfg(feature = "build")]
pub(super) fn write(blob: &[u8], piece: &Piece, out: &mut Vec<u8>) {
    let bytes = blob.get(piece.start..piece.start + piece.held()).unwrap_or_default();
    if piece.form == Form::Bytes {
        out.extend_from_slice(bytes);
        return;
    }
    let mut before = piece.base;
    for entry in bytes.chunks(ENTRY) {
        let number = entry.first_chunk().map_or(0, |entry| u32::from_le_bytes(*entry));
        crate::wire::write::varint(out, number.wrapping_sub(before).into());
        before = number;
    }
}
