//! Tables as pipe tables.

use super::dom::{Node, Visitor, elements, walk, words_with_code};
use super::element::{Kind, is_chrome, is_code_table, kind};

/// Whether a table holds blocks that no table row can, and so is laid out as blocks.
pub(super) fn is_layout(table: Node<'_>) -> bool {
    table.value().as_element().is_some_and(is_code_table)
        || elements(table).skip(1).any(|(node, element)| match kind(element) {
            Kind::Heading(_) | Kind::Table => true,
            Kind::Code => super::dom::raw_text(node).trim().contains('\n'),
            _ => false,
        })
}

/// The lines of a table, and its caption.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) caption: String,
    rows: Vec<Vec<String>>,
    /// Whether the first row is a heading.
    headed: bool,
}

impl Lines {
    pub(super) fn of(table: Node<'_>) -> Lines {
        let mut lines = Lines::default();
        walk(table, &mut lines);
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
        if let Some(row) = self.rows.last_mut() {
            row.push(words_with_code(cell));
        }
    }
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

impl<'a> Visitor<'a> for Lines {
    fn open(&mut self, node: Node<'a>) -> bool {
        let Some(element) = node.value().as_element() else {
            return true;
        };
        if is_chrome(node, element) {
            return false;
        }
        match element.name() {
            "caption" => self.caption = words_with_code(node),
            "tr" => {
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
