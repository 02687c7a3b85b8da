//! The plain forms of all letters.

use alloc::string::String;
use unicode_normalization::UnicodeNormalization;

/// Appends any character in lower case and in its plain form: `ﬁ` as `fi`, `Ａ` as `a`, `ｶ` as `カ`.
/// Marks that are often left out go (`Übergröße` becomes `ubergrosse`). Marks that tell words apart
/// stay, after their letters.
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
pub(crate) fn is_form(letter: char) -> bool {
    let letter = core::iter::once(letter);
    !letter.clone().nfd().eq(letter.nfkd())
}

fn is_hangul_syllable(letter: char) -> bool {
    matches!(letter, '\u{ac00}'..='\u{d7a3}')
}

/// The numbers of the zeros of scripts, after which the other digits come.
const ZEROS: [u32; 37] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
    0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
    0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x1_04a0,
    0x1_1066,
];

/// The digit of ASCII with the value of one of another script.
fn digit(c: char) -> Option<char> {
    let code = u32::from(c);
    let zero = ZEROS.iter().rev().find(|zero| **zero <= code)?;
    char::from_digit(code - zero, 10)
}

/// Marks of vowels in Arabic and Hebrew, the Arabic stretcher, the accents of all scripts, what
/// changes an emoji (its colour, its style, and the joiner), and characters that nobody sees.
fn is_dropped(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}'
        | '\u{5c4}' | '\u{5c5}' | '\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{640}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e8}'
        | '\u{6ea}'..='\u{6ed}' | '\u{1f3fb}'..='\u{1f3ff}')
        || is_ignorable(c)
}

/// `Default_Ignorable_Code_Point` of Unicode: soft hyphens, joiners, directions, fillers.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// The usual plain spelling of a letter that Unicode does not take apart.
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
