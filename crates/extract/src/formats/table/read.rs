//! From text to rows of cells.

use csv::{ReaderBuilder, StringRecord};

use super::cells::Table;

/// The separators that may stand between the cells of a `.csv` file, the likeliest first.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The number of rows that tell the separator.
const SAMPLE_ROWS: usize = 20;

/// Programs that write tables for Excel name the separator in a first line, after this.
const SEPARATOR_LINE: &str = "sep=";

/// One row of the file.
struct Row {
    /// The number of its cells there.
    given: usize,
    /// Those up to the last that is not empty.
    cells: Vec<String>,
}

pub(super) fn table(path: &str, source: &str) -> Table {
    let is_tsv = path.to_ascii_lowercase().ends_with(".tsv");
    let (named, source) = named_delimiter(source);
    let guessed = || if is_tsv { b'\t' } else { delimiter(source) };
    let delimiter = named.unwrap_or_else(guessed);
    // Programs that write tabs often know no quotes. A mark without its other half says so.
    let quoting = !is_tsv || source.matches('"').count().is_multiple_of(2);
    let rows = records(source, delimiter, quoting).map(|record| row(&record));
    with_header(rows.filter(|row| !row.cells.is_empty()).collect())
}

/// The separator that the first line names, and the lines below it: `sep=;`.
fn named_delimiter(source: &str) -> (Option<u8>, &str) {
    let (line, rest) = source.split_once('\n').unwrap_or((source, ""));
    let line = line.trim_start_matches('\u{FEFF}').trim_end_matches('\r');
    let line = line.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(line);
    let head = line.get(..SEPARATOR_LINE.len());
    let is_named = head.is_some_and(|head| head.eq_ignore_ascii_case(SEPARATOR_LINE));
    match line.as_bytes().get(SEPARATOR_LINE.len()..) {
        Some([delimiter]) if is_named && delimiter.is_ascii() => (Some(*delimiter), rest),
        _ => (None, source),
    }
}

fn records(source: &str, delimiter: u8, quoting: bool) -> impl Iterator<Item = StringRecord> {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(delimiter).quoting(quoting);
    // Text in memory that is UTF-8, with rows of any length, leaves nothing to fail.
    builder.from_reader(source.as_bytes()).into_records().map_while(Result::ok)
}

/// The separator that parts most of the first rows into as many cells as the very first; of equals
/// the likelier.
fn delimiter(source: &str) -> u8 {
    let alike = |&delimiter: &u8| {
        let sample = records(source, delimiter, true).take(SAMPLE_ROWS);
        let lengths: Vec<usize> = sample.map(|record| record.len()).collect();
        let first = lengths.first().copied().filter(|&first| first > 1).unwrap_or_default();
        let alike = lengths.iter().filter(|&&length| length == first).count();
        1000 * alike / lengths.len().max(1)
    };
    // Of equals the last one wins.
    DELIMITERS.into_iter().rev().max_by_key(alike).unwrap_or(b',')
}

fn row(record: &StringRecord) -> Row {
    let mut cells: Vec<String> = record.iter().map(one_line).collect();
    let filled = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
    cells.truncate(filled);
    Row { given: record.len(), cells }
}

/// A cell as one line: ` / ` stands between its lines.
fn one_line(cell: &str) -> String {
    let lines = cell.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" / ").replace('\t', " ")
}

fn with_header(mut rows: Vec<Row>) -> Table {
    let expected = rows.first().map_or(0, |row| row.given);
    let short = rows.iter().filter(|row| row.given < expected).count();
    let long = rows.iter().filter(|row| row.given > expected).count();
    let widest = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
    let names = match rows.first() {
        Some(first) if !first.cells.iter().all(|cell| is_number(cell)) => rows.remove(0).cells,
        _ => Vec::new(),
    };
    let name = |column: usize| match names.get(column) {
        Some(name) if !name.is_empty() => name.clone(),
        _ => format!("column {}", column + 1),
    };
    let header = (0..widest).map(name).collect();
    Table { header, rows: rows.into_iter().map(|row| row.cells).collect(), short, long }
}

/// Whether a cell of the first row is data rather than a name.
fn is_number(cell: &str) -> bool {
    let has_digit = cell.bytes().any(|byte| byte.is_ascii_digit());
    cell.is_empty() || has_digit && cell.replace(',', ".").parse::<f64>().is_ok()
}
