//! Addresses of what was found. js/address.js does the same.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What JavaScript's `encodeURIComponent` encodes.
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
    utf8_percent_encode(text, COMPONENT).to_string()
}

/// Where a reader finds a passage: its page and, in it, the heading above it. Empty where the page
/// has no address; one that leads to a place of its own, as pages of some programs do, stays.
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
    fn anchors_are_encoded_where_the_page_has_none() {
        assert_eq!(address_of("/a", "été (1)"), "/a#%C3%A9t%C3%A9%20(1)");
        assert_eq!(address_of("/app#!/a", "b"), "/app#!/a");
        assert_eq!(address_of("/a", ""), "/a");
        assert_eq!(address_of("", "b"), "");
    }
}
