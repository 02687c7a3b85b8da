//! Titles and descriptions as they stand in a line of Markdown.

use kindex_mcp::sanitize;

/// The characters of a title.
const MAX_TITLE_CHARACTERS: usize = 120;

/// A text on one line, cut, with no sign in it that could begin a link or an element.
pub fn line(text: &str, most: usize) -> String {
    let plain = sanitize::plain(text.trim());
    let plain = sanitize::cut(plain.trim(), most);
    // Code within the line stays, where each has its end.
    let has_code = plain.matches('`').count().is_multiple_of(2);
    let mut is_code = false;
    let mut line = String::with_capacity(plain.len());
    for char in plain.chars() {
        is_code ^= has_code && char == '`';
        let is_sign = matches!(char, '[' | ']' | '<' | '\\') || (char == '`' && !has_code);
        if is_sign && !is_code {
            line.push('\\');
        }
        line.push(char);
    }
    line
}

/// A title on one line.
pub fn title(text: &str) -> String {
    line(text, MAX_TITLE_CHARACTERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_title_leaves_its_line() {
        let want = "a # \\[b\\](c) \\<d> \u{fffd}`<e>`";
        assert_eq!(title(" a\n# [b](c) <d> \u{202e}`<e>` "), want);
        assert_eq!(title("`a](b"), "\\`a\\](b");
        assert_eq!(line("abcdef", 3), "abc…");
    }
}
