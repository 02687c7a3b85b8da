//! The tool `list_filters`.

use super::text::{cost, json, line};
use super::tool_error::ToolError;
use kindex::{Index, KeyView, ValueView};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Args {
    limit: usize,
}

#[derive(Serialize)]
pub struct Listed {
    filters: Vec<Filter>,
    /// Keys that did not fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<usize>,
}

/// A key with the values that most pages have.
#[derive(Serialize)]
struct Filter {
    key: String,
    pages: usize,
    values_total: usize,
    values: Vec<Value>,
}

#[derive(Serialize)]
struct Value {
    value: String,
    pages: usize,
}

/// Lists the keys, and then the values of each, as far as they fit.
pub fn run(index: &Index, args: &Args, budget: usize) -> Result<Listed, ToolError> {
    let keys = index.keys(args.limit)?;
    let all = keys.len();
    let mut left = budget;
    let mut filters = Vec::new();
    for key in &keys {
        let pages = key.documents;
        let filter =
            Filter { key: line(&key.key), pages, values_total: key.total, values: Vec::new() };
        if !take(&mut left, cost(&filter)) {
            break;
        }
        filters.push(filter);
    }
    for (filter, key) in filters.iter_mut().zip(&keys) {
        let values =
            usable(key).map(|one| Value { value: one.value.clone(), pages: one.documents });
        filter.values = values.take_while(|value| take(&mut left, cost(value))).collect();
    }
    let left_out = Some(all - filters.len()).filter(|&count| count > 0);
    Ok(Listed { filters, left_out })
}

/// Whether there is room for these tokens, which is taken then.
fn take(left: &mut usize, tokens: usize) -> bool {
    let rest = left.checked_sub(tokens);
    *left = rest.unwrap_or(*left);
    rest.is_some()
}

/// Values that a model can give as they stand here. Those that are all different, as descriptions
/// are, narrow no search.
fn usable(key: &KeyView) -> impl Iterator<Item = &ValueView> {
    let differ = key.values.first().is_some_and(|one| one.documents == 1);
    let values = if differ && key.total > key.values.len() { &[] } else { key.values.as_slice() };
    values.iter().filter(|one| line(&one.value) == one.value)
}

/// The same in words.
pub fn text(listed: &Listed) -> String {
    let mut rows = vec![match listed.filters.len() {
        0 => "Searches cannot be narrowed: no page has metadata.".to_owned(),
        count => format!(
            "Keys for filters of search_docs ({count}), with values and how many pages have each:"
        ),
    }];
    rows.extend(listed.filters.iter().map(row));
    if let Some(count) = listed.left_out {
        rows.push(format!("Keys that did not fit: {count}."));
    }
    rows.join("\n")
}

fn row(filter: &Filter) -> String {
    let Filter { key, pages, values_total, values } = filter;
    let said = |one: &Value| format!("{} ({})", json(&one.value), one.pages);
    let values: Vec<String> = values.iter().map(said).collect();
    let list = match values.is_empty() {
        true => ", none of them listed".to_owned(),
        false => format!(": {}", values.join(", ")),
    };
    format!("- {} on {pages} pages, {values_total} values{list}", json(key))
}
