//! Estimates how many tokens a language model makes of a text, without its vocabulary.
//!
//! The vocabularies of GPT models (`o200k_base`, `cl100k_base`) take megabytes. Their first
//! step needs none. It splits text by rules, mostly into words with the space before them,
//! marks, up to three digits, and blank space. The estimate splits alike and gives every
//! character a weight. A token goes on as long as the characters [join](joins) and their
//! weights stay within [`MAX_TOKEN_WEIGHT`]. So frequent letters make long tokens, and words
//! with rare letters break. Letters of other scripts have the mean weight of the script, as the
//! vocabulary knows few of their words.
//!
//! Every part of a token could be a token. So the fewest tokens come from cutting as late as
//! possible each time, and with `t` for [`tokens`]:
//!
//! - no prefix has more tokens than the whole;
//! - `t(ab) <= t(a) + t(b) <= t(ab) + 1`: the numbers of two texts can be added up.
//!
//! The weights were fitted to `o200k_base` on half of some 2,200 files (public documentation,
//! libraries, manual pages, messages of compilers) and measured on the other half. The table has
//! the error of all files together, and the bound of the errors of nine in ten files (of those over
//! 2 kB). Both are in percent:
//!
//! | | o200k, all | o200k, file | cl100k, all | cl100k, file |
//! |---|--:|--:|--:|--:|
//! | English prose | +2 | 8 | +2 | 9 |
//! | Markdown with code and tables | +2 | 8 | +2 | 9 |
//! | Rust | -1 | 8 | -1 | 7 |
//! | JavaScript, TypeScript | +2 | 8 | +3 | 9 |
//! | Python | 0 | 14 | +1 | 14 |
//! | C | 0 | 7 | 0 | 8 |
//! | Shell, CSS, HTML, TOML | -3 | 9 | -3 | 8 |
//! | JSON | -9 | 17 | -12 | 18 |
//! | Markdown tables | +2 | 8 | +2 | 9 |
//! | German | -4 | 10 | -16 | 21 |
//! | French, Spanish, Portuguese | +1 | 11 | -9 | 13 |
//! | Russian | -1 | 7 | -27 | 35 |
//! | Japanese | -4 | 12 | -23 | 28 |
//! | Chinese | +8 | 21 | -11 | 16 |
//! | Korean | +2 | 6 | -25 | 32 |
//!
//! Random characters have more tokens than estimated. Base64 has 1.4 times as many.

/// The most that the characters of one token may weigh together.
const MAX_TOKEN_WEIGHT: u8 = 100;

/// The most characters that a token may have. Blanks weigh least.
pub(crate) const MAX_TOKEN_CHARACTERS: usize = 50;

#[derive(Clone, Copy)]
enum Kind {
    Newline,
    Space,
    Digit,
    /// Also every letter beyond ASCII: capitals matter only in ASCII, in names like `getItem`.
    Lower,
    Upper,
    /// Punctuation and symbols.
    Mark,
}

impl Kind {
    /// A bit for tokens that end with a character of this kind.
    const fn last(self) -> u16 {
        1 << self as u16
    }

    /// A bit for tokens of one character of this kind.
    const fn alone(self) -> u16 {
        self.last() << 8
    }
}

/// The number of tokens of a text, about.
///
/// It is meant for English prose and source code, where it is within a few percent of what GPT
/// models count (`o200k_base`). For other languages it is rougher. The module's source has the
/// figures. Takes linear time.
///
/// ```
/// assert_eq!(kindex::tokens("Restart the shell."), 4);
/// ```
pub fn tokens(text: &str) -> usize {
    let mut cutter = Cutter::new();
    text.chars().map(|c| usize::from(cutter.starts(c))).sum()
}

/// Byte length of the longest prefix of `text` that has at most `most` tokens.
pub(crate) fn prefix(text: &str, most: usize) -> usize {
    let mut cutter = Cutter::new();
    let mut starts = text.char_indices().filter(|&(_, c)| cutter.starts(c));
    starts.nth(most).map_or(text.len(), |(at, _)| at)
}

/// Reads a text character by character and cuts it into tokens.
struct Cutter {
    /// Bits for the end of the token so far: the kind of its last character, and whether it has no
    /// other.
    end: u16,
    /// The weight of the token so far.
    weight: u8,
}

impl Cutter {
    fn new() -> Self {
        // The token is full, so that the first character starts another.
        Cutter { end: 0, weight: MAX_TOKEN_WEIGHT + 1 }
    }

    /// Takes the next character and says whether it starts a token.
    fn starts(&mut self, c: char) -> bool {
        let (kind, weight) = match ASCII.get(c as usize) {
            Some(&known) => known,
            None => classify(c),
        };
        // A branch here would be hard for a processor to predict, so all is computed and nothing
        // skipped.
        let starts = (self.weight + weight > MAX_TOKEN_WEIGHT) | !joins(self.end, kind);
        self.weight = if starts { weight } else { self.weight + weight };
        self.end = kind.last() | if starts { kind.alone() } else { 0 };
        starts
    }
}

/// Whether a character may go on with a token that has these bits at its end.
fn joins(end: u16, next: Kind) -> bool {
    BEFORE.get(next as usize).is_some_and(|before| end & before != 0)
}

/// For each kind, in their order, the ends of tokens that it may go on with.
///
/// Joins the longer parts by which GPT models split: a single space or mark before a word, a single
/// space before marks, line ends after marks and spaces.
const BEFORE: [u16; 6] = {
    use Kind::{Digit, Lower, Mark, Newline, Space, Upper};
    let word = Space.alone() | Mark.alone();
    [
        Newline.last() | Space.last() | Mark.last(),
        Space.last(),
        Digit.last(),
        Lower.last() | Upper.last() | word,
        Upper.last() | word,
        Mark.last() | Space.alone(),
    ]
};

/// The same as [`classify`], for the characters that most texts have.
const ASCII: [(Kind, u8); 128] = {
    let mut all = [(Kind::Mark, 0); 128];
    let (mut rest, mut c) = (all.as_mut_slice(), 0u8);
    while let Some((first, others)) = rest.split_first_mut() {
        *first = classify(c as char);
        (rest, c) = (others, c + 1);
    }
    all
};

/// The kind of a character, and its weight, which is at most [`MAX_TOKEN_WEIGHT`].
const fn classify(c: char) -> (Kind, u8) {
    match c {
        '\n' | '\r' => (Kind::Newline, 3),
        '0'..='9' => (Kind::Digit, 33),
        'a' | 'e' | 'i' | 'o' | 'u' => (Kind::Lower, 17),
        'b' | 'j' | 'k' | 'q' | 'w' | 'x' | 'z' => (Kind::Lower, 67),
        'a'..='z' => (Kind::Lower, 5),
        'A'..='Z' => (Kind::Upper, 12),
        // Mostly opening signs. One that a word follows seldom shares a token with it.
        '(' | '[' | '{' | '<' | '"' | '\'' | '`' | '_' => (Kind::Mark, 36),
        '\0'..=' ' => (Kind::Space, 2),
        _ if c.is_ascii() => (Kind::Mark, 4),
        // Punctuation and symbols, about. A table of all letters would be far larger.
        '\u{80}'..'\u{c0}'
        | '\u{2000}'..'\u{2e80}'
        | '\u{3000}'..'\u{3040}'
        | '\u{fe00}'..'\u{10000}'
        | '\u{1f000}'.. => (Kind::Mark, 36),
        _ => (Kind::Lower, letter(c)),
    }
}

/// The weight of a letter beyond ASCII.
const fn letter(c: char) -> u8 {
    match c {
        // Latin with diacritics.
        '\0'..'\u{250}' => 56,
        // Greek, Cyrillic, Hebrew, Arabic.
        '\u{250}'..'\u{800}' => 19,
        // Katakana.
        '\u{30a0}'..'\u{3100}' => 23,
        // Hiragana and Han: a token each.
        '\u{2e80}'..'\u{ac00}' => 60,
        // Hangul, and scripts of South and South-East Asia.
        _ => 50,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// The tokens of a text, as the estimate cuts them.
    fn cut(text: &str) -> Vec<&str> {
        let mut cutter = Cutter::new();
        let starts = text.char_indices().filter(|&(_, c)| cutter.starts(c));
        let mut at: Vec<usize> = starts.map(|(at, _)| at).collect();
        at.push(text.len());
        at.windows(2).map(|ends| &text[ends[0]..ends[1]]).collect()
    }

    #[test]
    fn cuts_as_gpt_models_do() {
        assert_eq!(cut(""), [""; 0]);
        assert_eq!(cut("Restart the shell."), ["Restart", " the", " shell", "."]);
        assert_eq!(cut("getItem(12345);\n"), ["get", "Item", "(", "123", "45", ");\n"]);
        assert_eq!(cut("    let a = .5\n"), ["    ", "let", " a", " =", " .", "5", "\n"]);
        assert_eq!(cut("a \n b"), ["a", " \n", " b"]);
        assert_eq!(cut("a.len()\n\nfn"), ["a", ".len", "()\n\n", "fn"]);
        assert_eq!(cut("漢字"), ["漢", "字"]);
    }

    #[test]
    fn long_runs_end() {
        for run in ["e", "E", "0", " ", "\n", "-", "\u{e9}", "\u{30a2}", "\u{1f600}"] {
            assert!(tokens(&run.repeat(1000)) >= 20, "{run:?}");
        }
    }

    /// Texts that go through every kind and every weight, in runs.
    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            "[ \n\ta-zA-Z0-9_(.\"=é漢かカ한д。]{0,60}",
            "([a-z]{1,9}|[A-Z]{1,4}|[0-9]{1,5}| {1,4}|\n{1,2}|[-_.(=]{1,4}|[かカ漢。]{1,3}){0,20}",
            "\\PC{0,30}",
        ]
    }

    proptest! {
        #[test]
        fn texts_add_up(a in text(), b in text()) {
            let whole = tokens(&[a.as_str(), b.as_str()].concat());
            let parts = tokens(&a) + tokens(&b);
            prop_assert!(tokens(&a) <= whole);
            prop_assert!(tokens(&b) <= whole);
            prop_assert!(whole <= parts && parts <= whole + 1, "{whole} {parts}");
        }

        #[test]
        fn a_prefix_is_the_longest(text in text(), most in 0usize..30) {
            let end = prefix(&text, most);
            prop_assert!(tokens(&text[..end]) <= most);
            if let Some(next) = text[end..].chars().next() {
                prop_assert_eq!(tokens(&text[..end + next.len_utf8()]), most + 1);
            }
        }
    }
}
