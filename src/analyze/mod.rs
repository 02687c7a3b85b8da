//! From text to terms. The same code runs when an index is built and when it is asked.
//!
//! Words are those of Unicode Standard Annex 29. Words joined by `_`, `-`, `.` or `::` without a
//! space form a compound (`foo_bar`, `std::vector`, `e.preventDefault`): it gives one term as a
//! whole and one for each part; a part in camel case gives its humps besides.

#[cfg(feature = "build")]
pub(crate) mod alphabet;
pub(crate) mod fold;
mod identifier;
pub(crate) mod key;
#[cfg(feature = "build")]
pub(crate) mod language;
pub(crate) mod words;

use alloc::string::String;
use core::ops::Range;
use fold::Letters;
use words::Pieces;

/// The number under which an index records how it was analyzed.
pub(crate) const ANALYZER: u16 = 1;

/// Terms longer than this many bytes are left out: nobody types them, and encoded data would fill
/// the dictionary with them.
pub(crate) const MAX_TERM: usize = 100;

/// Calls `emit` with every term of `text`, folded, and the byte range that it stands for, in the
/// order of the text: a compound first, then its parts. Linear in the length of the text.
///
/// ```
/// let mut found = Vec::new();
/// kindex::terms("The parseHTTPRequest()", |term, span| found.push((term.to_owned(), span)));
/// assert_eq!(found[1], ("parsehttprequest".to_owned(), 4..20));
/// assert_eq!(found[3], ("http".to_owned(), 9..13));
/// ```
#[cfg(feature = "build")]
pub fn terms(text: &str, mut emit: impl FnMut(&str, Range<usize>)) {
    terms_with(&alphabet::AllLetters::default(), text, &mut emit);
}

/// Like `terms`, for those who know only some letters. Not generic over what takes the terms: the
/// search build would have the whole analyzer once for each.
pub(crate) fn terms_with(
    letters: &impl Letters,
    text: &str,
    emit: &mut dyn FnMut(&str, Range<usize>),
) {
    let mut term = String::new();
    for compound in compounds(text, letters) {
        identifier::spans(text, compound, &mut |span: Range<usize>| {
            term.clear();
            fold::fold_into(text.get(span.clone()).unwrap_or_default(), letters, &mut term);
            if term.len() <= MAX_TERM && !term.is_empty() {
                emit(&term, span);
            }
        });
    }
}

/// Byte ranges of the text's words, joined where a connector stands between them.
fn compounds<'a, L: Letters>(text: &'a str, letters: &'a L) -> Compounds<'a, L> {
    Compounds { text, pieces: Pieces::new(text, letters), pending: None }
}

struct Compounds<'a, L> {
    text: &'a str,
    pieces: Pieces<'a, L>,
    pending: Option<Range<usize>>,
}

impl<L: Letters> Iterator for Compounds<'_, L> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let mut compound = self.pending.take();
        let mut connected = false;
        let mut colons = 0;
        for (piece, is_word) in self.pieces.by_ref() {
            if is_word {
                match compound.as_mut() {
                    None => compound = Some(piece),
                    Some(open) if connected => open.end = piece.end,
                    Some(_) => {
                        self.pending = Some(piece);
                        return compound;
                    }
                }
                (connected, colons) = (false, 0);
                continue;
            }
            if compound.is_none() {
                continue;
            }
            let piece = self.text.get(piece).unwrap_or_default();
            colons = if piece == ":" { colons + 1 } else { 0 };
            connected = matches!(piece, "-" | "." | "_") || colons == 2;
            let may_go_on = connected || colons == 1;
            if !may_go_on {
                return compound;
            }
        }
        compound
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;
    use std::string::ToString;

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
        assert_eq!(found("--dry-run"), ["dry-run", "dry", "run"]);
        assert_eq!(found("a: b - c . d"), ["a", "b", "c", "d"]);
    }

    #[test]
    fn numbers_stay_whole() {
        assert_eq!(found("3.14 and 1,000"), ["3.14", "and", "1,000"]);
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
        assert_eq!(found(&"x".repeat(MAX_TERM + 1)), [""; 0]);
    }

    proptest! {
        #[test]
        fn any_text_gives_folded_terms_within_it(text in "\\PC{0,80}|[a-zA-Z_:.\\- \u{301}é中]{0,60}") {
            terms(&text, |term, span| {
                assert!(!term.is_empty() && term.len() <= MAX_TERM);
                assert!(text.get(span).is_some());
                let mut again = String::new();
                fold::fold_into(term, &alphabet::AllLetters::default(), &mut again);
                assert_eq!(term, again);
            });
        }
    }
}
