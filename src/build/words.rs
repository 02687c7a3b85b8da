//! Builds the dictionary.

use super::synonyms::{Synonym, Synonyms};
use super::vocabulary::{Term, Vocabulary};
use crate::analyze::affixes;
use crate::analyze::alphabet::UnicodeChars;
use crate::analyze::language::Language;
use crate::format::dictionary::{self, NewWord};
use crate::format::postings::NewPostings;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Shorter words without their hyphen are mostly others.
const MIN_BARE_BYTES: usize = 4;

/// The words of one index, by their numbers in a vocabulary, and the posting lists of their stems.
/// It may lack words and stems that the vocabulary has.
#[derive(Default)]
pub(super) struct NewDictionary {
    /// Those of the texts, and those that queries may have besides.
    pub letters: UnicodeChars,
    words: Vec<Word>,
    lists: Vec<NewPostings>,
}

/// A word of the dictionary.
#[derive(Default)]
struct Word {
    /// The lists of its stems and of its synonyms; none of a word that the index lacks. A word has
    /// several stems where languages differ, or accents that folding drops.
    lists: Vec<u32>,
    /// Those of its other spellings, which `lists` lacks.
    spellings: Vec<u32>,
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

    fn add(&mut self, list: u32) {
        if !self.lists.contains(&list) {
            self.lists.push(list);
            self.spellings.retain(|spelling| *spelling != list);
        }
    }

    fn add_spelling(&mut self, list: u32) {
        if !self.lists.contains(&list) && !self.spellings.contains(&list) {
            self.spellings.push(list);
        }
    }

    /// All its lists, and whether each is that of another spelling.
    fn all_lists(&self) -> impl Iterator<Item = (u32, bool)> {
        let own = self.lists.iter().map(|&list| (list, false));
        own.chain(self.spellings.iter().map(|&list| (list, true)))
    }
}

impl NewDictionary {
    /// Counts `times` occurrences of a term, as a name that is written as several words or as one.
    pub fn count(&mut self, term: Term, times: u64, joined: bool) {
        change(&mut self.words, term.word, |word| {
            word.add(term.stem);
            word.times += times;
            word.times_stop += if term.is_stop { times } else { 0 };
            word.times_joined += if joined { times } else { 0 };
        });
    }

    /// Changes the list of a stem.
    pub fn change(&mut self, stem: u32, with: impl FnOnce(&mut NewPostings)) {
        change(&mut self.lists, stem, with);
    }

    /// Adds the stop words of a language. A query has to know them even where the texts lack them.
    pub fn add_stop_words(&mut self, language: &Language, vocabulary: &mut Vocabulary) {
        for word in language.stop_words() {
            self.letters.see(word);
            let term = vocabulary.term(word, word, language);
            self.count(term, 0, false);
        }
    }

    /// Lets words that differ by what is written as one with them find each other: `l'utente`
    /// and `utente`. Each has the lists of all of them, also the bare one, which the texts may
    /// lack. Call it after all texts.
    pub fn add_bare_words(&mut self, languages: &[&Language], vocabulary: &mut Vocabulary) {
        let mut groups: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for ((number, word), known) in (0..).zip(vocabulary.words()).zip(&self.words) {
            if let Some(bare) = affixes::bare(word, languages).filter(|_| known.times > 0) {
                groups.entry(bare.into()).or_default().push(number);
            }
        }
        let Some(language) = languages.first() else { return };
        for (bare, mut numbers) in groups {
            let typed = affixes::typed(&bare);
            numbers.extend(typed.map(|word| vocabulary.term(&word, &word, language).word));
            // Numbers depend on what was there before, texts do not.
            numbers.sort_by_key(|number| vocabulary.written(*number));
            self.join(&numbers, languages, vocabulary);
        }
    }

    /// Gives words the lists of all of them.
    fn join(&mut self, numbers: &[u32], languages: &[&Language], vocabulary: &Vocabulary) {
        let words = numbers.iter().filter_map(|number| self.words.get(*number as usize));
        let times = words.clone().map(|word| word.times).max().unwrap_or_default();
        let lists: Vec<u32> = words.flat_map(|word| word.lists.iter().copied()).collect();
        for &number in numbers {
            let text = vocabulary.written(number);
            let is_stop = languages.iter().any(|language| language.is_stop(text));
            change(&mut self.words, number, |word| {
                lists.iter().for_each(|list| word.add(*list));
                if word.times == 0 {
                    // No text has it as a word, so nobody is to be led to type it.
                    (word.times, word.times_joined) = (times, times);
                    word.times_stop = if is_stop { times } else { 0 };
                }
            });
            self.letters.see(text);
        }
    }

    /// Adds entries of synonyms, which point at the lists of other words. Call it after all texts.
    /// Synonyms do not chain: a word finds only words that are found without any rules.
    pub fn add_synonyms(
        &mut self,
        synonyms: &Synonyms,
        languages: &[&Language],
        vocabulary: &mut Vocabulary,
    ) {
        // In the order of the rules, as that of the numbers depends on what was there before.
        let mut more: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for rule in synonyms.rules() {
            let to = rule.to.iter().flat_map(|word| self.lists_of(word, languages, vocabulary));
            let to: Vec<u32> = to.collect();
            for word in rule.from.iter().filter(|_| !to.is_empty()) {
                for list in self.known_lists_of(word, languages, vocabulary) {
                    more.entry(list).or_default().extend(&to);
                }
            }
        }
        for word in &mut self.words {
            let found: Vec<_> = word.lists.iter().filter_map(|list| more.get(list)).collect();
            found.into_iter().flatten().for_each(|&list| word.add(list));
        }
    }

    /// Lets a word with a hyphen and the same word without it find each other: `add-on` and
    /// `addon`. Call it after all texts.
    pub fn add_spellings(&mut self, languages: &[&Language], vocabulary: &Vocabulary) {
        let words = vocabulary.words().zip(&self.words).filter(|(_, word)| word.times > 0);
        let mut hyphenated: Vec<_> =
            words.filter_map(|(text, word)| Some((text, without_hyphens(text)?, word))).collect();
        // Numbers depend on what was there before, texts do not.
        hyphenated.sort_unstable_by_key(|&(text, ..)| text);
        let mut more: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (_, bare, word) in hyphenated {
            let bare = Synonym { written: bare.clone(), folded: bare };
            for other in self.lists_of(&bare, languages, vocabulary) {
                for &list in &word.lists {
                    more.entry(list).or_default().push(other);
                    more.entry(other).or_default().push(list);
                }
            }
        }
        for word in self.words.iter_mut().filter(|word| !word.is_stop()) {
            let found: Vec<_> = word.lists.iter().filter_map(|list| more.get(list)).collect();
            found.into_iter().flatten().for_each(|&list| word.add_spelling(list));
        }
    }

    /// The lists that answer a query for a word, without empty ones. If the texts lack the word,
    /// these are the lists of its stems.
    fn lists_of(
        &self,
        word: &Synonym,
        languages: &[&Language],
        vocabulary: &Vocabulary,
    ) -> Vec<u32> {
        let mut lists = self.own_lists(&word.folded, vocabulary).unwrap_or_else(|| {
            let stems = languages.iter().map(|language| language.stem(&word.written, &word.folded));
            stems.filter_map(|stem| vocabulary.stem(&stem)).collect()
        });
        lists.retain(|&list| self.lists.get(list as usize).is_some_and(|list| list.parents > 0));
        lists
    }

    /// The lists of a word. A word that the texts lack is added.
    fn known_lists_of(
        &mut self,
        word: &Synonym,
        languages: &[&Language],
        vocabulary: &mut Vocabulary,
    ) -> Vec<u32> {
        let Synonym { written, folded } = word;
        // A query may have letters that no text has.
        self.letters.see(written);
        self.own_lists(folded, vocabulary).unwrap_or_else(|| {
            for language in languages {
                let term = vocabulary.term(written, folded, language);
                self.count(term, 1, false);
            }
            self.own_lists(folded, vocabulary).unwrap_or_default()
        })
    }

    fn own_lists(&self, folded: &str, vocabulary: &Vocabulary) -> Option<Vec<u32>> {
        let word = self.words.get(vocabulary.word(folded)? as usize)?;
        Some(word.lists.clone()).filter(|lists| !lists.is_empty())
    }

    /// The number of entries in the dictionary: one for each list of each word.
    pub fn entries(&self) -> usize {
        self.words.iter().map(|word| word.all_lists().count()).sum()
    }

    /// The number of posting lists that words have.
    pub fn stems(&self) -> usize {
        let mut lists: Vec<_> = self.words.iter().flat_map(|word| &word.lists).collect();
        lists.sort_unstable();
        lists.dedup();
        lists.len()
    }

    /// The sections `words`, with the number of its blocks, and `postings`. `is_title` knows the
    /// words that are titles of documents.
    pub fn write(
        self,
        vocabulary: &Vocabulary,
        is_title: &dyn Fn(&str) -> bool,
    ) -> ((Vec<u8>, u32), Vec<u8>) {
        let entries_len = self.entries();
        let NewDictionary { words: all, mut lists, .. } = self;
        // Stems of words that no text has are without postings.
        lists.resize_with(vocabulary.stems(), NewPostings::default);
        let used = all.iter().zip(vocabulary.words()).filter(|(word, _)| !word.lists.is_empty());
        // Most words differ in their first bytes, which lie together here.
        let mut sorted: Vec<_> = used.map(|(word, text)| (first_bytes(text), text, word)).collect();
        sorted.sort_unstable_by_key(|&(first, text, _)| (first, text));
        let entries = sorted
            .iter()
            .flat_map(|&(_, text, word)| word.all_lists().map(move |list| (text, word, list)));
        let mut firsts = vec![None; lists.len()];
        let mut postings = Vec::new();
        let mut words = Vec::with_capacity(entries_len);
        for (number, (text, word, (list, is_spelling))) in entries.enumerate() {
            let before = postings.len();
            let first = firsts.get_mut(list as usize);
            let stem = first.map_or(number, |first| *first.get_or_insert(number));
            if stem == number {
                let list = lists.get_mut(list as usize).map(core::mem::take);
                list.unwrap_or_default().write(&mut postings);
            }
            let stop = word.is_stop();
            let joined = if stop { is_title(text) } else { word.is_joined() || is_spelling };
            let list = postings.len() - before;
            words.push(NewWord { word: text, stop, joined, stem, list });
        }
        (dictionary::write(&words), postings)
    }
}

/// A word without its hyphens, unless it is short or does not begin with a letter: `utf-8` is
/// *utf8*, and `1-0` is not 10.
fn without_hyphens(word: &str) -> Option<String> {
    let is_word = word.starts_with(char::is_alphabetic) && word.contains('-');
    let bare = is_word.then(|| word.replace('-', ""));
    bare.filter(|bare| bare.len() >= MIN_BARE_BYTES)
}

/// Changes the slot with a number, which is made where there is none.
fn change<T: Default>(slots: &mut Vec<T>, number: u32, change: impl FnOnce(&mut T)) {
    let number = number as usize;
    if number >= slots.len() {
        slots.resize_with(number + 1, T::default);
    }
    if let Some(slot) = slots.get_mut(number) {
        change(slot);
    }
}

/// The first eight bytes of a word as a number. Words are in the order of these numbers, up to
/// these bytes.
fn first_bytes(word: &str) -> u64 {
    let mut first = [0; 8];
    first.iter_mut().zip(word.bytes()).for_each(|(slot, byte)| *slot = byte);
    u64::from_be_bytes(first)
}
