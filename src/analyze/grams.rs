//! Writing without spaces between words: pairs of neighbouring characters.
//!
//! Chinese, Japanese, Thai and others do not mark where words end. Every two neighbours are a term,
//! across scripts too. An ideograph is also a term by itself, as it is often a word, and so is an
//! emoji. Where a script does tell words apart, as Katakana does, and Hangul with its particles, a
//! longer word is a term as a whole.

use super::fold::CharTable;
use super::words::{Class, Piece};
use core::ops::Range;

/// Pairs each character with the one before it.
#[derive(Default)]
pub(super) struct Pairs {
    /// The last character, with its marks.
    last: Range<usize>,
    /// Whether it is in a term already.
    is_covered: bool,
}

impl Pairs {
    /// Calls `emit` with the pairs that end in `word`, the ideographs in it, and, where it has more
    /// than two characters, the word itself. The calls come in the order in which the ranges begin.
    pub fn add(
        &mut self,
        text: &str,
        word: &Piece,
        letters: &impl CharTable,
        emit: &mut dyn FnMut(Range<usize>),
    ) {
        let mut open = word.range.start..word.range.start;
        let mut is_term = false;
        for c in text.get(word.range.clone()).unwrap_or_default().chars() {
            let class = Class::of(c, letters);
            if !class.is_mark() {
                self.pair(open.clone(), is_term, word, emit);
                (open.start, is_term) = (open.end, class.is_term());
            }
            open.end += c.len_utf8();
        }
        self.pair(open, is_term, word, emit);
    }

    /// Goes on to the next character.
    fn pair(
        &mut self,
        next: Range<usize>,
        is_term: bool,
        word: &Piece,
        emit: &mut dyn FnMut(Range<usize>),
    ) {
        if next.is_empty() {
            return;
        }
        let is_neighbour = self.last.end == next.start && !self.last.is_empty();
        if is_neighbour {
            emit(self.last.start..next.end);
        } else {
            self.end(emit);
        }
        if word.chars > 2 && next.start == word.range.start {
            emit(word.range.clone());
        }
        if is_term {
            emit(next.clone());
        }
        *self = Pairs { last: next, is_covered: is_neighbour || is_term };
    }

    /// Calls `emit` with the last character, if nothing was beside it.
    pub fn end(&mut self, emit: &mut dyn FnMut(Range<usize>)) {
        if !self.is_covered && !self.last.is_empty() {
            emit(self.last.clone());
        }
        *self = Pairs::default();
    }
}

#[cfg(test)]
mod tests {
    use crate::analyze::alphabet::terms;
    use alloc::vec::Vec;

    fn spans(text: &str) -> Vec<&str> {
        let mut spans = Vec::new();
        terms(text, |_, span| spans.push(&text[span]));
        spans
    }

    #[test]
    fn ideographs_come_in_pairs_and_alone() {
        assert_eq!(spans("安装包。"), ["安", "安装", "装", "装包", "包"]);
        assert_eq!(spans("用Vue写"), ["用", "Vue", "写"]);
    }

    #[test]
    fn other_characters_come_alone_only_where_nothing_is_beside_them() {
        assert_eq!(spans("ほげの"), ["ほげ", "げの"]);
        assert_eq!(spans("は foo の。に"), ["は", "foo", "の", "に"]);
        assert_eq!(spans("食べる"), ["食", "食べ", "べる"]);
        assert_eq!(spans("か\u{3099}き\u{3099}"), ["か\u{3099}き\u{3099}"]);
    }

    #[test]
    fn emoji_are_words() {
        assert_eq!(spans("🚀 Ship it 👍🏽!"), ["🚀", "Ship", "it", "👍🏽"]);
        assert_eq!(spans("🇩🇪🇫🇷 ok✅"), ["🇩🇪", "🇫🇷", "ok", "✅"]);
        assert_eq!(spans("👩‍💻"), ["👩‍", "👩‍💻", "💻"]);
        assert_eq!(spans("© → ™ ‼"), [""; 0]);
    }

    #[test]
    fn long_words_come_whole_too() {
        assert_eq!(spans("東京タワー"), ["東", "東京", "京", "京タ", "タワー", "タワ", "ワー"]);
        assert_eq!(spans("데이터를 저장"), ["데이터를", "데이", "이터", "터를", "저장"]);
        assert_eq!(spans("Vue의 3개"), ["Vue", "의", "3", "개"]);
    }

    #[test]
    fn thai_is_paired_by_letters_with_their_marks() {
        assert_eq!(spans("ที่นี่"), ["ที่นี่"]);
        assert_eq!(spans("ภาษาไทย").len(), 6);
    }
}
