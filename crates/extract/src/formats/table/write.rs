//! From rows of cells to text in groups.

use std::iter;

use super::cells::Table;

/// A group has at most this many characters, unless one row alone has more: the children of an
/// index have at most 500 by default, and a group should be one.
const MAX_GROUP_CHARACTERS: usize = 450;

/// A table with more columns is written as lists.
const MAX_COLUMNS: usize = 12;

/// So is one whose header takes more characters, for each group repeats it,
const MAX_HEADER_CHARACTERS: usize = 200;

/// or whose rows take more on average: a longer line is hard to read.
const MAX_ROW_CHARACTERS: usize = 240;

/// The text, and the byte offsets at which its groups begin.
pub(super) fn text(table: &Table) -> (String, Vec<usize>) {
    if table.header.is_empty() {
        return (String::new(), Vec::new());
    }
    if reads_better_as_lists(table) { lists(table) } else { pipe_tables(table) }
}

fn reads_better_as_lists(table: &Table) -> bool {
    let chars = |cells: &[String]| cells.iter().map(|cell| cell.chars().count() + 3).sum::<usize>();
    let all: usize = table.rows.iter().map(|row| chars(row)).sum();
    table.header.len() > MAX_COLUMNS
        || chars(&table.header) > MAX_HEADER_CHARACTERS
        || all > MAX_ROW_CHARACTERS * table.rows.len()
}

fn pipe_tables(table: &Table) -> (String, Vec<usize>) {
    let columns = table.header.len();
    let rule = vec!["---".to_owned(); columns];
    let head = pipe_row(&table.header, columns) + &pipe_row(&rule, columns);
    let rows = table.rows.iter().map(|row| pipe_row(row, columns));
    Groups::of(&head, "", rows)
}

/// A row of a pipe table, padded to the number of columns.
fn pipe_row(cells: &[String], columns: usize) -> String {
    let mut row = String::from("|");
    for column in 0..columns {
        let cell = cells.get(column).map_or("", String::as_str);
        row.push(' ');
        row.push_str(&cell.replace('|', "\\|"));
        row.push_str(if cell.is_empty() { "|" } else { " |" });
    }
    row.push('\n');
    row
}

fn lists(table: &Table) -> (String, Vec<usize>) {
    if table.rows.is_empty() {
        return Groups::of("", "", table.header.iter().map(|name| format!("- {name}\n")));
    }
    // The first row names its empty cells too, so that every column is named somewhere.
    let rows = table.rows.iter().enumerate();
    Groups::of("", "\n", rows.map(|(number, row)| list(&table.header, row, number == 0)))
}

fn list(header: &[String], row: &[String], with_empty: bool) -> String {
    // Not one for every name: rows may be far shorter than the header.
    let missing = if with_empty { header.len() } else { 0 };
    let cells = row.iter().map(String::as_str).chain(iter::repeat_n("", missing));
    let item = |(name, cell): (&String, &str)| match cell {
        "" if with_empty => format!("- {name}:\n"),
        "" => String::new(),
        cell => format!("- {name}: {cell}\n"),
    };
    header.iter().zip(cells).map(item).collect()
}

/// Puts rows into groups as they come.
struct Groups {
    text: String,
    starts: Vec<usize>,
    /// Characters of the last group.
    length: usize,
}

impl Groups {
    /// Groups that each begin with `head`, with `between` between their rows.
    fn of(head: &str, between: &str, rows: impl Iterator<Item = String>) -> (String, Vec<usize>) {
        let mut groups = Groups { text: String::new(), starts: Vec::new(), length: 0 };
        let mut any = false;
        for row in rows {
            any = true;
            groups.row(head, between, &row);
        }
        if !any {
            groups.begin(head);
        }
        (groups.text, groups.starts)
    }

    fn row(&mut self, head: &str, between: &str, row: &str) {
        let length = between.len() + row.chars().count();
        if self.starts.is_empty() || self.length + length > MAX_GROUP_CHARACTERS {
            self.begin(head);
        } else {
            self.text.push_str(between);
        }
        self.text.push_str(row);
        self.length += length;
    }

    fn begin(&mut self, head: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.starts.push(self.text.len());
        self.text.push_str(head);
        self.length = head.chars().count();
    }
}
