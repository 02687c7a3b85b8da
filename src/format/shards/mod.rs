//! Indexes in several files: a head and shards.
//!
//! Every byte of the index has a place, counted as in one file. But some pieces have more places
//! than bytes, so that the head need not say how many bytes they have. So a reader needs only to
//! find the piece that holds a range. No range that is read crosses two pieces. If the end of
//! something is the next entry of an array, a file has that entry too. Some pieces come after the
//! index: its [`pairs`](super::pairs), the [`columns`](super::columns) with the values of its
//! documents, and last the [`listing`](super::listing) of these.

mod group;
mod pieces;
mod runs;
mod table;
#[allow(clippy::arithmetic_side_effects)]
mod write;

use super::bits::BitSet;
use super::header::{FIXED_BYTES, Fixed, SHARDED_FLAG, checksum, corrupt};
use super::{OUTSIDE, SectionId};
use crate::error::{Error, ReadError};
use crate::format::wire::Reader;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use group::Key;

pub(crate) use group::is_whole;
pub(crate) use pieces::ENTRY_BYTES;
pub(crate) use pieces::Form;
use pieces::{Held, Piece, expand, rebased};
pub(crate) use runs::NewPiece;
use runs::set_bases;
pub(crate) use table::NameBlocks;
pub(crate) use table::{Files, LOWER_BITS, Table};
pub(crate) use write::{SplitIndex, split};

/// The pieces of the index, and the files of it that are loaded.
#[derive(Debug)]
pub(crate) struct Shards {
    table: Table,
    head: Held,
    loaded: Vec<Option<Held>>,
    /// The shards that were asked for.
    wanted: BitSet,
}

/// The number under which the paddings of the table say, instead of a section's, that there are
/// pairs: one more than the bits that say in which record a pair is.
pub(crate) const PAIRS_NUMBER: u16 = 14;

/// There are two to the power of this many records of pairs at most.
pub(crate) const MAX_PAIR_RECORD_BITS: u32 = 14;

/// If the posting lists of a prefix are in at most this many files, these are prefetched before it
/// is known which are needed.
const MAX_PREFIX_FILES: usize = 16;

impl Shards {
    /// Reads the table of a head; none where `bytes` are an index in one file.
    pub fn read(bytes: &[u8]) -> Result<Option<Self>, Error> {
        let fixed = Fixed::read(bytes, Some(bytes.len()))?;
        if fixed.flags != SHARDED_FLAG {
            return Ok(None);
        }
        let covered = bytes.get(FIXED_BYTES..).unwrap_or_default();
        if checksum(covered) != fixed.checksum {
            return Err(corrupt(&"its checksum does not match"));
        }
        let mut reader = Reader::new(covered, &"header");
        let len = reader.u32()? as usize;
        let mut table = Reader::new(reader.bytes(len)?, &"header");
        let table = Table::read(&mut table, fixed.sections)?;
        let loaded = (0..fixed.sections).map(|_| None).collect();
        let wanted = BitSet::new(fixed.sections);
        let mut shards = Shards { table, head: Held::default(), loaded, wanted };
        if shards.table.pieces.len() < shards.additional() {
            return Err(corrupt(&"pairs of words are of pieces that are not there"));
        }
        let of_head = covered.get(len.saturating_add(4)..).unwrap_or_default();
        let wrong = || corrupt(&"it does not have what the table of shards says");
        shards.head = shards.expanded(0, of_head).ok_or_else(wrong)?;
        Ok(Some(shards))
    }

    /// The pieces of a file, decoded to the bytes of the index.
    fn expanded(&self, file: usize, bytes: &[u8]) -> Option<Held> {
        expand(self.table.pieces.iter().filter(|piece| piece.file == file), bytes)
    }

    /// The pieces that the head has.
    pub fn head(&self) -> &[u8] {
        &self.head.bytes
    }

    /// The number of places that a section has beyond its bytes.
    pub fn padding(&self, section: u16) -> usize {
        let padding = self.table.paddings.iter().find(|(number, _)| *number == section);
        padding.map_or(0, |(_, padding)| *padding)
    }

    /// The number of places of the whole index.
    pub fn len(&self) -> usize {
        let after = self.table.pieces.len().saturating_sub(self.additional());
        self.table.pieces.get(after).map_or(0, |piece| piece.start)
    }

    /// The number of entries for pieces that follow the index: pairs,
    /// columns, the listing, and the end.
    fn additional(&self) -> usize {
        self.bits_of_pairs().map_or(3, |bits| (1usize << bits).saturating_add(3))
    }

    /// The number of bits that say in which of its records a pair of words is.
    pub fn bits_of_pairs(&self) -> Option<u32> {
        let bits = self.padding(PAIRS_NUMBER).checked_sub(1)?;
        Some((bits as u32).min(MAX_PAIR_RECORD_BITS))
    }

    fn piece_of_pairs(&self, record: usize) -> Option<&Piece> {
        let first = self.table.pieces.len().saturating_sub(self.additional());
        self.table.pieces.get(first.saturating_add(record))
    }

    /// Prefetches a record of pairs.
    pub fn prefetch_pairs(&self, record: usize) {
        if let Some(piece) = self.piece_of_pairs(record) {
            self.prefetch_file(piece.file);
        }
    }

    /// A record of pairs. If it is not loaded, the shard is asked for.
    pub fn pairs(&self, record: usize) -> Result<&[u8], ReadError> {
        let missing = || ReadError::corrupt(&"pairs", &OUTSIDE);
        let piece = self.piece_of_pairs(record).ok_or_else(missing)?;
        self.held(piece).ok_or_else(|| match self.prefetch_file(piece.file) {
            true => ReadError::NotLoaded,
            false => missing(),
        })
    }

    /// The places of the listing, which follows the index.
    fn listing_range(&self) -> Range<usize> {
        match self.table.pieces.as_slice() {
            [.., listing, end] => listing.start..end.start,
            _ => 0..0,
        }
    }

    /// The columns with the values of the documents.
    pub fn columns(&self) -> Result<&[u8], ReadError> {
        self.get(SectionId::Documents, self.columns_range())
    }

    /// Prefetches the columns.
    pub fn prefetch_columns(&self) {
        self.prefetch(self.columns_range().start);
    }

    fn columns_range(&self) -> Range<usize> {
        match self.table.pieces.as_slice() {
            [.., columns, listing, _] => columns.start..listing.start,
            _ => 0..0,
        }
    }

    /// The listing of the documents.
    pub fn listing(&self) -> Result<&[u8], ReadError> {
        self.get(SectionId::Documents, self.listing_range())
    }

    pub fn count(&self) -> usize {
        self.loaded.len()
    }

    /// The name of a shard.
    pub fn name(&self, shard: usize) -> Option<String> {
        Key::of(shard, &self.table.groups).map(Key::name)
    }

    /// The bytes of a range of places in a section. If they are not loaded, the shard is asked for.
    pub fn get(&self, section: SectionId, range: Range<usize>) -> Result<&[u8], ReadError> {
        let outside = || section.corrupt(&OUTSIDE);
        if range.start > range.end {
            return Err(outside());
        }
        if range.is_empty() {
            let is_inside = range.start <= self.listing_range().end;
            return if is_inside { Ok(&[]) } else { Err(outside()) };
        }
        let piece = self.piece_at(range.start).ok_or_else(outside)?;
        let Some(bytes) = self.held(piece) else {
            let is_wanted = self.prefetch_file(piece.file);
            return Err(if is_wanted { ReadError::NotLoaded } else { outside() });
        };
        let at = |place: usize| place.saturating_sub(piece.start);
        bytes.get(at(range.start)..at(range.end)).ok_or_else(outside)
    }

    /// The bytes of a piece, if its file is loaded.
    fn held(&self, piece: &Piece) -> Option<&[u8]> {
        let held = match piece.file.checked_sub(1) {
            None => &self.head,
            Some(shard) => self.loaded.get(shard)?.as_ref()?,
        };
        held.get(piece.nth)
    }

    /// The range, of `count` names, that has all names with a checksum.
    pub fn names_near(&self, key: u32, count: usize) -> Range<usize> {
        let (blocks, key) = (&self.table.names.begins, key >> LOWER_BITS);
        let first = blocks.partition_point(|&begin| begin < key).saturating_sub(1);
        let end = blocks.partition_point(|&begin| begin <= key);
        let name = |block: usize| block.saturating_mul(self.names_per_block());
        name(first)..count.min(name(end))
    }

    /// The number of names in a file.
    pub fn names_per_block(&self) -> usize {
        self.table.names.per_block
    }

    /// The dictionary's blocks that may have a word, or with `prefix` all words that it begins.
    pub fn blocks_near(&self, word: &[u8], prefix: bool) -> Range<usize> {
        let Table { words, blocks, .. } = &self.table;
        let files = words.near(word, prefix);
        let block = |file: usize| blocks.get(file).copied().unwrap_or_default();
        block(files.start)..block(files.end)
    }

    /// Prefetches the dictionary's part for a word, or with `prefix` for all words that it begins.
    /// Returns whether any of it is not loaded.
    pub fn prefetch_words(&self, word: &[u8], prefix: bool) -> bool {
        let Table { words, .. } = &self.table;
        self.prefetch_files(words, words.near(word, prefix))
    }

    /// Prefetches the files that probably have the posting list of a word before it is looked up.
    /// With `prefix` these are the files of all words that it begins, if they are not many. A list
    /// lies with the first word of its stem, and only the word tells which that is. So [`guesses`]
    /// are prefetched as words and as lists. Stop words are mostly dropped.
    pub fn prefetch_lists(&self, word: &[u8], prefix: bool) {
        let Table { words, lists, .. } = &self.table;
        if self.is_stop(word) {
            return;
        }
        let files = lists.near(word, prefix);
        if files.len() <= MAX_PREFIX_FILES {
            self.prefetch_files(lists, files);
        }
        if !prefix {
            guesses(word, &mut |guess, inflected| {
                if inflected || !self.is_stop(guess) {
                    self.prefetch_files(words, words.near(guess, false));
                    self.prefetch_files(lists, lists.near(guess, false));
                }
            });
        }
    }

    fn is_stop(&self, word: &[u8]) -> bool {
        self.table.stops.binary_search_by(|stop| stop.as_slice().cmp(word)).is_ok()
    }

    /// Prefetches some of the files of a row. Returns whether any is not loaded.
    fn prefetch_files(&self, of: &Files, which: Range<usize>) -> bool {
        let prefetch = |missing, file| self.prefetch_file(of.first.saturating_add(file)) | missing;
        which.fold(false, prefetch)
    }

    /// Prefetches what lies at a place. Returns whether it is not loaded.
    pub fn prefetch(&self, place: usize) -> bool {
        self.piece_at(place).is_some_and(|piece| self.prefetch_file(piece.file))
    }

    fn prefetch_file(&self, file: usize) -> bool {
        let shard =
            file.checked_sub(1).filter(|&shard| matches!(self.loaded.get(shard), Some(None)));
        if let Some(shard) = shard {
            self.wanted.insert(shard);
        }
        shard.is_some()
    }

    /// Fails where any shard was asked for that is not loaded.
    pub fn check_prefetched(&self) -> Result<(), ReadError> {
        let lacks = |shard| self.wanted.contains(shard) && !self.is_loaded(shard);
        match !self.wanted.is_empty() && (0..self.count()).any(lacks) {
            true => Err(ReadError::NotLoaded),
            false => Ok(()),
        }
    }

    fn is_loaded(&self, shard: usize) -> bool {
        matches!(self.loaded.get(shard), Some(Some(_)))
    }

    /// The shards that were asked for since the last call and are not loaded, in order.
    pub fn take_wanted(&mut self) -> Vec<usize> {
        let mut all = Vec::new();
        for shard in 0..self.count() {
            if self.wanted.contains(shard) && !self.is_loaded(shard) {
                all.push(shard);
            }
        }
        self.wanted = BitSet::new(self.count());
        all
    }

    /// The whole index. If any shards are not loaded it is none, and they are asked for.
    pub fn assembled(&self) -> Option<Vec<u8>> {
        if (1..=self.count()).fold(false, |missing, file| self.prefetch_file(file) | missing) {
            return None;
        }
        let exact = self.exact()?;
        let end = exact.last().map_or(0, |last| last.start.saturating_add(last.len));
        let mut whole = Vec::with_capacity(end);
        for (piece, exact) in self.table.pieces.iter().zip(&exact) {
            let held = self.held(piece)?;
            match piece.form {
                Form::Array { .. } => {
                    whole.extend(rebased(held.get(..piece.len)?, piece, exact.base));
                }
                _ => whole.extend_from_slice(held),
            }
        }
        Some(whole)
    }

    /// The pieces of the index as they lie in one file; none where any are not loaded.
    fn exact(&self) -> Option<Vec<Piece>> {
        let of_index = self.table.pieces.len().checked_sub(self.additional())?;
        let pieces = self.table.pieces.get(..of_index)?;
        let mut start = 0usize;
        let exact = |piece: &Piece| {
            let len = if piece.form == Form::Padded { self.held(piece)?.len() } else { piece.len };
            let exact = Piece { start, len, ..*piece };
            start = start.saturating_add(len);
            Some(exact)
        };
        let mut exact = pieces.iter().map(exact).collect::<Option<Vec<_>>>()?;
        set_bases(&mut exact);
        Some(exact)
    }

    /// Takes in the bytes of a shard.
    pub fn load(&mut self, shard: usize, bytes: Vec<u8>) -> Result<(), Error> {
        let Some(key) = Key::of(shard, &self.table.groups).filter(|_| shard < self.count()) else {
            return Err(Error::config("shard", "the index has none of that number"));
        };
        let altered = || ReadError::corrupt(&"shard", &"its checksum does not match");
        let held = key.opened(&bytes).ok_or_else(altered)?;
        let wrong = || ReadError::corrupt(&"shard", &"it does not have what the head says");
        let pieces = self.expanded(shard.saturating_add(1), held).ok_or_else(wrong)?;
        if let Some(slot) = self.loaded.get_mut(shard) {
            *slot = Some(pieces);
        }
        Ok(())
    }

    /// Forgets the bytes of a shard.
    pub fn unload(&mut self, shard: usize) {
        if let Some(slot) = self.loaded.get_mut(shard) {
            *slot = None;
        }
    }

    /// The piece that has a place.
    fn piece_at(&self, place: usize) -> Option<&Piece> {
        let pieces = &self.table.pieces;
        let after = pieces.partition_point(|piece| piece.start <= place);
        // The last entry is only the end.
        pieces.get(after.checked_sub(1)?).filter(|_| after < pieces.len())
    }
}

/// Endings of words. A word without its ending mostly leads to the first word of its stem. Endings
/// that only make another form of a word come first. English has most of them, other languages
/// some.
const ENDINGS: [&[u8]; 10] =
    [b"s", b"ed", b"ing", b"er", b"y", b"e", b"ation", b"ion", b"ence", b"ibility"];

/// The number of endings that only make another form of a word.
const INFLECTION_ENDINGS: usize = 3;

/// Calls `visit` with words that may be the first of the stem, and whether the word is only another
/// form of it. These are the word without an ending (*sending*), with an e instead (*named*), and
/// without one of two equal letters (*getting*).
fn guesses(word: &[u8], visit: &mut dyn FnMut(&[u8], bool)) {
    for (nth, ending) in ENDINGS.into_iter().enumerate() {
        let Some(rest @ [_, _, ..]) = word.strip_suffix(ending) else { continue };
        if !rest.iter().any(|letter| b"aeiouy".contains(letter)) {
            // *Thing* has no ending.
            continue;
        }
        let inflected = nth < INFLECTION_ENDINGS;
        visit(rest, inflected);
        if ending == b"s" {
            // *Settings* is guessed as *setting* is.
            guesses(rest, visit);
            continue;
        }
        visit(&[rest, b"e"].concat(), inflected);
        if let [one @ .., last] = rest
            && one.last() == Some(last)
        {
            visit(one, inflected);
        }
    }
}
