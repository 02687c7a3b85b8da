//! Escapes of JSON that stand for half a character. js/mcp/surrogates.js does the same.

use std::borrow::Cow;

/// The replacement of half a character, as JSON writes it.
const REPLACEMENT: &str = "\\ufffd";

/// JSON in which U+FFFD is in the place of each half of a character without its other half: no text
/// in UTF-8 can have one, though models write it where they cut an emoji.
pub fn without_halves(json: &str) -> Cow<'_, str> {
    if !json.contains("\\u") {
        return Cow::Borrowed(json);
    }
    let mut whole = String::with_capacity(json.len());
    let mut rest = json;
    while let Some((before, escape)) = rest.split_once('\\') {
        whole += before;
        let (length, is_half) = measured(escape);
        let (escape, after) = escape.split_at(length);
        whole += if is_half { REPLACEMENT } else { "\\" };
        whole += if is_half { "" } else { escape };
        rest = after;
    }
    Cow::Owned(whole + rest)
}

/// The bytes that an escape has after its first sign, and whether it is half a character.
fn measured(escape: &str) -> (usize, bool) {
    match unit(escape) {
        Some(0xd800..=0xdbff) => {
            let next = escape.get(5..).and_then(|next| unit(next.strip_prefix('\\')?));
            match next {
                Some(0xdc00..=0xdfff) => (11, false),
                _ => (5, true),
            }
        }
        Some(0xdc00..=0xdfff) => (5, true),
        _ => (escape.chars().next().map_or(0, char::len_utf8), false),
    }
}

/// The unit of UTF-16 that an escape stands for.
fn unit(escape: &str) -> Option<u16> {
    let digits = escape.strip_prefix('u')?.get(..4)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_characters_are_replaced() {
        for (json, whole) in [
            (r#""\ud800""#, r#""\ufffd""#),
            (r#""a\udfffb\uD83Dc""#, r#""a\ufffdb\ufffdc""#),
            (r#""\ud83d\ud83d\ude00\ude00""#, r#""\ufffd\ud83d\ude00\ufffd""#),
            (r#""\\ud800 \\\ud800 \u00e9é""#, r#""\\ud800 \\\ufffd \u00e9é""#),
            (r#""\ud83d\n\ud83d\"#, r#""\ufffd\n\ufffd\"#),
            (r#""\ud8é0 \u+123 \u""#, r#""\ud8é0 \u+123 \u""#),
        ] {
            assert_eq!(without_halves(json), whole, "{json}");
        }
    }
}
