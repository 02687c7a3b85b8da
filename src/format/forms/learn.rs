//! Learns the rules of a language from its vocabulary: which ending each word loses for its stem.
//!
//! The vocabularies are those of Snowball, which `scripts/conformance.sh` fetches. After a change
//! of the stemmers, `UPDATE=1 cargo test --all-features rules_are_those` writes the rules anew.

use super::{Languages, Rules};
use crate::analyze::conformance::{folded, vocabulary};
use crate::analyze::language::Language;
use crate::format::wire::{Reader, write};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use std::{env, format, fs};
use xxhash_rust::xxh64::xxh64;

/// The languages with a vocabulary that is large enough, and their vowels, folded. Arabic is not
/// among them, as its words lose their beginnings too.
const LANGUAGES: [(&str, &str); 10] = [
    ("de", "aeiouy"),
    ("en", "aeiouy"),
    ("es", "aeiou"),
    ("fi", "aeiouy"),
    ("fr", "aeiouy"),
    ("it", "aeiou"),
    ("no", "aeiouy"),
    ("pt", "aeiou"),
    ("ro", "aeiou"),
    ("ru", "аеиоуыэюя"),
];

/// A rule has to save words from a wrong stem: RULE_COST tenths of one for itself, and
/// BYTE_COST for each byte of its key that no other rule has. So none is about a single
/// word, unless it is near another.
const RULE_COST: u32 = 5;
const BYTE_COST: u32 = 3;
const WORD_GAIN: u32 = 10;

/// No rule has room for more bytes of a key.
const MAX_KEY_BYTES: usize = 15;

/// Rules have no room for more bytes that a stem gets. Few words need more.
const MAX_ADDED_BYTES: usize = 7;

/// The number of bytes that a stem loses at the end of its word, and
/// the bytes that it gets instead.
type Change = (usize, Vec<u8>);

/// The number of a change among all, in their order.
type ChangeId = usize;

/// The words whose keys have the same beginning.
#[derive(Default)]
struct Node {
    next: BTreeMap<u8, Node>,
    all: Words,
    /// Those whose keys end here.
    ends: Words,
    /// The cost of the words, with the best rules for longer keys, by the change that the rule for
    /// this key makes.
    costs: BTreeMap<ChangeId, u32>,
    /// The same for a change that none of the words needs.
    other: u32,
    /// The change that costs least, and its cost.
    best: Option<(ChangeId, u32)>,
}

/// Words with the same beginning of their keys, or the same key.
#[derive(Default)]
struct Words {
    count: u32,
    by_change: BTreeMap<ChangeId, u32>,
}

impl Words {
    fn add(&mut self, change: ChangeId) {
        self.count += 1;
        *self.by_change.entry(change).or_default() += 1;
    }

    /// The cost of those that need another change.
    fn wrong(&self, change: ChangeId) -> u32 {
        WORD_GAIN * (self.count - self.by_change.get(&change).copied().unwrap_or_default())
    }
}

impl Node {
    fn add(&mut self, key: &[u8], change: ChangeId) {
        self.all.add(change);
        match key {
            [first, rest @ ..] => self.next.entry(*first).or_default().add(rest, change),
            [] => self.ends.add(change),
        }
    }

    fn cost(&self, change: ChangeId) -> u32 {
        self.costs.get(&change).copied().unwrap_or(self.other)
    }

    /// The cost of the words where the rule for a shorter key makes a change: with rules for this
    /// key or longer ones, if these save anything.
    fn cost_under(&self, change: ChangeId) -> u32 {
        let best = self.best.as_ref().map_or(u32::MAX, |(_, cost)| cost + RULE_COST);
        self.all.wrong(change).min(BYTE_COST + best.min(self.cost(change)))
    }

    /// Counts the costs, the longest keys first.
    fn count(&mut self) {
        self.next.values_mut().for_each(Node::count);
        // That of a number that no change has.
        self.other = self.cost_here(usize::MAX);
        let changes = self.all.by_change.keys();
        self.costs = changes.map(|it| (*it, self.cost_here(*it))).collect();
        let best = self.costs.iter().min_by_key(|(_, cost)| **cost);
        self.best = best.map(|(change, cost)| (*change, *cost));
    }

    fn cost_here(&self, change: ChangeId) -> u32 {
        let under = self.next.values().map(|node| node.cost_under(change));
        self.ends.wrong(change) + under.sum::<u32>()
    }

    /// Gathers the rules that cost least, in the order of their keys.
    fn gather(&self, key: &mut Vec<u8>, change: ChangeId, rules: &mut Vec<(Vec<u8>, ChangeId)>) {
        let best = self.best.as_ref().filter(|(_, cost)| cost + RULE_COST < self.cost(change));
        rules.extend(best.map(|(best, _)| (key.clone(), *best)));
        let change = best.map_or(change, |(best, _)| *best);
        for (&byte, node) in &self.next {
            if node.cost_under(change) < node.all.wrong(change) {
                key.push(byte);
                node.gather(key, change, rules);
                key.pop();
            }
        }
    }
}

fn shared(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// The bytes of a language: see [`super`].
fn written(vowels: &str, rules: &[(Vec<u8>, Change)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut before: &[u8] = &[];
    for (key, (lost, got)) in rules {
        let shared = shared(key, before);
        write::varint(&mut bytes, (shared * 16 + key.len() - shared) as u64);
        bytes.extend(&key[shared..]);
        write::varint(&mut bytes, (lost * 8 + got.len()) as u64);
        bytes.extend(got);
        before = key;
    }
    let mut out = Vec::new();
    write::str(&mut out, vowels);
    write::varint(&mut out, bytes.len() as u64);
    out.extend(bytes);
    out
}

/// The words of a vocabulary that are kept, and their stems, folded. Other words
/// than names, which have no stems.
fn pairs(tag: &str, is_kept: impl Fn(&str) -> bool) -> Option<Vec<(String, String)>> {
    let language = Language::from_tag(tag).unwrap();
    let words = vocabulary(tag)?;
    let is_name = |word: &str| !word.chars().all(|c| c.is_alphabetic() || c == '\'');
    let words = words.lines().filter(|word| is_kept(word) && !is_name(word));
    let words: BTreeSet<String> =
        words.flat_map(|word| derived(tag, word).into_iter().chain([word.into()])).collect();
    let pair = |word: String| (folded(&word), language.stem(&word, &folded(&word)));
    Some(words.into_iter().map(pair).collect())
}

/// Forms of an English word that its vocabulary lacks for many.
fn derived(tag: &str, word: &str) -> Vec<String> {
    match word.strip_suffix('e') {
        Some(rest) if tag == "en" => ["ing", "ed"].map(|ending| [rest, ending].concat()).into(),
        None if tag == "en" && word.ends_with("ation") => [[word, "al"].concat()].into(),
        _ => Vec::new(),
    }
}

fn change((word, stem): &(String, String)) -> Change {
    let shared = shared(word.as_bytes(), stem.as_bytes());
    (word.len() - shared, stem.as_bytes()[shared..].to_vec())
}

fn learned(vowels: &str, pairs: &[(String, String)]) -> Vec<u8> {
    let keys = Rules { vowels, rules: Reader::new(&[], &"") };
    let changes: BTreeSet<Change> = pairs.iter().map(change).collect();
    let changes: Vec<Change> = changes.into_iter().collect();
    let mut words = Node::default();
    for pair in pairs {
        let key = keys.key(&pair.0, 0);
        let change = changes.binary_search(&change(pair)).unwrap();
        if changes[change].1.len() <= MAX_ADDED_BYTES {
            words.add(&key[..key.len().min(MAX_KEY_BYTES)], change);
        }
    }
    words.count();
    let mut rules = Vec::new();
    // Without a rule a word stays as it is, which is the first change.
    words.gather(&mut Vec::new(), 0, &mut rules);
    let rules = rules.into_iter().map(|(key, change)| (key, changes[change].clone()));
    written(vowels, &rules.collect::<Vec<_>>())
}

#[test]
fn rules_are_those_that_the_vocabularies_teach() {
    let update = env::var_os("UPDATE").is_some();
    // To learn those of all takes long; the stems that they make are looked at below.
    for (tag, vowels) in LANGUAGES.into_iter().filter(|(tag, _)| update || *tag == "en") {
        let Some(pairs) = pairs(tag, |_| true) else { return };
        let learned = learned(vowels, &pairs);
        if update {
            fs::write(file(tag), &learned).unwrap();
        }
        assert!(fs::read(file(tag)).unwrap() == learned, "{tag}: UPDATE=1 writes the rules anew");
    }
}

/// The file with the rules of a language.
fn file(tag: &str) -> String {
    format!("{}/src/analyze/forms/{tag}.bin", env!("CARGO_MANIFEST_DIR"))
}

/// Of each vocabulary one word in this many is compared, as those of all take long.
const WORDS_PER_SAMPLE: u64 = 20;

/// The number of words in each sample, and of how many the rules make another stem at most.
const SAMPLES: [(&str, usize, usize); 10] = [
    ("de", 1785, 8),
    ("en", 1867, 11),
    ("es", 1450, 47),
    ("fi", 2514, 43),
    ("fr", 1046, 26),
    ("it", 1756, 54),
    ("no", 1043, 7),
    ("pt", 1527, 41),
    ("ro", 1143, 27),
    ("ru", 2484, 11),
];

#[test]
fn rules_of_all_languages_make_the_stems_of_snowball() {
    for ((tag, vowels), (of, size, most)) in LANGUAGES.into_iter().zip(SAMPLES) {
        let is_sample = |word: &str| xxh64(word.as_bytes(), 0).is_multiple_of(WORDS_PER_SAMPLE);
        let Some(sample) = pairs(tag, is_sample) else { return };
        assert_eq!((tag, sample.len()), (of, size));
        let bytes = fs::read(file(tag)).unwrap();
        let rules = Languages(Reader::new(&bytes, &"")).next().unwrap().unwrap();
        assert_eq!(rules.vowels, vowels, "{tag}");
        let is_wrong =
            |(word, stem): &&(String, String)| rules.stem(word, 0).unwrap() != stem.as_bytes();
        let wrong: Vec<_> = sample.iter().filter(is_wrong).collect();
        assert!(wrong.len() <= most, "{tag}: {} of {size}, such as {wrong:?}", wrong.len());
    }
}
