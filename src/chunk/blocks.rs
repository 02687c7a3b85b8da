//! The places between lines at which a text may be cut, with their ranks.

use super::CutBlock;
use alloc::string::String;
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
    /// Fenced code and tables, in ascending order. They stay whole where they fit.
    pub atoms: Vec<CutBlock>,
}

/// Reads the structure off the text. Linear in its length.
pub(super) fn scan(text: &str) -> Blocks {
    let mut scanner = Scanner::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        scanner.line(at..end, line.trim_end());
        at = end;
    }
    scanner.end_atom(at);
    scanner.blocks
}

#[derive(Default)]
struct Scanner {
    blocks: Blocks,
    after_blank: bool,
    atom: Option<Atom>,
}

/// What a line of a list or a quote may begin with besides markers.
const INDENT: [char; 3] = [' ', '\t', '>'];

/// A block that is not at its end yet.
struct Atom {
    kind: Kind,
    start: usize,
    /// The end of its first line, or of the first two of a table where the second is the rule.
    head: usize,
    has_head: bool,
    /// The line that would end it; empty for a table.
    closing: String,
}

#[derive(Clone, Copy)]
enum Kind {
    Code(Fence),
    /// Code after its closing line.
    Closed,
    Table,
}

#[derive(Clone, Copy, PartialEq)]
struct Fence {
    mark: char,
    len: usize,
    /// Whether it stands in a quote, and so does all of its code.
    quoted: bool,
}

impl Scanner {
    fn line(&mut self, at: Range<usize>, line: &str) {
        match self.atom {
            Some(Atom { kind: Kind::Code(open), .. }) if open.holds(line) => {
                self.line_of_code(at.start, line, open);
            }
            _ => self.line_of_prose(at, line),
        }
        self.after_blank = line.is_empty();
    }

    fn line_of_code(&mut self, at: usize, line: &str, open: Fence) {
        if open.is_closed_by(line) {
            // The closing line belongs to the code. The line after it may begin a chunk.
            self.atom.iter_mut().for_each(|atom| atom.kind = Kind::Closed);
        } else {
            let rank = if self.after_blank { Rank::Stanza } else { Rank::Row };
            self.boundary(at, rank);
        }
    }

    fn line_of_prose(&mut self, at: Range<usize>, line: &str) {
        let in_atom = self.atom.is_some();
        let body = within_containers(line);
        let row = body.starts_with('|');
        let opened = fence(line, body);
        let begins_item = is_item(line.trim_start_matches(INDENT));
        if row && !self.after_blank && !begins_item && self.is_in_table() {
            return self.row(at, body);
        }
        if in_atom {
            self.end_atom(at.start);
        }
        if row || opened.is_some() {
            let kind = opened.map_or(Kind::Table, Kind::Code);
            let closing = opened.map_or(String::new(), |open| open.closing(line, body));
            let (start, head) = (at.start, at.end);
            self.atom = Some(Atom { kind, start, head, has_head: opened.is_some(), closing });
        }
        let rank = match () {
            () if line.is_empty() && !in_atom => return,
            () if is_item(line) => Rank::Item,
            () if self.after_blank && line.starts_with([' ', '\t']) => Rank::Item,
            () if self.after_blank || in_atom || row || opened.is_some() => Rank::Paragraph,
            () => return,
        };
        self.boundary(at.start, rank);
    }

    fn is_in_table(&self) -> bool {
        matches!(self.atom, Some(Atom { kind: Kind::Table, .. }))
    }

    /// Takes in a row of a table that is not its first one.
    fn row(&mut self, at: Range<usize>, body: &str) {
        if let Some(atom) = &mut self.atom
            && atom.head == at.start
            && is_rule(body)
        {
            (atom.head, atom.has_head) = (at.end, true);
        }
        self.boundary(at.start, Rank::Row);
    }

    fn boundary(&mut self, at: usize, rank: Rank) {
        if at > 0 {
            self.blocks.boundaries.push(Boundary { at, rank });
        }
    }

    fn end_atom(&mut self, end: usize) {
        if let Some(Atom { start, head, has_head, closing, .. }) = self.atom.take() {
            let head = if has_head { head - start } else { 0 };
            self.blocks.atoms.push(CutBlock { range: start..end, head, closing });
        }
    }
}

impl Fence {
    /// Whether a line may be one of its code.
    fn holds(self, line: &str) -> bool {
        !self.quoted || is_quoted(line)
    }

    /// The line that ends its code. `line` is the one that begins it, with `body` after the signs
    /// of lists and quotes. Where that has the sign of a list, other lines have blanks.
    fn closing(self, line: &str, body: &str) -> String {
        let signs = line.strip_suffix(body).unwrap_or_default().bytes();
        let signs = signs.map(|sign| if matches!(sign, b'>' | b'\t') { sign.into() } else { ' ' });
        signs.chain(core::iter::repeat_n(self.mark, self.len)).chain(['\n']).collect()
    }

    fn is_closed_by(self, line: &str) -> bool {
        let marks = if self.quoted { line.trim_start_matches(INDENT) } else { line.trim_start() };
        marks.len() >= self.len && marks.chars().all(|c| c == self.mark)
    }
}

/// The fence of a line, which has this after the signs of lists and quotes.
fn fence(line: &str, body: &str) -> Option<Fence> {
    let mark = body.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = body.trim_start_matches(mark);
    let len = body.len() - info.len();
    // Code within a line may begin one, too (CommonMark, section 4.5).
    let is_within = mark == '`' && info.contains('`');
    (len >= 3 && !is_within).then_some(Fence { mark, len, quoted: is_quoted(line) })
}

/// Whether a line stands in a quote, or in one within a list.
fn is_quoted(line: &str) -> bool {
    let body = within_containers(line);
    line.get(..line.len() - body.len()).is_some_and(|signs| signs.contains('>'))
}

/// A line without its indentation and the signs of lists and quotes that it begins with.
fn within_containers(line: &str) -> &str {
    let mut body = line.trim_start_matches(INDENT);
    while let Some(rest) = after_marker(body).or_else(|| after_label(body)) {
        body = rest.trim_start_matches(INDENT);
    }
    body
}

/// What follows the sign of a description or the label of a footnote.
fn after_label(line: &str) -> Option<&str> {
    let of_footnote = || Some(line.strip_prefix("[^")?.split_once("]: ")?.1);
    line.strip_prefix(": ").or_else(of_footnote)
}

/// Whether a row parts the header of a table from what is below it.
fn is_rule(row: &str) -> bool {
    row.contains('-') && row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'))
}

fn is_item(line: &str) -> bool {
    after_marker(line.trim_start()).is_some()
}

/// What follows the marker of a list that a line begins with.
fn after_marker(line: &str) -> Option<&str> {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.len() < line.len() && digits.starts_with(['.', ')']);
    let marker = if numbered { digits } else { line };
    let bulleted = marker.starts_with(['-', '*', '+']);
    let rest = marker.get(1..).filter(|_| numbered || bulleted)?;
    rest.starts_with([' ', '\t']).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atoms(text: &str) -> Vec<&str> {
        scan(text).atoms.iter().map(|atom| &text[atom.range.clone()]).collect()
    }

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
        assert_eq!(atoms(text), ["```rs\nx\n```\n"]);
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
        assert_eq!(atoms(text), [&text[6..text.len() - 6]]);
    }

    #[test]
    fn tables_are_atoms() {
        let text = "a\n\n| x |\n| - |\n| 1 |\n\n| y |\nb\n";
        assert_eq!(atoms(text), ["| x |\n| - |\n| 1 |\n", "| y |\n"]);
    }

    #[test]
    fn a_fence_that_is_never_closed_reaches_to_the_end() {
        assert_eq!(atoms("a\n\n~~~\ncode\n"), ["~~~\ncode\n"]);
    }

    #[test]
    fn code_ends_with_its_quote() {
        let text = "> ```\n> a\n>\n> ~~~\n\nb\n";
        assert_eq!(atoms(text), ["> ```\n> a\n>\n> ~~~\n"]);
        assert_eq!(atoms("```\n> ```\na\n```\nb\n"), ["```\n> ```\na\n```\n"]);
    }

    #[test]
    fn code_and_tables_stand_in_lists_and_quotes() {
        for code in [
            "- ```\n  a\n  ```\n",
            "1. > - ```\n   >   a\n   >   ```\n",
            ": ```\n  - ```\n  ```\n",
            "[^1]: ```\n    a\n    ```\n",
            "- | x |\n  | - |\n",
            "> | x |\n> | - |\n",
        ] {
            let text = String::from("a\n") + code;
            assert_eq!(atoms(&(text + "\nb ```\n\n| c\n")), [code, "| c\n"], "{code}");
        }
        assert_eq!(atoms("- | x |\n- | y |\n"), ["- | x |\n", "- | y |\n"]);
    }

    #[test]
    fn a_table_behind_code_is_another_block() {
        assert_eq!(atoms("```\n```\n| x |\n"), ["```\n```\n", "| x |\n"]);
    }

    #[test]
    fn the_head_of_a_block_is_its_first_line_or_the_header_of_a_table() {
        for (text, head, closing) in [
            ("| a | b |\n|:-|-:|\n| 1 | 2 |\n", "| a | b |\n|:-|-:|\n", ""),
            ("> | a |\n> | - |\n", "> | a |\n> | - |\n", ""),
            ("| a |\n| b |\n| - |\n", "", ""),
            ("| a |\n| |\n", "", ""),
            ("- ~~~ yaml\n  a\n  ~~~\n", "- ~~~ yaml\n", "  ~~~\n"),
            ("> 1.\t>````md", "> 1.\t>````md", ">   \t>````\n"),
        ] {
            let atom = &scan(text).atoms[0];
            assert_eq!([&text[..atom.head], &atom.closing], [head, closing]);
        }
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
