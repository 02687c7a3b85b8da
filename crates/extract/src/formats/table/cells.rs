//! The cells of a table.

/// The contents of a file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Table {
    /// The name of each column; none is empty.
    pub(super) header: Vec<String>,
    /// At most as many cells each as the header has.
    pub(super) rows: Vec<Vec<String>>,
    /// Rows that have fewer cells than the first row.
    pub(super) short: usize,
    /// Rows that have more.
    pub(super) long: usize,
}
