//! Small work on text.

use std::borrow::Cow;
use std::ops::Range;

/// `text` with `\n` as line end.
pub fn normalise(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The part of `text` in `range`; empty if there is none.
pub fn part(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or("")
}

/// `text` from byte `start`; empty if there is none.
pub fn after(text: &str, start: usize) -> &str {
    text.get(start..).unwrap_or("")
}

/// `text` without blank lines at its ends, ending with one line end unless it is empty.
pub fn end_with_newline(text: &str) -> String {
    let body = trim_blank_lines(text.trim_end());
    if body.is_empty() { String::new() } else { format!("{body}\n") }
}

/// `text` without the blank lines it begins with; the first line keeps its indentation.
fn trim_blank_lines(text: &str) -> &str {
    let indented = text.len() - text.trim_start().len();
    let line = part(text, 0..indented).rfind('\n').map_or(0, |at| at + 1);
    after(text, line)
}

/// The file's name without folders and extension.
pub fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// `text` with runs of white space made one space, as a browser shows them, and trimmed.
pub fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(is_html_space).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// White space that a browser collapses. A no-break space is not.
pub fn is_html_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C')
}

/// Whether spaces part the words of the script that a character is of.
pub fn is_spaced(c: char) -> bool {
    !matches!(c,
        // Thai to Lao, Myanmar, Khmer.
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        // Kana and Han.
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_become_alike() {
        assert_eq!(normalise("a\r\nb\rc\n"), "a\nb\nc\n");
    }

    #[test]
    fn blank_lines_at_the_ends_go() {
        assert_eq!(end_with_newline("\n \n  a\nb\n\n"), "  a\nb\n");
        assert_eq!(end_with_newline(" \n"), "");
    }

    #[test]
    fn stems() {
        assert_eq!(file_stem("a/b.c.md"), "b.c");
        assert_eq!(file_stem(".md"), ".md");
        assert_eq!(file_stem("README"), "README");
    }
}
