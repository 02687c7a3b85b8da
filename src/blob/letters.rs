//! Section `letters`: how characters outside of ASCII fold, and where words end at them.
//!
//! First how letters fold: their number as a varint, and for each, in ascending order, as a
//! varint how far its code point lies after the one before it (the first: its code point), and as
//! a string what it becomes. A letter that is not listed stays as it is.
//!
//! To the end, the classes of all characters from U+0080 on, in runs: how many characters have
//! the class as a varint, and the class as a byte. After the last run, and in blocks of 128 code
//! points that neither the texts use nor `ALWAYS` has, they are [`Class::UNLISTED`].

use super::Part;
use crate::analyze::fold::Letters;
use crate::analyze::words::Class;
use crate::error::Damage;
use crate::wire::Reader;
use alloc::string::String;
use alloc::vec::Vec;

/// The first code point that has a class in the section.
const FIRST: u32 = 0x80;

/// The section, read.
pub(crate) struct KnownLetters<'a> {
    folds: Vec<(u32, &'a str)>,
    /// The code points at which runs end, and the classes of these runs.
    runs: Vec<(u32, Class)>,
}

impl<'a> KnownLetters<'a> {
    pub fn read(part: Part<'a>) -> Result<Self, Damage> {
        Self::parse(part.reader(0..part.len())?)
    }

    fn parse(mut reader: Reader<'a>) -> Result<Self, Damage> {
        let mut letters = KnownLetters { folds: Vec::new(), runs: Vec::new() };
        let mut letter = 0u32;
        for _ in 0..reader.varint()? {
            letter = letter.saturating_add(reader.varint()?);
            letters.folds.push((letter, reader.str()?));
        }
        let mut end = FIRST;
        while !reader.is_empty() {
            end = end.saturating_add(reader.varint()?);
            letters.runs.push((end, Class::from_byte(reader.byte()?)));
        }
        Ok(letters)
    }
}

impl Letters for KnownLetters<'_> {
    fn fold(&self, letter: char, out: &mut String) {
        match self.folds.binary_search_by_key(&u32::from(letter), |(known, _)| *known) {
            Ok(at) => out.push_str(self.folds.get(at).map_or("", |(_, folded)| folded)),
            Err(_) => out.push(letter),
        }
    }

    fn class(&self, letter: char) -> Class {
        let at = self.runs.partition_point(|&(end, _)| end <= u32::from(letter));
        self.runs.get(at).map_or(Class::UNLISTED, |&(_, class)| class)
    }
}

#[cfg(feature = "build")]
pub(crate) use write::write;

#[cfg(feature = "build")]
mod write {
    use super::FIRST;
    use crate::analyze::alphabet::{AllLetters, BLOCK};
    use crate::analyze::fold::Letters;
    use crate::analyze::words::Class;
    use crate::wire::write;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Blocks with Latin letters, marks and punctuation that a reader may type though the texts do
    /// without.
    const ALWAYS: [u32; 8] = [
        0x80 / BLOCK,
        0x100 / BLOCK,
        0x180 / BLOCK,
        0x200 / BLOCK,
        0x300 / BLOCK,
        0x1e00 / BLOCK,
        0x1e80 / BLOCK,
        0x2000 / BLOCK,
    ];

    /// Kana, and the full and half width forms of all letters, for texts in such languages.
    const EAST_ASIAN: [u32; 4] = [0x3000 / BLOCK, 0x3080 / BLOCK, 0xff00 / BLOCK, 0xff80 / BLOCK];

    /// The section for texts whose letters were seen.
    pub(crate) fn write(mut letters: AllLetters) -> Vec<u8> {
        ALWAYS.into_iter().for_each(|block| letters.see_block(block));
        if letters.has_east_asian() {
            EAST_ASIAN.into_iter().for_each(|block| letters.see_block(block));
        }
        let mut out = Vec::new();
        write_folds(&letters, &mut out);
        write_classes(&letters, &mut out);
        out
    }

    fn write_folds(letters: &AllLetters, out: &mut Vec<u8>) {
        let mut folds = Vec::new();
        let (mut count, mut before) = (0, 0);
        let mut folded = String::new();
        for letter in letters.seen().filter_map(|(code, _)| char::from_u32(code)) {
            folded.clear();
            letters.fold(letter, &mut folded);
            if !matches!(letter, '\u{300}'..='\u{36f}') && !folded.chars().eq([letter]) {
                write::varint(&mut folds, u64::from(u32::from(letter) - before));
                write::str(&mut folds, &folded);
                before = letter.into();
                count += 1;
            }
        }
        write::varint(out, count);
        out.extend(folds);
    }

    fn write_classes(letters: &AllLetters, out: &mut Vec<u8>) {
        let mut runs: Vec<(u32, Class)> = Vec::new();
        let mut end = FIRST;
        let mut run = |length, class| match runs.last_mut() {
            Some((before, same)) if *same == class => *before += length,
            _ => runs.push((length, class)),
        };
        for (code, class) in letters.seen() {
            if code > end {
                run(code - end, Class::UNLISTED);
            }
            run(1, class);
            end = code + 1;
        }
        for (length, class) in runs {
            write::varint(out, length.into());
            out.push(class.byte());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::alphabet::AllLetters;
    use crate::analyze::terms_with;
    use core::ops::Range;
    use proptest::prelude::*;

    fn section(text: &str) -> Vec<u8> {
        let mut letters = AllLetters::default();
        letters.see(text);
        write(letters)
    }

    fn read(bytes: &[u8]) -> KnownLetters<'_> {
        KnownLetters::parse(Reader::new(bytes, &"letters")).unwrap()
    }

    fn terms(letters: &impl Letters, text: &str) -> Vec<(String, Range<usize>)> {
        let mut terms = Vec::new();
        terms_with(letters, text, &mut |term, span| terms.push((term.into(), span)));
        terms
    }

    fn words(letters: &impl Letters, text: &str) -> Vec<String> {
        terms(letters, text).into_iter().map(|(word, _)| word).collect()
    }

    #[test]
    fn texts_without_a_latin_accent_have_it_in_queries() {
        let bytes = section("plain");
        for text in ["Übergröße", "cafe\u{301}s", "don’t", "Đặng", "naïve—“quoted”…\u{a0}½"]
        {
            let all = terms(&AllLetters::default(), text);
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
            assert!(KnownLetters::parse(Reader::new(&bytes[..len], &"letters")).is_err(), "{len}");
        }
    }

    proptest! {
        #[test]
        fn the_reader_finds_the_terms_of_the_builder(text in "\\PC{0,40}|[a'’:.\u{200d}\u{301}אア漢©1 ]{0,20}") {
            let bytes = section(&text);
            prop_assert_eq!(terms(&read(&bytes), &text), terms(&AllLetters::default(), &text));
        }

        #[test]
        fn any_bytes_give_letters_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..60),
            text in "\\PC{0,40}",
        ) {
            let bytes = [&[0], bytes.as_slice()].concat();
            if let Ok(letters) = KnownLetters::parse(Reader::new(&bytes, &"letters")) {
                for (_, span) in terms(&letters, &text) {
                    prop_assert!(text.get(span).is_some());
                }
            }
        }
    }
}
