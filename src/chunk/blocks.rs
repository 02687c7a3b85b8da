//! The places between lines at which a text may be cut, with their ranks.

use alloc::vec::Vec;
use core::ops::Range;

/// The quality of a cut, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Between two lines of code or two rows of a table.
    Row,
    /// At a blank line within code.
    Stanza,
    /// Before a list item, or a paragraph that belongs to one.
    Item,
    /// Between paragraphs, and around code and tables.
    Paragraph,
}

/// A place between two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Boundary {
    /// Byte offset of the line that begins here.
    pub at: usize,
    pub rank: Rank,
}

/// The line structure of a text.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// In ascending order.
    pub boundaries: Vec<Boundary>,
    /// Byte ranges of fenced code and tables, in ascending order. They stay whole where they fit.
    pub atoms: Vec<Range<usize>>,
}

/// Reads the structure off the text. Linear in its length.
pub(super) fn scan(text: &str) -> Blocks {
    let mut scanner = Scanner::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        scanner.line(at, line.trim_end());
        at += line.len();
    }
    scanner.end_atom(at);
    scanner.blocks
}

#[derive(Default)]
struct Scanner {
    blocks: Blocks,
    after_blank: bool,
    /// The open atom: its start and its fence, or no fence for a table.
    atom: Option<(usize, Option<Fence>)>,
}

#[derive(Clone, Copy, PartialEq)]
struct Fence {
    mark: char,
    len: usize,
}

impl Scanner {
    fn line(&mut self, at: usize, line: &str) {
        if let Some((_, Some(open))) = self.atom {
            self.line_of_code(at, line, open);
        } else {
            self.line_of_prose(at, line);
        }
        self.after_blank = line.is_empty();
    }

    fn line_of_code(&mut self, at: usize, line: &str, open: Fence) {
        let closes = fence(line).is_some_and(|fence| {
            fence.mark == open.mark
                && fence.len >= open.len
                && line.trim_start().chars().all(|c| c == open.mark)
        });
        if closes {
            // The closing line belongs to the code. The line after it may begin a chunk.
            self.atom = self.atom.map(|(start, _)| (start, None));
        } else {
            let rank = if self.after_blank { Rank::Stanza } else { Rank::Row };
            self.boundary(at, rank);
        }
    }

    fn line_of_prose(&mut self, at: usize, line: &str) {
        let in_atom = self.atom.is_some();
        let row = line.trim_start().starts_with('|');
        let opened = fence(line);
        if in_atom && row && !self.after_blank && opened.is_none() {
            return self.boundary(at, Rank::Row);
        }
        if in_atom {
            self.end_atom(at);
        }
        if row || opened.is_some() {
            self.atom = Some((at, opened));
        }
        let rank = match () {
            () if line.is_empty() && !in_atom => return,
            () if is_item(line) => Rank::Item,
            () if self.after_blank && line.starts_with([' ', '\t']) => Rank::Item,
            () if self.after_blank || in_atom || row || opened.is_some() => Rank::Paragraph,
            () => return,
        };
        self.boundary(at, rank);
    }

    fn boundary(&mut self, at: usize, rank: Rank) {
        if at > 0 {
            self.blocks.boundaries.push(Boundary { at, rank });
        }
    }

    fn end_atom(&mut self, at: usize) {
        if let Some((start, _)) = self.atom.take() {
            self.blocks.atoms.push(start..at);
        }
    }
}

fn fence(line: &str) -> Option<Fence> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = line.trim_start_matches(mark);
    let len = line.len() - info.len();
    // Code within a line may begin one, too (CommonMark, section 4.5).
    let is_within = mark == '`' && info.contains('`');
    (len >= 3 && !is_within).then_some(Fence { mark, len })
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.len() < line.len() && digits.starts_with(['.', ')']);
    let marker = if numbered { digits } else { line };
    let bulleted = marker.starts_with(['-', '*', '+']);
    let mut rest = marker.chars();
    rest.next();
    (numbered || bulleted) && matches!(rest.next(), Some(' ' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(text: &str) -> Vec<(&str, Rank)> {
        let blocks = scan(text);
        let line = |at: usize| text[at..].lines().next().unwrap();
        blocks.boundaries.iter().map(|b| (line(b.at), b.rank)).collect()
    }

    #[test]
    fn paragraphs_and_items() {
        let text = "one\nstill one\n\ntwo\n- a\n- b\n\n  more of b\n\n10. ten\n\nthree -\n";
        assert_eq!(
            ranks(text),
            [
                ("two", Rank::Paragraph),
                ("- a", Rank::Item),
                ("- b", Rank::Item),
                ("  more of b", Rank::Item),
                ("10. ten", Rank::Item),
                ("three -", Rank::Paragraph),
            ]
        );
    }

    #[test]
    fn code_within_a_line_is_no_fence() {
        let text = "``` a``b ``` begins a line\n\n```rs\nx\n```\nafter\n";
        let blocks = scan(text);
        assert_eq!(
            blocks.atoms.iter().map(|atom| &text[atom.clone()]).collect::<Vec<_>>(),
            ["```rs\nx\n```\n"]
        );
    }

    #[test]
    fn code_is_an_atom() {
        let text = "intro\n````md\n```\n# not a heading\n\n```\n````\nafter\n";
        assert_eq!(
            ranks(text),
            [
                ("````md", Rank::Paragraph),
                ("```", Rank::Row),
                ("# not a heading", Rank::Row),
                ("", Rank::Row),
                ("```", Rank::Stanza),
                ("after", Rank::Paragraph),
            ]
        );
        let atoms = scan(text).atoms;
        assert_eq!(&text[atoms[0].clone()], &text[6..text.len() - 6]);
    }

    #[test]
    fn tables_are_atoms() {
        let text = "a\n\n| x |\n| - |\n| 1 |\n\n| y |\nb\n";
        let blocks = scan(text);
        let atoms: Vec<&str> = blocks.atoms.iter().map(|a| &text[a.clone()]).collect();
        assert_eq!(atoms, ["| x |\n| - |\n| 1 |\n", "| y |\n"]);
    }

    #[test]
    fn a_fence_that_is_never_closed_reaches_to_the_end() {
        let text = "a\n\n~~~\ncode\n";
        assert_eq!(scan(text).atoms, [3..text.len()]);
    }

    #[test]
    fn a_run_of_blank_lines_is_one_place() {
        assert_eq!(ranks("a\n\n\n\nb\n"), [("b", Rank::Paragraph)]);
    }

    #[test]
    fn what_only_looks_like_a_number_is_no_item() {
        for line in ["2024 was long", "3D y", ") and so on", "-5 degrees", "1.5 of them"] {
            assert!(!is_item(line), "{line}");
        }
    }
}
