//! Identifiers, whole and in parts.

use core::ops::Range;

/// Calls `emit` with the byte range of a compound, then of each segment between `-`, `.` and `::`,
/// after a segment of each part between its `_`, and after a part of each of its humps in camel
/// case; each of these only where there are several.
pub(super) fn spans(text: &str, compound: Range<usize>, emit: &mut dyn FnMut(Range<usize>)) {
    let word = text.get(compound.clone()).unwrap_or_default();
    if word.is_empty() {
        return;
    }
    emit(compound.clone());
    // Most words are plain, and a number's point or comma does not part it.
    if is_simple(word) {
        return;
    }
    split(
        word,
        compound.start,
        |c| matches!(c, '-' | '.' | ':'),
        &mut |segment, start, several| {
            if several {
                emit(start..start + segment.len());
            }
            split(segment, start, |c| c == '_', &mut |part, start, several| {
                if several {
                    emit(start..start + part.len());
                }
                humps(part, |hump| emit(start + hump.start..start + hump.end));
            });
        },
    );
}

/// Calls `each` with what lies between connectors, where that starts, and whether there are any
/// connectors. They are one byte long each.
fn split(
    word: &str,
    mut start: usize,
    is_connector: fn(char) -> bool,
    each: &mut impl FnMut(&str, usize, bool),
) {
    let several = word.contains(is_connector);
    for piece in word.split(is_connector) {
        if !piece.is_empty() {
            each(piece, start, several);
        }
        start += piece.len() + 1;
    }
}

fn is_simple(word: &str) -> bool {
    let no_hump =
        |c: char| c == '\'' || !c.is_ascii() || c.is_ascii_lowercase() || c.is_ascii_digit();
    let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let mut rest = word.chars();
    rest.next();
    rest.all(no_hump) || word.chars().all(number)
}

/// The humps of a word in camel case: cut before a capital that follows a small letter or digit,
/// and before the last capital of a row that small letters follow (`HTTP|Request`). Nothing where
/// there is only one. Only ASCII capitals count, as in most code.
fn humps(word: &str, mut emit: impl FnMut(Range<usize>)) {
    let mut start = 0;
    let mut previous = None;
    let mut chars = word.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next_is_small = chars.peek().is_some_and(|(_, next)| next.is_ascii_lowercase());
        let cut = c.is_ascii_uppercase()
            && previous.is_some_and(|p: char| !p.is_ascii_uppercase() || next_is_small);
        if cut && at > start {
            emit(start..at);
            start = at;
        }
        previous = Some(c);
    }
    if start > 0 {
        emit(start..word.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn parts(word: &str) -> Vec<&str> {
        let mut parts = Vec::new();
        spans(word, 0..word.len(), &mut |span| parts.push(&word[span]));
        parts
    }

    #[test]
    fn camel_case() {
        assert_eq!(parts("parseHTTPRequest"), ["parseHTTPRequest", "parse", "HTTP", "Request"]);
        assert_eq!(parts("utf8Decoder"), ["utf8Decoder", "utf8", "Decoder"]);
        assert_eq!(parts("WebAssembly"), ["WebAssembly", "Web", "Assembly"]);
        assert_eq!(parts("HTML"), ["HTML"]);
        assert_eq!(parts("Hello"), ["Hello"]);
        assert_eq!(parts("naïveTest"), ["naïveTest", "naïve", "Test"]);
    }

    #[test]
    fn snake_case_and_constants() {
        assert_eq!(parts("MAX_LEN"), ["MAX_LEN", "MAX", "LEN"]);
        assert_eq!(parts("__init__"), ["__init__", "init"]);
        assert_eq!(parts("foo_barBaz"), ["foo_barBaz", "foo", "barBaz", "bar", "Baz"]);
        assert_eq!(parts("s.push_str"), ["s.push_str", "s", "push_str", "push", "str"]);
    }
}
