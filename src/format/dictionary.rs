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

use super::meta::Meta;
use super::pages::FarU32s;
use super::pending::Pending;
use super::wire::Reader;
use crate::error::ReadError;
use crate::format::{SectionBytes, SectionId};
use alloc::vec::Vec;
use core::cmp::Ordering;
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
    part: SectionBytes<'a>,
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

/// Takes a word and what stands at it; says whether to go on.
type Visit<'v> = dyn FnMut(&[u8], Entry) -> Result<bool, ReadError> + 'v;

enum List {
    Own(Range<usize>),
    /// The same as that of the word with this number.
    Of(usize),
}

impl<'a> Dictionary<'a> {
    pub fn open(part: SectionBytes<'a>, meta: &Meta) -> Result<Self, ReadError> {
        let words = meta.words as usize;
        let array = words.div_ceil(BLOCK).saturating_add(1).saturating_mul(4);
        let base = array.saturating_mul(2);
        Ok(Dictionary {
            part,
            words,
            offsets: part.far_u32s(0..array)?,
            lists: part.far_u32s(array..base)?,
            base,
        })
    }

    /// Looks a folded word up: an entry for each of its stems. O(log words).
    pub fn get(&self, word: &str) -> Result<Vec<TermEntry>, ReadError> {
        let mut found = Vec::new();
        let mut pending = Pending::default();
        self.walk(word, false, &mut |at, entry| {
            let is_same = at == word.as_bytes();
            if is_same {
                found.extend(pending.absorb(self.resolve(entry))?);
            }
            Ok(is_same)
        })?;
        pending.finish()?;
        Ok(found)
    }

    /// Calls `visit` with each word that begins with `prefix`, in order, until it returns false.
    /// Of an index in several files these are to be wanted before, all at once.
    pub fn with_prefix(
        &self,
        prefix: &str,
        visit: &mut dyn FnMut(&[u8], TermEntry) -> bool,
    ) -> Result<(), ReadError> {
        let mut pending = Pending::default();
        self.walk(prefix, true, &mut |word, entry| {
            if !word.starts_with(prefix.as_bytes()) {
                return Ok(false);
            }
            Ok(match pending.absorb(self.resolve(entry))? {
                Some(found) => visit(word, found),
                None => true,
            })
        })?;
        pending.finish()
    }

    /// The same without looking up what stands at a word, which takes less time. They are wanted
    /// here.
    pub fn each(&self, prefix: &str, visit: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
        #[cfg(feature = "shards")]
        self.prefetch(prefix, true);
        self.walk(prefix, true, &mut |word, _| {
            let begins = word.starts_with(prefix.as_bytes());
            if begins {
                visit(word);
            }
            Ok(begins)
        })
    }

    /// The blocks among which a word is; where it is a `prefix`, all that it begins.
    fn near(&self, _word: &str, _prefix: bool) -> Range<usize> {
        #[cfg(feature = "shards")]
        if let Some(shards) = self.part.shards() {
            return shards.blocks_near(_word.as_bytes(), _prefix);
        }
        0..self.words.div_ceil(BLOCK)
    }

    /// Notes that a word will be looked up, or where it is a `prefix` all that it begins; whether any
    /// of it is not there.
    #[cfg(feature = "shards")]
    pub fn prefetch(&self, word: &str, prefix: bool) -> bool {
        self.part.shards().is_some_and(|shards| shards.prefetch_words(word.as_bytes(), prefix))
    }

    /// Visits words in order from the first that is not before `from`, to where there are none that
    /// are the same or, where it is a `prefix`, begin so.
    fn walk(&self, from: &str, prefix: bool, visit: &mut Visit<'_>) -> Result<(), ReadError> {
        let blocks = self.near(from, prefix);
        let from = from.as_bytes();
        self.walk_blocks(self.block_of(from, blocks.clone())?..blocks.end, &mut |word, entry| {
            match word.cmp(from) {
                Ordering::Less => Ok(true),
                _ => visit(word, entry),
            }
        })
    }

    fn walk_blocks(&self, blocks: Range<usize>, visit: &mut Visit<'_>) -> Result<(), ReadError> {
        for block in blocks {
            let mut words = self.block(block)?;
            while let Some(entry) = words.next()? {
                if !visit(&words.word, entry)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The last of some blocks whose first word is before `word`, or the first of them.
    fn block_of(&self, word: &[u8], blocks: Range<usize>) -> Result<usize, ReadError> {
        let Range { start: mut low, end: mut high } = blocks;
        while high.saturating_sub(low) > 1 {
            let middle = low.midpoint(high);
            if self.first_word(middle)? < word {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// The first word of a block, which stands there whole.
    fn first_word(&self, block: usize) -> Result<&'a [u8], ReadError> {
        let mut reader = self.reader(block)?;
        reader.varint()?;
        let len = reader.varint()? as usize;
        reader.bytes(len)
    }

    /// The bytes of the words of a block.
    #[cfg(all(feature = "build", feature = "shards"))]
    pub fn block_len(&self, block: usize) -> Result<usize, ReadError> {
        Ok(self.offsets.pair(block)?.len())
    }

    fn reader(&self, block: usize) -> Result<Reader<'a>, ReadError> {
        let Range { start, end } = self.offsets.pair(block)?;
        self.part.reader(self.base.saturating_add(start)..self.base.saturating_add(end))
    }

    fn block(&self, block: usize) -> Result<Words<'a>, ReadError> {
        let first = block.saturating_mul(BLOCK);
        Ok(Words {
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
        Err(self.part.corrupt(&"a word refers to one that is not there"))
    }

    /// Whether the next word of a stem is of that stem. The smallest build does without: a word
    /// that is not is marked in a text and does no other harm.
    #[cfg(feature = "explore")]
    fn check_next(&self, entry: &Entry) -> Result<(), ReadError> {
        let next = entry.number.saturating_add(entry.next);
        if entry.next > 0 && self.word(next)?.1.stem() != entry.stem() {
            return Err(self.part.corrupt(&"a word refers to one of another stem"));
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
            List::Of(_) => Err(self.part.corrupt(&"a word refers to one that has no list")),
        }
    }
}

/// The words of one block, one after another.
struct Words<'a> {
    reader: Reader<'a>,
    /// The word that was read last.
    word: Vec<u8>,
    number: usize,
    end: usize,
    /// Where the next own list begins.
    list: usize,
}

impl Words<'_> {
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
    let mut before: Option<Vec<u8>> = None;
    let blocks = 0..dictionary.words.div_ceil(BLOCK);
    dictionary.walk_blocks(blocks, &mut |word, entry| {
        if before.as_deref().is_some_and(|before| word < before) {
            return Err(SectionId::Words.corrupt(&"the words are not in order"));
        }
        before = Some(word.to_vec());
        #[cfg(feature = "explore")]
        dictionary.check_next(&entry)?;
        if let List::Own(list) = &entry.list {
            visit(list.clone())?;
        }
        dictionary.resolve(entry)?;
        Ok(true)
    })
}
