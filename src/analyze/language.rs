//! The languages that the builder knows: stemmers, stop words, question words. The reader knows
//! none, as the index holds what it needs.

use super::affixes::without_elided;
use super::alphabet::UnicodeChars;
use super::fold;
use super::stemmers::{self, Stemmer};
use super::stop_words::stop_words;
use crate::error::Error;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use unicode_normalization::UnicodeNormalization;

/// A language: its stemmer and its stop words. Clones share both.
#[derive(Clone)]
pub struct Language(Arc<LanguageData>);

struct LanguageData {
    tag: String,
    stop_words: BTreeSet<String>,
    stemmer: Option<Stemmer>,
}

impl Language {
    /// Looks a language up by its tag (`en`, `pt-BR`); only the primary subtag counts. `none`
    /// leaves words as they are.
    ///
    /// # Errors
    /// [`Error::Config`] where neither a stemmer nor stop words are known for the tag, or where
    /// this build is without them; it lists the accepted ones.
    pub fn from_tag(tag: &str) -> Result<Self, Error> {
        let language = Language::of_document(tag)?;
        if !language.is_none() && !stemmers::tags().any(|known| known == language.tag()) {
            let known = stemmers::tags().filter(|tag| !stemmers::is_left_out(tag));
            let known = known.fold(NONE.to_string(), |list, tag| list + ", " + tag);
            let message = format!("{tag:?} is not a known language; accepted are {known}");
            return Err(Error::config("language", message));
        }
        Ok(language)
    }

    /// Like [`Language::from_tag`], but words of an unknown language stay as they are.
    ///
    /// # Errors
    /// [`Error::Config`] where the language is known and this build is without it: its words as
    /// they are would make another index.
    pub fn of_document(tag: &str) -> Result<Self, Error> {
        let tag = primary_tag(tag);
        if stemmers::is_left_out(&tag) {
            let message = format!(
                "{tag:?} is not in this build, which has {ENGLISH}; kindex/build in JavaScript and the \
                 feature languages in Rust have all"
            );
            return Err(Error::config("language", message));
        }
        Ok(Language::of_primary(tag))
    }

    fn of_primary(tag: String) -> Self {
        Language(Arc::new(LanguageData {
            stop_words: stop_words(&tag),
            stemmer: stemmers::stemmer(&tag),
            tag,
        }))
    }

    /// English.
    pub fn english() -> Self {
        Language::of_primary(ENGLISH.to_string())
    }

    /// The primary subtag, in lower case.
    pub fn tag(&self) -> &str {
        &self.0.tag
    }

    /// Whether words are to stay as they are.
    pub(crate) fn is_none(&self) -> bool {
        self.tag() == NONE
    }

    /// The stem of a word, folded. The stemmer gets the word as it is written, as accents tell it
    /// much. Names, which are compounds and words with digits, are not stemmed. A word after an
    /// elided one has the stem that it has alone.
    pub(crate) fn stem(&self, written: &str, folded: &str) -> String {
        let alone = |word| without_elided(word, self.tag());
        if let (Some(written), Some(folded)) = (alone(written), alone(folded)) {
            return self.stem(written, folded);
        }
        let stem = if written.chars().any(is_of_names) { None } else { self.stemmed(written) };
        stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| folded.to_string())
    }

    fn stemmed(&self, word: &str) -> Option<String> {
        let stemmer = self.0.stemmer.as_ref()?;
        let mut stem = String::new();
        fold::fold_into(&stemmer.stem(&self.lower(word)), &UnicodeChars::default(), &mut stem);
        Some(stem)
    }

    /// A word in lower case, its marks composed with its letters.
    fn lower(&self, word: &str) -> String {
        if word.is_ascii() && !self.has_dotless_i() {
            return word.to_ascii_lowercase();
        }
        let letters = word.nfc().map(|c| match c {
            'I' if self.has_dotless_i() => 'ı',
            'İ' if self.has_dotless_i() => 'i',
            '\u{2019}' => '\'',
            c => c,
        });
        letters.collect::<String>().to_lowercase()
    }

    fn has_dotless_i(&self) -> bool {
        matches!(self.tag(), "tr" | "az")
    }

    /// The rules by which a reader makes stems of words that an index lacks, as the section `forms`
    /// has them, if any are known.
    pub(crate) fn forms(&self) -> Option<&'static [u8]> {
        let found = stemmers::FORMS.iter().find(|(known, _)| *known == self.tag());
        found.map(|(_, rules)| *rules)
    }

    /// The words that are dropped from a query unless nothing else is left in it, folded.
    pub(crate) fn stop_words(&self) -> impl Iterator<Item = &str> {
        self.0.stop_words.iter().map(String::as_str)
    }

    /// Whether a folded word is a stop word.
    pub(crate) fn is_stop(&self, folded: &str) -> bool {
        let alone = without_elided(folded, self.tag());
        self.0.stop_words.contains(alone.unwrap_or(folded))
    }
}

/// The primary subtag, in lower case, as languages are named here.
pub(crate) fn primary_tag(tag: &str) -> String {
    let primary = tag.split(['-', '_']).next().unwrap_or(tag).to_ascii_lowercase();
    // Both forms of written Norwegian.
    if matches!(primary.as_str(), "nb" | "nn") { "no".to_string() } else { primary }
}

/// Leaves words as they are.
const NONE: &str = "none";

const ENGLISH: &str = "en";

/// Digits and the signs that join words. Other scripts are left out, as their vowels may be marks.
fn is_of_names(c: char) -> bool {
    c.is_numeric() || c.is_ascii() && !c.is_ascii_alphabetic() && c != '\''
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem(tag: &str, word: &str) -> String {
        let mut folded = String::new();
        fold::fold_into(word, &UnicodeChars::default(), &mut folded);
        Language::from_tag(tag).unwrap().stem(word, &folded)
    }

    #[test]
    fn english_has_stop_words() {
        let english = Language::from_tag("en-GB").unwrap();
        assert_eq!(english.tag(), "en");
        assert!(english.is_stop("the") && english.is_stop("how") && !english.is_stop("search"));
    }

    #[test]
    fn names_stay() {
        assert_eq!(stem("en", "Running"), "run");
        assert_eq!(stem("en", "Vue’s"), "vue");
        assert_eq!(stem("en", "foo_bars"), "foo_bars");
        assert_eq!(stem("en", "caches2"), "caches2");
    }

    #[test]
    fn stems_are_those_of_words_as_written() {
        assert_eq!(stem("fr", "préférée"), stem("fr", "préférer"));
        assert_eq!(stem("de", "Ha\u{308}usern"), stem("de", "Haus"));
        assert_eq!(stem("tr", "KAPILARI"), stem("tr", "kapıları"));
        assert_eq!(stem("el", "δρόμος"), stem("el", "ΔΡΌΜΟΣ"));
        assert_eq!(stem("nb", "husene"), stem("no", "hus"));
    }

    #[test]
    fn none_leaves_words_alone() {
        let none = Language::from_tag("none").unwrap();
        assert_eq!(none.stem("Running", "running"), "running");
        assert_eq!(none.stop_words().count(), 0);
        let klingon = Language::of_document("tlh").unwrap();
        assert_eq!(klingon.stem("Qapla", "qapla"), "qapla");
    }

    #[test]
    fn an_unknown_language_lists_the_known_ones() {
        let Err(error) = Language::from_tag("tlh") else {
            panic!("Klingon has no stemmer");
        };
        let message = error.to_string();
        assert!(message.contains("tlh") && message.contains("en"), "{message}");
    }
}
