//! What the builder knows of letters: how all of them fold and which class each one has.

use super::fold::{self, CharTable};
use super::words::{self, Class};
use alloc::collections::BTreeMap;
use alloc::string::String;
use unicode_segmentation::UnicodeSegmentation;

/// Code points are looked at in blocks of so many.
pub(crate) const BLOCK: u32 = 128;

/// Every letter. Remembers the letters that it was shown, and the classes of their blocks; those
/// of others take longer.
#[derive(Clone, Default)]
pub(crate) struct UnicodeChars(BTreeMap<u32, Block>);

#[derive(Clone)]
struct Block {
    classes: [Class; BLOCK as usize],
    /// A bit for each character that it was shown.
    seen: u128,
}

impl Block {
    fn new(number: u32) -> Self {
        let classes = core::array::from_fn(|at| {
            let c = char::from_u32(number * BLOCK + at as u32);
            c.map_or(Class::UNLISTED, class_of)
        });
        Block { classes, seen: 0 }
    }
}

impl UnicodeChars {
    /// Looks at the characters of a text.
    pub fn see(&mut self, text: &str) {
        if !text.is_ascii() {
            for code in text.chars().filter(|c| !c.is_ascii()).map(u32::from) {
                self.block(code / BLOCK).seen |= 1 << (code % BLOCK);
            }
        }
    }

    /// Looks at a block, given by its number, without any of its characters being shown.
    pub fn see_block(&mut self, number: u32) {
        self.block(number);
    }

    fn block(&mut self, number: u32) -> &mut Block {
        self.0.entry(number).or_insert_with(|| Block::new(number))
    }

    /// Whether it saw Chinese, Japanese or Korean letters.
    pub fn has_east_asian(&self) -> bool {
        self.0.range(0x3000 / BLOCK..0xd800 / BLOCK).next().is_some()
    }

    /// The characters that it was shown, in order.
    pub fn seen(&self) -> impl Iterator<Item = char> {
        let codes = self.0.iter().flat_map(|(&number, block)| {
            let seen = (0..BLOCK).filter(|at| block.seen >> at & 1 == 1);
            seen.map(move |at| number * BLOCK + at)
        });
        codes.filter_map(char::from_u32)
    }

    /// All code points of the blocks seen, in order, with their classes.
    pub fn classes(&self) -> impl Iterator<Item = (u32, Class)> {
        let blocks = self.0.iter();
        let classes = blocks.flat_map(|(&number, block)| (number * BLOCK..).zip(block.classes));
        classes.map(|(code, class)| (code, tailored(code, class)))
    }

    /// The class that the standard gives to a character.
    pub fn standard_class(&self, letter: char) -> Class {
        let code = u32::from(letter);
        let known = self.0.get(&(code / BLOCK));
        let known = known.and_then(|block| block.classes.get((code % BLOCK) as usize));
        known.copied().unwrap_or_else(|| class_of(letter))
    }
}

impl CharTable for UnicodeChars {
    fn fold(&self, letter: char, out: &mut String) {
        fold::fold_letter(letter, out);
    }

    fn class(&self, letter: char) -> Class {
        tailored(letter.into(), self.standard_class(letter))
    }
}

/// What the standard says of a character, and what it leaves to us: ideographs are terms by
/// themselves, and Hangul is not joined to what it follows, as in `Vue의`.
fn tailored(code: u32, class: Class) -> Class {
    match code {
        0x3005
        | 0x3007
        | 0x3400..=0x4dbf
        | 0x4e00..=0x9fff
        | 0xf900..=0xfaff
        | 0x2_0000..=0x3_fffd => class.with_term(),
        0xac00..=0xd7a3 => class.joined_to_its_like(),
        _ => class,
    }
}

/// What a character of each class is one piece with: what comes before it, what comes after it,
/// and the class, provided that it is none of those above.
const PROBES: [(&str, &str, u8); 14] = [
    ("", "'", words::HEBREW),
    ("", ":a", words::LETTER),
    ("", ",1", words::NUMERIC),
    ("ア", "a", words::EXTEND_NUM_LET),
    ("", "ア", words::KATAKANA),
    ("", "©", words::JOINER),
    ("a", "", words::EXTEND),
    ("א", "", words::SINGLE_QUOTE),
    ("1", "1", words::MID_NUM),
    ("a", "a", words::MID_LETTER),
    ("א", "א", words::DOUBLE_QUOTE),
    ("", "\u{1f1e6}", words::REGIONAL),
    ("", " ", words::SPACE),
    ("", "\u{301}", words::OTHER),
];

/// The class of any character. The library keeps its table to itself; how it cuts a few texts
/// with the character in them gives the class away.
fn class_of(c: char) -> Class {
    let mut text = String::new();
    let mut joins = |before: &str, after: &str| {
        text.clear();
        text.push_str(before);
        text.push(c);
        text.push_str(after);
        text.split_word_bounds().next() == Some(&text)
    };
    let found = PROBES.iter().find(|(before, after, _)| joins(before, after));
    let word_break = match found.map_or(words::NEWLINE, |&(_, _, class)| class) {
        words::MID_NUM if joins("a", "a") => words::MID_NUM_LET,
        class => class,
    };
    let is_mark = matches!(word_break, words::EXTEND | words::JOINER);
    Class::new(word_break, c.is_alphanumeric(), !is_mark && joins("\u{200d}", ""))
}
