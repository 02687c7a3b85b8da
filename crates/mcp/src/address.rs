//! Addresses of hits. js/text/address.js does the same.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that JavaScript's `encodeURIComponent` encodes.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// A text as a part of an address.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, COMPONENT).collect()
}

/// Decodes a part of an address; nothing where it is not percent-encoded UTF-8.
pub fn decoded(part: &str) -> Option<String> {
    let is_hex = |rest: &str| {
        rest.get(..2).is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    let encoded = part.split('%').skip(1).all(is_hex);
    let text = encoded.then(|| percent_decode_str(part).decode_utf8().ok());
    text.flatten().map(|text| text.into_owned())
}

/// The address at which a reader finds a passage: its page and, in it, the heading above it. Empty
/// where the page has no address; one that leads to a place of its own, as pages of some programs
/// do, stays.
pub fn address_of(url: &str, anchor: &str) -> String {
    if url.is_empty() || anchor.is_empty() || url.contains('#') {
        return url.to_owned();
    }
    format!("{url}#{}", encoded(anchor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_encoded_as_it_should_be_stands_for_nothing() {
        assert_eq!(decoded("a%20%C3%A9"), Some("a é".into()));
        for part in ["%zz%20", "%2", "%", "%ff"] {
            assert_eq!(decoded(part), None, "{part}");
        }
    }

    #[test]
    fn anchors_are_encoded_where_the_page_has_none() {
        assert_eq!(address_of("/a", "été (1)"), "/a#%C3%A9t%C3%A9%20(1)");
        assert_eq!(address_of("/app#!/a", "b"), "/app#!/a");
        assert_eq!(address_of("/a", ""), "/a");
        assert_eq!(address_of("", "b"), "");
    }
}
