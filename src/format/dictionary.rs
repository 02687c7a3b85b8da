//! Section `words`: the dictionary.
//!
//! Words stand in blocks, as they were written, folded, in the order of their bytes. A word has an
//! entry for each of its stems and each stem of its synonyms, and several stems if languages
//! differ. The number of an entry is that of its block times [`BLOCK_WORDS`], plus its place in the
//! block, so some numbers are those of no entry. Words tell where blocks end, and not a count. So a
//! word more leaves other blocks as they were.
//!
//! An eighth of an entry's code, rounded down, is 0 for the first word of a stem, which owns the
//! list of postings. For others it is how much less the number of the first one is. The rest is
//! flags.

mod walk;

use super::far_u32s::FarU32s;
use super::meta::Meta;
use super::pending::Pending;
use super::wire::Reader;
use crate::error::ReadError;
use crate::format::{SectionBytes, SectionId};
use crate::order::partition_point;
use alloc::vec::Vec;
use core::ops::Range;
pub(crate) use walk::each_list;
use xxhash_rust::xxh64::xxh64;

/// The greatest number of entries in a block.
pub(crate) const BLOCK_WORDS: usize = 32;

/// The least number of entries in a block, unless there are no more.
const MIN_BLOCK_WORDS: usize = 8;

/// After that, one word in this many begins a block.
const WORDS_PER_BEGINNING: u64 = 8;

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
    /// Whether it is a name that is written as several words, made one, or the list of another
    /// spelling; of a stop word, whether it is the title of a document.
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

    /// Checks that the next word of a stem has that stem. The smallest build does without: a wrong
    /// word is marked in a text and does no other harm.
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

/// A word to write.
pub(crate) struct NewWord<'a> {
    pub word: &'a str,
    pub stop: bool,
    pub joined: bool,
    /// Which of the words to write is the first of the same stem. For that word it is itself.
    pub stem: usize,
    /// The length in bytes of the stem's list, if this is its first word.
    pub list: usize,
}

/// Writes the section. `words` must be in the order of their bytes.
/// Gives the number of blocks, too.
#[allow(clippy::arithmetic_side_effects)]
pub(crate) fn write(words: &[NewWord<'_>]) -> (Vec<u8>, u32) {
    use crate::format::wire::write;

    let mut offsets = Vec::new();
    let mut lists = Vec::new();
    let mut out = Vec::new();
    let mut list = 0;
    let numbers = numbers(words);
    let nexts = nexts(words, &numbers);
    let mut before = "";
    let mut blocks = 0;
    for ((new, &number), &next) in words.iter().zip(&numbers).zip(&nexts) {
        if number.is_multiple_of(BLOCK_WORDS) {
            write::u32(&mut offsets, out.len() as u32);
            write::u32(&mut lists, list as u32);
            before = "";
            blocks += 1;
        }
        let stem = numbers.get(new.stem).copied().unwrap_or(number);
        write_word(&mut out, before, (number - stem, next), new);
        list += if stem == number { new.list } else { 0 };
        before = new.word;
    }
    write::u32(&mut offsets, out.len() as u32);
    write::u32(&mut lists, list as u32);
    ([offsets, lists, out].concat(), blocks)
}

/// The numbers of the entries. A block begins where the checksum of a word says so.
#[allow(clippy::arithmetic_side_effects)]
fn numbers(words: &[NewWord<'_>]) -> Vec<usize> {
    let mut numbers = Vec::with_capacity(words.len());
    let (mut block, mut count) = (0, 0);
    for new in words {
        let begins = || xxh64(new.word.as_bytes(), 0).is_multiple_of(WORDS_PER_BEGINNING);
        if count == BLOCK_WORDS || count >= MIN_BLOCK_WORDS && begins() {
            block += 1;
            count = 0;
        }
        numbers.push(block * BLOCK_WORDS + count);
        count += 1;
    }
    numbers
}

/// For each word how much greater the number of the next one of its stem is; 0 for the last.
#[allow(clippy::arithmetic_side_effects)]
fn nexts(words: &[NewWord<'_>], numbers: &[usize]) -> Vec<usize> {
    let mut nexts = alloc::vec![0; words.len()];
    // For the first word of each stem, which word is the last one of it so far.
    let mut last: Vec<usize> = (0..words.len()).collect();
    for (at, (new, number)) in words.iter().zip(numbers).enumerate() {
        if let Some(last) = last.get_mut(new.stem) {
            if let (Some(next), Some(before)) = (nexts.get_mut(*last), numbers.get(*last)) {
                *next = number - before;
            }
            *last = at;
        }
    }
    nexts
}

#[allow(clippy::arithmetic_side_effects)]
fn write_word(out: &mut Vec<u8>, before: &str, (back, next): (usize, usize), new: &NewWord<'_>) {
    use crate::format::wire::write;

    let pairs = before.bytes().zip(new.word.bytes());
    let shared = pairs.take_while(|(a, b)| a == b).count();
    let rest = new.word.as_bytes().get(shared..).unwrap_or_default();
    write::varint(out, shared as u64);
    write::varint(out, rest.len() as u64);
    out.extend_from_slice(rest);
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
