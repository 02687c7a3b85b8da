//! Cuts a stretch of text without headings into pieces of at most some characters or tokens.

use super::blocks::{Blocks, Boundary, Rank};
use super::settings::Unit;
use crate::document::Section;
use alloc::vec::Vec;
use core::ops::Range;
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

pub(super) struct Cutter<'a> {
    pub text: &'a str,
    pub blocks: &'a Blocks,
    pub sections: &'a [Section],
    pub unit: Unit,
}

/// The places for the next cut: byte offsets, all after the start of the piece.
struct Window {
    start: usize,
    /// The first place that leaves no piece too small.
    low: usize,
    /// The place that would make all pieces alike.
    target: usize,
    /// The last place that keeps the piece within its size.
    high: usize,
}

impl Cutter<'_> {
    /// Pushes the end of each piece of `range`, the last being the end of the range. A piece has
    /// at most `size` of the unit, except where one grapheme alone has more.
    pub fn cut(&self, range: Range<usize>, size: usize, ends: &mut Vec<usize>) {
        self.each_piece(range, size, ends, |start, left| {
            let ideal = left.div_ceil(left.div_ceil(size));
            let window = Window {
                start,
                low: self.advance(start, (ideal / 2).max(1)),
                target: self.advance(start, ideal),
                high: self.advance(start, size),
            };
            self.best(&window)
        });
    }

    /// The same for windows. They are as long as possible, but end after a blank line, or else any
    /// line, that ends in their second half. The last one has `least` or more. `size` is at least
    /// 1, and `least` at most `size`.
    pub fn windows(&self, range: Range<usize>, size: usize, least: usize, ends: &mut Vec<usize>) {
        self.each_piece(range, size, ends, |start, left| {
            let most = size.min(left.saturating_sub(least));
            let high = self.advance(start, most);
            let low = self.advance(start, most.div_ceil(2));
            let window = Window { start, low, target: high, high };
            self.after_line(&window).unwrap_or_else(|| self.after_grapheme(&window))
        });
    }

    /// Pushes the ends of pieces while more than one piece is left. `next` finds an end from the
    /// start of the piece and the size of what is left.
    fn each_piece(
        &self,
        range: Range<usize>,
        size: usize,
        ends: &mut Vec<usize>,
        next: impl Fn(usize, usize) -> usize,
    ) {
        let mut start = range.start;
        let mut left = self.count(range.clone());
        while left > size {
            let end = next(start, left).min(range.end);
            // A word may have more tokens after a cut through it. Near the end that matters.
            left = match left.saturating_sub(self.count(start..end)) {
                rest if rest > 2 * size => rest,
                _ => self.count(end..range.end),
            };
            ends.push(end);
            start = end;
        }
        if start < range.end || ends.is_empty() {
            ends.push(range.end);
        }
    }

    /// The size of a range in the unit.
    pub fn count(&self, range: Range<usize>) -> usize {
        self.unit.count(self.slice(range))
    }

    fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    fn advance(&self, from: usize, most: usize) -> usize {
        from + self.unit.prefix(self.slice(from..self.text.len()), most)
    }

    /// The number of bytes before the end of `before` at which a chunk begins that reaches back by
    /// at most `most`. It begins at the first word in reach.
    pub fn lead(&self, before: Range<usize>, most: usize) -> usize {
        if most == 0 {
            return 0;
        }
        // The text farther back is out of reach in any case. It may be one long word.
        let text = self.slice(before.clone());
        let reach = most.saturating_mul(self.unit.most_characters());
        let from = text.char_indices().rev().nth(reach).map_or(0, |(from, _)| from);
        let words = text.get(from..).unwrap_or_default().split_inclusive(char::is_whitespace);
        let (mut reached, mut at, mut start) = (0, before.end, before.end);
        for word in words.rev() {
            reached += self.unit.count(word);
            if reached > most {
                break;
            }
            at -= word.len();
            // A word may begin with a mark that belongs to the space before it.
            if self.is_grapheme_boundary(before.start, at) {
                start = at;
            }
        }
        before.end - start
    }

    fn best(&self, window: &Window) -> usize {
        self.between_blocks(window)
            .or_else(|| self.before_atom(window))
            .or_else(|| self.between_rows(window))
            .or_else(|| self.after_sentence(window))
            .or_else(|| self.before_word(window))
            .unwrap_or_else(|| self.after_grapheme(window))
    }

    fn between_blocks(&self, window: &Window) -> Option<usize> {
        self.best_boundary(window, |rank| rank >= Rank::Item)
    }

    fn between_rows(&self, window: &Window) -> Option<usize> {
        self.best_boundary(window, |rank| rank < Rank::Item)
    }

    /// The strongest boundary in the window. Of equal ones it takes the nearest to the target.
    fn best_boundary(&self, window: &Window, accept: impl Fn(Rank) -> bool) -> Option<usize> {
        let boundaries = &self.blocks.boundaries;
        let first = boundaries.partition_point(|b| b.at < window.low);
        let candidates = boundaries.iter().skip(first).take_while(|b| b.at <= window.high);
        let worth = |b: &&Boundary| (b.rank, usize::MAX - b.at.abs_diff(window.target));
        candidates.filter(|b| accept(b.rank)).max_by_key(worth).map(|b| b.at)
    }

    /// The start of code or a table that would be cut, if it is small enough to begin the next
    /// piece whole. None if that would leave a heading alone.
    fn before_atom(&self, window: &Window) -> Option<usize> {
        let atoms = &self.blocks.atoms;
        let index = atoms.partition_point(|atom| atom.range.end <= window.high);
        let is_cut = |atom: &&Range<usize>| atom.start > window.start && atom.start <= window.high;
        let atom = atoms.get(index).map(|atom| &atom.range).filter(is_cut)?;
        let before = self.slice(self.body_start(window.start, atom.start)..atom.start);
        if before.trim().is_empty() {
            return None;
        }
        let fits = self.count(atom.clone()) <= self.count(window.start..window.high);
        fits.then_some(atom.start)
    }

    /// The end of the last heading between two places, or `start` if there is none.
    fn body_start(&self, start: usize, end: usize) -> usize {
        let after = self.sections.partition_point(|section| section.start < end);
        let last = after.checked_sub(1).and_then(|last| self.sections.get(last));
        last.map_or(start, |section| section.heading.end.clamp(start, end))
    }

    fn after_sentence(&self, window: &Window) -> Option<usize> {
        let slice = self.slice(window.start..window.high);
        self.nearest(window, || {
            slice.split_sentence_bound_indices().map(|(at, _)| window.start + at)
        })
    }

    fn before_word(&self, window: &Window) -> Option<usize> {
        let slice = self.slice(window.low..window.high);
        self.nearest(window, || {
            let words =
                slice.split_word_bound_indices().filter(|(_, word)| !word.trim().is_empty());
            words.map(|(at, _)| window.low + at)
        })
    }

    /// The start nearest to the target that parts no grapheme. Mostly the nearest of all parts
    /// none, so the others need not be looked at.
    fn nearest<I: Iterator<Item = usize>>(
        &self,
        window: &Window,
        starts: impl Fn() -> I,
    ) -> Option<usize> {
        let inside = || starts().filter(|&at| at >= window.low);
        let is_whole = |at: &usize| self.is_grapheme_boundary(window.start, *at);
        let nearest = |at: &usize| at.abs_diff(window.target);
        let first = inside().min_by_key(nearest)?;
        if is_whole(&first) {
            return Some(first);
        }
        inside().filter(is_whole).min_by_key(nearest)
    }

    /// The end of the last blank line in the second half of the window, or else of the last line.
    fn after_line(&self, window: &Window) -> Option<usize> {
        let half = self.slice(window.low..window.high);
        let line = half.rfind('\n').map(|at| at + 1);
        let blank = half.rfind("\n\n").map(|at| at + 2);
        let at = window.low + blank.or(line)?;
        self.is_grapheme_boundary(window.start, at).then_some(at)
    }

    /// The last place in the window that does not part a grapheme. If one grapheme fills the
    /// window, the end of that.
    fn after_grapheme(&self, window: &Window) -> usize {
        if self.is_grapheme_boundary(window.start, window.high) {
            return window.high;
        }
        let text = self.slice(window.start..self.text.len());
        let mut cursor = GraphemeCursor::new(window.high - window.start, text.len(), true);
        let before = cursor.prev_boundary(text, 0).ok().flatten();
        let at = before.filter(|&at| at > 0).unwrap_or_else(|| {
            let mut cursor = GraphemeCursor::new(0, text.len(), true);
            cursor.next_boundary(text, 0).ok().flatten().unwrap_or(text.len())
        });
        window.start + at
    }

    /// Whether a place parts no grapheme, as seen from `from`, an earlier place that parts none. In
    /// a text of flags, two letters each are one flag, and it takes all letters before to know
    /// which two. Looking back that far would take the square of the length.
    fn is_grapheme_boundary(&self, from: usize, at: usize) -> bool {
        let text = self.slice(from..self.text.len());
        let mut cursor = GraphemeCursor::new(at - from, text.len(), true);
        cursor.is_boundary(text, 0).unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks;
    use super::*;
    use alloc::string::String;

    fn pieces(text: &str, size: usize) -> Vec<&str> {
        pieces_in(Unit::Characters, text, size)
    }

    fn pieces_in(unit: Unit, text: &str, size: usize) -> Vec<&str> {
        let blocks = blocks::scan(text);
        let mut ends = Vec::new();
        Cutter { text, blocks: &blocks, sections: &[], unit }.cut(0..text.len(), size, &mut ends);
        let mut start = 0;
        ends.into_iter().map(|end| &text[core::mem::replace(&mut start, end)..end]).collect()
    }

    #[test]
    fn what_fits_stays_whole() {
        assert_eq!(pieces("a b c", 5), ["a b c"]);
        assert_eq!(pieces("", 5), [""]);
    }

    #[test]
    fn paragraphs_go_before_sentences() {
        let text = "First one. Still first.\n\nSecond one. Still second.\n";
        assert_eq!(
            pieces(text, 40),
            ["First one. Still first.\n\n", "Second one. Still second.\n"]
        );
    }

    #[test]
    fn paragraphs_go_before_nearer_sentences() {
        // A sentence ends nearly in the middle of 60, and a paragraph before that: at last at 15,
        // the first place where a piece may end.
        for (before, sentence) in
            [("Some words here\n\n", "It goes on. "), ("Some words ok\n\n", "It goes on a. ")]
        {
            let text = alloc::format!("{before}{sentence}And it goes on further to here.");
            assert_eq!(text.len(), 60);
            assert_eq!(pieces(&text, 40)[0], before);
        }
    }

    #[test]
    fn sentences_go_before_words() {
        let text = "One two three. Four five six. Seven eight.";
        assert_eq!(pieces(text, 30), ["One two three. ", "Four five six. Seven eight."]);
    }

    #[test]
    fn pieces_in_tokens_keep_their_size() {
        for base in ["ab ", "a_", "aé", "Ab", "-", "日", "abcdefghij ", "ABCdef"] {
            for (length, size) in (1..60).flat_map(|length| [2, 3, 5, 8].map(|size| (length, size)))
            {
                let text = base.repeat(length);
                let pieces = pieces_in(Unit::Tokens, &text, size);
                let most = pieces.iter().map(|piece| Unit::Tokens.count(piece)).max();
                assert!(most <= Some(size), "{size}: {pieces:?}");
            }
        }
    }

    #[test]
    fn pieces_are_alike() {
        let text = "word ".repeat(100);
        let sizes: Vec<usize> = pieces(&text, 120).iter().map(|p| p.len()).collect();
        assert_eq!(sizes, [100; 5]);
    }

    #[test]
    fn code_that_fits_is_not_cut() {
        let code = "```\nlet a = 1;\nlet b = 2;\nlet c = 3;\n```\n";
        let text = String::from("Some more words before it.\n") + code + "After.\n";
        assert!(pieces(&text, 50).iter().any(|piece| piece.contains(code)));
    }

    #[test]
    fn code_that_would_be_cut_begins_a_piece() {
        let code = String::from("```\n") + &"let a = 1;\n".repeat(3) + "```\n";
        let text = alloc::format!("Lead.\n{code}{}", "More of it. ".repeat(3));
        assert_eq!(pieces(&text, 44)[..2], ["Lead.\n", &code]);
    }

    #[test]
    fn long_code_is_cut_between_lines() {
        let text = String::from("```\n") + &"line of code\n".repeat(20) + "```\n";
        for piece in pieces(&text, 60) {
            assert!(piece.ends_with('\n') && piece.len() <= 60, "{piece:?}");
        }
    }

    #[test]
    fn lines_of_code_go_before_sentences() {
        let text = String::from("```\n") + &"One of them. And two.\n".repeat(9) + "```\n";
        assert!(pieces(&text, 70).iter().all(|piece| piece.ends_with('\n')));
    }

    /// A flag is two regional indicators. To look back through all of them each time would take
    /// minutes.
    #[test]
    fn a_long_text_of_flags_is_cut_between_them() {
        let flags = "🇦🇹".repeat(200_000);
        let count = |texts: Vec<&str>| {
            assert!(texts.iter().all(|text| text.chars().count() % 2 == 0));
            texts.len()
        };
        assert!(count(pieces(&flags, 500)) >= 800);
        // A letter before them moves all beginnings of flags.
        let odd = alloc::format!("🇦{flags}");
        assert!(pieces(&odd, 499).iter().all(|text| text.chars().count() <= 499));
    }

    #[test]
    fn graphemes_stay_whole() {
        let family = "👨‍👩‍👧‍👦";
        let text = family.repeat(3);
        assert_eq!(pieces(&text, 8), [family, family, family]);
        assert_eq!(pieces(&text, 3), [family, family, family]);
    }
}
