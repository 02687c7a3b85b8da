//! The headings above a place of a document.

use crate::format::headings::Heading;
use alloc::vec::Vec;

/// The headings whose sections hold the byte `at` of a document, strongest first. One without words
/// ends the sections of its level and below. It is none itself, but for its anchor if it has one.
pub(crate) fn trail<'h, 'a>(headings: &'h [Heading<'a>], at: usize) -> Vec<&'h Heading<'a>> {
    let mut trail: Vec<&Heading<'_>> = Vec::new();
    for heading in headings.iter().take_while(|heading| heading.start <= at) {
        while trail.last().is_some_and(|last| last.level >= heading.level) {
            trail.pop();
        }
        if !heading.words.is_empty() || !heading.anchor.is_empty() {
            trail.push(heading);
        }
    }
    trail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trail_is_that_of_the_deepest_heading() {
        let of_words = |level, start, len, anchor| {
            let words = start..start + len;
            Heading { level, start, words, anchor, is_link_list: false }
        };
        let heading = |level, start, anchor| of_words(level, start, 5, anchor);
        let headings =
            [heading(1, 0, "a"), heading(2, 10, "b"), heading(3, 20, "c"), heading(2, 30, "d")];
        let anchors = |at| trail(&headings, at).iter().map(|h| h.anchor).collect::<Vec<_>>();
        assert_eq!(anchors(25), ["a", "b", "c"]);
        assert_eq!(anchors(30), ["a", "d"]);
        let headings = [heading(1, 0, "a"), heading(6, 10, "b"), of_words(6, 20, 0, "")];
        assert_eq!(trail(&headings, 25).iter().map(|h| h.anchor).collect::<Vec<_>>(), ["a"]);
        let headings = [heading(1, 0, "a"), of_words(6, 10, 0, "b"), of_words(6, 20, 0, "")];
        assert_eq!(trail(&headings, 15).iter().map(|h| h.anchor).collect::<Vec<_>>(), ["a", "b"]);
    }
}
