//! The pieces in the table of the head, in runs of those that are alike.

use super::pieces::{ENTRY_BYTES, Form, Piece};
use crate::error::ReadError;
use crate::format::tree::MAX_LEVELS;
use crate::format::wire::Reader;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Reads the pieces of `files` files, and one more for the end.
pub(super) fn read(table: &mut Reader<'_>, files: usize) -> Result<Vec<Piece>, ReadError> {
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
    use super::{ENTRY_BYTES, Form, NewPiece, Piece, RunHeader, set_bases};
    use crate::format::shards::pieces::room;
    use crate::format::wire::write;
    use alloc::vec::Vec;

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

    /// Writes pieces in their order.
    pub fn write(out: &mut Vec<u8>, pieces: &[NewPiece]) {
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
        let pieces = read(&mut Reader::new(numbers, &"header"), 3).ok()?;
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
}
