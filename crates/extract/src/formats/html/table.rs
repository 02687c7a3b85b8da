//! Tables as pipe tables.

use std::collections::BTreeMap;
use std::iter;

use super::chrome::is_chrome;
use super::dom::{Node, Visitor, elements, parents, walk};
use super::element::{Kind, attr, is_code_table, kind};
use super::linker::Linker;
use super::words::{self, in_cell};
use crate::text::builder::TextBuilder;

/// Cells that take several rows or columns count up to this column.
const MAX_COLUMNS: usize = 64;

/// Cells that take several rows stand in each of these, with at most this many bytes a table. A
/// cell counts a byte more than its words.
const MAX_REPEATED_BYTES: usize = 65_536;

/// Whether a table holds blocks that no table row can, and so is laid out as blocks.
pub(super) fn is_layout(table: Node<'_>) -> bool {
    table.value().as_element().is_some_and(is_code_table)
        || elements(table).skip(1).any(|(node, element)| match kind(element) {
            Kind::Heading(_) | Kind::Table => true,
            Kind::Code => words::raw_text(node).trim().contains('\n'),
            _ => false,
        })
}

/// Writes a row of a table that is laid out as a line, if it has several cells and these hold no
/// blocks; says whether it does. Doxygen's tables of members have their headings in rows.
pub(super) fn write_line(
    row: Node<'_>,
    linker: Option<&Linker>,
    builder: &mut TextBuilder,
) -> bool {
    let is_code = || {
        let mut tables = parents(row).filter(|above| above.name() == "table");
        tables.next().is_some_and(is_code_table)
    };
    let mut cells = row.children().filter(|cell| cell.value().is_element());
    if cells.clone().nth(1).is_none() || !cells.all(words::is_innermost) || is_code() {
        return false;
    }
    words::links(row).into_iter().for_each(|link| builder.link(&words::words(link)));
    for row in &Lines::of(row, linker).rows {
        let mut filled = row.iter().filter(|cell| !cell.is_empty());
        match (filled.next(), filled.next()) {
            (Some(words), None) => {
                builder.gap(2);
                builder.line(words);
                builder.gap(2);
            }
            _ => builder.line(&line(row)),
        }
    }
    true
}

/// The lines of a table, and its caption.
#[derive(Default)]
pub(super) struct Lines<'l> {
    /// Makes whole the links in cells, where these are Markdown.
    linker: Option<&'l Linker>,
    pub(super) caption: String,
    rows: Vec<Vec<String>>,
    /// Whether the first row is a heading.
    headed: bool,
    /// The cells of rows above that reach into the row, by their column.
    tall: BTreeMap<usize, Tall>,
    /// Those that reach into the next one.
    reached: BTreeMap<usize, Tall>,
    /// The bytes of cells that were repeated, each with one more.
    repeated: usize,
}

/// A cell of several rows.
struct Tall {
    words: String,
    /// The number of rows that are to come.
    rows: usize,
}

impl<'l> Lines<'l> {
    pub(super) fn of(table: Node<'_>, linker: Option<&'l Linker>) -> Lines<'l> {
        let mut lines = Lines { linker, ..Lines::default() };
        walk(table, &mut lines);
        lines.end_row();
        lines.rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
        lines
    }

    /// The lines, without line ends.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let width = self.rows.first().filter(|_| self.headed).map(Vec::len);
        let rule = width.map(|width| format!("|{}", " --- |".repeat(width)));
        let mut lines: Vec<String> = self.rows.iter().map(|row| line(row)).collect();
        if let Some(rule) = rule {
            lines.insert(1, rule);
        }
        lines.into_iter()
    }

    fn add_cell(&mut self, cell: Node<'_>, is_head: bool) {
        if self.rows.len() <= 1 {
            let first = self.rows.first().is_none_or(Vec::is_empty);
            self.headed = is_head && (first || self.headed);
        }
        if self.rows.is_empty() {
            self.rows.push(Vec::new());
        }
        self.fill();
        let Some(row) = self.rows.last_mut() else { return };
        let words = in_cell(cell, self.linker).replace('|', "\\|");
        let columns = span(cell, "colspan").min(MAX_COLUMNS.saturating_sub(row.len())).max(1);
        let rows = span(cell, "rowspan") - 1;
        let cells = iter::once(words).chain(iter::repeat(String::new())).take(columns);
        for words in cells {
            if rows > 0 && row.len() < MAX_COLUMNS {
                self.reached.insert(row.len(), Tall { words: words.clone(), rows });
            }
            row.push(words);
        }
    }

    /// Writes what stands next in a row by cells of rows above. Each row says what it is about.
    fn fill(&mut self) {
        let Some(row) = self.rows.last_mut() else { return };
        while let Some(mut tall) = self.tall.remove(&row.len()) {
            self.repeated += tall.words.len() + 1;
            if self.repeated > MAX_REPEATED_BYTES {
                return self.tall.clear();
            }
            row.push(tall.words.clone());
            tall.rows -= 1;
            if tall.rows > 0 {
                self.reached.insert(row.len() - 1, tall);
            }
        }
    }

    /// Ends a row with what cells above have in its last columns.
    fn end_row(&mut self) {
        while let (Some(row), Some((column, _))) =
            (self.rows.last_mut(), self.tall.first_key_value())
        {
            if *column > row.len() {
                row.resize(*column, String::new());
            }
            if *column < row.len() {
                self.tall.pop_first();
                continue;
            }
            self.fill();
        }
        self.tall = std::mem::take(&mut self.reached);
    }
}

/// The number of columns or rows that a cell takes.
fn span(cell: Node<'_>, name: &str) -> usize {
    let said = cell.value().as_element().and_then(|element| attr(element, name));
    said.and_then(|said| said.trim().parse().ok()).unwrap_or(1).max(1)
}

fn line(row: &[String]) -> String {
    let mut line = String::from("|");
    for cell in row {
        line.push(' ');
        line.push_str(cell);
        line.push_str(if cell.is_empty() { "|" } else { " |" });
    }
    line
}

impl<'a> Visitor<'a> for Lines<'_> {
    fn open(&mut self, node: Node<'a>) -> bool {
        let Some(element) = node.value().as_element() else {
            return true;
        };
        if is_chrome(node, element) {
            return false;
        }
        match element.name() {
            "caption" => self.caption = in_cell(node, self.linker),
            "tr" => {
                self.end_row();
                self.rows.push(Vec::new());
                return true;
            }
            "td" => self.add_cell(node, false),
            "th" => self.add_cell(node, true),
            _ => return true,
        }
        false
    }

    fn close(&mut self, _: Node<'a>) {}
}

#[cfg(test)]
mod tests {
    use super::super::tests::text;

    #[test]
    fn cells_of_several_rows_and_columns_stay_in_their_columns() {
        let body = "<table><tr><th rowspan=2>A<th colspan=2>B<tr><th>C<th>D\
                    <tr><td rowspan=2>x<td>1<td>2<tr><td>3<td rowspan=9>4<tr><td>y<td>5</table>";
        let want = "| A | B | |\n| --- | --- | --- |\n| A | C | D |\n| x | 1 | 2 |\n| x | 3 | 4 |\n\
                    | y | 5 | 4 |\n";
        assert_eq!(text(body), want);
    }

    #[test]
    fn rows_beside_headings_are_lines() {
        let body = "<table><tr><td colspan=2><h2>Members</h2><tr><td>long&nbsp;<td><a href=a>length</a>\
                    <tr><td>&nbsp;<td>How long it is.<tr><td colspan=2>&nbsp;<tr><td><p>a<td><p>b</table><p>After.";
        let want = "## Members\n\n| long | length |\n\nHow long it is.\n\na\n\nb\n\nAfter.\n";
        assert_eq!(text(body), want);
    }

    #[test]
    fn absurd_spans_are_bounded() {
        let cell = format!("<td rowspan=99999 colspan=99999>{}", "x".repeat(2000));
        let rows = "<tr><td>y".repeat(5000);
        let text = text(&format!("<table><tr>{cell}{rows}</table>"));
        assert!(text.len() < 1_000_000, "{}", text.len());
    }
}
