//! Words of a page as they stand in Markdown: none of their signs is taken for markup.

use std::borrow::Cow;

use kindex_text::{after, is_html_space};

/// Signs that may be markup wherever they stand.
const ANYWHERE: [char; 6] = ['*', '`', '[', ']', '~', '\\'];

/// Words of running text. They end as given, or something else may follow at once.
pub(crate) fn words(text: &str, ends: bool) -> Cow<'_, str> {
    let is_sign = |c: char| ANYWHERE.contains(&c) || matches!(c, '<' | '&' | '_' | '!');
    if !text.contains(is_sign) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 4);
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let rest = after(text, at + c.len_utf8());
        let is_open = rest.is_empty() && !ends && matches!(c, '<' | '&' | '!');
        if ANYWHERE.contains(&c) || is_open || is_markup(before, c, rest) {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    Cow::Owned(out)
}

/// Whether a sign is markup between what stands around it.
fn is_markup(before: char, sign: char, rest: &str) -> bool {
    let next = rest.chars().next().unwrap_or(' ');
    match sign {
        '<' => next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'),
        '&' => next == '#' || next.is_ascii_alphanumeric(),
        // Within a word it is none.
        '_' => !(before.is_alphanumeric() && next.is_alphanumeric()),
        _ => false,
    }
}

/// The words of a heading. Number signs at its end would be none of its words.
pub(crate) fn heading(text: &str) -> String {
    let words = words(text, true);
    let body = words.trim_end_matches('#');
    let ends = body.len() < words.len() && (body.is_empty() || body.ends_with(is_html_space));
    if ends { format!("{body}\\{}", after(&words, body.len())) } else { words.into_owned() }
}

/// Whether a word at the beginning of a line would begin a block by a sign that is none elsewhere:
/// a heading, a list, a quote or a rule.
pub(crate) fn begins_block(word: &str) -> bool {
    let is_all = |sign: char| !word.is_empty() && word.chars().all(|c| c == sign);
    word.starts_with('>')
        || (is_all('#') && word.len() <= 6)
        || is_all('=')
        // A rule, or the line below the head of a table.
        || (word.contains('-') && word.chars().all(|c| matches!(c, '-' | '|' | ':')))
        || word == "+"
}

/// The place of the sign by which a word at the beginning of a line would begin a list with
/// numbers.
pub(crate) fn number_end(word: &str) -> Option<usize> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    ((1..=9).contains(&digits) && matches!(after(word, digits), "." | ")")).then_some(digits)
}

/// Whether a sign goes on with the number that a line is so far: a list would begin so.
pub(crate) fn ends_number(line: &str, sign: char) -> bool {
    let is_number = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    is_number && matches!(sign, '.' | ')')
}

/// An address as it may stand in the brackets of a link.
pub(crate) fn target(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        match c {
            ' ' => out.push_str("%20"),
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\\' => out.push_str("%5C"),
            '"' => out.push_str("%22"),
            '`' => out.push_str("%60"),
            '|' => out.push_str("%7C"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_escaped_where_they_are_markup() {
        for (text, want) in [
            ("plain a < b & c, snake_case", "plain a < b & c, snake_case"),
            ("Vec<T> <!-- &lt; &#60;", "Vec\\<T> \\<!-- \\&lt; \\&#60;"),
            ("__init__ *a* `b`", "\\_\\_init\\_\\_ \\*a\\* \\`b\\`"),
            ("[a](b) \\ ~~c~~", "\\[a\\](b) \\\\ \\~\\~c\\~\\~"),
        ] {
            assert_eq!(words(text, true), want);
        }
        // A tag, an entity or an image may go on elsewhere.
        for (text, want) in [("a <", "a \\<"), ("a&", "a\\&"), ("a!", "a\\!"), ("a! b", "a! b")] {
            assert_eq!(words(text, false), want);
        }
    }

    #[test]
    fn words_that_would_begin_a_block_are_known() {
        for word in [">", ">x", "#", "######", "-", "---", "+", "=", "-|-", "|:-:|"] {
            assert!(begins_block(word), "{word}");
        }
        for word in ["", "#1", "#######", "-x", "1.", "a", "|", ":"] {
            assert!(!begins_block(word), "{word}");
        }
        assert_eq!(
            ["1.", "12)", "1.5", "x.", "1234567890."].map(number_end)[..2],
            [Some(1), Some(2)]
        );
        assert_eq!(["1.5", "x.", "1234567890."].map(number_end), [None; 3]);
    }

    #[test]
    fn headings_keep_the_signs_at_their_end() {
        for (text, want) in [("C#", "C#"), ("C #", "C \\#"), ("##", "\\##"), ("a", "a")] {
            assert_eq!(heading(text), want);
        }
    }

    #[test]
    fn no_address_closes_its_brackets() {
        assert_eq!(target("a b(c)<d>\u{7}\\"), "a%20b%28c%29%3Cd%3E%5C");
    }
}
