//! Tables: CSV and TSV, in groups of rows that each say what their columns are.
//!
//! A table with few columns becomes pipe tables with the header repeated. One with many or long
//! cells would be lines that nobody can read; its rows become lists of `- name: value`.

mod cells;
mod read;
mod write;

use std::collections::BTreeMap;

use kindex::{Document, Parts};
use kindex_text::file_stem;

use crate::context::FileContext;
use crate::error::{Error, Warning, WarningKind};
use crate::format::Format;
use crate::options::Options;
use crate::outcome::Extracted;
use crate::page::url::{self, Override};
use crate::text::charset;
use cells::Table;

/// Reads a table. `path` decides between tabs and what else may stand between cells.
pub(crate) fn extract(
    path: &str,
    bytes: &[u8],
    context: &FileContext,
    options: &Options,
) -> Result<Extracted, Error> {
    let table = read::table(path, &charset::decode_lines(bytes)?);
    let warnings = ragged(&table).into_iter().collect();
    let (text, starts) = write::text(&table);
    let document = Document {
        id: path.to_owned(),
        url: url::of_page(path, Format::Table, context, options, Override::default()),
        title: file_stem(path).to_owned(),
        lang: context.lang.clone(),
        filters: BTreeMap::from([("kind".to_owned(), vec!["table".to_owned()])]),
        text,
        parts: Parts::Children(starts),
        ..Document::default()
    };
    Ok(Extracted { documents: vec![document], warnings, ..Extracted::default() })
}

fn ragged(table: &Table) -> Option<Warning> {
    let of = |count: usize, what: &str| {
        let noun = if count == 1 { "row has" } else { "rows have" };
        (count > 0).then(|| format!("{count} {noun} {what} cells than the first row"))
    };
    let found: Vec<String> =
        [of(table.short, "fewer"), of(table.long, "more")].into_iter().flatten().collect();
    let message = format!("{}; check the marks between cells and the quotes", found.join(", "));
    (!found.is_empty()).then(|| Warning::new(WarningKind::Ragged, None, message))
}

#[cfg(test)]
mod tests;
