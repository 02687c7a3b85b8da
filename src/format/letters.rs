//! Section `letters`: the folded forms and the classes of characters outside of ASCII.
//!
//! Only characters that can find something are listed: letters that become characters of the texts,
//! and the classes of the blocks of these. Otherwise a page that shows the digits of all scripts
//! would bring the letters of all of them.

use super::SectionBytes;
use super::wire::Reader;
use crate::analyze::fold::CharTable;
use crate::analyze::words::Class;
use crate::error::ReadError;
use alloc::string::String;
use alloc::vec::Vec;

/// The first code point that has a class in the section.
const FIRST_CODE_POINT: u32 = 0x80;

/// The section, read.
#[cfg_attr(feature = "group", derive(Clone))]
pub(crate) struct IndexChars<'a> {
    folds: Vec<(u32, &'a str)>,
    /// The code points at which runs end, and the classes of these runs.
    runs: Vec<(u32, Class)>,
}

impl<'a> IndexChars<'a> {
    pub fn read(section: SectionBytes<'a>) -> Result<Self, ReadError> {
        Self::parse(section.reader(0..section.len())?)
    }

    fn parse(mut reader: Reader<'a>) -> Result<Self, ReadError> {
        let mut letters = IndexChars { folds: Vec::new(), runs: Vec::new() };
        let mut letter = 0u32;
        for _ in 0..reader.varint()? {
            letter = letter.saturating_add(reader.varint()?);
            letters.folds.push((letter, reader.str()?));
        }
        let mut end = FIRST_CODE_POINT;
        while !reader.is_empty() {
            end = end.saturating_add(reader.varint()?);
            letters.runs.push((end, Class::from_byte(reader.byte()?)));
        }
        Ok(letters)
    }

    /// Adds what another index lists, which says the same of what both list.
    #[cfg(feature = "group")]
    pub fn add(&mut self, other: &Self) {
        for &(letter, folded) in &other.folds {
            if let Err(at) = self.folds.binary_search_by_key(&letter, |(known, _)| *known) {
                self.folds.insert(at, (letter, folded));
            }
        }
        let mut ends = Vec::new();
        let (mut own, mut others) = (self.runs.iter().peekable(), other.runs.iter().peekable());
        while let Some(end) = own.peek().into_iter().chain(others.peek()).map(|run| run.0).min() {
            while own.next_if(|run| run.0 <= end).is_some() {}
            while others.next_if(|run| run.0 <= end).is_some() {}
            ends.push(end);
        }
        let class_before = |end: u32| {
            let own = self.class_at(end.saturating_sub(1));
            if own == Class::UNLISTED { other.class_at(end.saturating_sub(1)) } else { own }
        };
        self.runs = ends.into_iter().map(|end| (end, class_before(end))).collect();
    }

    fn class_at(&self, code: u32) -> Class {
        let at = self.runs.partition_point(|&(end, _)| end <= code);
        self.runs.get(at).map_or(Class::UNLISTED, |&(_, class)| class)
    }
}

impl CharTable for IndexChars<'_> {
    fn fold(&self, letter: char, out: &mut String) {
        match self.folds.binary_search_by_key(&u32::from(letter), |(known, _)| *known) {
            Ok(at) => out.push_str(self.folds.get(at).map_or("", |(_, folded)| folded)),
            Err(_) => out.push(letter),
        }
    }

    fn class(&self, letter: char) -> Class {
        self.class_at(letter.into())
    }
}

#[cfg(feature = "build")]
#[allow(clippy::arithmetic_side_effects)]
pub(crate) mod write {
    use super::FIRST_CODE_POINT;
    use crate::analyze::alphabet::{BLOCK_CODE_POINTS, UnicodeChars, is_form};
    use crate::analyze::fold::CharTable;
    use crate::analyze::words::Class;
    use crate::format::wire::write;
    use alloc::collections::BTreeSet;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Blocks with Latin letters, marks and punctuation that a reader may type though the texts
    /// lack them.
    const ALWAYS: [u32; 8] = [
        0x80 / BLOCK_CODE_POINTS,
        0x100 / BLOCK_CODE_POINTS,
        0x180 / BLOCK_CODE_POINTS,
        0x200 / BLOCK_CODE_POINTS,
        0x300 / BLOCK_CODE_POINTS,
        0x1e00 / BLOCK_CODE_POINTS,
        0x1e80 / BLOCK_CODE_POINTS,
        0x2000 / BLOCK_CODE_POINTS,
    ];

    /// Kana, and the full and half width forms of all letters, for texts in such languages.
    const EAST_ASIAN: [u32; 4] = [
        0x3000 / BLOCK_CODE_POINTS,
        0x3080 / BLOCK_CODE_POINTS,
        0xff00 / BLOCK_CODE_POINTS,
        0xff80 / BLOCK_CODE_POINTS,
    ];

    /// The section, for texts whose characters `letters` was shown.
    pub(crate) fn write(mut letters: UnicodeChars) -> Vec<u8> {
        let east_asian = if letters.has_east_asian() { &EAST_ASIAN[..] } else { &[] };
        let typed = [&ALWAYS, east_asian].concat();
        typed.iter().for_each(|&block| letters.see_block(block));
        let used = used(&letters);
        let folds = folds(&letters, &typed, &used);
        let mut out = Vec::new();
        write_folds(&folds, &mut out);
        let of_letters = used.iter().filter(|letter| letter.is_alphabetic());
        let whole: BTreeSet<u32> = of_letters.map(|&c| block_of(c)).chain(typed).collect();
        let listed = folds.into_iter().map(|(letter, _)| letter);
        let needed: BTreeSet<char> = listed.chain(used).collect();
        let is_needed = |code| {
            whole.contains(&(code / BLOCK_CODE_POINTS))
                || char::from_u32(code).is_some_and(|c| needed.contains(&c))
        };
        write_classes(&letters, is_needed, &mut out);
        out
    }

    fn block_of(letter: char) -> u32 {
        u32::from(letter) / BLOCK_CODE_POINTS
    }

    /// The characters of the texts, and their folded forms.
    fn used(letters: &UnicodeChars) -> BTreeSet<char> {
        let mut folded = String::new();
        letters.seen().for_each(|letter| letters.fold(letter, &mut folded));
        letters.seen().chain(folded.chars()).collect()
    }

    /// The letters to be listed, with their folded forms. A letter finds nothing if it becomes
    /// something that the texts lack. Readers type few of the letters that are forms of others.
    fn folds(letters: &UnicodeChars, typed: &[u32], used: &BTreeSet<char>) -> Vec<(char, String)> {
        let codes = letters.classes().map(|(code, _)| code);
        let of = |letter| {
            let mut folded = String::new();
            letters.fold(letter, &mut folded);
            (letter, folded)
        };
        let is_needed = |(letter, folded): &(char, String)| {
            let is_typed = typed.contains(&block_of(*letter));
            !matches!(letter, '\u{300}'..='\u{36f}')
                && !folded.chars().eq([*letter])
                && folded.chars().all(|c| c.is_ascii() || used.contains(&c))
                && (is_typed || used.contains(letter) || !is_form(*letter))
        };
        codes.filter_map(char::from_u32).map(of).filter(is_needed).collect()
    }

    fn write_folds(folds: &[(char, String)], out: &mut Vec<u8>) {
        write::varint(out, folds.len() as u64);
        let mut before = 0;
        for (letter, folded) in folds {
            write::varint(out, u64::from(u32::from(*letter) - before));
            write::str(out, folded);
            before = u32::from(*letter);
        }
    }

    /// Characters that are not needed are unlisted where that makes fewer runs.
    fn write_classes(letters: &UnicodeChars, is_needed: impl Fn(u32) -> bool, out: &mut Vec<u8>) {
        let mut runs: Vec<(u32, Class)> = Vec::new();
        let mut run = |length, class| match runs.last_mut() {
            Some((before, same)) if *same == class => *before += length,
            _ => runs.push((length, class)),
        };
        let (mut end, mut before) = (FIRST_CODE_POINT, Class::UNLISTED);
        for (code, class) in letters.classes() {
            if code > end {
                before = Class::UNLISTED;
                run(code - end, before);
            }
            before = if class == before || is_needed(code) { class } else { Class::UNLISTED };
            run(1, before);
            end = code + 1;
        }
        runs.pop_if(|(_, class)| *class == Class::UNLISTED);
        for (length, class) in runs {
            write::varint(out, length.into());
            out.push(class.byte());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::alphabet::UnicodeChars;
    use crate::analyze::terms_with;
    use core::ops::Range;
    use proptest::prelude::*;

    fn section(text: &str) -> Vec<u8> {
        let mut letters = UnicodeChars::default();
        letters.see(text);
        write::write(letters)
    }

    fn read(bytes: &[u8]) -> IndexChars<'_> {
        IndexChars::parse(Reader::new(bytes, &"letters")).unwrap()
    }

    fn terms(letters: &impl CharTable, text: &str) -> Vec<(String, Range<usize>)> {
        let mut terms = Vec::new();
        terms_with(letters, text, &mut |term, span| terms.push((term.into(), span)));
        terms
    }

    fn words(letters: &impl CharTable, text: &str) -> Vec<String> {
        terms(letters, text).into_iter().map(|(word, _)| word).collect()
    }

    #[test]
    fn texts_without_a_latin_accent_have_it_in_queries() {
        let bytes = section("plain");
        for text in ["Übergröße", "cafe\u{301}s", "don’t", "Đặng", "naïve—“quoted”…\u{a0}²"]
        {
            let all = terms(&UnicodeChars::default(), text);
            assert_eq!(terms(&read(&bytes), text), all, "{text}");
        }
    }

    #[test]
    fn unlisted_letters_are_words_and_do_not_hide_others() {
        let bytes = section("plain");
        let letters = read(&bytes);
        assert_eq!(words(&letters, "React怎么安装"), ["react", "怎么", "么安", "安装"]);
        assert_eq!(words(&letters, "naïveя"), ["naive", "я"]);
        assert_eq!(words(&letters, "foo→bar, 🚀"), ["foo", "→", "bar", "🚀"]);
        let bytes = section("Я");
        assert_eq!(words(&read(&bytes), "naïveя"), ["naiveя"]);
    }

    fn folded(letters: &impl CharTable, text: &str) -> String {
        let mut out = String::new();
        text.chars().for_each(|c| letters.fold(c, &mut out));
        out
    }

    #[test]
    fn letters_are_listed_that_become_what_the_texts_have() {
        let bytes = section("ели 𝐚");
        let letters = read(&bytes);
        assert_eq!(words(&letters, "ЁЛИ"), ["ели"]);
        assert_eq!(folded(&letters, "ЁЛИЮ½"), "елиЮ½");
        // Unlike forms of others, which are listed where the texts have them themselves.
        assert_eq!(folded(&letters, "𝐚𝐛"), "a𝐛");
    }

    #[test]
    fn classes_are_those_of_the_letters_that_a_script_has() {
        // The texts have a letter of the one block, only digits of the other.
        let bytes = section("ґ १२");
        let letters = read(&bytes);
        assert_eq!(words(&letters, "ҍҏҍ"), ["ҍҏҍ"]);
        assert_eq!(words(&letters, "१२"), ["12"]);
        assert_eq!(letters.class('क'), Class::UNLISTED);
    }

    #[test]
    fn runs_may_reach_past_the_last_character() {
        let run = [0xff, 0xff, 0xff, 0xff, 0x0f, 0];
        let bytes = [&[0], run.as_slice(), &run].concat();
        assert_eq!(words(&read(&bytes), "a\u{e9}\u{10ffff}b"), ["a", "b"]);
    }

    #[test]
    fn a_section_that_ends_too_early_is_an_error() {
        let bytes = section("plain");
        let folds_end = bytes.len() - 1;
        for len in [0, 1, 2, 100, folds_end] {
            assert!(IndexChars::parse(Reader::new(&bytes[..len], &"letters")).is_err(), "{len}");
        }
    }

    proptest! {
        #[test]
        fn the_reader_finds_the_terms_of_the_builder(text in "\\PC{0,40}|[a'’:.\u{200d}\u{301}אア漢©1 ]{0,20}") {
            let bytes = section(&text);
            prop_assert_eq!(terms(&read(&bytes), &text), terms(&UnicodeChars::default(), &text));
        }

        #[test]
        fn any_bytes_give_letters_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..60),
            text in "\\PC{0,40}",
        ) {
            let bytes = [&[0], bytes.as_slice()].concat();
            if let Ok(letters) = IndexChars::parse(Reader::new(&bytes, &"letters")) {
                for (_, span) in terms(&letters, &text) {
                    prop_assert!(text.get(span).is_some());
                }
            }
        }
    }
}
