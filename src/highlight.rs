//! Finds the words of a query in a text.

use crate::analyze::fold::Letters;
use crate::analyze::terms_with;
use alloc::vec::Vec;

/// The byte ranges of `text` at which one of some folded words stands, in order and apart from each
/// other. Linear in the text, times the number of words where they begin like those of the text.
pub(crate) fn highlights(
    text: &str,
    words: &[Vec<u8>],
    letters: &impl Letters,
) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    // No term reaches over a space, but for a mark that has only the space to stand on; nor do the
    // terms on one side of it depend on what is on the other.
    for piece in text.as_bytes().split_inclusive(|&byte| byte <= b' ') {
        let end = start + piece.len();
        if may_hold(piece, words) {
            terms_with(letters, text.get(start..end).unwrap_or_default(), &mut |term, span| {
                if words.iter().any(|word| word == term.as_bytes()) {
                    spans.push((start + span.start, start + span.end));
                }
            });
        }
        start = end;
    }
    join(&mut spans);
    spans
}

/// A compound holds its parts, and pairs of characters overlap.
fn join(spans: &mut Vec<(usize, usize)>) {
    spans.dedup_by(|next, kept| {
        let overlaps = next.0 < kept.1;
        kept.1 = if overlaps { kept.1.max(next.1) } else { kept.1 };
        overlaps
    });
}

/// Whether a word may be a term of some text. That of most is not, and to see so takes much less
/// time than to find its terms.
fn may_hold(text: &[u8], words: &[Vec<u8>]) -> bool {
    let mut before = b' ';
    text.iter().enumerate().any(|(at, &byte)| {
        let begins = !before.is_ascii_alphanumeric() || byte.is_ascii_uppercase();
        before = byte;
        let rest = text.get(at..).unwrap_or_default();
        let is_here = |word: &Vec<u8>| {
            rest.get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word))
        };
        // Others than ASCII letters fold to who knows what.
        !byte.is_ascii() || begins && words.iter().any(is_here)
    })
}

#[cfg(all(test, feature = "build"))]
mod tests {
    use super::*;
    use crate::analyze::alphabet::AllLetters;
    use crate::analyze::words::Class;
    use alloc::string::String;
    use proptest::prelude::*;

    /// All terms of the text, one after another.
    fn found(text: &str, words: &[Vec<u8>]) -> Vec<(usize, usize)> {
        let mut spans = Vec::new();
        terms_with(&AllLetters::default(), text, &mut |term, span| {
            if words.iter().any(|word| word == term.as_bytes()) {
                spans.push((span.start, span.end));
            }
        });
        join(&mut spans);
        spans
    }

    fn some_text() -> impl Strategy<Value = String> {
        prop_oneof![
            "\\PC{0,60}",
            "[a-dA-D0-9_:.'#+@ \t\r\n\\-]{0,60}",
            "[ab éÀ’中か\u{301}\u{3000}\n]{0,40}",
        ]
    }

    #[test]
    fn parts_of_names_are_found() {
        let marked = |text, word: &str| highlights(text, &[word.into()], &AllLetters::default());
        assert_eq!(marked("call getElementById", "element"), [(8, 15)]);
        assert_eq!(marked("call get_element", "element"), [(9, 16)]);
    }

    proptest! {
        #[test]
        fn every_occurrence_is_found(text in some_text(), step in 1usize..5, other in "[a-d]{1,3}") {
            let is_mark = |c: char| Class::of(c, &AllLetters::default()).is_mark();
            let mut neighbours = text.chars().zip(text.chars().skip(1));
            prop_assume!(!neighbours.any(|(before, c)| before <= ' ' && is_mark(c)));
            let mut terms: Vec<Vec<u8>> = Vec::new();
            terms_with(&AllLetters::default(), &text, &mut |term, _| terms.push(term.into()));
            let mut words: Vec<Vec<u8>> = terms.into_iter().step_by(step).collect();
            words.push(other.into());
            let spans = highlights(&text, &words, &AllLetters::default());
            prop_assert_eq!(spans, found(&text, &words));
        }
    }
}
