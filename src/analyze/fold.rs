//! Folding: lower case, no diacritics, plain forms. Index and query fold alike.
//!
//! The builder knows the folded form of every letter. It writes those that it used into the index,
//! so that the reader needs no table of letters.

use super::words::Class;
use alloc::string::String;
#[cfg(feature = "build")]
use unicode_normalization::UnicodeNormalization;

/// Letters and other characters outside of ASCII.
pub(crate) trait CharTable {
    /// Appends the folded form of a letter.
    fn fold(&self, letter: char, out: &mut String);

    /// The class of a character in the rules for word boundaries.
    fn class(&self, letter: char) -> Class;
}

/// Appends `word` folded.
pub(crate) fn fold_into(word: &str, letters: &impl CharTable, out: &mut String) {
    for c in word.chars() {
        match c {
            // No word has it but a name before a number: HTTP/2 is http2.
            '/' => {}
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            // A combining mark after the letter that it changes.
            '\u{300}'..='\u{36f}' => {}
            _ => letters.fold(c, out),
        }
    }
}

/// Appends any character in lower case and in its plain form: `ﬁ` as `fi`, `Ａ` as `a`, `ｶ` as `カ`.
/// Marks that are often left out go (`Übergröße` becomes `ubergrosse`). Marks that tell words apart
/// stay, after their letters.
#[cfg(feature = "build")]
pub(super) fn fold_letter(letter: char, out: &mut String) {
    // Syllables would come apart into thousands of entries.
    if is_hangul_syllable(letter) {
        return out.push(letter);
    }
    for plain in core::iter::once(letter).nfkd().flat_map(char::to_lowercase).nfkd() {
        match plain {
            // Unicode takes an accent without a letter for one on a space.
            ' ' => {}
            // `℅` is c/o, and no word has a slash.
            '/' => {}
            _ if is_dropped(plain) => {}
            // People write both forms in the middle of a word.
            '\u{2019}' => out.push('\''),
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'þ' => out.push_str("th"),
            // The digits of a script count as those of ASCII.
            _ => out.push(digit(plain).unwrap_or_else(|| base(plain))),
        }
    }
}

/// Whether a letter is a form of others, as `ﬁ` and `Ａ` are, and not one with a mark.
#[cfg(feature = "build")]
pub(crate) fn is_form(letter: char) -> bool {
    let letter = core::iter::once(letter);
    !letter.clone().nfd().eq(letter.nfkd())
}

#[cfg(feature = "build")]
fn is_hangul_syllable(letter: char) -> bool {
    matches!(letter, '\u{ac00}'..='\u{d7a3}')
}

/// The numbers of the zeros of scripts, after which the other digits come.
#[cfg(feature = "build")]
const ZEROS: [u32; 37] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
    0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
    0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x1_04a0,
    0x1_1066,
];

/// The digit of ASCII with the value of one of another script.
#[cfg(feature = "build")]
fn digit(c: char) -> Option<char> {
    let code = u32::from(c);
    let zero = ZEROS.iter().rev().find(|zero| **zero <= code)?;
    char::from_digit(code - zero, 10)
}

/// Marks of vowels in Arabic and Hebrew, the Arabic stretcher, the accents of all scripts, what
/// changes an emoji (its colour, its style, and the joiner), and characters that nobody sees.
#[cfg(feature = "build")]
fn is_dropped(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}'
        | '\u{5c4}' | '\u{5c5}' | '\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{640}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e8}'
        | '\u{6ea}'..='\u{6ed}' | '\u{1f3fb}'..='\u{1f3ff}')
        || is_ignorable(c)
}

/// `Default_Ignorable_Code_Point` of Unicode: soft hyphens, joiners, directions, fillers.
#[cfg(feature = "build")]
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// The usual plain spelling of a letter that Unicode does not take apart.
#[cfg(feature = "build")]
fn base(letter: char) -> char {
    match letter {
        'đ' | 'ð' => 'd',
        'ø' | 'ɵ' => 'o',
        'ł' => 'l',
        'ħ' => 'h',
        'ŧ' => 't',
        'ŋ' => 'n',
        'ı' => 'i',
        'ĸ' => 'k',
        'ƀ' => 'b',
        'ɨ' => 'i',
        'ς' => 'σ',
        // Alef, and the Persian and Urdu forms of two letters.
        'ٱ' => 'ا',
        'ى' | 'ی' => 'ي',
        'ک' => 'ك',
        'ة' => 'ه',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::alphabet::UnicodeChars;
    use alloc::string::ToString;
    use unicode_normalization::UnicodeNormalization;

    fn fold(word: &str) -> String {
        let mut out = String::new();
        fold_into(word, &UnicodeChars::default(), &mut out);
        out
    }

    #[test]
    fn case_and_diacritics_go() {
        assert_eq!(fold("Übergröße"), "ubergrosse");
        assert_eq!(fold("CAFÉ"), fold("cafe\u{301}"));
        assert_eq!(fold("Đặng"), "dang");
        assert_eq!(fold("ΟΔΟΣ"), fold("οδος"));
        assert_eq!(fold("İstanbul"), "istanbul");
        assert_eq!(fold("don’t"), "don't");
        assert_eq!(fold("日本"), "日本");
    }

    #[test]
    fn forms_of_a_letter_are_one() {
        assert_eq!(fold("ﬁle"), "file");
        assert_eq!(fold("ＡＢＣ１"), "abc1");
        assert_eq!(fold("ｶﾞ"), fold("ガ"));
        assert_eq!(fold("カ\u{3099}"), fold("ガ"));
        assert_eq!(fold("か\u{3099}"), fold("が"));
        assert_ne!(fold("か"), fold("が"));
        assert_eq!(fold("\u{f900}"), "豈");
        assert_eq!(fold("한글"), "한글");
        assert_eq!(fold("٣۴५๖߉"), "34569");
    }

    #[test]
    fn marks_that_are_often_left_out_go() {
        assert_eq!(fold("مُحَمَّد"), "محمد");
        assert_eq!(fold("مـــحمد"), "محمد");
        assert_eq!(fold("أحمد"), fold("احمد"));
        assert_eq!(fold("שָׁלוֹם"), "שלום");
        assert_eq!(fold("Δρόμος"), fold("ΔΡΟΜΟΣ"));
        assert_eq!(fold("IŞIK"), fold("ışık").replace('ı', "i"));
        assert_eq!(fold("हिन्दी"), "हिन्दी");
        assert_eq!(fold("Dampf\u{ad}schiff"), "dampfschiff");
        assert_eq!(fold("a\u{feff}b\u{2060}c\u{200b}d\u{fe0f}"), "abcd");
    }

    /// Unicode's own decompositions are the oracle for every letter with a Latin base.
    #[test]
    fn agrees_with_unicode_decomposition() {
        for c in ('\u{c0}'..'\u{250}').chain('\u{1e00}'..'\u{1f00}') {
            let base = c.to_lowercase().to_string().nfd().next().unwrap_or(c);
            if base.is_ascii_alphabetic() {
                assert_eq!(fold(&c.to_string()), base.to_string(), "{c:?}");
            }
        }
    }
}
