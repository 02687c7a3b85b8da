//! The parts of pages, whatever these have.

use super::*;
use proptest::prelude::*;

fn parts(page: &str) -> Vec<(Kind, &str)> {
    let tokens = Scanner::new(page.as_bytes());
    tokens.map(|token| (token.kind, &page[token.range])).collect()
}

#[test]
fn a_page_is_parted() {
    use Kind::*;
    assert_eq!(
        parts("<!doctype html>\n<p a='>'>x &lt; y<!-- <b> --><style><i></style >"),
        [
            (Doctype { is_html: true }, "<!doctype html>"),
            (Blank, "\n"),
            (Start, "<p a='>'>"),
            (Text, "x &lt; y"),
            (Comment, "<!-- <b> -->"),
            (Start, "<style>"),
            (Raw, "<i>"),
            (End, "</style >"),
        ]
    );
    assert_eq!(parts("a < b"), [(Text, "a "), (Text, "< b")]);
    assert_eq!(parts("<p <b"), [(Open, "<p <b")]);
    assert!(has_attribute(b"<p a=\"b c\" D>", &(0..13), b"d"));
    assert!(!has_attribute(b"<p a=\"b c\" D>", &(0..13), b"c"));
}

/// What does not end is looked at once: all that is left is one part.
#[test]
fn what_does_not_end_is_one_part() {
    let most = [
        ("<!--", 1),
        ("<script ", 1),
        ("<style>", 2),
        ("<script>", 2),
        ("<script><!--<script>", 2),
        ("<textarea>", 2),
        ("<a b=\"", 2),
        ("<!x", 1),
        ("<?x", 1),
        ("</x ", 1),
        ("<!doctype html [", 1),
        ("<plaintext>", 2),
    ];
    for (begin, most) in most {
        let page = begin.repeat((1 << 20) / begin.len());
        assert!(parts(&page).len() <= most, "{begin}");
    }
}

proptest! {
    /// Together the parts are the page, and what has no end is the last: so the bytes that are
    /// looked at are those of the page, but for the few of a name or an end.
    #[test]
    fn the_parts_are_the_page(page in "(<!--|-->|<!|<\\?|<|>|</|script|title|p| |=|\"|'|[a-c]|\\[|\\]){0,40}") {
        let mut at = 0;
        let mut is_open = false;
        for token in Scanner::new(page.as_bytes()) {
            prop_assert_eq!(token.range.start, at);
            prop_assert!(token.range.end > at && !is_open);
            at = token.range.end;
            is_open = token.kind == Kind::Open;
        }
        prop_assert_eq!(at, page.len());
    }
}
