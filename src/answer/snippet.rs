//! Chooses what to show of a passage.

use crate::analyze::after;
use core::ops::Range;

/// Characters in a snippet at most.
const MAX_SNIPPET_CHARACTERS: usize = 200;

/// A snippet begins at most about this many characters before the first match in it.
const MAX_LEAD_CHARACTERS: usize = 60;

/// The window of `best` in which most matches lie, from a little before the first of them, cut at
/// words; without its heading where there is text below.
pub(crate) fn snippet(
    text: &str,
    best: Range<usize>,
    highlights: &[(usize, usize)],
    heading_lines: &[Range<usize>],
) -> Range<usize> {
    let skip_blank = |at: usize| {
        let inside = text.get(at..best.end).unwrap_or_default();
        best.end.max(at) - inside.trim_start().len()
    };
    let mut body = skip_blank(best.start);
    for line in heading_lines {
        if line.start <= body && line.end > body {
            body = skip_blank(line.end);
        }
    }
    let best = if body < best.end { body..best.end } else { best };
    let from = highlights.partition_point(|&(start, _)| start < best.start);
    let until = highlights.partition_point(|&(start, _)| start < best.end);
    let first = densest(text, highlights.get(from..until).unwrap_or_default());
    let start = first.map_or(best.start, |first| lead_start(text, best.start, first));
    let end = forward(text, start, MAX_SNIPPET_CHARACTERS).min(best.end);
    let window = text.get(start..end).unwrap_or_default();
    let cut = if end < best.end { last_space(window) } else { window.len() };
    let kept = window.get(..cut).unwrap_or_default().trim_end().len();
    start..start + kept
}

/// The start of the match from which on most lie within a snippet; the first of equals. Linear in
/// the number of matches.
fn densest(text: &str, highlights: &[(usize, usize)]) -> Option<usize> {
    let mut densest = None;
    let mut after = 0;
    for (number, &(start, _)) in highlights.iter().enumerate() {
        let end = forward(text, start, MAX_SNIPPET_CHARACTERS - MAX_LEAD_CHARACTERS);
        let rest = highlights.get(after..).unwrap_or_default();
        after += rest.iter().take_while(|&&(_, stop)| stop <= end).count();
        let count = after.saturating_sub(number);
        if densest.is_none_or(|(most, _)| count > most) {
            densest = Some((count, start));
        }
    }
    densest.map(|(_, start)| start)
}

/// The start of the line or sentence that `at` stands in, or where that is more than
/// [`MAX_LEAD_CHARACTERS`] characters away, the start of a word; not before `bound`.
fn lead_start(text: &str, bound: usize, at: usize) -> usize {
    let before = text.get(bound..at).unwrap_or_default();
    let from = before.char_indices().rev().nth(MAX_LEAD_CHARACTERS).map_or(0, |(from, _)| from);
    let lead = before.get(from..).unwrap_or_default();
    // Searching for strings rather than characters would double the size of this module.
    let mut start = None;
    let mut before = ' ';
    for (at, c) in lead.char_indices() {
        if c == '\n' || c == ' ' && matches!(before, '.' | '?' | '!' | ':') {
            start = Some(at + 1);
        }
        before = c;
    }
    let start = start.unwrap_or_else(|| match from {
        0 => 0,
        _ => lead.find(char::is_whitespace).unwrap_or(lead.len()),
    });
    at - lead.get(start..).unwrap_or_default().trim_start().len()
}

fn last_space(window: &str) -> usize {
    window.rfind(char::is_whitespace).filter(|&at| at > 0).unwrap_or(window.len())
}

/// The byte offset `chars` characters after `from`, which is where one begins.
fn forward(text: &str, from: usize, chars: usize) -> usize {
    from + after(text.get(from..).unwrap_or_default(), chars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;
    use alloc::string::String;
    use alloc::vec::Vec;

    fn snippet_of(text: &str, word: &str) -> String {
        let spans: Vec<(usize, usize)> =
            text.match_indices(word).map(|(at, found)| (at, at + found.len())).collect();
        let lines: Vec<Range<usize>> =
            text.starts_with('#').then(|| 0..text.find('\n').unwrap()).into_iter().collect();
        text[snippet(text, 0..text.len(), &spans, &lines)].to_owned()
    }

    #[test]
    fn characters_are_counted_as_they_are_decoded() {
        let text = "naïve 中文 🦀 e\u{301}.";
        for (from, _) in text.char_indices() {
            for chars in 0..20 {
                let decoded = text[from..].char_indices().nth(chars).map(|(at, _)| from + at);
                assert_eq!(forward(text, from, chars), decoded.unwrap_or(text.len()));
            }
        }
    }

    #[test]
    fn snippets_begin_with_the_sentence_that_matches() {
        let before = "Words that nobody looks for stand here. ".repeat(9);
        let text = before + "The knot holds well.\n";
        assert_eq!(snippet_of(&text, "knot"), "The knot holds well.");
        let long = "word ".repeat(90) + "a knot " + &"word ".repeat(90);
        let found = snippet_of(&long, "knot");
        assert!(found.starts_with("word ") && found.ends_with("word") && found.contains("knot"));
    }

    #[test]
    fn snippets_leave_the_heading_out_where_there_is_text() {
        assert_eq!(snippet_of("## Knots\n\nA knot.\n", "knot"), "A knot.");
        assert_eq!(snippet_of("## Knots\n", "Knots"), "## Knots");
        let text = "# A\n\n## Knots\n\nA knot.\n";
        let lines = [0..3, 5..13];
        assert_eq!(&text[snippet(text, 0..text.len(), &[(8, 13)], &lines)], "A knot.");
    }

    #[test]
    fn snippets_show_where_most_words_stand() {
        let text =
            String::from("One knot. ") + &"Other words. ".repeat(30) + "A knot, a knot, a knot.";
        assert_eq!(snippet_of(&text, "knot"), "A knot, a knot, a knot.");
    }
}
