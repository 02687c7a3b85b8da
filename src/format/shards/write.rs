//! Writes the head and the shards of an index.

use super::group::{self, Key, Kinds};
use super::pieces;
use super::runs::{self, NewPiece};
use super::table::{self, Table};
use crate::error::Error;
use crate::format::header::{SHARDED_FLAG, length, write_file};
use crate::format::wire::write;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The head and the shards of an index.
pub(crate) struct SplitIndex {
    pub head: Vec<u8>,
    /// The name and the bytes of each shard.
    pub shards: Vec<(String, Vec<u8>)>,
}

/// Cuts an index into pieces, in their order, for `shards` files besides the head. The last files
/// are those of the records of pairs, the columns and the listing, which are the last pieces. This
/// sets the groups of `table` and writes the head with the new pieces in place of the table's own.
pub(crate) fn split(
    blob: &[u8],
    pairs: &[Vec<u8>],
    [columns, listing]: [Vec<u8>; 2],
    mut table: Table,
    new: &[NewPiece],
    shards: usize,
) -> Result<SplitIndex, Error> {
    let places = new.iter().map(NewPiece::places).sum();
    length(places).map_err(|_| Error::TooLarge { what: TOO_LARGE })?;
    let mut files = vec![Vec::new(); shards + 1];
    for piece in runs::pieces(new) {
        if let Some(file) = files.get_mut(piece.file) {
            pieces::write(blob, &piece, file);
        }
    }
    let first_of_pairs = shards - 1 - pairs.len();
    for (file, record) in files.iter_mut().skip(first_of_pairs).zip(pairs) {
        *file = pieces::padded(record);
    }
    for (file, held) in files.iter_mut().rev().zip([listing, columns]) {
        *file = held;
    }
    let mut files = files.into_iter();
    let of_head = files.next().unwrap_or_default();
    // The file before the words has the checksums of pages, which every change changes. The number
    // of a shard is one less than that of its file.
    let words = table.words.first.saturating_sub(2);
    let lists_end = (table.lists.first + table.lists.begins.len()).saturating_sub(1);
    let kinds = Kinds { words: words..lists_end, pairs: first_of_pairs - 1..shards - 2 };
    table.groups = group::groups(files.as_slice(), &kinds);
    let shards: Vec<_> = files.zip(0..).map(|(held, shard)| closed(shard, held, &table)).collect();
    let table = table::write(&table, new);
    let mut covered = Vec::new();
    write::u32(&mut covered, length(table.len())?);
    covered.extend(table);
    covered.extend(of_head);
    let head = write_file(SHARDED_FLAG, shards.len(), &covered, core::iter::empty())?;
    Ok(SplitIndex { head, shards })
}

const TOO_LARGE: &str = "more than 4 GiB with the room that pieces of several files have";

/// The name of a shard and its bytes.
fn closed(shard: usize, mut held: Vec<u8>, table: &Table) -> (String, Vec<u8>) {
    let Some(key) = Key::of(shard, &table.groups) else { return Default::default() };
    key.close(&mut held);
    (key.name(), held)
}
