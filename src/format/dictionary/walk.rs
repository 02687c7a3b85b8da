//! Goes through the words of the dictionary in their order.

use super::{BlockWords, Dictionary, List, TermEntry, WordEntry};
use crate::error::ReadError;
use crate::format::SectionId;
use crate::format::pending::Pending;
use alloc::vec::Vec;
use core::ops::Range;

impl<'a> Dictionary<'a> {
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

    /// A cursor before the first word that is not less than `from`. The words that equal `from`, or
    /// with `prefix` begin with it, come before its end. Other words may come after them.
    pub(super) fn seek(&self, from: &[u8], prefix: bool) -> Result<Cursor<'_, 'a>, ReadError> {
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
}

/// Goes through the words of blocks, one after another.
pub(super) struct Cursor<'d, 'a> {
    dictionary: &'d Dictionary<'a>,
    /// The blocks that are not begun.
    blocks: Range<usize>,
    words: BlockWords<'a>,
    /// The entry of the current word, if it was read ahead.
    ahead: Option<WordEntry>,
}

impl Cursor<'_, '_> {
    /// The current word.
    pub fn word(&self) -> &[u8] {
        &self.words.word
    }

    /// Goes to the next word.
    pub fn advance(&mut self) -> Result<Option<WordEntry>, ReadError> {
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
    /// The next word, folded, with one of its stems. If lists are not loaded it goes
    /// on, so that all of them are asked for, and fails at the end: whoever stops
    /// before does not learn of them.
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

/// Reads every word, checks that they are in order, and calls `visit` with the list of each
/// word that has one of its own.
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
