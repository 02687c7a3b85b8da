//! Tables for people.

use crate::terminal::output::{BOLD, plain};
use textwrap::core::display_width;

/// A table: the first column begins at the left, the others end at the right.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these names of columns.
    pub fn new(head: impl IntoIterator<Item = String>) -> Self {
        Table { rows: vec![head.into_iter().collect()] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| plain(&cell)).collect());
    }

    /// The table, with a line for the names and one for each row.
    pub fn text(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).enumerate();
            let cells: Vec<String> =
                cells.map(|(at, (cell, &width))| pad(cell, width, at)).collect();
            let line = cells.join("  ");
            let line = line.trim_end();
            text += &if number == 0 { format!("{BOLD}{line}{BOLD:#}") } else { line.to_owned() };
            text.push('\n');
        }
        text
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| display_width(cell)).max().unwrap_or_default()
        };
        (0..columns).map(width).collect()
    }
}

fn pad(cell: &str, width: usize, column: usize) -> String {
    let blanks = " ".repeat(width.saturating_sub(display_width(cell)));
    if column == 0 { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(["", "map"].map(String::from));
        table.row(["日本", ".5"].map(String::from));
        table.row(["a\nb c", "1"].map(String::from));
        let text = anstream::adapter::strip_str(&table.text()).to_string();
        assert_eq!(text, "       map\n日本    .5\na b c    1\n");
    }
}
