//! Builds the dictionary.

use super::prepared;
use super::synonyms::{Synonym, Synonyms};
use crate::analyze::alphabet::UnicodeChars;
use crate::analyze::fold::fold_into;
use crate::analyze::language::Language;
use crate::analyze::terms_with;
use crate::format::dictionary::{self, NewWord};
use crate::format::postings::NewPostings;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;

/// Words as they are written and folded, their stems, and the posting lists of these.
#[derive(Default)]
pub(super) struct NewDictionary {
    pub letters: UnicodeChars,
    words: Vec<Word>,
    by_text: HashMap<Box<str>, u32>,
    lists: Vec<NewPostings>,
    by_stem: HashMap<Box<str>, u32>,
    /// By the tag of the language.
    known: BTreeMap<String, KnownTerms>,
}

/// The terms that are known for words of one language, by the words as they stand in the texts.
type KnownTerms = HashMap<Box<str>, Term>;

/// A word of the dictionary.
struct Word {
    text: Box<str>,
    /// The lists of its stems and of its synonyms. It has several stems where languages differ, or
    /// accents that folding drops.
    lists: Vec<u32>,
    times: u64,
    /// The number of its occurrences as a stop word of the language around it.
    times_stop: u64,
    /// The number of its occurrences as a name that is written as several words.
    times_joined: u64,
}

impl Word {
    /// Whether it mostly is a stop word. German `die` is one in an index of German and English.
    fn is_stop(&self) -> bool {
        self.times_stop * 2 >= self.times
    }

    /// Whether no text has it as one word.
    fn is_joined(&self) -> bool {
        self.times > 0 && self.times_joined == self.times
    }

    /// The first eight bytes as a number. Words are in the order of these numbers, up to these
    /// bytes.
    fn first_bytes(&self) -> u64 {
        let mut first = [0; 8];
        first.iter_mut().zip(self.text.bytes()).for_each(|(slot, byte)| *slot = byte);
        u64::from_be_bytes(first)
    }

    fn add(&mut self, list: u32) {
        if !self.lists.contains(&list) {
            self.lists.push(list);
        }
    }
}

/// The word and the posting list of a term.
#[derive(Clone, Copy)]
struct Term {
    word: u32,
    list: u32,
    is_stop: bool,
}

impl NewDictionary {
    /// Pushes the number of the list of each term of `text`.
    pub fn stems_of(&mut self, text: &str, language: &Language, stems: &mut Vec<u32>) {
        self.read(text, language, false, stems);
    }

    /// The same for a name that is written as several words and read as one.
    pub fn stems_of_joined(&mut self, text: &str, language: &Language, stems: &mut Vec<u32>) {
        self.read(text, language, true, stems);
    }

    /// Pushes the number of the list of each of these words of `text`, and counts them.
    pub fn stems_of_words(
        &mut self,
        text: &str,
        words: &[prepared::Word],
        language: &Language,
        stems: &mut Vec<u32>,
    ) {
        let mut known = self.known_of(language).map(core::mem::take).unwrap_or_default();
        self.letters.see(text);
        for word in words {
            let written = word.written(text);
            let term = known.get(written).copied().unwrap_or_else(|| {
                let mut folded = String::new();
                fold_into(written, &self.letters, &mut folded);
                let term = self.intern(written, &folded, language);
                known.insert(written.into(), term);
                term
            });
            self.count(term, word.times.into(), false);
            stems.push(term.list);
        }
        self.keep_known(language, known);
    }

    fn known_of(&mut self, language: &Language) -> Option<&mut KnownTerms> {
        self.known.get_mut(language.tag())
    }

    fn keep_known(&mut self, language: &Language, known: KnownTerms) {
        match self.known_of(language) {
            Some(slot) => *slot = known,
            None => drop(self.known.insert(language.tag().into(), known)),
        }
    }

    fn read(&mut self, text: &str, language: &Language, joined: bool, stems: &mut Vec<u32>) {
        let mut letters = core::mem::take(&mut self.letters);
        let mut known = self.known_of(language).map(core::mem::take).unwrap_or_default();
        letters.see(text);
        terms_with(&letters, text, &mut |folded, span: Range<usize>| {
            let written = text.get(span).unwrap_or_default();
            let term = known.get(written).copied().unwrap_or_else(|| {
                let term = self.intern(written, folded, language);
                known.insert(written.into(), term);
                term
            });
            self.count(term, 1, joined);
            stems.push(term.list);
        });
        self.letters = letters;
        self.keep_known(language, known);
    }

    /// Adds the stop words of a language. A query has to know them even where the texts lack them.
    pub fn add_stop_words(&mut self, language: &Language) {
        for word in language.stop_words() {
            self.letters.see(word);
            self.intern(word, word, language);
        }
    }

    /// Adds entries of synonyms, which point at the lists of other words. Call it after all texts.
    /// Synonyms do not chain: a word finds only words that are found without any rules.
    pub fn add_synonyms(&mut self, synonyms: &Synonyms, languages: &[&Language]) {
        let mut more: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for rule in synonyms.rules() {
            let to = rule.to.iter().flat_map(|word| self.lists_of(word, languages));
            let to: BTreeSet<u32> = to.collect();
            for word in rule.from.iter().filter(|_| !to.is_empty()) {
                for list in self.known_lists_of(word, languages) {
                    more.entry(list).or_default().extend(&to);
                }
            }
        }
        for word in &mut self.words {
            let found: Vec<_> = word.lists.iter().filter_map(|list| more.get(list)).collect();
            found.into_iter().flatten().for_each(|&list| word.add(list));
        }
    }

    /// The lists that answer a query for a word, without empty ones. If the texts lack the word,
    /// these are the lists of its stems.
    fn lists_of(&self, word: &Synonym, languages: &[&Language]) -> Vec<u32> {
        let mut lists = self.own_lists(&word.folded).unwrap_or_else(|| {
            let stems = languages.iter().map(|language| language.stem(&word.written, &word.folded));
            stems.filter_map(|stem| self.by_stem.get(stem.as_str()).copied()).collect()
        });
        lists.retain(|&list| self.lists.get(list as usize).is_some_and(|list| list.parents > 0));
        lists
    }

    /// The lists of a word. A word that the texts lack is added.
    fn known_lists_of(&mut self, word: &Synonym, languages: &[&Language]) -> Vec<u32> {
        let Synonym { written, folded } = word;
        // A query may have letters that no text has.
        self.letters.see(written);
        self.own_lists(folded).unwrap_or_else(|| {
            for language in languages {
                let term = self.intern(written, folded, language);
                self.count(term, 1, false);
            }
            self.own_lists(folded).unwrap_or_default()
        })
    }

    fn own_lists(&self, folded: &str) -> Option<Vec<u32>> {
        let word = self.words.get(*self.by_text.get(folded)? as usize)?;
        Some(word.lists.clone())
    }

    fn intern(&mut self, written: &str, folded: &str, language: &Language) -> Term {
        let stem = language.stem(written, folded);
        let list = number_of(&mut self.by_stem, &stem, self.lists.len());
        if list as usize == self.lists.len() {
            self.lists.push(NewPostings::default());
        }
        let word = number_of(&mut self.by_text, folded, self.words.len());
        if word as usize == self.words.len() {
            let (text, lists) = (folded.into(), Vec::new());
            self.words.push(Word { text, lists, times: 0, times_stop: 0, times_joined: 0 });
        }
        if let Some(word) = self.words.get_mut(word as usize) {
            word.add(list);
        }
        Term { word, list, is_stop: language.is_stop(folded) }
    }

    /// Counts `times` occurrences.
    fn count(&mut self, term: Term, times: u64, joined: bool) {
        if let Some(word) = self.words.get_mut(term.word as usize) {
            word.times += times;
            word.times_stop += if term.is_stop { times } else { 0 };
            word.times_joined += if joined { times } else { 0 };
        }
    }

    /// Changes the list with a number that [`NewDictionary::stems_of`] gave.
    pub fn change(&mut self, number: u32, change: impl FnOnce(&mut NewPostings)) {
        if let Some(list) = self.lists.get_mut(number as usize) {
            change(list);
        }
    }

    /// The number of entries in the dictionary: one for each list of each word.
    pub fn entries(&self) -> usize {
        self.words.iter().map(|word| word.lists.len()).sum()
    }

    /// The number of posting lists.
    pub fn stems(&self) -> usize {
        self.lists.len()
    }

    /// The sections `words` and `postings`. `is_title` knows the words that are titles of documents.
    pub fn write(&mut self, is_title: &dyn Fn(&str) -> bool) -> (Vec<u8>, Vec<u8>) {
        // Most words differ in their first bytes, which lie together here.
        let mut sorted: Vec<_> = self.words.iter().map(|word| (word.first_bytes(), word)).collect();
        sorted.sort_unstable_by(|(a, one), (b, other)| (a, &one.text).cmp(&(b, &other.text)));
        let entries =
            sorted.iter().flat_map(|(_, word)| word.lists.iter().map(|&list| (*word, list)));
        let mut firsts = vec![None; self.lists.len()];
        let mut postings = Vec::new();
        let mut words = Vec::with_capacity(self.entries());
        for (number, (word, list)) in entries.enumerate() {
            let before = postings.len();
            let first = firsts.get_mut(list as usize);
            let stem = first.map_or(number, |first| *first.get_or_insert(number));
            if stem == number
                && let Some(list) = self.lists.get_mut(list as usize)
            {
                core::mem::take(list).write(&mut postings);
            }
            let stop = word.is_stop();
            let joined = if stop { is_title(&word.text) } else { word.is_joined() };
            let list = postings.len() - before;
            words.push(NewWord { word: &word.text, stop, joined, stem, list });
        }
        (dictionary::write(&words), postings)
    }
}

/// The number of a text. A new text gets `next`.
fn number_of(numbers: &mut HashMap<Box<str>, u32>, text: &str, next: usize) -> u32 {
    if let Some(&number) = numbers.get(text) {
        return number;
    }
    numbers.insert(text.into(), next as u32);
    next as u32
}
