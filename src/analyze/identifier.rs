//! Identifiers, whole and in parts.

use core::ops::Range;

/// Calls `emit` with the byte ranges of a compound: first with the signs that belong to it (`.NET`,
/// `@media`, `C#`), then without them. The segments between `-`, `.`, `+` and `::` follow. After
/// each segment come its parts between `_`, and after each part its humps in camel case. Segments,
/// parts and humps are left out where there is only one. With `variants`, numbers in names are
/// there by themselves: see [`number_of`].
pub(super) fn spans(
    text: &str,
    compound: Range<usize>,
    variants: bool,
    emit: &mut dyn FnMut(Range<usize>),
) {
    let word = text.get(compound.clone()).unwrap_or_default();
    if word.is_empty() {
        return;
    }
    let signed = with_signs(text.as_bytes(), &compound);
    if signed != compound {
        emit(signed);
    }
    emit(compound.clone());
    // Most words are plain, and a number's point or comma does not part it.
    if is_simple(word) {
        return;
    }
    split(
        word,
        compound.start,
        |c| matches!(c, '-' | '.' | ':' | '+'),
        &mut |segment, start, several| {
            let own = start..start + segment.len();
            if several && text.get(own.end..).unwrap_or_default().starts_with("++") {
                emit(start..own.end + 2);
            }
            if several {
                emit(own.clone());
            }
            if variants {
                number_of(text, &compound, own, emit);
            }
            split(
                segment,
                start,
                |c| matches!(c, '_' | '\u{200b}'),
                &mut |part, start, several| {
                    if several {
                        emit(start..start + part.len());
                    }
                    humps(part, |hump| emit(start + hump.start..start + hump.end));
                },
            );
        },
    );
}

/// Calls `emit` with the number that begins at the end of a segment and goes on after its point:
/// `3.11` in `python3.11`. Its name comes before it, `python`, where it has more than one letter.
fn number_of(
    text: &str,
    compound: &Range<usize>,
    segment: Range<usize>,
    emit: &mut dyn FnMut(Range<usize>),
) {
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let point = |at: usize| text.as_bytes().get(at) == Some(&b'.');
    let mut start = segment.end;
    while start > segment.start && digit(start - 1) {
        start -= 1;
    }
    let goes_on = start > compound.start + 1 && point(start - 1) && digit(start - 2);
    // Before the number is followed: each of its segments would follow the rest of it.
    if start == compound.start || start == segment.end || goes_on {
        return;
    }
    let mut end = segment.end;
    while point(end) && digit(end + 1) {
        end += 2;
        while digit(end) {
            end += 1;
        }
    }
    if end == segment.end {
        return;
    }
    let name = segment.start..start;
    if name.len() > 1 && is_name(text, &name) {
        emit(name);
    }
    emit(start..end);
}

/// The name of several letters and the number after it that a slash parts, as in `HTTP/2`, if they
/// are no part of a path.
pub(super) fn slashed(
    text: &str,
    name: Range<usize>,
    number: &Range<usize>,
) -> Option<Range<usize>> {
    let at = |at: usize| text.as_bytes().get(at);
    let is_path = at(name.start.wrapping_sub(1)) == Some(&b'/') || at(number.end) == Some(&b'/');
    let is_number = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let number_text = text.get(number.clone())?;
    let found = text.get(name.end..number.start) == Some("/")
        && name.len() > 1
        && !is_path
        && is_name(text, &name)
        && number_text.bytes().all(is_number);
    found.then_some(name.start..number.end)
}

fn is_name(text: &str, range: &Range<usize>) -> bool {
    text.get(range.clone()).is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// A compound with the signs around it that make another name of it. Before it that is one of `. @
/// # $ - --`, if no word or sign precedes these. After it that is `#` or `++`, if no word follows.
fn with_signs(text: &[u8], compound: &Range<usize>) -> Range<usize> {
    let at = |at: usize| text.get(at).copied().unwrap_or(b' ');
    let before = |back: usize| compound.start.checked_sub(back).map_or(b' ', at);
    let is_word = |byte: u8| !byte.is_ascii() || byte.is_ascii_alphanumeric();
    let is_sign = |byte: u8| matches!(byte, b'.' | b'@' | b'#' | b'$' | b'-');
    let signs = match (before(1), before(2)) {
        (b'-', b'-') => 2,
        (sign, _) if is_sign(sign) => 1,
        _ => 0,
    };
    let outer = before(signs + 1);
    let start = if is_word(outer) || is_sign(outer) { 0 } else { signs };
    let end = match (at(compound.end), at(compound.end + 1)) {
        (b'#', next) if !is_word(next) => 1,
        (b'+', b'+') if !is_word(at(compound.end + 2)) => 2,
        _ => 0,
    };
    compound.start - start..compound.end + end
}

/// Calls `each` with each part between connectors, the start of that part, and whether there are
/// any connectors.
fn split(
    word: &str,
    start: usize,
    is_connector: fn(char) -> bool,
    each: &mut dyn FnMut(&str, usize, bool),
) {
    let several = word.chars().any(is_connector);
    let mut rest = word;
    while !rest.is_empty() {
        let len = rest.find(is_connector).unwrap_or(rest.len());
        let (part, after) = rest.split_at_checked(len).unwrap_or_default();
        if !part.is_empty() {
            each(part, start + word.len() - rest.len(), several);
        }
        let mut after = after.chars();
        after.next();
        rest = after.as_str();
    }
}

fn is_simple(word: &str) -> bool {
    let no_hump = |c: char| match c {
        '\'' => true,
        '\u{200b}' => false,
        _ => !c.is_ascii() || c.is_ascii_lowercase() || c.is_ascii_digit(),
    };
    let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let mut rest = word.chars();
    rest.next();
    rest.all(no_hump) || word.chars().all(number)
}

/// The humps of a word in camel case. It is cut before a capital that follows a small letter or
/// digit, and before the last capital of a row that small letters follow (`HTTP|Request`). Nothing
/// where there is only one hump. Only ASCII capitals count, as in most code.
fn humps(word: &str, mut emit: impl FnMut(Range<usize>)) {
    let mut start = 0;
    let mut previous = None;
    let mut chars = word.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next_is_small = chars.peek().is_some_and(|(_, next)| next.is_ascii_lowercase());
        let cut = c.is_ascii_uppercase()
            && previous.is_some_and(|p: char| next_is_small || is_no_capital(p));
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

/// Whether a character is certainly no capital.
fn is_no_capital(c: char) -> bool {
    c.is_ascii() && !c.is_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn parts(word: &str) -> Vec<&str> {
        let mut parts = Vec::new();
        spans(word, 0..word.len(), true, &mut |span| parts.push(&word[span]));
        parts
    }

    fn signed(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        crate::analyze::alphabet::terms(text, |_, span| found.push(&text[span]));
        found
    }

    #[test]
    fn signs_make_other_names() {
        assert_eq!(signed("C# or C"), ["C#", "C", "or", "C"]);
        assert_eq!(signed("C++, C++."), ["C++", "C", "C++", "C"]);
        assert_eq!(signed("(.NET)"), [".NET", "NET"]);
        assert_eq!(signed("`@media`"), ["@media", "media"]);
        assert_eq!(signed("--dry-run"), ["--dry-run", "dry-run", "dry", "run"]);
        assert_eq!(signed("-v"), ["-v", "v"]);
        assert_eq!(signed("c++20"), ["c++20", "c++", "c", "20"]);
        assert_eq!(signed("/std:c++20"), ["std:c++20", "std", "c++", "c", "20"]);
        assert_eq!(signed("v1.2.3"), ["v1.2.3", "v1", "1.2.3", "2", "3"]);
    }

    #[test]
    fn signs_of_others_are_left_alone() {
        assert_eq!(signed("a@b"), ["a", "b"]);
        assert_eq!(signed("wait ...what"), ["wait", "what"]);
        assert_eq!(signed("a ---b"), ["a", "b"]);
        assert_eq!(signed("end. Next - one #, + two"), ["end", "Next", "one", "two"]);
        assert_eq!(signed("é#x C#x"), ["é", "x", "C", "x"]);
    }

    #[test]
    fn camel_case() {
        assert_eq!(parts("parseHTTPRequest"), ["parseHTTPRequest", "parse", "HTTP", "Request"]);
        assert_eq!(parts("utf8Decoder"), ["utf8Decoder", "utf8", "Decoder"]);
        assert_eq!(parts("WebAssembly"), ["WebAssembly", "Web", "Assembly"]);
        assert_eq!(parts("Hello"), ["Hello"]);
        assert_eq!(parts("naïveTest"), ["naïveTest", "naïve", "Test"]);
        assert_eq!(parts("caféBar"), ["caféBar", "café", "Bar"]);
    }

    #[test]
    fn words_in_capitals_have_no_humps() {
        for word in ["HTML", "DÉPLOIEMENT", "ÉCOLE", "DVOŘÁK", "STRAẞE"] {
            assert_eq!(parts(word), [word]);
        }
    }

    #[test]
    fn snake_case_and_constants() {
        assert_eq!(parts("MAX_LEN"), ["MAX_LEN", "MAX", "LEN"]);
        assert_eq!(parts("__init__"), ["__init__", "init"]);
        assert_eq!(parts("foo_barBaz"), ["foo_barBaz", "foo", "barBaz", "bar", "Baz"]);
        assert_eq!(parts("s.push_str"), ["s.push_str", "s", "push_str", "push", "str"]);
    }
}
