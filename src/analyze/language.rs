//! What the builder knows of languages: stemmers, stop words, question words. The reader knows
//! none; what it needs stands in the index.

use crate::error::Error;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
#[cfg(feature = "stem")]
use snowball_stemmers_rs::{Algorithm, Stemmer};

/// The 33 stop words that Lucene has used for English since its beginnings.
const STOP_EN: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it",
    "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there", "these",
    "they", "this", "to", "was", "will", "with",
];

/// Words that make a question of a request and say nothing of its subject.
const QUESTION_EN: &[&str] = &[
    "am", "any", "anyone", "can", "could", "did", "do", "does", "doing", "e.g", "explain", "from",
    "give", "had", "has", "have", "having", "he", "help", "how", "i", "i'd", "i'm", "i.e", "its",
    "let", "may", "me", "might", "must", "my", "need", "our", "please", "she", "should", "so",
    "some", "tell", "than", "them", "us", "use", "versus", "vs", "want", "we", "were", "what",
    "what's", "when", "where", "which", "who", "whose", "why", "would", "you", "your",
];

/// The language in which words are stemmed and stop words are known.
pub struct Language {
    tag: String,
    english: bool,
    #[cfg(feature = "stem")]
    stemmer: Option<Stemmer>,
}

impl Language {
    /// Looks a language up by its tag (`en`, `pt-BR`); only the primary subtag counts. `none`
    /// leaves words as they are.
    ///
    /// # Errors
    /// [`Error::Config`] where no stemmer is known for the tag; it lists the accepted ones.
    pub fn from_tag(tag: &str) -> Result<Self, Error> {
        let primary = tag.split(['-', '_']).next().unwrap_or(tag);
        let primary = primary.to_ascii_lowercase();
        if primary != "none" && !tags().any(|known| known == primary) {
            let known = tags().fold("none".to_string(), |list, tag| list + ", " + tag);
            let message = format!("{tag:?} is not a known language; accepted are {known}");
            return Err(Error::config("language", message));
        }
        Ok(Language {
            english: primary == "en",
            #[cfg(feature = "stem")]
            stemmer: algorithm(&primary).map(Stemmer::create),
            tag: primary,
        })
    }

    /// English.
    pub fn english() -> Self {
        Language {
            tag: "en".to_string(),
            english: true,
            #[cfg(feature = "stem")]
            stemmer: Some(Stemmer::create(Algorithm::English)),
        }
    }

    /// The primary subtag, in lower case.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The stem of a folded word. Compounds and words with digits are names: they stay.
    pub(crate) fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        #[cfg(feature = "stem")]
        if let Some(stemmer) = &self.stemmer
            && word.chars().all(|c| c.is_alphabetic() || c == '\'')
        {
            return stemmer.stem(word);
        }
        Cow::Borrowed(word)
    }

    /// The words that are dropped from a query unless nothing else is left in it.
    pub(crate) fn stop_words(&self) -> impl Iterator<Item = &'static str> {
        let lists = if self.english { [STOP_EN, QUESTION_EN] } else { [&[][..], &[]] };
        lists.into_iter().flatten().copied()
    }
}

#[cfg(not(feature = "stem"))]
fn tags() -> impl Iterator<Item = &'static str> {
    ["en"].into_iter()
}

#[cfg(feature = "stem")]
fn tags() -> impl Iterator<Item = &'static str> {
    ALGORITHMS.iter().map(|(tag, _)| *tag)
}

#[cfg(feature = "stem")]
fn algorithm(tag: &str) -> Option<Algorithm> {
    let found = ALGORITHMS.iter().find(|(known, _)| *known == tag);
    found.map(|(_, algorithm)| *algorithm)
}

#[cfg(feature = "stem")]
const ALGORITHMS: &[(&str, Algorithm)] = &[
    ("ar", Algorithm::Arabic),
    ("ca", Algorithm::Catalan),
    ("cs", Algorithm::Czech),
    ("da", Algorithm::Danish),
    ("de", Algorithm::German),
    ("el", Algorithm::Greek),
    ("en", Algorithm::English),
    ("eo", Algorithm::Esperanto),
    ("es", Algorithm::Spanish),
    ("et", Algorithm::Estonian),
    ("eu", Algorithm::Basque),
    ("fa", Algorithm::Persian),
    ("fi", Algorithm::Finnish),
    ("fr", Algorithm::French),
    ("ga", Algorithm::Irish),
    ("hi", Algorithm::Hindi),
    ("hu", Algorithm::Hungarian),
    ("hy", Algorithm::Armenian),
    ("id", Algorithm::Indonesian),
    ("it", Algorithm::Italian),
    ("lt", Algorithm::Lithuanian),
    ("ne", Algorithm::Nepali),
    ("nl", Algorithm::Dutch),
    ("no", Algorithm::Norwegian),
    ("pl", Algorithm::Polish),
    ("pt", Algorithm::Portuguese),
    ("ro", Algorithm::Romanian),
    ("ru", Algorithm::Russian),
    ("sr", Algorithm::Serbian),
    ("st", Algorithm::Sesotho),
    ("sv", Algorithm::Swedish),
    ("ta", Algorithm::Tamil),
    ("tr", Algorithm::Turkish),
    ("uk", Algorithm::Ukrainian),
    ("yi", Algorithm::Yiddish),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_stems_and_stop_words() {
        let english = Language::from_tag("en-GB").unwrap();
        assert_eq!(english.tag(), "en");
        assert!(english.stop_words().any(|word| word == "the"));
        assert!(english.stop_words().any(|word| word == "how"));
        assert!(english.stop_words().all(|word| word != "search"));
        #[cfg(feature = "stem")]
        {
            assert_eq!(english.stem("running"), "run");
            assert_eq!(english.stem("vue's"), "vue");
            assert_eq!(english.stem("foo_bars"), "foo_bars");
        }
    }

    #[test]
    fn none_leaves_words_alone() {
        let none = Language::from_tag("none").unwrap();
        assert_eq!(none.stem("running"), "running");
        assert_eq!(none.stop_words().count(), 0);
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
