//! Section `letters`: how letters outside of ASCII are folded.
//!
//! For each, in ascending order: as a varint, how far its code point lies after the one before it
//! (the first: its code point), and as a string what it becomes. A letter that is not listed stays
//! as it is. Listed are those of the Latin blocks and of every block of 128 code points that the
//! texts use.

use super::Part;
use crate::analyze::fold::Letters;
use crate::error::Damage;
use alloc::string::String;
use alloc::vec::Vec;

/// The section, read.
pub(crate) struct KnownLetters<'a>(Vec<(u32, &'a str)>);

impl<'a> KnownLetters<'a> {
    pub fn read(part: Part<'a>) -> Result<Self, Damage> {
        let mut reader = part.reader(0..part.len())?;
        let mut letters = Vec::new();
        let mut letter = 0u32;
        while !reader.is_empty() {
            letter = letter.saturating_add(reader.varint()?);
            letters.push((letter, reader.str()?));
        }
        Ok(KnownLetters(letters))
    }
}

impl Letters for KnownLetters<'_> {
    fn fold(&self, letter: char, out: &mut String) {
        match self.0.binary_search_by_key(&u32::from(letter), |(known, _)| *known) {
            Ok(at) => out.push_str(self.0.get(at).map_or("", |(_, folded)| folded)),
            Err(_) => out.push(letter),
        }
    }
}

/// The blocks whose letters the section lists.
#[cfg(feature = "build")]
pub(crate) struct LettersWriter(alloc::collections::BTreeSet<u32>);

#[cfg(feature = "build")]
const BLOCK: u32 = 128;

/// Latin letters that a reader may type though the texts do without, and the curly apostrophe.
#[cfg(feature = "build")]
const ALWAYS: [u32; 7] = [
    0x80 / BLOCK,
    0x100 / BLOCK,
    0x180 / BLOCK,
    0x200 / BLOCK,
    0x1e00 / BLOCK,
    0x1e80 / BLOCK,
    0x2000 / BLOCK,
];

#[cfg(feature = "build")]
impl Default for LettersWriter {
    fn default() -> Self {
        LettersWriter(ALWAYS.into())
    }
}

#[cfg(feature = "build")]
impl LettersWriter {
    /// Takes note of the letters of a text.
    pub fn see(&mut self, text: &str) {
        if !text.is_ascii() {
            let outside = text.chars().filter(|c| !c.is_ascii());
            self.0.extend(outside.map(|c| u32::from(c) / BLOCK));
        }
    }

    pub fn finish(self) -> Vec<u8> {
        use crate::analyze::fold::AllLetters;
        use crate::wire::write;

        let blocks = self.0.into_iter().map(|block| block * BLOCK);
        let letters = blocks.flat_map(|start| start..start + BLOCK).filter_map(char::from_u32);
        let mut out = Vec::new();
        let mut before = 0;
        let mut folded = String::new();
        for letter in letters {
            folded.clear();
            AllLetters.fold(letter, &mut folded);
            if !folded.chars().eq([letter]) {
                write::varint(&mut out, u64::from(u32::from(letter) - before));
                write::str(&mut out, &folded);
                before = letter.into();
            }
        }
        out
    }
}
