//! Finds the words of a query in a text.

use crate::analyze::fold::CharTable;
use crate::analyze::terms_with;
use alloc::vec::Vec;

/// The byte ranges of `text` at which one of some folded words stands, in order and apart from each
/// other. Linear in the text, times the number of words where they begin like those of the text.
pub(crate) fn highlights(
    text: &str,
    words: &[Vec<u8>],
    letters: &impl CharTable,
) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let bytes = text.as_bytes();
    let mut firsts = 0;
    for word in words {
        firsts |= word.first().map_or(0, |&byte| bit(byte));
    }
    let (mut start, mut done) = (0, 0);
    for (at, &byte) in bytes.iter().enumerate() {
        if is_space(&byte) {
            // A sign is an operator or not by what is beside it.
            start = at;
        } else if at >= done
            // Others than ASCII letters fold to who knows what.
            && (!byte.is_ascii() || firsts & bit(byte) != 0 && stands(words, bytes, at))
        {
            let rest = bytes.get(at..).unwrap_or_default();
            // No term reaches over a space, but for a mark that has only the space to stand on; nor
            // do the terms on one side of it depend on what is on the other.
            done = rest.iter().position(is_space).map_or(bytes.len(), |space| at + space + 1);
            terms_with(letters, text.get(start..done).unwrap_or_default(), &mut |term, span| {
                if words.iter().any(|word| word == term.as_bytes()) {
                    spans.push((start + span.start, start + span.end));
                }
            });
        }
    }
    join(&mut spans);
    spans
}

fn is_space(byte: &u8) -> bool {
    *byte <= b' '
}

/// A compound holds its parts, and pairs of characters overlap.
fn join(spans: &mut Vec<(usize, usize)>) {
    spans.dedup_by(|next, kept| {
        let overlaps = next.0 < kept.1;
        kept.1 = if overlaps { kept.1.max(next.1) } else { kept.1 };
        overlaps
    });
}

/// Whether one of the words may stand at a place where a term may begin. At most places none does,
/// and to see so takes much less time than to find the terms.
fn stands(words: &[Vec<u8>], text: &[u8], at: usize) -> bool {
    let before = text.get(at.wrapping_sub(1));
    let first = text.get(at);
    let begins = !before.is_some_and(u8::is_ascii_alphanumeric)
        || first.is_some_and(|first| first.is_ascii_uppercase() || first.is_ascii_digit());
    let is_here = |word: &Vec<u8>| {
        // A number may follow its name after a slash.
        let name = word.iter().skip(1).take_while(|byte| !byte.is_ascii_digit()).count() + 1;
        let begin = word.get(..name).unwrap_or_default();
        let found = text.get(at..at + begin.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(begin))
    };
    begins && words.iter().any(is_here)
}

/// One for a letter and its capital, and for some other characters.
fn bit(byte: u8) -> u32 {
    1 << (byte % 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::alphabet::UnicodeChars;
    use crate::analyze::words::Class;
    use alloc::string::String;
    use proptest::prelude::*;

    /// All terms of the text, one after another.
    fn found(text: &str, words: &[Vec<u8>]) -> Vec<(usize, usize)> {
        let mut spans = Vec::new();
        terms_with(&UnicodeChars::default(), text, &mut |term, span| {
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
            "([a-c]{1,3}[/.-]?[12]{0,2}[./ -]?){0,12}",
            "[ab éÀ’中か\u{301}\u{3000}\n]{0,40}",
        ]
    }

    #[test]
    fn parts_of_names_are_found() {
        let marked = |text, word: &str| highlights(text, &[word.into()], &UnicodeChars::default());
        assert_eq!(marked("call getElementById", "element"), [(8, 15)]);
        assert_eq!(marked("call get_element", "element"), [(9, 16)]);
        assert_eq!(marked("over HTTP/2", "http2"), [(5, 11)]);
        assert_eq!(marked("node-v20.1.0", "20.1.0"), [(6, 12)]);
    }

    proptest! {
        #[test]
        fn every_occurrence_is_found(text in some_text(), step in 1usize..5, other in "[a-d]{1,3}") {
            let is_mark = |c: char| Class::of(c, &UnicodeChars::default()).is_mark();
            let mut neighbours = text.chars().zip(text.chars().skip(1));
            prop_assume!(!neighbours.any(|(before, c)| before <= ' ' && is_mark(c)));
            let mut terms: Vec<Vec<u8>> = Vec::new();
            terms_with(&UnicodeChars::default(), &text, &mut |term, _| terms.push(term.into()));
            let mut words: Vec<Vec<u8>> = terms.into_iter().step_by(step).collect();
            words.push(other.into());
            let spans = highlights(&text, &words, &UnicodeChars::default());
            prop_assert_eq!(spans, found(&text, &words));
        }
    }
}
