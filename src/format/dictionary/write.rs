//! Writes the dictionary.

use super::{BLOCK_WORDS, JOINED, MORE, STOP};
use crate::format::wire::write as wire;
use alloc::vec::Vec;
use xxhash_rust::xxh64::xxh64;

/// The least number of entries in a block, unless there are no more.
const MIN_BLOCK_WORDS: usize = 8;

/// After that, one word in this many begins a block.
const WORDS_PER_BEGINNING: u64 = 8;

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

/// Writes the section. `words` must be in the order of their bytes. Gives the number of blocks, too.
pub(crate) fn write(words: &[NewWord<'_>]) -> (Vec<u8>, u32) {
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
            wire::u32(&mut offsets, out.len() as u32);
            wire::u32(&mut lists, list as u32);
            before = "";
            blocks += 1;
        }
        let stem = numbers.get(new.stem).copied().unwrap_or(number);
        write_word(&mut out, before, (number - stem, next), new);
        list += if stem == number { new.list } else { 0 };
        before = new.word;
    }
    wire::u32(&mut offsets, out.len() as u32);
    wire::u32(&mut lists, list as u32);
    ([offsets, lists, out].concat(), blocks)
}

/// The numbers of the entries. A block begins where the checksum of a word says so.
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

fn write_word(out: &mut Vec<u8>, before: &str, (back, next): (usize, usize), new: &NewWord<'_>) {
    let pairs = before.bytes().zip(new.word.bytes());
    let shared = pairs.take_while(|(a, b)| a == b).count();
    let rest = new.word.as_bytes().get(shared..).unwrap_or_default();
    wire::varint(out, shared as u64);
    wire::varint(out, rest.len() as u64);
    out.extend_from_slice(rest);
    let flags = [(new.stop, STOP), (new.joined, JOINED), (next > 0, MORE)];
    let flags: u32 = flags.iter().filter(|(is, _)| *is).map(|(_, flag)| flag).sum();
    wire::varint(out, (back as u64) << 3 | u64::from(flags));
    if next > 0 {
        wire::varint(out, next as u64);
    }
    if back == 0 {
        wire::varint(out, new.list as u64);
    }
}
