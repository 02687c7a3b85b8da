//! What `kindex agents` puts into pages: two that were alike are so without it.

use std::borrow::Cow;

use kindex_text::{after, part};

/// The attribute by which it is known.
const SIGN: &str = "data-kindex-agents";

/// A page without it.
pub(super) fn without(page: &str) -> Cow<'_, str> {
    if !page.contains(SIGN) {
        return Cow::Borrowed(page);
    }
    let mut kept = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find(SIGN) {
        let start = part(rest, 0..at).rfind('<').unwrap_or(at);
        let close = match part(rest, start..at) {
            tag if tag.starts_with("<link") => Some(">"),
            tag if tag.starts_with("<div") => Some("</div>"),
            _ => None,
        };
        let end = close.and_then(|close| Some(after(rest, at).find(close)? + close.len()));
        let kept_end = if end.is_some() { start } else { at + SIGN.len() };
        kept.push_str(part(rest, 0..kept_end));
        rest = after(rest, end.map_or(kept_end, |end| at + end));
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_as_before() {
        let page = "<head><link rel=alternate data-kindex-agents=\"\"/></head><body>\
                    <div data-kindex-agents=\"\" hidden=\"\">For <a href=x>y</a></div><p>z";
        assert_eq!(without(page), "<head></head><body><p>z");
        for page in [
            "<p>a",
            "<p title=data-kindex-agents>a",
            "data-kindex-agents",
            "<link data-kindex-agents",
        ] {
            assert_eq!(without(page), page);
        }
    }
}
