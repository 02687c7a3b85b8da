//! The letters that the builder knows: all of them, with their folded forms and classes.

mod plain;

use super::fold::CharTable;
use super::terms_with;
use super::words::{self, Class};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
pub(crate) use plain::is_form;
use unicode_segmentation::UnicodeSegmentation;

/// Signs below it that may be shown as emoji are mostly written for what they are, such as `©`.
const FIRST_EMOJI: u32 = 0x2300;

pub(super) const ZERO_WIDTH_SPACE: u32 = 0x200b;

/// The number of code points in a block.
pub(crate) const BLOCK_CODE_POINTS: u32 = 128;

/// Every letter. It remembers the letters that it was shown and the classes of their blocks.
/// Classes of other blocks take longer to find.
#[derive(Clone, Default)]
pub(crate) struct UnicodeChars(BTreeMap<u32, Block>);

#[derive(Clone)]
struct Block {
    classes: [Class; BLOCK_CODE_POINTS as usize],
    /// A bit for each character that was shown.
    seen: u128,
}

/// Characters: the numbers of their blocks, with a bit for each.
#[derive(Default)]
pub(crate) struct Shown(Vec<(u32, u128)>);

impl Block {
    fn new(number: u32) -> Self {
        let classes = core::array::from_fn(|at| {
            let c = char::from_u32(number * BLOCK_CODE_POINTS + at as u32);
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
                self.block(code / BLOCK_CODE_POINTS).seen |= 1 << (code % BLOCK_CODE_POINTS);
            }
        }
    }

    /// Adds a block, given by its number, without marking any of its characters as shown.
    pub fn see_block(&mut self, number: u32) {
        self.block(number);
    }

    /// The characters that it was shown since it was asked last.
    pub fn take_shown(&mut self) -> Shown {
        let blocks = self.0.iter_mut().filter(|(_, block)| block.seen != 0);
        Shown(blocks.map(|(&number, block)| (number, core::mem::take(&mut block.seen))).collect())
    }

    /// Looks at characters whose classes another one knows.
    pub fn see_again(&mut self, shown: &Shown, known: &UnicodeChars) {
        for &(number, seen) in &shown.0 {
            let block = self.0.entry(number).or_insert_with(|| match known.0.get(&number) {
                Some(block) => Block { classes: block.classes, seen: 0 },
                None => Block::new(number),
            });
            block.seen |= seen;
        }
    }

    fn block(&mut self, number: u32) -> &mut Block {
        self.0.entry(number).or_insert_with(|| Block::new(number))
    }

    /// Whether it was shown Chinese, Japanese or Korean letters.
    pub fn has_east_asian(&self) -> bool {
        self.0.range(0x3000 / BLOCK_CODE_POINTS..0xd800 / BLOCK_CODE_POINTS).next().is_some()
    }

    /// The characters that were shown, in order.
    pub fn seen(&self) -> impl Iterator<Item = char> {
        let codes = self.0.iter().flat_map(|(&number, block)| {
            let seen = (0..BLOCK_CODE_POINTS).filter(|at| block.seen >> at & 1 == 1);
            seen.map(move |at| number * BLOCK_CODE_POINTS + at)
        });
        codes.filter_map(char::from_u32)
    }

    /// All code points of the blocks that were added, in order, with their classes.
    pub fn classes(&self) -> impl Iterator<Item = (u32, Class)> {
        let blocks = self.0.iter();
        let classes =
            blocks.flat_map(|(&number, block)| (number * BLOCK_CODE_POINTS..).zip(block.classes));
        classes.map(|(code, class)| (code, tailored(code, class)))
    }

    /// The class that the standard gives to a character.
    pub fn standard_class(&self, letter: char) -> Class {
        let code = u32::from(letter);
        let known = self.0.get(&(code / BLOCK_CODE_POINTS));
        let known = known.and_then(|block| block.classes.get((code % BLOCK_CODE_POINTS) as usize));
        known.copied().unwrap_or_else(|| class_of(letter))
    }
}

impl CharTable for UnicodeChars {
    fn fold(&self, letter: char, out: &mut String) {
        plain::fold_letter(letter, out);
    }

    fn class(&self, letter: char) -> Class {
        tailored(letter.into(), self.standard_class(letter))
    }
}

/// Calls `emit` with every term of `text`, folded, and the byte range that it stands for, in the
/// order of the text: a compound first, then its parts. Linear in the length of the text.
///
/// ```
/// let mut found = Vec::new();
/// kindex::terms("The parseHTTPRequest()", |term, span| found.push((term.to_owned(), span)));
/// assert_eq!(found[1], ("parsehttprequest".to_owned(), 4..20));
/// assert_eq!(found[3], ("http".to_owned(), 9..13));
/// ```
pub fn terms(text: &str, mut emit: impl FnMut(&str, Range<usize>)) {
    terms_with(&UnicodeChars::default(), text, &mut emit);
}

/// The number of terms that are emoji. Linear in the length of the text.
pub(crate) fn emoji_in(text: &str) -> usize {
    let mut count = 0;
    if !text.is_ascii() {
        let letters = UnicodeChars::default();
        let is_emoji = |c: char| Class::of(c, &letters).is_emoji();
        let mut add = |term: &str, _| count += usize::from(term.starts_with(is_emoji));
        terms_with(&letters, text, &mut add);
    }
    count
}

/// The class of the standard, with the changes that it leaves to us. Ideographs are terms by
/// themselves, and so are emoji. Hangul is not joined to what follows it, as in `Vue의`. A space
/// without width joins what it parts.
fn tailored(code: u32, class: Class) -> Class {
    match code {
        FIRST_EMOJI.. if class.with_word().is_emoji() => class.with_word().with_term(),
        0x3005
        | 0x3007
        | 0x3400..=0x4dbf
        | 0x4e00..=0x9fff
        | 0xf900..=0xfaff
        | 0x2_0000..=0x3_fffd => class.with_term(),
        0xac00..=0xd7a3 => class.joined_to_its_like(),
        // It shows where a long name may break, so it is a part of it.
        ZERO_WIDTH_SPACE => Class::new(words::EXTEND, false, false),
        _ => class,
    }
}

/// Texts that tell the classes apart. A character of the class makes one piece with the text before
/// it and the text after it. The first pair that does so gives the class.
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

/// The class of any character. The library does not show its table, so this cuts a few texts that
/// hold the character and derives the class from the cuts.
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
