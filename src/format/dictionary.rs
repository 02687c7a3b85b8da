//! Section `words`: the dictionary.
//!
//! It holds the words as they were written, folded, in the order of their bytes, in blocks of 16.
//! A word that has several stems, of several languages, has as many entries in a row, and so has
//! one with synonyms: an entry for each stem of theirs too.
//! Two arrays of `u32` come first, with an entry for each block and one more for the end: where
//! its words begin, counted from the end of the arrays, and where the first list of its own begins
//! in the section `postings`.
//!
//! A word: as varints, the number of bytes that it shares with the word before it in the block, the
//! number of bytes that follow, those bytes, and a code. The code divided by eight is 0 where the
//! word is the first of its stem, and else how many words back the first one stands; the rest is 1
//! for a stop word, plus 2 for a word that stands in no text as one, plus 4 where the stem has more
//! words: then it follows how many words on the next one stands. The first of a stem is followed by
//! the length of its posting list; the lists lie in the order of those words.

use super::far_u32s::FarU32s;
use super::meta::Meta;
use super::pending::Pending;
use super::wire::Reader;
use crate::error::ReadError;
use crate::format::{SectionBytes, SectionId};
use crate::order::partition_point;
use alloc::vec::Vec;
use core::ops::Range;

/// Words in a block.
pub(crate) const BLOCK: usize = 16;

const STOP: u32 = 1;
const JOINED: u32 = 2;
const MORE: u32 = 4;

/// A word of the dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TermEntry {
    /// The number of the word.
    pub number: usize,
    /// The number of the first word of the same stem: equal for words that share a list.
    pub stem: usize,
    /// Dropped from a query unless nothing else is left in it.
    pub stop: bool,
    /// A name that is written as several words, as one.
    pub joined: bool,
    /// Whether its stem has no other word, so that the list is of this word alone.
    pub alone: bool,
    /// Where the list lies in the section `postings`.
    pub list: Range<usize>,
}

/// The section, opened.
pub(crate) struct Dictionary<'a> {
    section: SectionBytes<'a>,
    words: usize,
    offsets: FarU32s<'a>,
    lists: FarU32s<'a>,
    base: usize,
}

/// What stands at a word besides its letters.
struct Entry {
    number: usize,
    stop: bool,
    joined: bool,
    /// How many words on the next one of the stem stands; 0 for the last.
    next: usize,
    list: List,
}

#[cfg(feature = "explore")]
impl Entry {
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
    /// The same as that of the word with this number.
    Of(usize),
}

impl<'a> Dictionary<'a> {
    pub fn open(section: SectionBytes<'a>, meta: &Meta) -> Result<Self, ReadError> {
        let words = meta.words as usize;
        let array = words.div_ceil(BLOCK).saturating_add(1).saturating_mul(4);
        let base = array.saturating_mul(2);
        Ok(Dictionary {
            section,
            words,
            offsets: FarU32s::open(section, 0..array)?,
            lists: FarU32s::open(section, array..base)?,
            base,
        })
    }

    /// Looks a folded word up: an entry for each of its stems. O(log words).
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

    /// The words that begin with `prefix`, with their lists. Of an index in several files they are to
    /// be prefetched before, all at once.
    pub fn terms_with<'d>(&'d self, prefix: &'d str) -> Result<TermsWith<'d, 'a>, ReadError> {
        let pending = Pending::default();
        Ok(TermsWith { words: self.prefixed(prefix)?, pending })
    }

    /// The words that begin with `prefix`, without their lists, which takes less time. They are
    /// prefetched here.
    pub fn words_with<'d>(&'d self, prefix: &'d str) -> Result<WordsWith<'d, 'a>, ReadError> {
        self.prefetch(prefix, true);
        self.prefixed(prefix)
    }

    fn prefixed<'d>(&'d self, prefix: &'d str) -> Result<WordsWith<'d, 'a>, ReadError> {
        let prefix = prefix.as_bytes();
        Ok(WordsWith { cursor: self.seek(prefix, true)?, prefix })
    }

    /// The blocks among which a word is; where it is a `prefix`, all that it begins.
    fn near(&self, word: &[u8], prefix: bool) -> Range<usize> {
        if let Some(shards) = self.section.shards() {
            return shards.blocks_near(word, prefix);
        }
        0..self.words.div_ceil(BLOCK)
    }

    /// Notes that a word will be looked up, or where it is a `prefix` all that it begins; whether any
    /// of it is not there.
    pub fn prefetch(&self, word: &str, prefix: bool) -> bool {
        self.section.shards().is_some_and(|shards| shards.prefetch_words(word.as_bytes(), prefix))
    }

    /// A cursor before the first word that is not before `from`. It ends where no word is the same or,
    /// where `from` is a `prefix`, begins so; it may end later.
    fn seek(&self, from: &[u8], prefix: bool) -> Result<Cursor<'_, 'a>, ReadError> {
        let near = self.near(from, prefix);
        let first = self.block_of(from, near.clone())?;
        let mut cursor = self.blocks(first..near.end);
        cursor.skip_to(from)?;
        Ok(cursor)
    }

    /// A cursor before the first word of some blocks.
    fn blocks(&self, blocks: Range<usize>) -> Cursor<'_, 'a> {
        Cursor { dictionary: self, blocks, words: BlockWords::none(), ahead: None }
    }

    /// The last of some blocks whose first word is before `word`, or the first of them.
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

    /// The bytes of the words of a block.
    #[cfg(feature = "build")]
    pub fn block_len(&self, block: usize) -> Result<usize, ReadError> {
        Ok(self.offsets.pair(block)?.len())
    }

    fn reader(&self, block: usize) -> Result<Reader<'a>, ReadError> {
        let Range { start, end } = self.offsets.pair(block)?;
        self.section.reader(self.base.saturating_add(start)..self.base.saturating_add(end))
    }

    fn block(&self, block: usize) -> Result<BlockWords<'a>, ReadError> {
        let first = block.saturating_mul(BLOCK);
        Ok(BlockWords {
            reader: self.reader(block)?,
            word: Vec::new(),
            number: first,
            end: self.words.min(first.saturating_add(BLOCK)),
            list: self.lists.get(block)? as usize,
        })
    }

    /// Adds the words of the stem of which the first has a number.
    pub fn words_of(&self, stem: usize, all: &mut Vec<Vec<u8>>) -> Result<(), ReadError> {
        let mut number = stem;
        loop {
            let (word, entry) = self.word(number)?;
            all.push(word);
            if entry.next == 0 {
                return Ok(());
            }
            // Where a number has 32 bits, the sum could lead back to a word before, for ever.
            number = number.saturating_add(entry.next);
        }
    }

    /// The word with a number.
    fn word(&self, number: usize) -> Result<(Vec<u8>, Entry), ReadError> {
        let mut words = self.block(number / BLOCK)?;
        while let Some(entry) = words.next()? {
            if entry.number == number {
                return Ok((words.word, entry));
            }
        }
        Err(self.section.corrupt(&"a word refers to one that is not there"))
    }

    /// Whether the next word of a stem is of that stem. The smallest build does without: a word
    /// that is not is marked in a text and does no other harm.
    #[cfg(feature = "explore")]
    fn check_next(&self, entry: &Entry) -> Result<(), ReadError> {
        let next = entry.number.saturating_add(entry.next);
        if entry.next > 0 && self.word(next)?.1.stem() != entry.stem() {
            return Err(self.section.corrupt(&"a word refers to one of another stem"));
        }
        Ok(())
    }

    fn resolve(&self, entry: Entry) -> Result<TermEntry, ReadError> {
        let Entry { number, stop, joined, next, list } = entry;
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
    /// Those that are not begun.
    blocks: Range<usize>,
    words: BlockWords<'a>,
    /// What was read already, at the current word.
    ahead: Option<Entry>,
}

impl Cursor<'_, '_> {
    /// The current word.
    fn word(&self) -> &[u8] {
        &self.words.word
    }

    /// Goes to the next word.
    fn advance(&mut self) -> Result<Option<Entry>, ReadError> {
        if self.ahead.is_some() {
            return Ok(self.ahead.take());
        }
        loop {
            if let Some(entry) = self.words.next()? {
                return Ok(Some(entry));
            }
            let Some(block) = self.blocks.next() else { return Ok(None) };
            self.words = self.dictionary.block(block)?;
        }
    }

    /// Passes over what is before a word.
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

/// The words that begin alike: see [`Dictionary::words_with`].
pub(crate) struct WordsWith<'d, 'a> {
    cursor: Cursor<'d, 'a>,
    prefix: &'d [u8],
}

impl WordsWith<'_, '_> {
    /// The next word, folded.
    pub fn next(&mut self) -> Result<Option<&[u8]>, ReadError> {
        Ok(self.advance()?.map(|_| self.cursor.word()))
    }

    fn advance(&mut self) -> Result<Option<Entry>, ReadError> {
        Ok(self.cursor.advance()?.filter(|_| self.cursor.word().starts_with(self.prefix)))
    }
}

/// The same with their lists: see [`Dictionary::terms_with`].
pub(crate) struct TermsWith<'d, 'a> {
    words: WordsWith<'d, 'a>,
    pending: Pending,
}

impl TermsWith<'_, '_> {
    /// The next word, folded, with one of its stems. Where lists are not loaded it goes on, so that
    /// all of these are asked for, and fails at the end.
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
    /// Where the next own list begins.
    list: usize,
}

impl BlockWords<'_> {
    fn none() -> Self {
        let reader = Reader::new(&[], SectionId::Words.name());
        BlockWords { reader, word: Vec::new(), number: 0, end: 0, list: 0 }
    }

    fn next(&mut self) -> Result<Option<Entry>, ReadError> {
        if self.number == self.end {
            return Ok(None);
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
        Ok(Some(Entry { number, stop, joined, next, list }))
    }
}

/// A word to write.
#[cfg(feature = "build")]
pub(crate) struct NewWord<'a> {
    pub word: &'a str,
    pub stop: bool,
    pub joined: bool,
    /// The number of the first word of the same stem; its own where it is the first.
    pub stem: usize,
    /// The length in bytes of the stem's list, where this is the first.
    pub list: usize,
}

/// The section for `words`, which must be in the order of their bytes.
#[cfg(feature = "build")]
pub(crate) fn write(words: &[NewWord<'_>]) -> Vec<u8> {
    use crate::format::wire::write;

    let mut offsets = Vec::new();
    let mut lists = Vec::new();
    let mut out = Vec::new();
    let mut list = 0;
    let nexts = nexts(words);
    for (block, words) in words.chunks(BLOCK).enumerate() {
        write::u32(&mut offsets, out.len() as u32);
        write::u32(&mut lists, list as u32);
        let mut before = "";
        for (number, new) in (block * BLOCK..).zip(words) {
            let next = nexts.get(number).copied().unwrap_or_default();
            write_word(&mut out, before, (number, next), new);
            list += if new.stem == number { new.list } else { 0 };
            before = new.word;
        }
    }
    write::u32(&mut offsets, out.len() as u32);
    write::u32(&mut lists, list as u32);
    [offsets, lists, out].concat()
}

/// For each word, how many words on the next one of its stem stands; 0 for the last.
#[cfg(feature = "build")]
fn nexts(words: &[NewWord<'_>]) -> Vec<usize> {
    let mut nexts = alloc::vec![0; words.len()];
    let mut last: Vec<usize> = (0..words.len()).collect();
    for (number, new) in words.iter().enumerate() {
        if let Some(last) = last.get_mut(new.stem) {
            if let Some(next) = nexts.get_mut(*last) {
                *next = number - *last;
            }
            *last = number;
        }
    }
    nexts
}

#[cfg(feature = "build")]
fn write_word(out: &mut Vec<u8>, before: &str, (number, next): (usize, usize), new: &NewWord<'_>) {
    use crate::format::wire::write;

    let pairs = before.bytes().zip(new.word.bytes());
    let shared = pairs.take_while(|(a, b)| a == b).count();
    let rest = new.word.as_bytes().get(shared..).unwrap_or_default();
    write::varint(out, shared as u64);
    write::varint(out, rest.len() as u64);
    out.extend_from_slice(rest);
    let back = number - new.stem;
    let flags = [(new.stop, STOP), (new.joined, JOINED), (next > 0, MORE)];
    let flags: u32 = flags.iter().filter(|(is, _)| *is).map(|(_, flag)| flag).sum();
    write::varint(out, (back as u64) << 3 | u64::from(flags));
    if next > 0 {
        write::varint(out, next as u64);
    }
    if back == 0 {
        write::varint(out, new.list as u64);
    }
}

/// Reads every word, sees that they are in order, and calls `visit` with where each list lies.
pub(crate) fn each_list(
    dictionary: &Dictionary<'_>,
    mut visit: impl FnMut(Range<usize>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut before: Vec<u8> = Vec::new();
    let mut cursor = dictionary.blocks(0..dictionary.words.div_ceil(BLOCK));
    while let Some(entry) = cursor.advance()? {
        if cursor.word() < before.as_slice() {
            return Err(SectionId::Words.corrupt(&"the words are not in order"));
        }
        before = cursor.word().to_vec();
        #[cfg(feature = "explore")]
        dictionary.check_next(&entry)?;
        if let List::Own(list) = &entry.list {
            visit(list.clone())?;
        }
        dictionary.resolve(entry)?;
    }
    Ok(())
}
