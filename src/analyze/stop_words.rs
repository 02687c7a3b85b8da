//! Words that say little, by language.

use super::alphabet::UnicodeChars;
use super::stemmers;
use super::terms_with;
use alloc::collections::BTreeSet;
use alloc::string::String;

/// The 33 stop words that Lucene has used for English since its beginnings.
const STOP_EN: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it",
    "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there", "these",
    "they", "this", "to", "was", "will", "with",
];

/// Words that make a question of a query and say nothing of its subject.
const QUESTION_EN: &[&str] = &[
    "am", "any", "anyone", "can", "could", "did", "do", "does", "doing", "e.g", "explain", "from",
    "give", "had", "has", "have", "having", "he", "help", "how", "i", "i'd", "i'm", "i.e", "its",
    "let", "may", "me", "might", "must", "my", "need", "our", "please", "she", "should", "so",
    "some", "tell", "than", "them", "us", "use", "versus", "vs", "want", "we", "were", "what",
    "what's", "when", "where", "which", "who", "whose", "why", "would", "you", "your",
];

/// The stop words of a language, folded: a query drops them unless nothing else is left in it. None
/// for a language without a list.
pub(super) fn stop_words(tag: &str) -> BTreeSet<String> {
    let own = if tag == "en" { [STOP_EN, QUESTION_EN] } else { [&[][..], &[]] };
    let all = own.into_iter().flatten().chain(stemmers::stop_words(tag));
    all.filter_map(|word| one_term(word)).collect()
}

/// The word folded, if it is one term. Lists hold punctuation and phrases too.
fn one_term(word: &str) -> Option<String> {
    let mut whole = None;
    terms_with(&UnicodeChars::default(), word, &mut |term, span| {
        if span == (0..word.len()) {
            whole = Some(term.into());
        }
    });
    whole
}

#[cfg(test)]
mod tests {
    use super::stemmers::OTHERS;
    use super::*;

    #[test]
    fn every_language_has_some() {
        for tag in OTHERS.iter().chain(&["en"]) {
            assert!(stop_words(tag).len() > 5, "{tag}");
        }
        assert!(stop_words("tlh").is_empty());
    }

    #[test]
    fn they_are_terms() {
        assert!(stop_words("de").contains("fur") && stop_words("de").contains("die"));
        assert!(stop_words("ja").contains("から") && stop_words("ja").contains("何"));
        assert!(!stop_words("zh").contains("、"));
    }
}
