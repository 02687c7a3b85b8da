//! Section `forms`: by which endings each language of the index makes stems of words that the
//! dictionary lacks. An index lacks the section if no rules are known for any of its languages.
//!
//! A rule is for words whose key begins with the rule's; of several rules the one with the longest
//! key counts. The key of a word is its measure, then its bytes from the last to the first, then a
//! zero. The measure is the number of places at which a vowel stands before another letter, at most
//! [`MAX_MEASURE`].

use super::SectionBytes;
use super::wire::Reader;
use crate::error::ReadError;
use alloc::vec::Vec;

#[cfg(test)]
mod learn;

/// The greatest measure of a word. Longer words follow the same rules.
pub(crate) const MAX_MEASURE: u8 = 5;

/// For an unknown word, words are compared until this many bytes of rules could have been read.
/// So forged rules cost little.
const MAX_RULE_BYTES_READ: usize = 1 << 26;

/// The section, opened.
#[derive(Clone, Copy)]
pub(crate) struct Forms<'a>(SectionBytes<'a>);

impl<'a> Forms<'a> {
    pub fn open(section: SectionBytes<'a>) -> Self {
        Forms(section)
    }

    /// Prefetches them.
    pub fn prefetch(&self) {
        self.0.prefetch(0);
    }

    /// The languages, one after another.
    pub fn languages(&self) -> Result<Languages<'a>, ReadError> {
        Ok(Languages(self.0.reader(0..self.0.len())?))
    }

    /// The number of words with which an unknown one may be compared.
    pub fn most_compared(&self) -> usize {
        MAX_RULE_BYTES_READ.checked_div(self.0.len()).unwrap_or(MAX_RULE_BYTES_READ)
    }

    /// Reads everything.
    pub fn verify(&self) -> Result<(), ReadError> {
        let mut languages = self.languages()?;
        while let Some(rules) = languages.next()? {
            let mut rules = rules.rules;
            while Rule::next(&mut rules)?.is_some() {}
        }
        Ok(())
    }
}

/// The rules of each language.
pub(crate) struct Languages<'a>(Reader<'a>);

impl<'a> Languages<'a> {
    pub fn next(&mut self) -> Result<Option<Rules<'a>>, ReadError> {
        let reader = &mut self.0;
        if reader.is_empty() {
            return Ok(None);
        }
        let vowels = reader.str()?;
        let len = reader.varint()? as usize;
        Ok(Some(Rules { vowels, rules: reader.part(len)? }))
    }
}

/// The rules of a language.
pub(crate) struct Rules<'a> {
    vowels: &'a str,
    rules: Reader<'a>,
}

/// One of them.
struct Rule<'a> {
    /// The number of bytes that its key shares with the one before, and the rest of the key.
    shared: usize,
    rest: &'a [u8],
    /// The number of bytes that the stem loses, and those that it gets.
    lost: usize,
    got: &'a [u8],
}

impl<'a> Rule<'a> {
    fn next(reader: &mut Reader<'a>) -> Result<Option<Self>, ReadError> {
        if reader.is_empty() {
            return Ok(None);
        }
        let code = reader.varint()? as usize;
        let (shared, rest) = (code >> 4, reader.bytes(code & 15)?);
        let code = reader.varint()? as usize;
        let (lost, got) = (code >> 3, reader.bytes(code & 7)?);
        Ok(Some(Rule { shared, rest, lost, got }))
    }
}

impl Rules<'_> {
    /// The stem of a folded word, of which the measure is taken to be `least` at least.
    pub fn stem(&self, word: &str, least: u8) -> Result<Vec<u8>, ReadError> {
        let key = self.key(word, least);
        let mut rules = self.rules.clone();
        let mut common = 0;
        let (mut lost, mut got) = (0, &[][..]);
        while let Some(rule) = Rule::next(&mut rules)? {
            // If it shares more than the word does, it goes on as a rule before the word's.
            if rule.shared > common {
                continue;
            }
            let letters = key.get(rule.shared..).unwrap_or_default();
            let equal = letters.iter().zip(rule.rest).take_while(|(a, b)| a == b).count();
            if equal == rule.rest.len() {
                (lost, got) = (rule.lost, rule.got);
            } else if letters.get(equal) < rule.rest.get(equal) {
                // All others come after the word too.
                break;
            }
            common = rule.shared.saturating_add(equal);
        }
        let kept = word.len().saturating_sub(lost);
        Ok([word.as_bytes().get(..kept).unwrap_or_default(), got].concat())
    }

    pub fn is_vowel(&self, letter: char) -> bool {
        self.vowels.chars().any(|vowel| vowel == letter)
    }

    fn key(&self, word: &str, least: u8) -> Vec<u8> {
        let (mut measure, mut after_vowel) = (0, false);
        for letter in word.chars() {
            let is_vowel = self.is_vowel(letter);
            if after_vowel && !is_vowel && measure < MAX_MEASURE {
                measure = measure.saturating_add(1);
            }
            after_vowel = is_vowel;
        }
        let mut key = Vec::from([measure.max(least)]);
        key.extend(word.bytes().rev());
        key.push(0);
        key
    }
}

/// Writes the section: the rules of each language, as [`Rules`] reads them.
pub(crate) fn write<'r>(languages: impl Iterator<Item = &'r [u8]>) -> Vec<u8> {
    languages.collect::<Vec<_>>().concat()
}
