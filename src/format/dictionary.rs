//! Section `words`: the dictionary.
//!
//! It holds the words as they were written, folded, in the order of their bytes, in blocks. A
//! word has an entry for each of its stems and each stem of its synonyms. It has several stems if
//! languages differ. Two arrays of `u32` come first. Each has an entry for every block and one more
//! for the end. The first has the offset of each block's words, counted from the end of the arrays.
//! The second has the offset in the section `postings` of the first list that a word of the block
//! owns.
//!
//! A block has at most [`BLOCK_WORDS`] entries. The number of an entry is that of its block times this, plus
//! its place in the block, so some numbers are those of no entry. Words tell where blocks end, and not a count.
//! So a word more leaves other blocks as they were.
//!
//! An entry has varints: the number of bytes that it shares with the word before it in the block,
//! that of the bytes that follow, those bytes, and a code. An eighth of the code, rounded down, is
//! 0 for the first word of a stem. For others it is how much less the number of the first one is.
//! The rest of the code is a sum. It has 1 for a stop word, 2 for a word that no text has as one
//! word, for a list of another spelling, or for a stop word that is the title of a document, and 4 if
//! an entry of the stem comes later. In that case follows how much greater the number of the next one is. The
//! entry of the first word of a stem ends with the length of its posting list. The lists lie in the
//! order of those words.

#[allow(clippy::arithmetic_side_effects)]
mod write;

use super::far_u32s::FarU32s;
use super::meta::Meta;
use super::pending::Pending;
use super::wire::Reader;
use crate::error::ReadError;
use crate::format::{SectionBytes, SectionId};
use crate::order::partition_point;
use alloc::vec::Vec;
use core::ops::Range;
pub(crate) use write::{NewWord, write};

/// The greatest number of entries in a block.
pub(crate) const BLOCK_WORDS: usize = 32;

const STOP: u32 = 1;
const JOINED: u32 = 2;
const MORE: u32 = 4;

/// A word of the dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TermEntry {
    /// The number of the word.
    pub number: usize,
    /// The number of the first word of the same stem. Words with the same number share a list.
    pub stem: usize,
    /// Whether a query drops it unless nothing else is left.
    pub stop: bool,
    /// Whether it is a name that is written as several words, made one, or the list of another spelling;
    /// of a stop word, whether it is the title of a document.
    pub joined: bool,
    /// Whether its stem has no other word. Then the list is of this word alone.
    pub alone: bool,
    /// The range of the list in the section `postings`.
    pub list: Range<usize>,
}

impl TermEntry {
    /// Whether its list is the word's own, where the word has entries of both kinds: others are of
    /// other spellings.
    pub fn is_own(&self) -> bool {
        self.stop || !self.joined
    }

    /// Whether it is a stop word that is the title of a document.
    pub fn is_title(&self) -> bool {
        self.stop && self.joined
    }
}

/// The section, opened.
pub(crate) struct Dictionary<'a> {
    section: SectionBytes<'a>,
    words: usize,
    blocks: usize,
    offsets: FarU32s<'a>,
    lists: FarU32s<'a>,
    base: usize,
}

/// An entry of a word, without the word's letters.
struct WordEntry {
    number: usize,
    stop: bool,
    joined: bool,
    /// How much greater the number of the stem's next entry is; 0 for the last.
    next: usize,
    list: List,
}

impl WordEntry {
    /// The number of the first word of its stem.
    fn stem(&self) -> usize {
        match self.list {
            List::Own(_) => self.number,
            List::Of(stem) => stem,
        }
    }
}

enum List {
    Own(Range<usize>),
    /// The list of the word with this number.
    Of(usize),
}

impl<'a> Dictionary<'a> {
    pub fn open(section: SectionBytes<'a>, meta: &Meta) -> Result<Self, ReadError> {
        let blocks = meta.word_blocks as usize;
        let array = blocks.saturating_add(1).saturating_mul(4);
        let base = array.saturating_mul(2);
        Ok(Dictionary {
            section,
            words: meta.words as usize,
            blocks,
            offsets: FarU32s::open(section, 0..array)?,
            lists: FarU32s::open(section, array..base)?,
            base,
        })
    }

    /// The entries of a folded word, one for each of its stems. O(log words).
    pub fn get(&self, word: &str) -> Result<Vec<TermEntry>, ReadError> {
        let mut cursor = self.seek(word.as_bytes(), false)?;
        let mut found = Vec::new();
        let mut pending = Pending::default();
        while let Some(entry) = cursor.advance()?
            && cursor.word() == word.as_bytes()
        {
            found.extend(pending.absorb(self.resolve(entry))?);
        }
        pending.finish()?;
        Ok(found)
    }

    /// The words that begin with `prefix`, with their lists. In an index in several files the
    /// caller must prefetch them before, all at once.
    pub fn terms_with<'d>(&'d self, prefix: &'d str) -> Result<TermsWith<'d, 'a>, ReadError> {
        let pending = Pending::default();
        Ok(TermsWith { words: self.prefixed(prefix)?, pending })
    }

    /// The words that begin with `prefix`, without their lists, which takes less time. This
    /// prefetches them.
    pub fn words_with<'d>(&'d self, prefix: &'d str) -> Result<WordsWith<'d, 'a>, ReadError> {
        self.prefetch(prefix, true);
        self.prefixed(prefix)
    }

    fn prefixed<'d>(&'d self, prefix: &'d str) -> Result<WordsWith<'d, 'a>, ReadError> {
        let prefix = prefix.as_bytes();
        Ok(WordsWith { cursor: self.seek(prefix, true)?, prefix })
    }

    /// The blocks that may have a word, or with `prefix` all words that it begins.
    fn near(&self, word: &[u8], prefix: bool) -> Range<usize> {
        if let Some(shards) = self.section.shards() {
            return shards.blocks_near(word, prefix);
        }
        0..self.blocks
    }

    /// Prefetches a word, or with `prefix` all words that it begins. Returns whether any of these
    /// is not loaded.
    pub fn prefetch(&self, word: &str, prefix: bool) -> bool {
        self.section.shards().is_some_and(|shards| shards.prefetch_words(word.as_bytes(), prefix))
    }

    /// A cursor before the first word that is not less than `from`. The words that equal `from`, or
    /// with `prefix` begin with it, come before its end. Other words may come after them.
    fn seek(&self, from: &[u8], prefix: bool) -> Result<Cursor<'_, 'a>, ReadError> {
        let near = self.near(from, prefix);
        let first = self.block_of(from, near.clone())?;
        let mut cursor = self.blocks(first..near.end);
        cursor.skip_to(from)?;
        Ok(cursor)
    }

    /// A cursor before the first word of these blocks.
    fn blocks(&self, blocks: Range<usize>) -> Cursor<'_, 'a> {
        Cursor { dictionary: self, blocks, words: BlockWords::none(), ahead: None }
    }

    /// The last of these blocks whose first word is less than `word`, or the first of them.
    fn block_of(&self, word: &[u8], blocks: Range<usize>) -> Result<usize, ReadError> {
        let others = blocks.start.saturating_add(1)..blocks.end;
        let next = partition_point(others, |block| Ok(self.first_word(block)? < word))?;
        Ok(next.saturating_sub(1))
    }

    /// The first word of a block, which stands there whole.
    fn first_word(&self, block: usize) -> Result<&'a [u8], ReadError> {
        let mut reader = self.reader(block)?;
        reader.varint()?;
        let len = reader.varint()? as usize;
        reader.bytes(len)
    }

    /// The number of bytes of a block's words.
    pub fn block_len(&self, block: usize) -> Result<usize, ReadError> {
        Ok(self.offsets.pair(block)?.len())
    }

    fn reader(&self, block: usize) -> Result<Reader<'a>, ReadError> {
        let Range { start, end } = self.offsets.pair(block)?;
        self.section.reader(self.base.saturating_add(start)..self.base.saturating_add(end))
    }

    fn block(&self, block: usize) -> Result<BlockWords<'a>, ReadError> {
        let first = block.saturating_mul(BLOCK_WORDS);
        Ok(BlockWords {
            reader: self.reader(block)?,
            word: Vec::new(),
            number: first,
            end: first.saturating_add(BLOCK_WORDS),
            list: self.lists.get(block)? as usize,
        })
    }

    /// Adds all words of a stem, which is given by the number of its first word.
    pub fn words_of(&self, stem: usize, all: &mut Vec<Vec<u8>>) -> Result<(), ReadError> {
        let mut number = stem;
        loop {
            let (word, entry) = self.word(number)?;
            all.push(word);
            if entry.next == 0 {
                return Ok(());
            }
            // With 32 bits, the sum could lead back to an earlier word, for ever.
            number = number.saturating_add(entry.next);
        }
    }

    /// The word with a number.
    fn word(&self, number: usize) -> Result<(Vec<u8>, WordEntry), ReadError> {
        let mut words = self.block(number / BLOCK_WORDS)?;
        while let Some(entry) = words.next()? {
            if entry.number == number {
                return Ok((words.word, entry));
            }
        }
        Err(self.section.corrupt(&"a word refers to one that is not there"))
    }

    /// Checks that the next word of a stem has that stem.
    fn check_next(&self, entry: &WordEntry) -> Result<(), ReadError> {
        let next = entry.number.saturating_add(entry.next);
        if entry.next > 0 && self.word(next)?.1.stem() != entry.stem() {
            return Err(self.section.corrupt(&"a word refers to one of another stem"));
        }
        Ok(())
    }

    fn resolve(&self, entry: WordEntry) -> Result<TermEntry, ReadError> {
        let WordEntry { number, stop, joined, next, list } = entry;
        let alone = next == 0 && matches!(list, List::Own(_));
        let (stem, list) = match list {
            List::Own(list) => (number, list),
            List::Of(stem) => (stem, self.own_list(stem)?),
        };
        Ok(TermEntry { number, stem, stop, joined, alone, list })
    }

    fn own_list(&self, number: usize) -> Result<Range<usize>, ReadError> {
        match self.word(number)?.1.list {
            List::Own(list) => Ok(list),
            List::Of(_) => Err(self.section.corrupt(&"a word refers to one that has no list")),
        }
    }
}

/// Goes through the words of blocks, one after another.
struct Cursor<'d, 'a> {
    dictionary: &'d Dictionary<'a>,
    /// The blocks that are not begun.
    blocks: Range<usize>,
    words: BlockWords<'a>,
    /// The entry of the current word, if it was read ahead.
    ahead: Option<WordEntry>,
}

impl Cursor<'_, '_> {
    /// The current word.
    fn word(&self) -> &[u8] {
        &self.words.word
    }

    /// Goes to the next word.
    fn advance(&mut self) -> Result<Option<WordEntry>, ReadError> {
        if self.ahead.is_some() {
            return Ok(self.ahead.take());
        }
        loop {
            if let Some(entry) = self.words.next()? {
                return Ok(Some(entry));
            }
            let Some(block) = self.blocks.next() else { return Ok(None) };
            self.words = self.dictionary.block(block)?;
            if self.words.reader.is_empty() {
                return Err(self.dictionary.section.corrupt(&"a block has no word"));
            }
        }
    }

    /// Passes over the words that are less than `word`.
    fn skip_to(&mut self, word: &[u8]) -> Result<(), ReadError> {
        while let Some(entry) = self.advance()? {
            if self.word() >= word {
                self.ahead = Some(entry);
                break;
            }
        }
        Ok(())
    }
}

/// The words with a prefix: see [`Dictionary::words_with`].
pub(crate) struct WordsWith<'d, 'a> {
    cursor: Cursor<'d, 'a>,
    prefix: &'d [u8],
}

impl WordsWith<'_, '_> {
    /// The next word, folded.
    pub fn next(&mut self) -> Result<Option<&[u8]>, ReadError> {
        Ok(self.advance()?.map(|_| self.cursor.word()))
    }

    fn advance(&mut self) -> Result<Option<WordEntry>, ReadError> {
        Ok(self.cursor.advance()?.filter(|_| self.cursor.word().starts_with(self.prefix)))
    }
}

/// The same with their lists: see [`Dictionary::terms_with`].
pub(crate) struct TermsWith<'d, 'a> {
    words: WordsWith<'d, 'a>,
    pending: Pending,
}

impl TermsWith<'_, '_> {
    /// The next word, folded, with one of its stems. If lists are not loaded it goes on, so that
    /// all of them are asked for, and fails at the end: whoever stops before does not learn of them.
    pub fn next(&mut self) -> Result<Option<(&[u8], TermEntry)>, ReadError> {
        while let Some(entry) = self.words.advance()? {
            let resolved = self.words.cursor.dictionary.resolve(entry);
            if let Some(found) = self.pending.absorb(resolved)? {
                return Ok(Some((self.words.cursor.word(), found)));
            }
        }
        self.pending.finish()?;
        Ok(None)
    }
}

/// The words of one block, one after another.
struct BlockWords<'a> {
    reader: Reader<'a>,
    /// The word that was read last.
    word: Vec<u8>,
    number: usize,
    end: usize,
    /// The offset of the next list that a word owns.
    list: usize,
}

impl BlockWords<'_> {
    fn none() -> Self {
        let reader = Reader::new(&[], SectionId::Words.name());
        BlockWords { reader, word: Vec::new(), number: 0, end: 0, list: 0 }
    }

    fn next(&mut self) -> Result<Option<WordEntry>, ReadError> {
        if self.reader.is_empty() {
            return Ok(None);
        }
        if self.number == self.end {
            return Err(self.reader.corrupt(&"a block has too many words"));
        }
        let shared = self.reader.varint()? as usize;
        if shared > self.word.len() {
            return Err(self.reader.corrupt(&"a word shares more than the one before it has"));
        }
        let rest = self.reader.varint()? as usize;
        self.word.truncate(shared);
        self.word.extend_from_slice(self.reader.bytes(rest)?);
        let code = self.reader.varint()?;
        let next = if code & MORE == 0 { 0 } else { self.reader.varint()? as usize };
        let list = match code as usize >> 3 {
            0 => {
                let start = self.list;
                self.list = start.saturating_add(self.reader.varint()? as usize);
                List::Own(start..self.list)
            }
            back => {
                let wrong = || self.reader.corrupt(&"a word refers to one before the first");
                List::Of(self.number.checked_sub(back).ok_or_else(wrong)?)
            }
        };
        let number = self.number;
        self.number = number.saturating_add(1);
        let (stop, joined) = (code & STOP != 0, code & JOINED != 0);
        Ok(Some(WordEntry { number, stop, joined, next, list }))
    }
}

/// Reads every word, checks that they are in order, and calls `visit` with the list of each word that
/// has one of its own.
pub(crate) fn each_list(
    dictionary: &Dictionary<'_>,
    mut visit: impl FnMut(Range<usize>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut before: Vec<u8> = Vec::new();
    let mut cursor = dictionary.blocks(0..dictionary.blocks);
    let mut words = 0usize;
    while let Some(entry) = cursor.advance()? {
        if cursor.word() < before.as_slice() {
            return Err(SectionId::Words.corrupt(&"the words are not in order"));
        }
        before = cursor.word().to_vec();
        dictionary.check_next(&entry)?;
        if let List::Own(list) = &entry.list {
            visit(list.clone())?;
        }
        dictionary.resolve(entry)?;
        words = words.saturating_add(1);
    }
    if words != dictionary.words {
        return Err(SectionId::Words.corrupt(&"it does not have as many words as it says"));
    }
    Ok(())
}
