//! The dictionary in the making.

use crate::analyze::alphabet::AllLetters;
use crate::analyze::language::Language;
use crate::analyze::terms_with;
use crate::blob::dictionary::{self, NewWord};
use crate::blob::postings::Postings;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;

/// Words as they are written and folded, their stems, and the posting lists of these.
#[derive(Default)]
pub(super) struct Words {
    pub letters: AllLetters,
    words: Vec<Word>,
    by_text: HashMap<Box<str>, u32>,
    lists: Vec<Postings>,
    by_stem: HashMap<Box<str>, u32>,
    /// By the tag of the language.
    known: BTreeMap<String, Known>,
}

/// What was found out of words of one language, as they stand in the texts.
type Known = HashMap<Box<str>, Term>;

/// A word of the dictionary.
struct Word {
    text: Box<str>,
    /// The lists of its stems: of several where languages, or accents that folding drops, differ.
    lists: Vec<u32>,
    times: u64,
    /// How often it is a stop word of the language that it stands in.
    times_stop: u64,
}

impl Word {
    /// Whether it mostly is a stop word: German `die` is one in an index of German and English.
    fn is_stop(&self) -> bool {
        self.times_stop * 2 >= self.times
    }
}

/// What a term of a text comes to.
#[derive(Clone, Copy)]
struct Term {
    word: u32,
    list: u32,
    is_stop: bool,
}

impl Words {
    /// Pushes the number of the list of each term of `text`.
    pub fn stems_of(&mut self, text: &str, language: &Language, stems: &mut Vec<u32>) {
        let mut letters = core::mem::take(&mut self.letters);
        let mut known = self.known.remove(language.tag()).unwrap_or_default();
        letters.see(text);
        terms_with(&letters, text, &mut |folded, span: Range<usize>| {
            let written = text.get(span).unwrap_or_default();
            let term = known.get(written).copied().unwrap_or_else(|| {
                let term = self.intern(written, folded, language);
                known.insert(written.into(), term);
                term
            });
            if let Some(word) = self.words.get_mut(term.word as usize) {
                word.times += 1;
                word.times_stop += u64::from(term.is_stop);
            }
            stems.push(term.list);
        });
        self.letters = letters;
        self.known.insert(language.tag().into(), known);
    }

    /// Adds the stop words of a language: a query has to be told of them even where the texts do
    /// without.
    pub fn add_stop_words(&mut self, language: &Language) {
        for word in language.stop_words() {
            self.intern(word, word, language);
        }
    }

    fn intern(&mut self, written: &str, folded: &str, language: &Language) -> Term {
        let stem = language.stem(written, folded);
        let list = number_of(&mut self.by_stem, &stem, self.lists.len());
        if list as usize == self.lists.len() {
            self.lists.push(Postings::default());
        }
        let word = number_of(&mut self.by_text, folded, self.words.len());
        if word as usize == self.words.len() {
            let (text, lists) = (folded.into(), Vec::new());
            self.words.push(Word { text, lists, times: 0, times_stop: 0 });
        }
        if let Some(word) = self.words.get_mut(word as usize)
            && !word.lists.contains(&list)
        {
            word.lists.push(list);
        }
        Term { word, list, is_stop: language.is_stop(folded) }
    }

    /// Changes the list with a number that [`Words::stems_of`] gave.
    pub fn change(&mut self, number: u32, change: impl FnOnce(&mut Postings)) {
        if let Some(list) = self.lists.get_mut(number as usize) {
            change(list);
        }
    }

    /// How many entries the dictionary has: one for each stem of each word.
    pub fn entries(&self) -> usize {
        self.words.iter().map(|word| word.lists.len()).sum()
    }

    /// How many posting lists there are.
    pub fn stems(&self) -> usize {
        self.lists.len()
    }

    /// The sections `words` and `postings`.
    pub fn write(&self) -> (Vec<u8>, Vec<u8>) {
        let mut sorted: Vec<&Word> = self.words.iter().collect();
        sorted.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        let entries = sorted.iter().flat_map(|word| word.lists.iter().map(|&list| (*word, list)));
        let mut firsts = vec![None; self.lists.len()];
        let mut postings = Vec::new();
        let mut words = Vec::with_capacity(self.entries());
        for (number, (word, list)) in entries.enumerate() {
            let before = postings.len();
            let first = firsts.get_mut(list as usize);
            let stem = first.map_or(number, |first| *first.get_or_insert(number));
            if stem == number
                && let Some(list) = self.lists.get(list as usize)
            {
                list.write(&mut postings);
            }
            let (stop, list) = (word.is_stop(), postings.len() - before);
            words.push(NewWord { word: &word.text, stop, stem, list });
        }
        (dictionary::write(&words), postings)
    }
}

/// The number of a text, `next` where it is new.
fn number_of(numbers: &mut HashMap<Box<str>, u32>, text: &str, next: usize) -> u32 {
    if let Some(&number) = numbers.get(text) {
        return number;
    }
    numbers.insert(text.into(), next as u32);
    next as u32
}
