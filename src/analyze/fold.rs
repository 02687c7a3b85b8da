//! Folding: lower case, no diacritics, plain forms. Index and query fold alike.
//!
//! The builder knows the folded form of every letter. It writes those that it used into the index,
//! so that the reader needs no table of letters.

use super::words::Class;
use alloc::string::String;

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
