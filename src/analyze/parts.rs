//! The parts of a text in which a term may stand, found without cutting the text into words.

use super::MAX_TERM_BYTES;
use core::ops::Range;

/// Calls `each` with the parts of `text` in which a term may stand, in order and apart from each
/// other, each with at least `around` words before and after that place. The terms of a part are
/// those that the whole text has there. Linear in the length of the text.
///
/// No term has a space in it. A term of ASCII is the same in the text but for capitals, unless the
/// text has another letter there, which may be folded to anything.
pub(crate) fn parts_with(
    text: &str,
    term: &str,
    around: usize,
    each: &mut dyn FnMut(Range<usize>),
) {
    let Some(rarest) = rarest_letter(term).filter(|_| term.is_ascii()) else {
        return each(0..text.len());
    };
    let sought = Sought { term, rarest };
    let text = text.as_bytes();
    let mut part = 0..0;
    while let Some(found) = sought.next(text, part.end) {
        let start = before(text, found, around, part.end);
        if start > part.end {
            each(part);
            part = start..start;
        }
        part.end = sought.after(text, end_of_word(text, found), around);
    }
    each(part);
}

/// A term, with its rarest letter and the place of that in it.
struct Sought<'t> {
    term: &'t str,
    rarest: (usize, u8),
}

impl Sought<'_> {
    /// The next place where the term may stand, or a letter beyond ASCII does.
    fn next(&self, text: &[u8], mut from: usize) -> Option<usize> {
        let (offset, letter) = self.rarest;
        loop {
            let found = next(text, from, letter)?;
            let is_other = text.get(found).is_some_and(|byte| !byte.is_ascii());
            let start = found.checked_sub(offset);
            if is_other || start.is_some_and(|start| has(text, start, self.term)) {
                return Some(found);
            }
            from = found + 1;
        }
    }

    /// The end of a number of words after a place, and after any further place where
    /// the term may stand among these.
    fn after(&self, text: &[u8], at: usize, words: usize) -> usize {
        let mut left = words;
        let mut end = at;
        while left > 0 && end < text.len() {
            let start = end + 1;
            end = end_of_word(text, start);
            if self.next(text.get(..end).unwrap_or_default(), start).is_some() {
                left = words;
            } else if has_term(text.get(start..end).unwrap_or_default()) {
                left -= 1;
            }
        }
        end
    }
}

/// The letters of English texts, the most frequent first. Any order gives the same parts.
const FREQUENT: &[u8] = b"etaoinsrhldcumfpgwybvkxjqz";

/// The letter of a term that texts have least, and its place.
fn rarest_letter(term: &str) -> Option<(usize, u8)> {
    let frequency = |letter| FREQUENT.iter().rev().position(|&known| known == letter);
    term.bytes().enumerate().min_by_key(|&(_, letter)| frequency(letter))
}

/// Eight bytes of one.
const ONES: u64 = u64::MAX / 255;

/// The next place of a letter, small or capital, or of one beyond ASCII. Some other bytes may be
/// taken for these. It looks at eight bytes at once: what is subtracted borrows from the highest
/// bit of a byte if that is the letter, or the one after such (Mycroft, 1987).
fn next(text: &[u8], from: usize, letter: u8) -> Option<usize> {
    let (letters, case) = (ONES * u64::from(letter | CASE_BIT), ONES * u64::from(CASE_BIT));
    let mut at = from;
    loop {
        let rest = text.get(at..)?;
        let Some(bytes) = rest.first_chunk() else {
            return rest
                .iter()
                .position(|byte| byte | CASE_BIT == letter | CASE_BIT || *byte > 127)
                .map(|found| at + found);
        };
        let bytes = u64::from_le_bytes(*bytes);
        let differ = (bytes | case) ^ letters;
        let found = (differ.wrapping_sub(ONES) & !differ | bytes) & (ONES << 7);
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
}

/// The bit that tells a capital from its small letter.
const CASE_BIT: u8 = 0x20;

/// Whether a term may stand at a place.
fn has(text: &[u8], at: usize, term: &str) -> bool {
    let here = text.get(at..at + term.len());
    here.is_some_and(|here| here.eq_ignore_ascii_case(term.as_bytes()))
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n')
}

fn end_of_word(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let len = rest.iter().position(|&byte| is_space(byte));
    len.map_or(text.len(), |len| at.saturating_add(len))
}

/// The beginning of the word of a place and of the `words` before it, no earlier than `least`.
fn before(text: &[u8], at: usize, words: usize, least: usize) -> usize {
    let mut left = words;
    let mut start = at;
    loop {
        let before = text.get(least..start).unwrap_or_default();
        let Some(space) = before.iter().rposition(|&byte| is_space(byte)) else { return least };
        let is_first = start == at;
        if !is_first && has_term(before.get(space + 1..).unwrap_or_default()) {
            left = left.saturating_sub(1);
        }
        if left == 0 {
            return least + space + 1;
        }
        start = least + space;
    }
}

/// Whether there certainly is a term between two spaces.
fn has_term(word: &[u8]) -> bool {
    word.len() <= MAX_TERM_BYTES && word.iter().any(u8::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::alphabet::UnicodeChars;
    use crate::analyze::written_terms_with;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn terms_of(text: &str) -> Vec<(String, Range<usize>)> {
        let mut terms = Vec::new();
        let mut add = |term: &str, span| terms.push((term.to_string(), span));
        written_terms_with(&UnicodeChars::default(), text, &mut add);
        terms
    }

    fn parts(text: &str, term: &str, around: usize) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        parts_with(text, term, around, &mut |part| parts.push(part));
        parts
    }

    #[test]
    fn a_part_has_the_words_around_the_term() {
        let text = "one two, -- three Four\nfive six seven eight nine";
        let found = parts(text, "four", 2);
        assert_eq!(
            found.iter().map(|part| &text[part.clone()]).collect::<Vec<_>>(),
            ["", "two, -- three Four\nfive six"]
        );
        assert_eq!(parts(text, "größe", 2), [0..text.len()]);
    }

    proptest! {
        #[test]
        fn parts_have_the_terms_of_the_whole_text(
            text in "([aAbé]{1,3}[ \n]|[ab_.:/,'#+@-]{1,5} |日本| |\u{301}|\n\n|b’a|😀|[ab]{101,103} ){0,30}",
            nth: prop::sample::Index,
            around in 0usize..4,
        ) {
            let all = terms_of(&text);
            let Some(sought) = all.len().checked_sub(1).map(|last| nth.index(last + 1)) else { return Ok(()) };
            let (term, span) = &all[sought];
            let parts = parts(&text, term, around);
            prop_assert!(parts.windows(2).all(|pair| pair[0].end <= pair[1].start));
            // Each place of the term is in a part that has it with the terms around it.
            let part = parts.into_iter().find(|part| part.start <= span.start && span.end <= part.end);
            let part = part.expect("a part with the term");
            let inside = terms_of(&text[part.clone()]).into_iter();
            let inside: Vec<_> = inside
                .map(|(term, span)| (term, part.start + span.start..part.start + span.end))
                .collect();
            let near = &all[sought.saturating_sub(around)..(sought + around + 1).min(all.len())];
            let at = inside.iter().position(|found| *found == near[0]).expect("the first of them");
            prop_assert_eq!(&inside[at..at + near.len()], near);
        }
    }
}
