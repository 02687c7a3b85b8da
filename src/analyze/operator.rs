//! Operators: signs that stand by themselves, as `=>` and `&&` do in code and titles.

use core::ops::Range;

/// Longer runs of signs adorn a text.
const MAX_OPERATOR_SIGNS: usize = 4;

/// Calls `emit` with the byte range of each operator between two words. Spaces, quotes
/// or brackets are around it. One sign alone, such as `+`, has no space beside it: in
/// prose that stands for a word.
pub(super) fn spans(text: &str, between: Range<usize>, emit: &mut dyn FnMut(Range<usize>)) {
    let text = text.as_bytes();
    let byte = |at: usize| text.get(at).copied();
    let mut at = between.start;
    while at < between.end {
        let signs = text.get(at..between.end).unwrap_or_default();
        let length = signs.iter().take_while(|&&byte| is_sign(byte)).count();
        let end = at + length;
        let before = at.checked_sub(1).and_then(byte);
        let around = [before, byte(end)];
        let is_free = match length {
            1 => around.iter().all(|byte| byte.is_none_or(is_bracket)),
            2..=MAX_OPERATOR_SIGNS => around.iter().all(|byte| byte.is_none_or(is_apart)),
            _ => false,
        };
        if is_free && !is_markup(signs.get(..length).unwrap_or_default()) {
            emit(at..end);
        }
        at = end + 1;
    }
}

fn is_sign(byte: u8) -> bool {
    b"!#$%&*+-./:<=>?@^|~".contains(&byte)
}

fn is_bracket(byte: u8) -> bool {
    b"\"'()[]`{}".contains(&byte)
}

fn is_apart(byte: u8) -> bool {
    byte <= b' ' || b",;".contains(&byte) || is_bracket(byte)
}

/// Whether signs are Markdown's: of a heading, a rule, a fence, or below the heads of a table.
fn is_markup(signs: &[u8]) -> bool {
    signs.len() > 2 && signs.iter().all(|sign| b"#*-:~".contains(sign)) || signs == b"##"
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn operators(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        spans(text, 0..text.len(), &mut |span| found.extend(text.get(span)));
        found
    }

    #[test]
    fn signs_between_spaces_quotes_and_brackets() {
        for text in ["->", "=>", "??", "??=", "|>", "%>%", ":=", "!=", "...", "&&", "===", "$?"] {
            assert_eq!(operators(text), [text]);
            assert_eq!(operators(&["`", text, "` (", text, ")\n", text, " ="].concat()), [text; 3]);
        }
        assert_eq!(operators("\"+\" (@) `#`, '*'; -"), ["+", "@", "#", "*"]);
        assert_eq!(operators("%"), ["%"]);
    }

    #[test]
    fn signs_of_words_of_prose_and_of_markdown_are_none() {
        for text in [
            " - ",
            " & ",
            "a, . ",
            "|---|",
            "| :-: | --: |",
            "## ",
            "###",
            "~~~",
            "***",
            "=====",
            "<!-->-->",
            "é=>é",
        ] {
            assert_eq!(operators(text), [""; 0], "{text}");
        }
    }
}
