//! Words and stems, each with a number that stays, whichever documents an index has.

use super::builder::Config;
use super::prepared;
use crate::analyze::alphabet::UnicodeChars;
use crate::analyze::fold::fold_into;
use crate::analyze::language::{Language, primary_tag};
use crate::analyze::terms_with;
use crate::document::Document;
use crate::error::Error;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;

/// Words as they are written and folded, and their stems. It only grows.
#[derive(Default)]
pub(super) struct Vocabulary {
    pub letters: UnicodeChars,
    words: Vec<Box<str>>,
    by_word: HashMap<Box<str>, u32>,
    by_stem: HashMap<Box<str>, u32>,
    /// By tag.
    languages: BTreeMap<String, Language>,
    /// By the tag of the language.
    known: BTreeMap<String, KnownTerms>,
}

/// The terms that are known for words of one language, by the words as they stand in the texts.
type KnownTerms = HashMap<Box<str>, Term>;

/// The numbers of a word and its stem.
#[derive(Clone, Copy)]
pub(super) struct Term {
    pub word: u32,
    pub stem: u32,
    pub is_stop: bool,
}

impl Vocabulary {
    /// The language of a document.
    ///
    /// # Errors
    /// [`Error::Config`] where this build is without it.
    pub fn language_of(&mut self, document: &Document, config: &Config) -> Result<Language, Error> {
        let tag = match &document.lang {
            Some(tag) if !config.language.is_none() => primary_tag(tag),
            _ => config.language.tag().to_string(),
        };
        if let Some(language) = self.languages.get(&tag) {
            return Ok(language.clone());
        }
        // Making one takes as long as adding a small document.
        let language = Language::of_document(&tag)?;
        Ok(self.languages.entry(tag).or_insert(language).clone())
    }

    /// Pushes the terms of a text.
    pub fn terms_of(&mut self, text: &str, language: &Language, terms: &mut Vec<Term>) {
        let mut letters = core::mem::take(&mut self.letters);
        let mut known = self.known_of(language).map(core::mem::take).unwrap_or_default();
        letters.see(text);
        terms_with(&letters, text, &mut |folded, span: Range<usize>| {
            let written = text.get(span).unwrap_or_default();
            let term = known.get(written).copied().unwrap_or_else(|| {
                let term = self.term(written, folded, language);
                known.insert(written.into(), term);
                term
            });
            terms.push(term);
        });
        self.letters = letters;
        self.keep_known(language, known);
    }

    /// The terms of these words of a text.
    pub fn terms_of_words(
        &mut self,
        text: &str,
        words: &[prepared::Word],
        language: &Language,
    ) -> Vec<Term> {
        let mut known = self.known_of(language).map(core::mem::take).unwrap_or_default();
        self.letters.see(text);
        let terms = words.iter().map(|word| {
            let written = word.written(text);
            known.get(written).copied().unwrap_or_else(|| {
                let mut folded = String::new();
                fold_into(written, &self.letters, &mut folded);
                let term = self.term(written, &folded, language);
                known.insert(written.into(), term);
                term
            })
        });
        let terms = terms.collect();
        self.keep_known(language, known);
        terms
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

    /// The term of a word. New words and stems get numbers.
    pub fn term(&mut self, written: &str, folded: &str, language: &Language) -> Term {
        let stem = language.stem(written, folded);
        let next = self.by_stem.len();
        let stem = number_of(&mut self.by_stem, &stem, next);
        let word = number_of(&mut self.by_word, folded, self.words.len());
        if word as usize == self.words.len() {
            self.words.push(folded.into());
        }
        Term { word, stem, is_stop: language.is_stop(folded) }
    }

    /// A word by its number.
    pub fn written(&self, number: u32) -> &str {
        self.words.get(number as usize).map_or("", Box::as_ref)
    }

    /// The number of a word, if it has one.
    pub fn word(&self, folded: &str) -> Option<u32> {
        self.by_word.get(folded).copied()
    }

    /// The number of a stem, if it has one.
    pub fn stem(&self, stem: &str) -> Option<u32> {
        self.by_stem.get(stem).copied()
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The number of stems.
    pub fn stems(&self) -> usize {
        self.by_stem.len()
    }

    /// All words, by number.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(Box::as_ref)
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
