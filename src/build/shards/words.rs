//! Cuts the dictionary and the posting lists.

use super::plan::{Plan, groups};
use crate::build::shards::{ARRAY_PART, ShardSizes};
use crate::error::ReadError;
use crate::format::dictionary::{BLOCK_WORDS, TermEntry};
use crate::format::shards::{ENTRY_BYTES, Files, Form, Table};
use crate::index::IndexReader;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use xxhash_rust::xxh64::xxh64;

/// The list of a stop word is not prefetched if it has this many bytes.
const LONG_LIST_BYTES: usize = 512;

/// Blocks of the dictionary that stay together, as they have the same word.
struct Blocks {
    count: usize,
    bytes: usize,
    /// The number of their first word.
    number: usize,
    /// That word and the word before it.
    first: Vec<u8>,
    before: Vec<u8>,
}

/// A posting list.
struct List {
    /// The number of the first word of the stem, and that of the last.
    number: usize,
    last: usize,
    /// The first word.
    word: Vec<u8>,
    bytes: usize,
}

/// Two neighbours among the words of a stem, which are read one after the other.
struct Link {
    /// The numbers of the words.
    from: usize,
    to: usize,
    /// The cost of a cut between them.
    cost: i64,
}

/// Cuts words and posting lists.
#[derive(Default)]
pub(super) struct WordSplitter {
    blocks: Vec<Blocks>,
    lists: Vec<List>,
    stops: Vec<Vec<u8>>,
    /// For each word, the cost of a cut of the lists before it.
    costs: Vec<i64>,
    /// Neighbours among the words of a stem.
    links: Vec<Link>,
    /// Among the pieces, for each file of words the array of the beginnings of their lists.
    arrays: Range<usize>,
}

impl WordSplitter {
    /// Reads the whole dictionary.
    pub fn read(index: &IndexReader<'_>) -> Result<Self, ReadError> {
        let mut words = WordSplitter::default();
        let mut before = Vec::new();
        let mut terms = index.words.terms_with("")?;
        while let Some((word, found)) = terms.next()? {
            if found.number.is_multiple_of(BLOCK_WORDS) {
                words.add_block(&before, word, found.number);
            }
            words.add_list(word, &found);
            if found.stop && found.list.len() >= LONG_LIST_BYTES {
                words.stops.push(word.to_vec());
            }
            before = word.to_vec();
        }
        words.stops.dedup();
        words.links.sort_unstable_by_key(|link| link.from);
        words.costs = costs(&words.lists, BLOCK_WORDS * index.meta.word_blocks as usize);
        let mut number = 0;
        for blocks in &mut words.blocks {
            for _ in 0..blocks.count {
                blocks.bytes += index.words.block_len(number)? + 2 * ENTRY_BYTES;
                number += 1;
            }
        }
        Ok(words)
    }

    /// Adds the list of a stem if this is its first word.
    fn add_list(&mut self, word: &[u8], found: &TermEntry) {
        let &TermEntry { number, stem, .. } = found;
        if stem == number {
            let (word, bytes) = (word.to_vec(), found.list.len());
            self.lists.push(List { number, last: number, word, bytes });
        } else if let Ok(at) = self.lists.binary_search_by_key(&stem, |list| list.number)
            && let Some(list) = self.lists.get_mut(at)
        {
            self.links.push(Link { from: list.last, to: number, cost: list.cost() });
            list.last = number;
        }
    }

    fn add_block(&mut self, before: &[u8], first: &[u8], number: usize) {
        match self.blocks.last_mut().filter(|_| before == first) {
            Some(last) => last.count += 1,
            None => {
                let (first, before) = (first.to_vec(), before.to_vec());
                self.blocks.push(Blocks { count: 1, bytes: 0, number, first, before });
            }
        }
    }

    /// The cost of a file with these words: that of their stems that go on after it.
    fn cost(&self, words: Range<usize>) -> i64 {
        let first = self.links.partition_point(|link| link.from < words.start);
        let links = self.links.iter().skip(first).take_while(|link| link.from < words.end);
        links.filter(|link| link.to >= words.end).map(|link| link.cost).sum()
    }

    /// Cuts the section `words`. The head keeps the ends of the arrays.
    pub fn split_words(&mut self, sizes: &ShardSizes, plan: &mut Plan, table: &mut Table) {
        let cost = |first: &Blocks, next: &Blocks| {
            (self.cost(first.number..next.number), sizes.choice(xxh64(&next.first, 0)))
        };
        let files = groups(&self.blocks, |blocks| blocks.bytes, sizes.words, cost);
        let counts: Vec<usize> =
            files.iter().map(|file| file.iter().map(|blocks| blocks.count).sum()).collect();
        let bytes = |file: &&[Blocks]| file.iter().map(|blocks| blocks.bytes).sum::<usize>();
        let first = plan.take_files(files.len());
        let array = || counts.iter().map(|count| ENTRY_BYTES * count);
        let offsets = plan.push_each(first, array(), ARRAY_PART);
        plan.push_end();
        self.arrays = plan.push_each(first, array(), ARRAY_PART);
        plan.push_end();
        let data =
            files.iter().zip(&counts).map(|(file, count)| bytes(file) - 2 * ENTRY_BYTES * count);
        let data = plan.push_each(first, data, Form::Padded);
        plan.point(offsets, &data);
        let begins = files.iter().filter_map(|file| file.first());
        let begins = begins.map(|blocks| separator(&blocks.before, &blocks.first)).collect();
        table.words = Files { first, begins };
        table.blocks = vec![0];
        for count in counts {
            table.blocks.push(count + table.blocks.last().copied().unwrap_or_default());
        }
    }

    /// Cuts the section `postings` wherever words were cut, and between. So a file of words depends
    /// on no list but its own. The stop words go to the table.
    pub fn split_lists(&mut self, sizes: &ShardSizes, plan: &mut Plan, table: &mut Table) {
        let first = plan.shards + 1;
        let mut begins = Vec::new();
        let mut rest = self.lists.as_slice();
        let ends = table.blocks.iter().skip(1);
        for ((array, end), begin) in self.arrays.clone().zip(ends).zip(&table.words.begins) {
            let count = rest.partition_point(|list| list.number < end * BLOCK_WORDS);
            let (own, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            let cost = |_: &List, next: &List| {
                let cost = self.costs.get(next.number).copied().unwrap_or(0);
                (cost, sizes.choice(xxh64(&next.word, 0)))
            };
            let mut files = groups(own, |list| list.bytes, sizes.postings, cost);
            if files.is_empty() {
                // A file of words begins where a file of lists does, so it needs one.
                files.push(own);
            }
            let file = plan.take_files(files.len());
            let bytes = files.iter().map(|file| file.iter().map(|list| list.bytes).sum());
            let lists = plan.push_each(file, bytes, Form::Bytes);
            plan.point(array..array + 1, &lists);
            begins.push(begin.clone());
            begins.extend(files.windows(2).filter_map(|two| match two {
                [[.., before], [next, ..]] => Some(separator(&before.word, &next.word)),
                _ => None,
            }));
            rest = after;
        }
        table.lists = Files { first, begins };
        table.stops = mem::take(&mut self.stops);
    }
}

impl List {
    /// The cost of cutting words of the stem off each other. The longer the list is, the more
    /// queries look for it. It is a logarithm, so that an edit of a few pages hardly ever moves a
    /// cut.
    fn cost(&self) -> i64 {
        self.bytes.max(1).ilog2().into()
    }
}

/// The cost of a cut before each number of a word, below `numbers`. If a cut parts a word from the
/// first of its stem, its list may be looked for in the wrong file.
fn costs(lists: &[List], numbers: usize) -> Vec<i64> {
    let mut changes = vec![0; numbers + 1];
    for list in lists {
        let mut change = |at: usize, by: i64| {
            if let Some(change) = changes.get_mut(at) {
                *change += by;
            }
        };
        change(list.number + 1, list.cost());
        change(list.last + 1, -list.cost());
    }
    let sum = |sum: &mut i64, change: i64| {
        *sum += change;
        Some(*sum)
    };
    changes.into_iter().scan(0, sum).collect()
}

/// The shortest prefix of `word` that comes after the word before it.
fn separator(before: &[u8], word: &[u8]) -> Vec<u8> {
    let shared = before.iter().zip(word).take_while(|(a, b)| a == b).count();
    word.get(..shared + 1).unwrap_or(word).to_vec()
}
