//! Other forms of a word that the dictionary lacks: the words with the stem that it would have.
//!
//! The stems of an index are made when it is built, so a word that it has never seen has none. The
//! index has rules by which its languages make stems (`format/forms.rs`). They are applied to the
//! word, and to the words of the dictionary that begin as its stem does.

use crate::analyze::after;
use crate::error::ReadError;
use crate::format::forms::{MAX_MEASURE, Rules};
use crate::index::{IndexReader, Readers};
use alloc::string::String;
use alloc::vec::Vec;

/// Two forms of a word have at least this many bytes in common, and a word
/// with forms has more letters.
const MIN_SHARED_BYTES: usize = 2;

/// A shorter word is no other one without its ending.
const MIN_STEM_BYTES: usize = 4;

/// The bytes of a short ending at most.
const MAX_ENDING_BYTES: usize = 3;

/// The words of the dictionaries that are forms of one, in each index by the rules of its first
/// language that finds any: of these, those that begin most like it. Others of the same stem have
/// the same list, and where rules fail, words that begin less like it are the ones with other stems.
pub(super) fn forms(indexes: &Readers<'_>, word: &str) -> Result<Vec<String>, ReadError> {
    let mut best = Forms::none(word);
    indexes.try_each(|index| {
        let mut forms = Forms::of(index, word)?;
        if forms.common == best.common {
            best.found.append(&mut forms.found);
            best.is_mistyped |= forms.is_mistyped;
        } else if forms.common > best.common {
            best = forms;
        }
        Ok(())
    })?;
    Ok(if best.is_mistyped { Vec::new() } else { best.found })
}

/// The forms found so far.
struct Forms<'w> {
    word: &'w str,
    /// The number of words that may be compared still.
    compared: usize,
    /// The number of bytes with which each of them begins as the word does.
    common: usize,
    found: Vec<String>,
    /// Whether the word is rather one of them mistyped.
    is_mistyped: bool,
}

impl<'w> Forms<'w> {
    fn none(word: &'w str) -> Self {
        Forms { word, compared: 0, common: 0, found: Vec::new(), is_mistyped: false }
    }

    fn of(index: &IndexReader<'_>, word: &'w str) -> Result<Self, ReadError> {
        let mut forms = Forms { compared: index.forms.most_compared(), ..Forms::none(word) };
        if after(word, MIN_SHARED_BYTES) < word.len() && !word.bytes().any(is_of_names) {
            let mut languages = index.forms.languages()?;
            while forms.found.is_empty()
                && forms.compared > 0
                && let Some(rules) = languages.next()?
            {
                forms.add(index, &rules)?;
            }
        }
        Ok(forms)
    }

    /// Adds the words of which rules make the same stem, and those with which it begins
    /// that have the stem it would have if it was longer. Short words keep endings
    /// which long ones lose: *faster*.
    fn add(&mut self, index: &IndexReader<'_>, rules: &Rules<'_>) -> Result<(), ReadError> {
        let (stem, shorter) = (rules.stem(self.word, 0)?, rules.stem(self.word, MAX_MEASURE)?);
        let least = common(self.word, &stem).min(common(self.word, &shorter));
        let mut words = index.words.words_with(beginning(self.word, least))?;
        while let Some(left) = self.compared.checked_sub(1) {
            // A language without words takes a little too.
            self.compared = left;
            let Some(near) = words.next()? else { break };
            let common = common(self.word, near);
            if common < self.common {
                continue;
            }
            let near = core::str::from_utf8(near).unwrap_or_default();
            let its_stem = rules.stem(near, 0)?;
            let begins = common == near.len() && common >= MIN_STEM_BYTES;
            if its_stem == stem || begins && its_stem == shorter {
                if common > self.common {
                    self.found.clear();
                    self.is_mistyped = false;
                }
                self.common = common;
                self.found.push(near.into());
                self.is_mistyped |= doubles(self.word.as_bytes(), near.as_bytes(), common, rules);
            }
        }
        Ok(())
    }
}

/// The words of an index that have the stem which its rules make of a word, in the first language
/// that has any. Another index has the word itself, so this is stricter than [`forms`].
pub(super) fn of_one_stem(index: &IndexReader<'_>, word: &str) -> Result<Vec<String>, ReadError> {
    let mut found = Vec::new();
    let mut left = index.forms.most_compared();
    let mut languages = index.forms.languages()?;
    while found.is_empty()
        && !word.bytes().any(is_of_names)
        && let Some(rules) = languages.next()?
    {
        let stem = rules.stem(word, 0)?;
        let mut words = index.words.words_with(beginning(word, common(word, &stem)))?;
        while left > 0
            && let Some(near) = words.next()?
        {
            left -= 1;
            let near = core::str::from_utf8(near).unwrap_or_default();
            if rules.stem(near, 0)? == stem {
                found.push(near.into());
            }
        }
    }
    Ok(found)
}

/// Whether two words, of which `common` bytes are the same, differ in one letter only,
/// which is written twice or once, and is not the one before a short ending:
/// *instalation*, but not *canceled*.
fn doubles(word: &[u8], near: &[u8], common: usize, rules: &Rules<'_>) -> bool {
    let (start, one) = word.split_at_checked(common).unwrap_or_default();
    let other = near.get(common..).unwrap_or_default();
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    match (start.last(), long) {
        (Some(before), [letter, rest @ ..]) => {
            before == letter
                && rest == short
                && !(1..=MAX_ENDING_BYTES).contains(&short.len())
                && !rules.is_vowel(char::from(*letter))
        }
        _ => false,
    }
}

/// The number of bytes with which both begin.
#[inline(never)] // smaller
fn common(word: &str, other: &[u8]) -> usize {
    word.bytes().zip(other).take_while(|(a, b)| a == *b).count()
}

/// With what a word and all its forms begin: the bytes that its stems have too but the last, as
/// *happy* and *happiness* have the stem *happi*.
fn beginning(word: &str, common: usize) -> &str {
    let least = common.saturating_sub(1).max(MIN_SHARED_BYTES);
    (least..=word.len()).find_map(|end| word.get(..end)).unwrap_or(word)
}

/// Digits and the signs that join words. Names have no stem but themselves.
fn is_of_names(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphabetic() && byte != b'\''
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::conformance::{folded, vocabulary};
    use crate::analyze::language::Language;
    use crate::build::{Builder, Config};
    use crate::document::Document;
    use crate::index::Index;
    use alloc::collections::{BTreeMap, BTreeSet};

    /// An index of one page in a language.
    fn index(lang: &str, text: String) -> Index {
        let lang = Some(lang.into());
        let page = Document { id: "a".into(), text, lang, ..Document::default() };
        let mut builder = Builder::new(Config::default());
        builder.add(page).unwrap();
        Index::open(builder.finish().unwrap()).unwrap()
    }

    fn forms_of(index: &Index, word: &str) -> Vec<String> {
        forms(&Readers::one(index.reader().unwrap()), word).unwrap()
    }

    #[test]
    fn forms_have_the_stem_that_the_word_would_have() {
        let text = "We serve, replaced, cancelled, compile fast and are happy with dependencies.";
        let index = index("en", text.into());
        let forms = [
            ("serving", "serve"),
            ("replacement", "replaced"),
            ("cancellation", "cancelled"),
            ("compilation", "compile"),
            ("happiness", "happy"),
            ("dependency", "dependencies"),
            ("faster", "fast"),
        ];
        for (word, form) in forms {
            assert_eq!(forms_of(&index, word), [form], "{word}");
        }
        for other in ["sermon", "replaca", "compile2", "com-piled", "happ", "c", ""] {
            assert_eq!(forms_of(&index, other), [""; 0], "{other}");
        }
    }

    #[test]
    fn a_letter_written_twice_or_once_is_rather_mistyped() {
        let index = index("en", "Jekyll installation, cancelled and compiled antivirus.".into());
        let mistyped = ["jekyl", "antiviruss", "instalation"];
        for word in mistyped {
            assert_eq!(forms_of(&index, word), [""; 0], "{word}");
        }
        for (word, form) in [("canceled", "cancelled"), ("compiler", "compiled")] {
            assert_eq!(forms_of(&index, word), [form], "{word}");
        }
    }

    /// Words and forms of them that Kindex's own documentation has.
    #[test]
    fn ordinary_words_are_found_by_their_stems() {
        let language = Language::from_tag("en").unwrap();
        let lines = include_str!("../../tests/words/docs.txt").lines();
        let pairs = lines.filter_map(|line| line.split_once(' ')).filter(|(word, _)| *word != "#");
        let of_one_stem =
            |(word, form): &(&str, &str)| language.stem(word, word) == language.stem(form, form);
        let (same, other): (Vec<_>, Vec<_>) = pairs.partition(of_one_stem);
        assert_eq!((same.len(), other.len()), (86, 11));
        let index = index("en", same.iter().map(|(_, form)| *form).collect::<Vec<_>>().join(" "));
        for (word, form) in same {
            let forms = forms_of(&index, word);
            let stems = forms.iter().map(|form| language.stem(form, form));
            assert!(!forms.is_empty(), "{word}: {form}");
            assert!(
                stems.into_iter().all(|stem| stem == language.stem(word, word)),
                "{word}: {forms:?}"
            );
        }
    }

    #[test]
    fn an_index_has_the_rules_of_its_own_languages() {
        let german = index("de", "Die Einstellung".into());
        assert_eq!(forms_of(&german, "einstellungen"), ["einstellung"]);
        assert_eq!(forms_of(&index("en", "Die Einstellung".into()), "einstellungen"), [""; 0]);
        let none = index("tlh", "install".into());
        assert!(none.reader().unwrap().forms.languages().unwrap().next().unwrap().is_none());
        assert_eq!(forms_of(&none, "installed"), [""; 0]);
    }

    /// A number that looks like a random one, the same everywhere.
    fn random(word: &str) -> u64 {
        xxhash_rust::xxh64::xxh64(word.as_bytes(), 0)
    }

    /// For words that an index of the rest of their vocabulary lacks: the number of those whose
    /// stem it has, of those that find it, of all stems found, and of wrong ones among these.
    fn found(lang: &str, words: &str) -> [usize; 4] {
        let language = Language::from_tag(lang).unwrap();
        let mut stems: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for word in words.lines().filter(|word| word.chars().all(char::is_alphabetic)) {
            let word = (word, folded(word));
            let stem = language.stem(word.0, &word.1);
            stems.entry(word.1).or_default().insert(stem);
        }
        let (out, kept): (Vec<_>, Vec<_>) =
            stems.iter().partition(|(word, _)| random(word).is_multiple_of(10));
        let known: BTreeSet<_> = kept.iter().flat_map(|(_, stems)| *stems).collect();
        let texts: Vec<_> = kept.iter().map(|(word, _)| word.as_str()).collect();
        let index = index(lang, texts.join(" "));
        let mut counts = [0; 4];
        // All of them take long.
        let asked = out.into_iter().filter(|(word, _)| random(word).is_multiple_of(100));
        for (word, own) in asked.take(200) {
            let forms = forms_of(&index, word);
            let found: BTreeSet<_> =
                forms.iter().filter_map(|form| stems.get(form)).flatten().collect();
            let right = found.iter().any(|stem| own.contains(*stem));
            let wrong = found.iter().filter(|stem| !own.contains(**stem)).count();
            let has = own.iter().any(|stem| known.contains(stem));
            for (count, more) in
                counts.iter_mut().zip([has.into(), right.into(), found.len(), wrong])
            {
                *count += more;
            }
        }
        counts
    }

    #[test]
    fn words_left_out_find_their_stems() {
        for lang in ["en", "de", "fr", "es", "ru"] {
            let Some(words) = vocabulary(lang) else { return };
            let [known, right, all, wrong] = found(lang, &words);
            std::eprintln!("{lang}: known {known} right {right} all {all} wrong {wrong}");
            assert!(known > 90, "{lang}: {known} are asked");
            assert!(right * 100 >= known * 97, "{lang}: {right} of {known}");
            assert!(wrong * 100 <= all * 6, "{lang}: {wrong} of {all} are wrong");
        }
    }
}
