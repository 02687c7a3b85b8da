//! Compares boundaries of words, and stems, with published test vectors. `scripts/conformance.sh`
//! fetches these.

use super::alphabet::UnicodeChars;
use super::fold::{CharTable, fold_into};
use super::language::Language;
use super::words::{Pieces, Standard};
use alloc::string::String;
use alloc::vec::Vec;
use std::io::{Write as _, stderr};
use std::{format, fs};

const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/conformance/packages");

/// A file of vectors; none where it was not fetched. The output says so, even for tests that pass.
fn vectors(path: &str) -> Option<String> {
    let read = fs::read_to_string(format!("{PACKAGES}/{path}"));
    if let Err(error) = &read {
        let what = "NOT TESTED, run scripts/conformance.sh";
        // Unlike what `eprintln` writes, this is shown.
        stderr().write_all(format!("\nconformance: {what}: {path}: {error}\n").as_bytes()).unwrap();
    }
    read.ok()
}

/// The text of a line such as `÷ 0061 × 0301 ÷ # comment`, and the byte offsets of its boundaries.
fn boundaries(line: &str) -> (String, Vec<usize>) {
    let (mut text, mut found) = (String::new(), Vec::new());
    for token in line.split('#').next().unwrap_or_default().split_whitespace() {
        match token {
            "÷" => found.push(text.len()),
            "×" => {}
            hex => text.push(char::from_u32(u32::from_str_radix(hex, 16).unwrap()).unwrap()),
        }
    }
    (text, found)
}

/// Our boundaries, without the one between CR and LF. Two line breaks are no word in any case, so
/// nothing is lost where they are two pieces.
fn found(text: &str, letters: &impl CharTable) -> Vec<usize> {
    let starts = Pieces::new(text, letters).map(|piece| piece.range.start);
    let splits_break = |at: usize| text[..at].ends_with('\r') && text[at..].starts_with('\n');
    starts.chain([text.len()]).filter(|&at| !splits_break(at)).collect()
}

/// Whether a boundary differs for a reason that we know. Both reasons are about a joiner before a
/// pictograph, where we follow the library that gives us the classes. A letter that is a pictograph
/// too (`Ⓜ`) counts there as a pictograph only. The characters before the joiner belong to the word
/// before it (`a.` in `a.\u{200d}🛑`).
fn is_known(text: &str, at: usize, letters: &UnicodeChars) -> bool {
    let is_mark = |c: &char| letters.standard_class(*c).is_mark();
    let before: Vec<(usize, char)> =
        text[..at].char_indices().filter(|(_, c)| !is_mark(c)).collect();
    let joined_letter = before.iter().rev().take(2).any(|&(start, c)| {
        ['ℹ', 'Ⓜ', '🅰', '🅱', '🅾', '🅿'].contains(&c) && text[..start].ends_with('\u{200d}')
    });
    let marks = text[at..].chars().skip(1).take_while(is_mark);
    joined_letter || marks.last() == Some('\u{200d}')
}

/// The number of vectors in a file of `icu_segmenter`, and the number of boundaries that differ
/// from it for known reasons.
fn checked(name: &str) -> Option<(usize, usize)> {
    let vectors = vectors(&format!("icu_segmenter/tests/testdata/{name}.txt"))?;
    let mut letters = UnicodeChars::default();
    let (mut count, mut wrong) = (0, 0);
    for (text, expected) in vectors.lines().map(boundaries).filter(|(text, _)| !text.is_empty()) {
        letters.see(&text);
        let standard = found(&text, &Standard(&letters));
        let (missing, more) = (lacking(&expected, &standard), lacking(&standard, &expected));
        for &at in missing.iter().chain(&more) {
            assert!(is_known(&text, at, &letters), "{name}: {at} in {text:?}");
        }
        // As we use the classes. All is the same, but Hangul is joined only to Hangul.
        if !text.contains(|c: char| ('가'..='힣').contains(&c)) {
            assert_eq!(found(&text, &letters), standard, "{text:?}");
        }
        count += 1;
        wrong += missing.len() + more.len();
    }
    Some((count, wrong))
}

/// The numbers of `these` that are not among `those`.
fn lacking(these: &[usize], those: &[usize]) -> Vec<usize> {
    these.iter().copied().filter(|at| those.binary_search(at).is_err()).collect()
}

#[test]
fn words_end_where_the_standard_says() {
    let check = |name, expected| assert_eq!(checked(name).unwrap_or(expected), expected, "{name}");
    check("WordBreakTest", (1944, 0));
    check("WordBreakExtraTest", (27, 0));
    // Random texts: these differ, of 364,161 boundaries.
    check("WordBreakRandomTest", (1000, 456));
}

/// The only intended deviation from the standard.
#[test]
fn hangul_is_joined_to_its_like_only() {
    let letters = UnicodeChars::default();
    let ends = |text| (found(text, &Standard(&letters)), found(text, &letters));
    assert_eq!(ends("Vue의a"), ([0, 7].into(), [0, 3, 6, 7].into()));
    assert_eq!(ends("한국어"), ([0, 9].into(), [0, 9].into()));
}

pub(crate) fn folded(text: &str) -> String {
    let mut folded = String::new();
    fold_into(text, &UnicodeChars::default(), &mut folded);
    folded
}

/// The words whose stems differ from the expected ones. Both are folded.
fn other_stems<'v>(tag: &str, pairs: impl Iterator<Item = (&'v str, &'v str)>) -> Vec<&'v str> {
    let language = Language::from_tag(tag).unwrap();
    let differ = |(word, stem): &(&str, &str)| language.stem(word, &folded(word)) != folded(stem);
    pairs.filter(differ).map(|(word, _)| word).collect()
}

/// Languages with samples of Snowball 3.1.1, and the words that have other stems here. Names, which
/// are words with digits or hyphens, are not stemmed. The library lacks some changes.
const SAMPLES: [(&str, &str, &[&str]); 20] = [
    ("ar", "arabic", &[]),
    ("cs", "czech", &["píšete", "myšlence"]), // lacking
    ("da", "danish", &[]),
    ("de", "german", &[]),
    ("el", "greek", &[]),
    ("en", "english", &[]),
    ("es", "spanish", &[]),
    ("fi", "finnish", &["vanhin"]), // lacking
    ("fr", "french", &[]),
    ("hu", "hungarian", &["aláíráshitelesítés-szolgáltatókon"]), // a name
    ("it", "italian", &[]),
    ("nl", "dutch", &[]),
    ("no", "norwegian", &["11'er"]), // a name
    ("pl", "polish", &[]),
    ("pt", "portuguese", &[]),
    ("ro", "romanian", &[]),
    ("ru", "russian", &[]),
    ("sv", "swedish", &[]),
    ("ta", "tamil", &[]),
    ("tr", "turkish", &[]),
];

#[test]
fn stems_are_those_of_snowball() {
    for (tag, name, other) in SAMPLES {
        let Some(sample) = vectors(&format!("snowstem/tests/data/{name}.tsv")) else { return };
        let pairs = sample.lines().map(|line| line.split_once('\t').unwrap());
        assert!(pairs.clone().count() > 400, "{tag}");
        assert_eq!(other_stems(tag, pairs), other, "{tag}");
    }
}

/// Languages with whole vocabularies and their stems of Snowball 2, the sizes of these, and the
/// number of words that have other stems in Snowball 3 and here. Snowball's own package for Python
/// gives the same numbers in its version 3.1.1 (Finnish: 3.0.1), once stems are folded.
const VOCABULARIES: [(&str, &str, usize, usize); 12] = [
    ("ar", "ar", 91962, 0),
    ("de", "ger", 35033, 1247),
    ("el", "el", 78, 0),
    ("en", "en", 29417, 38),
    ("es", "es", 28390, 8),
    ("fi", "fi", 50000, 24),
    ("fr", "fr", 20403, 36),
    ("it", "it", 35494, 0),
    ("no", "no", 20628, 3),
    ("pt", "pt", 32016, 0),
    ("ro", "ro", 22570, 0),
    ("ru", "ru", 49673, 0),
];

/// The words of a language, if its vocabulary was fetched.
pub(crate) fn vocabulary(tag: &str) -> Option<String> {
    let (_, name, _, _) = VOCABULARIES.iter().find(|(known, ..)| *known == tag)?;
    vectors(&format!("rust-stemmers/test_data/voc_{name}.txt"))
}

#[test]
fn stems_of_whole_vocabularies_are_those_of_snowball() {
    for (tag, name, size, others) in VOCABULARIES {
        let file = |kind| vectors(&format!("rust-stemmers/test_data/{kind}_{name}.txt"));
        let (Some(words), Some(stems)) = (file("voc"), file("res")) else { return };
        assert_eq!((words.lines().count(), stems.lines().count()), (size, size), "{tag}");
        let found = other_stems(tag, words.lines().zip(stems.lines()));
        assert_eq!(found.len(), others, "{tag}: {found:?}");
    }
}
