//! The tool `list_filters`.

use crate::arguments::Arguments;
use crate::json::{Json, count, quoted};
use crate::text::{cost, line};
use crate::tool_error::{Answer, ToolError};
use crate::words::{filled, texts};
use alloc::string::String;
use alloc::vec::Vec;
use kindex::{Index, KeyView, ValueView};

/// A key with the values that most pages have.
struct Filter<'k> {
    key: String,
    view: &'k KeyView,
    values: Vec<&'k ValueView>,
}

impl Filter<'_> {
    fn write(&self, json: &mut Json) {
        json.open("").text("key", &self.key).count("pages", self.view.documents);
        json.count("values_total", self.view.total).open_array("values");
        self.values.iter().for_each(|one| write(one, json));
        json.close_array().close();
    }
}

fn write(one: &ValueView, json: &mut Json) {
    json.open("").text("value", &one.value).count("pages", one.documents).close();
}

/// Lists the keys, and then the values of each, as far as they fit.
pub fn run(index: &Index, args: &Arguments, budget: usize) -> Result<Answer, ToolError> {
    let keys = index.keys(args.count("limit"))?;
    let mut left = budget;
    let mut filters = Vec::new();
    for view in &keys {
        let filter = Filter { key: line(&view.key), view, values: Vec::new() };
        if !take(&mut left, |json| filter.write(json)) {
            break;
        }
        filters.push(filter);
    }
    for filter in &mut filters {
        let values = usable(filter.view);
        filter.values = values.take_while(|one| take(&mut left, |json| write(one, json))).collect();
    }
    let left_out = Some(keys.len() - filters.len()).filter(|&count| count > 0);
    let mut json = Json::default();
    json.open("").open_array("filters");
    filters.iter().for_each(|filter| filter.write(&mut json));
    json.close_array().some_count("left_out", left_out).close();
    Ok((text(&filters, left_out), json.finish()))
}

/// Whether there is room for a value, which is taken then.
fn take(left: &mut usize, write: impl FnOnce(&mut Json)) -> bool {
    let mut json = Json::default();
    write(&mut json);
    let rest = left.checked_sub(cost(&json.finish()));
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
        all => filled(texts::KEYS, &[&count(all)]),
    }]);
    rows.extend(filters.iter().map(row));
    rows.extend(left_out.map(|left_out| filled(texts::KEYS_LEFT_OUT, &[&count(left_out)])));
    rows.join("\n")
}

fn row(filter: &Filter<'_>) -> String {
    let Filter { key, view, values } = filter;
    let said = |one: &&ValueView| text![quoted(&one.value), " (", count(one.documents), ")"];
    let said: Vec<String> = values.iter().map(said).collect();
    let list = match said.is_empty() {
        true => texts::NO_VALUES.into(),
        false => text![": ", said.join(", ")],
    };
    let parts = [quoted(key), count(view.documents), count(view.total)];
    text![filled(texts::KEY, &parts.each_ref().map(String::as_str)), list]
}
