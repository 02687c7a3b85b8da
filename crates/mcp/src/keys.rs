//! The tool `list_filters`.

use crate::arguments::Arguments;
use crate::json::{add, written};
use crate::text::{cost, line};
use crate::tool_error::{Answer, ToolError};
use crate::words::{filled, texts};
use kindex::{Index, KeyView, ValueView};
use serde_json::{Value, json};

/// A key with the values that most pages have.
struct Filter<'k> {
    key: String,
    view: &'k KeyView,
    values: Vec<&'k ValueView>,
}

impl Filter<'_> {
    fn described(&self) -> Value {
        let Filter { key, view, values } = self;
        let values: Vec<_> = values.iter().map(|one| described(one)).collect();
        json!({
            "key": key, "pages": view.documents, "values_total": view.total, "values": values,
        })
    }
}

fn described(one: &ValueView) -> Value {
    json!({ "value": one.value, "pages": one.documents })
}

/// Lists the keys, and then the values of each, as far as they fit.
pub fn run(index: &Index, args: &Arguments, budget: usize) -> Result<Answer, ToolError> {
    let keys = index.keys(args.count("limit"))?;
    let mut left = budget;
    let mut filters = Vec::new();
    for view in &keys {
        let filter = Filter { key: line(&view.key), view, values: Vec::new() };
        if !take(&mut left, &filter.described()) {
            break;
        }
        filters.push(filter);
    }
    for filter in &mut filters {
        let values = usable(filter.view);
        filter.values = values.take_while(|one| take(&mut left, &described(one))).collect();
    }
    let left_out = Some(keys.len() - filters.len()).filter(|&count| count > 0);
    let mut list = json!({ "filters": filters.iter().map(Filter::described).collect::<Vec<_>>() });
    add(&mut list, "left_out", left_out);
    Ok((text(&filters, left_out), list))
}

/// Whether there is room for a value, which is taken then.
fn take(left: &mut usize, value: &Value) -> bool {
    let rest = left.checked_sub(cost(&written(value)));
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
fn text(filters: &[Filter<'_>], left_out: Option<usize>) -> String {
    let mut rows = Vec::from([match filters.len() {
        0 => texts::NO_KEYS.into(),
        all => filled(texts::KEYS, &[&all.to_string()]),
    }]);
    rows.extend(filters.iter().map(row));
    rows.extend(left_out.map(|left_out| filled(texts::KEYS_LEFT_OUT, &[&left_out.to_string()])));
    rows.join("\n")
}

fn row(filter: &Filter<'_>) -> String {
    let Filter { key, view, values } = filter;
    let said = |one: &&ValueView| format!("{} ({})", written(&one.value), one.documents);
    let said: Vec<String> = values.iter().map(said).collect();
    let list = match said.is_empty() {
        true => texts::NO_VALUES.into(),
        false => format!(": {}", said.join(", ")),
    };
    let parts = [written(key), view.documents.to_string(), view.total.to_string()];
    filled(texts::KEY, &parts.each_ref().map(String::as_str)) + &list
}
