//! Folding: lower case, no diacritics. Index and query fold alike.
//!
//! The builder knows how every letter folds. What it used it writes into the index, so that the
//! reader needs no table of letters.

use super::words::Class;
use alloc::string::String;

/// Letters and other characters outside of ASCII.
pub(crate) trait Letters {
    /// Appends the folded form of a letter.
    fn fold(&self, letter: char, out: &mut String);

    /// What the rules for word boundaries need to know.
    fn class(&self, letter: char) -> Class;
}

/// Appends `word` folded.
pub(crate) fn fold_into(word: &str, letters: &impl Letters, out: &mut String) {
    for c in word.chars() {
        match c {
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            // A combining mark after the letter that it changes.
            '\u{300}'..='\u{36f}' => {}
            _ => letters.fold(c, out),
        }
    }
}

/// Appends any letter in lower case, with the diacritics of Latin letters removed (`Übergröße`
/// becomes `ubergrosse`). Marks of other scripts stay: there they tell words apart.
#[cfg(feature = "build")]
pub(super) fn fold_letter(letter: char, out: &mut String) {
    for small in letter.to_lowercase() {
        match small {
            '\u{300}'..='\u{36f}' => {}
            // Written both ways in the middle of a word.
            '\u{2019}' => out.push('\''),
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'þ' => out.push_str("th"),
            'ё' => out.push('е'),
            'ς' => out.push('σ'),
            _ => out.push(table::base(small).unwrap_or(small)),
        }
    }
}

/// The base letters of Latin letters with diacritics.
#[cfg(feature = "build")]
mod table {
    /// Base letters of U+00C0 to U+024F in order; a dot where there is none.
    const LATIN: &[u8] = b"\
    aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.yaaaaaaccccccccdd\
    ddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.llllll..llnnnnnn...oooooo..rrrrrrssssss\
    ssttttttuuuuuuuuuuuuwwyyyzzzzzz.b...............................oo.............u\
    u............................aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa..oo\
    aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy...............b............\
";

    /// The same for U+1E00 to U+1EFF.
    const LATIN_ADDITIONAL: &[u8] = b"\
    aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooo\
    oooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy......\
    aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuu\
    uuyyyyyyyy......\
";

    pub(super) fn base(c: char) -> Option<char> {
        let code = c as usize;
        let letter = match code {
            0xc0..0x250 => LATIN.get(code - 0xc0),
            0x1e00..0x1f00 => LATIN_ADDITIONAL.get(code - 0x1e00),
            _ => None,
        };
        letter.filter(|&&letter| letter != b'.').map(|&letter| char::from(letter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::alphabet::AllLetters;
    use alloc::string::ToString;
    use unicode_normalization::UnicodeNormalization;

    fn fold(word: &str) -> String {
        let mut out = String::new();
        fold_into(word, &AllLetters::default(), &mut out);
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
