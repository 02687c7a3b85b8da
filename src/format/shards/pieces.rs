//! Pieces: ranges of places that one file has, and how their bytes are written there.
//!
//! A piece is written as its bytes, but for arrays of `u32` that rise: these are varints, each the
//! difference from the number before. The first is counted from where the piece begins that the
//! array points to, whichever file has that; so a change in front of it does not alter the array.
//! Where a piece has room for more, its length comes first, as a varint.

use crate::format::wire::Reader;
use alloc::vec::Vec;

/// A range of places that one file has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// The first place.
    pub start: usize,
    /// The places.
    pub len: usize,
    /// 0 is the head, 1 the first shard.
    pub file: usize,
    /// Which of the pieces of the file it is.
    pub nth: u16,
    pub form: Form,
    /// How many pieces further on that one is which the numbers of an array point to; 0 where they
    /// are counted from 0.
    pub target: usize,
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
    /// Bytes and some places more, so that the head need not say how many bytes exactly.
    Padded,
}

/// The bytes of an entry of an array.
pub(crate) const ENTRY: usize = 4;

impl Piece {
    /// How many entries the file has if it is an array: where the end of something is the next
    /// entry, that one too.
    fn entries(&self) -> usize {
        match self.form {
            Form::Array { more } => (self.len / ENTRY).saturating_add(more.into()),
            _ => 0,
        }
    }
}

/// The pieces of a file, as they are in the index.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub bytes: Vec<u8>,
    /// Where each piece begins and the last one ends.
    begins: Vec<usize>,
}

impl Held {
    /// The bytes of a piece of the file.
    pub fn get(&self, nth: u16) -> Option<&[u8]> {
        match self.begins.get(usize::from(nth)..)? {
            [begin, end, ..] => self.bytes.get(*begin..*end),
            _ => None,
        }
    }
}

/// Reads the pieces of a file; none where `bytes` are not such.
pub(super) fn expand<'p>(
    pieces: impl Iterator<Item = &'p Piece> + Clone,
    bytes: &[u8],
) -> Option<Held> {
    let mut reader = Reader::new(bytes, &"shard");
    let mut held = Held::default();
    // As much as there will be if numbers take a byte each.
    let entries = pieces.clone().map(Piece::entries).fold(0, usize::saturating_add);
    let more = entries.min(bytes.len()).saturating_mul(ENTRY - 1);
    held.bytes.reserve_exact(bytes.len().saturating_add(more));
    for piece in pieces {
        held.begins.push(held.bytes.len());
        expand_one(piece, &mut reader, &mut held.bytes)?;
    }
    held.begins.push(held.bytes.len());
    reader.is_empty().then_some(held)
}

fn expand_one(piece: &Piece, reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Option<()> {
    let len = match piece.form {
        Form::Array { .. } => {
            let mut number = piece.base;
            for _ in 0..piece.entries() {
                number = number.wrapping_add(reader.varint().ok()?);
                out.extend(number.to_le_bytes());
            }
            return Some(());
        }
        Form::Bytes => piece.len,
        Form::Padded => reader.varint().ok()? as usize,
    };
    out.extend_from_slice(reader.bytes(len).ok().filter(|_| len <= piece.len)?);
    Some(())
}

/// The numbers of an array that are counted from `piece.base`, counted from another base.
pub(super) fn rebased<'b>(
    bytes: &'b [u8],
    piece: &Piece,
    base: u32,
) -> impl Iterator<Item = u8> + 'b {
    let by = base.wrapping_sub(piece.base);
    bytes.chunks_exact(ENTRY).flat_map(move |entry| number(entry).wrapping_add(by).to_le_bytes())
}

fn number(entry: &[u8]) -> u32 {
    entry.first_chunk().map_or(0, |entry| u32::from_le_bytes(*entry))
}

#[cfg(feature = "build")]
pub(super) use write::{room, write};

#[cfg(feature = "build")]
mod write {
    use super::{ENTRY, Form, Piece, number};
    use crate::format::wire::write;
    use alloc::vec::Vec;

    /// The places for so many bytes: a power of two.
    pub fn room(len: usize) -> usize {
        len.next_power_of_two()
    }

    /// Appends a piece of `blob`, where places are bytes, as a file has it.
    pub fn write(blob: &[u8], piece: &Piece, out: &mut Vec<u8>) {
        let len = match piece.form {
            Form::Array { .. } => ENTRY * piece.entries(),
            _ => piece.len,
        };
        let bytes = blob.get(piece.start..piece.start + len).unwrap_or_default();
        if let Form::Array { .. } = piece.form {
            let mut before = piece.base;
            for number in bytes.chunks_exact(ENTRY).map(number) {
                write::varint(out, number.wrapping_sub(before).into());
                before = number;
            }
            return;
        }
        if piece.form == Form::Padded {
            write::varint(out, bytes.len() as u64);
        }
        out.extend_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_that_no_file_can_hold_are_refused() {
        let form = Form::Array { more: true };
        let piece = Piece { start: 0, len: usize::MAX, file: 1, nth: 0, form, target: 0, base: 0 };
        let pieces = [piece; 9];
        assert!(expand(pieces.iter(), &[0; 99]).is_none());
    }
}
