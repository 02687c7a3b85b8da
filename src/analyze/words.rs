//! The boundaries of words, by Unicode Standard Annex 29.
//!
//! The rules are here, the classes of the letters are not. The builder asks a library for the
//! classes and writes those that the texts need into the index, for the reader.

use super::fold::CharTable;
use core::ops::Range;
use core::str::Chars;

/// The class of a character in the rules: its `Word_Break` property, and whether it makes a piece a
/// word. Also the byte that stands for it in an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class(u8);

pub(super) const OTHER: u8 = 0;
pub(super) const LETTER: u8 = 1;
pub(super) const HEBREW: u8 = 2;
pub(super) const NUMERIC: u8 = 3;
pub(super) const KATAKANA: u8 = 4;
/// Joins letters and digits: `_`.
pub(super) const EXTEND_NUM_LET: u8 = 5;
pub(super) const MID_LETTER: u8 = 6;
pub(super) const MID_NUM: u8 = 7;
pub(super) const MID_NUM_LET: u8 = 8;
pub(super) const SINGLE_QUOTE: u8 = 9;
pub(super) const DOUBLE_QUOTE: u8 = 10;
/// Characters that belong to the one before: `Extend` and `Format`.
pub(super) const EXTEND: u8 = 11;
pub(super) const JOINER: u8 = 12;
pub(super) const REGIONAL: u8 = 13;
pub(super) const SPACE: u8 = 14;
/// Also `CR` and `LF`: two line breaks are not a word, be they one piece or two.
pub(super) const NEWLINE: u8 = 15;

const BREAK: u8 = 15;
/// A letter or digit: `char::is_alphanumeric`.
const WORD: u8 = 16;
/// `Extended_Pictographic`.
const PICTOGRAPH: u8 = 32;
/// A term by itself: an ideograph or an emoji.
const TERM: u8 = 64;

const MARKS: u16 = set(&[EXTEND, JOINER]);
const LETTERS: u16 = set(&[LETTER, HEBREW]);
const IN_WORDS: u16 = set(&[LETTER, HEBREW, NUMERIC, KATAKANA, EXTEND_NUM_LET]);

const fn set(classes: &[u8]) -> u16 {
    match classes {
        [] => 0,
        [first, rest @ ..] => 1 << *first | set(rest),
    }
}

fn is_in(class: u8, set: u16) -> bool {
    set >> class & 1 == 1
}

impl Class {
    /// The class of characters that an index does not list: a letter that is a word by itself, as
    /// an ideograph is. So no query finds such a character, and it does not hide the words that it
    /// touches.
    pub const UNLISTED: Class = Class(OTHER | WORD);

    /// The class for a byte of an index. Any byte has one.
    pub const fn from_byte(byte: u8) -> Self {
        Class(byte)
    }

    pub const fn new(class: u8, is_word: bool, is_pictograph: bool) -> Self {
        let word = if is_word { WORD } else { 0 };
        Class(class | word | if is_pictograph { PICTOGRAPH } else { 0 })
    }

    /// The same class, for a character that is a term by itself.
    pub const fn with_term(self) -> Self {
        Class(self.0 | TERM)
    }

    /// The same class, for a character that is or begins a word.
    pub const fn with_word(self) -> Self {
        Class(self.0 | WORD)
    }

    /// The same class, but joined as Katakana is: to its like and to nothing else.
    pub const fn joined_to_its_like(self) -> Self {
        Class(self.0 & !BREAK | KATAKANA)
    }

    pub fn byte(self) -> u8 {
        self.0
    }

    /// The class of a character. `letters` knows the classes outside of ASCII.
    pub fn of(c: char, letters: &impl CharTable) -> Self {
        Class(match c {
            'a'..='z' | 'A'..='Z' => LETTER | WORD,
            '0'..='9' => NUMERIC | WORD,
            ' ' => SPACE,
            '\n'..='\r' => NEWLINE,
            '_' => EXTEND_NUM_LET,
            '.' => MID_NUM_LET,
            ':' => MID_LETTER,
            ',' | ';' => MID_NUM,
            '\'' => SINGLE_QUOTE,
            '"' => DOUBLE_QUOTE,
            '\0'..='\x7f' => OTHER,
            _ => return letters.class(c),
        })
    }

    /// Whether the character is written without spaces, so that it is paired with its neighbours.
    pub fn is_dense(self) -> bool {
        self.is_word() && matches!(self.word_break(), OTHER | KATAKANA)
    }

    /// Whether the character belongs to the one before it.
    pub fn is_mark(self) -> bool {
        is_in(self.word_break(), MARKS)
    }

    /// Whether the character is a term by itself, besides the pairs that it makes.
    pub fn is_term(self) -> bool {
        self.0 & TERM != 0
    }

    /// Whether the character makes a word of a piece.
    pub fn is_word(self) -> bool {
        self.0 & WORD != 0
    }

    /// Whether the character makes a word as an emoji: a pictograph, or a letter
    /// of the two that name a flag.
    pub fn is_emoji(self) -> bool {
        self.is_word() && (self.is_pictograph() || self.word_break() == REGIONAL)
    }

    fn is_pictograph(self) -> bool {
        self.0 & PICTOGRAPH != 0
    }

    fn word_break(self) -> u8 {
        self.0 & BREAK
    }
}

/// A piece of text between two boundaries.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub range: Range<usize>,
    /// Whether it has a letter or digit.
    pub is_word: bool,
    /// Whether all its characters are paired with their neighbours.
    pub is_dense: bool,
    /// The number of its characters without marks.
    pub chars: usize,
}

/// The pieces between the boundaries of a text, in order. Linear in the length of the text.
pub(super) struct Pieces<'a, L> {
    text: &'a str,
    at: usize,
    letters: &'a L,
}

impl<'a, L: CharTable> Pieces<'a, L> {
    pub fn new(text: &'a str, letters: &'a L) -> Self {
        Pieces { text, at: 0, letters }
    }

    /// The next piece, where it consists of ASCII letters and digits or of one sign, and is
    /// followed by an ASCII character that joins nothing. Most pieces are such, and building spends
    /// much of its time on them.
    fn plain(&self) -> Option<Piece> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let first = *rest.first()?;
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let is_word = letters > 0;
        let chars = letters.max(1);
        let joins = match rest.get(chars) {
            Some(next) if !next.is_ascii() => true,
            Some(next) if is_word => matches!(next, b'_' | b'.' | b':' | b',' | b';' | b'\''),
            Some(next) => first == b' ' && *next == b' ',
            None => false,
        };
        let is_sign = first.is_ascii() && first != b'_';
        let range = self.at..self.at + chars;
        (is_sign && !joins).then_some(Piece { range, is_word, is_dense: false, chars })
    }

    /// The class that the piece so far counts as after `class` is added to it, or none where a
    /// boundary is before `class`. The piece now counts as `left`, `joined` says whether it ends in
    /// a joiner, and `rest` is the text that follows.
    fn add(&self, left: u8, joined: bool, class: Class, rest: &Chars<'_>) -> Option<u8> {
        let right = class.word_break();
        let (added, counts_as) = match right {
            // Marks count as the character before them. Spaces join only when nothing is between
            // them.
            EXTEND | JOINER => (left != NEWLINE, if left == SPACE { OTHER } else { left }),
            _ if joined && class.is_pictograph() => (true, OTHER),
            SPACE => (left == SPACE, SPACE),
            REGIONAL => (left == REGIONAL, OTHER),
            _ if is_in(right, IN_WORDS) => {
                let alike = (left == KATAKANA) == (right == KATAKANA);
                let any = left == EXTEND_NUM_LET || right == EXTEND_NUM_LET;
                (is_in(left, IN_WORDS) && (alike || any), right)
            }
            // Between letters or digits it counts as they do.
            _ if self.awaits(inner(left, right), rest) => (true, left),
            _ => (left == HEBREW && right == SINGLE_QUOTE, OTHER),
        };
        added.then_some(counts_as)
    }

    /// Whether the next character that is not a mark has one of the classes. A joined pictograph
    /// counts too, as it belongs to whatever comes before it.
    fn awaits(&self, classes: u16, rest: &Chars<'_>) -> bool {
        if classes == 0 {
            return false;
        }
        let mut joined = false;
        for c in rest.clone() {
            let class = Class::of(c, self.letters);
            let next = class.word_break();
            if !is_in(next, MARKS) {
                return is_in(next, classes) || joined && class.is_pictograph();
            }
            joined = next == JOINER;
        }
        false
    }
}

/// The classes that may follow `left` and `middle`, so that `middle` lies within a word.
fn inner(left: u8, middle: u8) -> u16 {
    match (left, middle) {
        (HEBREW, DOUBLE_QUOTE) => set(&[HEBREW]),
        (LETTER | HEBREW, MID_LETTER | MID_NUM_LET | SINGLE_QUOTE) => LETTERS,
        (NUMERIC, MID_NUM | MID_NUM_LET | SINGLE_QUOTE) => set(&[NUMERIC]),
        _ => 0,
    }
}

impl<L: CharTable> Iterator for Pieces<'_, L> {
    type Item = Piece;

    fn next(&mut self) -> Option<Self::Item> {
        #[cfg(feature = "build")]
        if let Some(plain) = self.plain() {
            self.at = plain.range.end;
            return Some(plain);
        }
        let mut rest = self.text.get(self.at..)?.chars();
        let first = Class::of(rest.next()?, self.letters);
        let mut counts_as = first.word_break();
        let mut joined = counts_as == JOINER;
        let (mut is_word, mut is_dense, mut chars) = (first.is_word(), first.is_dense(), 1);
        let mut after = rest.clone();
        while let Some(c) = after.next() {
            let class = Class::of(c, self.letters);
            let Some(added) = self.add(counts_as, joined, class, &after) else {
                break;
            };
            counts_as = added;
            joined = class.word_break() == JOINER;
            is_word |= class.is_word();
            if !class.is_mark() {
                is_dense &= class.is_dense();
                chars += 1;
            }
            rest = after.clone();
        }
        let start = self.at;
        self.at = self.text.len() - rest.as_str().len();
        Some(Piece { range: start..self.at, is_word, is_dense, chars })
    }
}

/// The classes of the standard, without our own.
#[cfg(test)]
pub(super) struct Standard<'a>(pub &'a super::alphabet::UnicodeChars);

#[cfg(test)]
impl CharTable for Standard<'_> {
    fn fold(&self, letter: char, out: &mut alloc::string::String) {
        out.push(letter);
    }

    fn class(&self, letter: char) -> Class {
        self.0.standard_class(letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::alphabet::UnicodeChars;
    use alloc::string::String;
    use alloc::vec::Vec;
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    /// Characters of every class, with and without a letter. Some classes that are easily mistaken
    /// have several.
    const NASTY: &[char] = &[
        'a',
        'é',
        'я',
        '한',
        '\u{70f}',
        'א',
        'ש',
        '1',
        '٣',
        '\u{6dd}',
        'ア',
        'ー',
        'ｱ',
        '_',
        '‿',
        ':',
        '·',
        '״',
        ',',
        ';',
        '٫',
        '.',
        '\u{2018}',
        '’',
        '․',
        '\'',
        '"',
        '\u{301}',
        '\u{93e}',
        '\u{ad}',
        '\u{200b}',
        '\u{feff}',
        '\u{1f3fb}',
        '\u{fe0f}',
        '\u{200c}',
        '\u{200d}',
        '🇦',
        '🇧',
        ' ',
        '\u{a0}',
        '\u{3000}',
        '\u{2003}',
        '\r',
        '\n',
        '\u{b}',
        '\u{85}',
        '\u{2028}',
        '\t',
        '\0',
        '-',
        '?',
        '²',
        '漢',
        'の',
        'ก',
        '©',
        'ℹ',
        'Ⓜ',
        '🅰',
        '🛑',
        '👩',
        '\u{10ffff}',
    ];

    /// The boundaries of the library. Line breaks are left out, as it takes CR and LF for one
    /// piece.
    fn expected(text: &str) -> Vec<(Range<usize>, bool)> {
        let pieces = text
            .split_word_bound_indices()
            .map(|(at, piece)| (at..at + piece.len(), piece.chars().any(char::is_alphanumeric)));
        without_breaks(text, pieces)
    }

    fn without_breaks(
        text: &str,
        pieces: impl Iterator<Item = (Range<usize>, bool)>,
    ) -> Vec<(Range<usize>, bool)> {
        let breaks = ['\r', '\n', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
        pieces.filter(|(piece, _)| !text[piece.clone()].starts_with(breaks)).collect()
    }

    fn check(text: &str, letters: &UnicodeChars) {
        let standard = Standard(letters);
        let pieces = Pieces::new(text, &standard).map(|piece| (piece.range, piece.is_word));
        let found = without_breaks(text, pieces);
        assert_eq!(found, expected(text), "{text:?}");
    }

    #[test]
    fn three_characters_of_every_class_in_a_row() {
        let mut letters = UnicodeChars::default();
        letters.see(&NASTY.iter().collect::<String>());
        for &a in NASTY {
            for &b in NASTY {
                for &c in NASTY {
                    check(&String::from_iter([a, b, c]), &letters);
                }
            }
        }
    }

    /// Each character among those that tell its class from all others. Blocks with many alike are
    /// sampled.
    #[test]
    fn every_character_has_its_class() {
        let dense = |code: &u32| matches!(code, 0..0x3200 | 0xa600..0xac00 | 0xfb00..0x10200);
        let mut text = String::new();
        let mut letters = UnicodeChars::default();
        letters.see("אア🇦\u{200d}\u{301}©");
        for code in (0..0x11_0000).filter(|code| dense(code) || code % 199 == 0) {
            let Some(c) = char::from_u32(code) else { continue };
            text.clear();
            for around in ["a", "1", "א", "ア", "🇦", " "] {
                text.extend(["\n", around]);
                text.push(c);
                text.push_str(around);
            }
            text.extend([
                '\n', c, '\'', '\n', c, '\u{301}', '_', '\n', '\u{200d}', c, '\u{200d}', '©',
            ]);
            check(&text, &letters);
        }
    }

    #[test]
    fn long_rows_of_marks_take_linear_time() {
        let marks = "\u{301}".repeat(50_000);
        let text = ["a", &marks, "'", &marks, "a'", &marks, "'a"].concat();
        let mut letters = UnicodeChars::default();
        letters.see(&text);
        let words = Pieces::new(&text, &letters).filter(|piece| piece.is_word);
        assert_eq!(words.count(), 2);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn pieces_are_those_of_the_library(
            text in prop::collection::vec(prop::sample::select(NASTY), 0..24),
        ) {
            check(&String::from_iter(text), &UnicodeChars::default());
        }

        #[test]
        fn any_text_is_cut_alike(text in "\\PC{0,40}") {
            check(&text, &UnicodeChars::default());
        }
    }
}
