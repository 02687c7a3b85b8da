//! From text to terms. The same code runs when an index is built and when it is asked.
//!
//! Words are those of Unicode Standard Annex 29. Words joined by `_`, `-`, `.`, `::` or `++`
//! without a space form a compound (`foo_bar`, `std::vector`, `e.preventDefault`). A compound gives
//! one term as a whole, one with the signs that belong to it (`.NET`, `C#`), and one for each part.
//! A part in camel case also gives its humps. Numbers in names are written in several ways, which
//! give terms too: `v2.1` gives `2.1`, and `HTTP/2` gives `http2`. Writing without spaces gives
//! pairs of neighbouring characters. Signs that stand by themselves are operators (`=>`).

#[cfg(feature = "build")]
pub(crate) mod affixes;
#[cfg(feature = "build")]
pub(crate) mod alphabet;
#[cfg(test)]
pub(crate) mod conformance;
pub(crate) mod fold;
mod grams;
mod identifier;
pub(crate) mod key;
#[cfg(feature = "build")]
pub(crate) mod language;
mod operator;
pub(crate) mod parts;
#[cfg(feature = "build")]
#[cfg_attr(not(feature = "stem"), path = "without_stemmers.rs")]
mod stemmers;
#[cfg(feature = "build")]
mod stop_words;
#[cfg(feature = "build")]
pub(crate) mod syllables;
pub(crate) mod tokens;
pub(crate) mod words;

use alloc::string::String;
use core::ops::Range;
use fold::CharTable;
use grams::Pairs;
use words::Pieces;

/// The number under which an index records how it was analyzed.
pub(crate) const ANALYZER_VERSION: u16 = 2;

/// Longer terms are left out. Nobody types them, and encoded data would
/// fill the dictionary with them.
pub(crate) const MAX_TERM_BYTES: usize = 100;

/// The languages in which words lose their end before others, as in
/// `l'utente`. `affixes` has the words.
pub(crate) const ELIDING: [&str; 7] = ["ca", "fr", "ga", "it", "lb", "oc", "pt"];

/// Calls `emit` with every term of `text`, folded, and the byte range that it stands for, in the
/// order of the text: a compound first, then its parts. Linear in the length of the text. The table
/// may know only some letters.
pub(crate) fn terms_with(
    letters: &impl CharTable,
    text: &str,
    emit: &mut dyn FnMut(&str, Range<usize>),
) {
    analyze(letters, text, true, emit);
}

/// Like `terms_with`, without the other ways in which numbers are written: the terms that
/// follow each other in a phrase.
pub(crate) fn written_terms_with(
    letters: &impl CharTable,
    text: &str,
    emit: &mut dyn FnMut(&str, Range<usize>),
) {
    analyze(letters, text, false, emit);
}

/// The offset in a text after a number of characters; the end of one that has no more. Bytes are
/// counted in a fraction of the time and of the code that decoding takes.
pub(crate) fn after(text: &str, chars: usize) -> usize {
    let mut begun = 0;
    let is_next = |byte: u8| {
        begun += usize::from(!matches!(byte, 0x80..=0xBF));
        begun > chars
    };
    text.bytes().position(is_next).unwrap_or(text.len())
}

/// It is not generic over `emit`: the build for pages would then have one copy of the
/// whole analyzer for each caller.
fn analyze(
    letters: &impl CharTable,
    text: &str,
    variants: bool,
    emit: &mut dyn FnMut(&str, Range<usize>),
) {
    let mut term = String::new();
    let emit: &mut dyn FnMut(Range<usize>) = &mut |span: Range<usize>| {
        term.clear();
        fold::fold_into(text.get(span.clone()).unwrap_or_default(), letters, &mut term);
        if term.len() <= MAX_TERM_BYTES && !term.is_empty() {
            emit(&term, span);
        }
    };
    let mut pairs = Pairs::default();
    let mut compound = 0..0;
    let mut joint = Joint::default();
    let mut end = 0;
    for piece in Pieces::new(text, letters) {
        if !piece.is_word {
            joint.add(text.get(piece.range).unwrap_or_default());
            continue;
        }
        if piece.is_dense || compound.is_empty() || !joint.connects_words() {
            identifier::spans(text, compound.clone(), variants, emit);
            if variants && let Some(span) = identifier::slashed(text, compound, &piece.range) {
                emit(span);
            }
            if variants && end < piece.range.start {
                pairs.end(emit);
                operator::spans(text, end..piece.range.start, emit);
            }
            compound = piece.range.start..piece.range.start;
        }
        if piece.is_dense {
            pairs.add(text, &piece, letters, emit);
        } else {
            pairs.end(emit);
            compound.end = piece.range.end;
        }
        joint = Joint::default();
        end = piece.range.end;
    }
    identifier::spans(text, compound, variants, emit);
    pairs.end(emit);
    if variants {
        operator::spans(text, end..text.len(), emit);
    }
}

/// The signs between two words.
#[derive(Default)]
struct Joint {
    /// The number of colons or plus signs in a row.
    doubled: u8,
    connects: bool,
    parts: bool,
}

impl Joint {
    fn add(&mut self, piece: &str) {
        let is_half = matches!(piece, ":" | "+");
        self.doubled = if is_half { self.doubled.saturating_add(1) } else { 0 };
        self.connects = matches!(piece, "-" | "." | "_") || self.doubled == 2;
        self.parts |= !self.connects && self.doubled != 1;
    }

    /// Whether the signs make a compound of the two words.
    fn connects_words(&self) -> bool {
        self.connects && !self.parts
    }
}

#[cfg(test)]
mod tests {
    use super::alphabet::terms;
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;
    use std::string::ToString;

    proptest! {
        #[test]
        fn after_so_many_characters(text in "[aé日🦁 ]{0,6}", chars in 0..8usize) {
            let at = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
            prop_assert_eq!(after(&text, chars), at);
        }
    }

    fn found(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        terms(text, |term, _| found.push(term.to_string()));
        found
    }

    #[test]
    fn plain_words() {
        assert_eq!(found("Don't panic, dear."), ["don't", "panic", "dear"]);
        assert_eq!(found(""), [""; 0]);
        assert_eq!(found("… — !"), [""; 0]);
    }

    #[test]
    fn compounds_come_whole_and_in_parts() {
        assert_eq!(found("foo_bar"), ["foo_bar", "foo", "bar"]);
        assert_eq!(found("std::vector<T>"), ["std::vector", "std", "vector", "t"]);
        assert_eq!(found("well-known"), ["well-known", "well", "known"]);
        assert_eq!(
            found("e.preventDefault()"),
            ["e.preventdefault", "e", "preventdefault", "prevent", "default"]
        );
        assert_eq!(found("--dry-run"), ["--dry-run", "dry-run", "dry", "run"]);
        assert_eq!(found("a: b - c . d"), ["a", "b", "c", "d"]);
    }

    #[test]
    fn numbers_stay_whole() {
        assert_eq!(found("3.14 and 1,000"), ["3.14", "and", "1,000"]);
    }

    #[test]
    fn numbers_in_names_are_terms() {
        assert_eq!(found("v2.1.0"), ["v2.1.0", "v2", "2.1.0", "1", "0"]);
        assert_eq!(found("node-v20.1.0"), ["node-v20.1.0", "node", "v20", "20.1.0", "1", "0"]);
        assert_eq!(found("Python3.11"), ["python3.11", "python3", "python", "3.11", "11"]);
        assert_eq!(found("foo-1.2-a"), ["foo-1.2-a", "foo", "1", "1.2", "2", "a"]);
        assert_eq!(found("1.5px a1.b2"), ["1.5px", "1", "5px", "a1.b2", "a1", "b2"]);
        let mut written = Vec::new();
        let letters = alphabet::UnicodeChars::default();
        written_terms_with(&letters, "v2.1, HTTP/2", &mut |term, _| written.push(term.to_string()));
        assert_eq!(written, ["v2.1", "v2", "1", "http", "2"]);
    }

    #[test]
    fn a_slash_may_part_a_name_from_its_number() {
        assert_eq!(found("HTTP/2, TLS/1.3"), ["http", "http2", "2", "tls", "tls1.3", "1.3"]);
        for text in ["a/b", "I/2", "page/2/", "/page/2", "24/7", "x1/2", "HTTP/2a", "HTTP / 2"] {
            assert!(found(text).iter().all(|term| term.len() < 5), "{text}");
        }
    }

    #[test]
    fn spans_point_at_the_text() {
        let text = "Où est parseHTTPRequest ?";
        let mut spans = Vec::new();
        terms(text, |_, span| spans.push(&text[span]));
        assert_eq!(spans, ["Où", "est", "parseHTTPRequest", "parse", "HTTP", "Request"]);
    }

    #[test]
    fn encoded_data_is_left_out() {
        assert_eq!(found(&"x".repeat(MAX_TERM_BYTES + 1)), [""; 0]);
    }

    proptest! {
        #[test]
        fn any_text_gives_folded_terms_within_it(text in "\\PC{0,80}|[a-zA-Z_:.\\- \u{301}é中]{0,60}") {
            terms(&text, |term, span| {
                assert!(!term.is_empty() && term.len() <= MAX_TERM_BYTES);
                assert!(text.get(span).is_some());
                let mut again = String::new();
                fold::fold_into(term, &alphabet::UnicodeChars::default(), &mut again);
                assert_eq!(term, again);
            });
        }
    }
}
