//! Keeps pages from nesting absurdly deep: the parser's time grows with the square of the depth.

use std::borrow::Cow;

use kindex_text::{after, part};

/// Tags nested deeper than this are left out; their content stays.
pub(super) const MAX_DEPTH: usize = 400;

/// Elements that have no end tag, or close those like them when they open.
const FLAT: [&str; 27] = [
    "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta",
    "option", "p", "param", "rp", "rt", "source", "tbody", "td", "tfoot", "th", "thead", "tr",
    "track", "wbr",
];

/// The page without the opening tags that nest too deep.
pub(super) fn limit(html: &str) -> Cow<'_, str> {
    // Few pages have enough tags for that.
    if html.matches('<').take(MAX_DEPTH + 1).count() <= MAX_DEPTH {
        return Cow::Borrowed(html);
    }
    let mut out = String::new();
    let mut copied = 0;
    let mut depth = 0_usize;
    for (at, _) in html.match_indices('<') {
        let rest = after(html, at + 1);
        let closes = rest.starts_with('/');
        if !opens_element(rest.trim_start_matches('/')) {
            continue;
        }
        if closes {
            depth = depth.saturating_sub(1);
            continue;
        }
        depth += 1;
        if depth > MAX_DEPTH
            && let Some(length) = rest.find('>')
            && at >= copied
        {
            out.push_str(part(html, copied..at));
            copied = at + length + 2;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    out.push_str(after(html, copied));
    Cow::Owned(out)
}

/// Whether a tag's text after `<` names an element that can nest.
fn opens_element(tag: &str) -> bool {
    if !tag.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let end = tag.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let name = part(tag, 0..end.unwrap_or(tag.len()).min(12));
    !FLAT.iter().any(|flat| flat.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absurd_pages_change() {
        let fine = format!("{}x", "<div><p></div><li>".repeat(2_000));
        assert_eq!(limit(&fine), fine);
        let deep = format!("{}x{}", "<div id=a>".repeat(500), "</div>".repeat(500));
        let limited = limit(&deep);
        assert_eq!(limited.matches("<div").count(), MAX_DEPTH);
        assert!(limited.contains(">x<"));
    }
}
