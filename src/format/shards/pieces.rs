//! Pieces, which are ranges of places in one file, and the encoding of their bytes there.
//!
//! A piece is written as its bytes, but rising arrays of `u32` are not. These are varints, each the
//! difference from the number before. The first number is counted from the place of the piece to
//! which the array points, in whichever file that is. So a change before that piece does not alter
//! the array. If a piece has more places than bytes, its length comes first, as a varint.

use crate::format::wire::Reader;
use alloc::vec::Vec;

/// A range of places in one file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// The first place.
    pub start: usize,
    /// The number of places.
    pub len: usize,
    /// 0 is the head, 1 the first shard.
    pub file: usize,
    /// The number of the piece in its file.
    pub nth: u16,
    pub form: Form,
    /// The number of pieces from this one to that to which the numbers of an array point; 0 where
    /// they are counted from 0.
    pub target: usize,
    /// The base from which the numbers of an array are counted.
    pub base: u32,
}

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    Bytes,
    /// An array, or a part of one. With `more`, the file also has the entry after the part.
    Array {
        more: bool,
    },
    /// Bytes and some places more, so that the head need not say the exact number of bytes.
    Padded,
}

/// The number of bytes of an array's entry.
pub(crate) const ENTRY_BYTES: usize = 4;

impl Piece {
    /// The number of entries that the file has of an array. If the end of something is the next
    /// entry, that one counts too.
    fn entries(&self) -> usize {
        match self.form {
            Form::Array { more } => (self.len / ENTRY_BYTES).saturating_add(more.into()),
            _ => 0,
        }
    }
}

/// The pieces of a file, decoded to the bytes of the index.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub bytes: Vec<u8>,
    /// The start of each piece and the end of the last.
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

/// Decodes the pieces of a file; none where `bytes` are not of that form.
pub(super) fn expand<'p>(
    pieces: impl Iterator<Item = &'p Piece> + Clone,
    bytes: &[u8],
) -> Option<Held> {
    let mut reader = Reader::new(bytes, &"shard");
    let mut held = Held::default();
    // As many bytes as there will be if each number takes one byte.
    let entries = pieces.clone().map(Piece::entries).fold(0, usize::saturating_add);
    let more = entries.min(bytes.len()).saturating_mul(ENTRY_BYTES - 1);
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

/// The numbers of an array, counted from `base` instead of `piece.base`.
pub(super) fn rebased<'b>(
    bytes: &'b [u8],
    piece: &Piece,
    base: u32,
) -> impl Iterator<Item = u8> + 'b {
    let by = base.wrapping_sub(piece.base);
    bytes
        .chunks_exact(ENTRY_BYTES)
        .flat_map(move |entry| number(entry).wrapping_add(by).to_le_bytes())
}

fn number(entry: &[u8]) -> u32 {
    entry.first_chunk().map_or(0, |entry| u32::from_le_bytes(*entry))
}

pub(super) use write::{padded, room, write};

#[allow(clippy::arithmetic_side_effects)]
mod write {
    use super::{ENTRY_BYTES, Form, Piece, number};
    use crate::format::wire::write;
    use alloc::vec::Vec;

    /// The number of places for `len` bytes: a power of two.
    pub fn room(len: usize) -> usize {
        len.next_power_of_two()
    }

    /// Appends a piece of `blob`, an index in one file, as another file has it.
    pub fn write(blob: &[u8], piece: &Piece, out: &mut Vec<u8>) {
        let len = match piece.form {
            Form::Array { .. } => ENTRY_BYTES * piece.entries(),
            _ => piece.len,
        };
        let bytes = blob.get(piece.start..piece.start + len).unwrap_or_default();
        if let Form::Array { .. } = piece.form {
            let mut before = piece.base;
            for number in bytes.chunks_exact(ENTRY_BYTES).map(number) {
                write::varint(out, number.wrapping_sub(before).into());
                before = number;
            }
            return;
        }
        match piece.form {
            Form::Padded => out.extend(padded(bytes)),
            _ => out.extend_from_slice(bytes),
        }
    }

    /// The bytes of a piece that has more places than bytes, as its file has them.
    pub fn padded(bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len() + 5);
        write::varint(&mut out, bytes.len() as u64);
        out.extend_from_slice(bytes);
        out
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
