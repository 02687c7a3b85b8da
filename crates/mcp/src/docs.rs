//! The tool `list_docs`.

use crate::arguments::Arguments;
use crate::json::{add, written};
use crate::settings::Settings;
use crate::text::{cost, line};
use crate::tool_error::{Answer, ToolError};
use crate::version;
use crate::words::{filled, texts};
use kindex::{Index, KeyKind, KeyView, ValueView};
use serde::Serialize;
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

/// A documentation.
#[derive(Serialize)]
struct Docs {
    title: String,
    pages: usize,
    languages: Vec<String>,
    versions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    built: Option<String>,
}

/// Tells what there is, then the keys, and then the values of each, as far as they fit.
pub fn run(
    index: &Index,
    args: &Arguments,
    settings: &Settings,
    budget: usize,
) -> Result<Answer, ToolError> {
    let limit = args.count("limit");
    // Whether values are but true and false shows in two.
    let keys = index.keys(limit.max(2))?;
    let mut left = budget;
    let mut values = |key: &str| -> Vec<String> {
        let views = keys.iter().filter(|one| one.key == key).flat_map(|one| usable(one, limit));
        let values = views.map(|one| one.value.clone());
        // Words alone do not name them here.
        values.filter(|one| !settings.structured || take(&mut left, &json!(one))).collect()
    };
    let docs = Docs {
        title: line(settings.title.as_deref().unwrap_or(&settings.name)),
        pages: index.stats().documents as usize,
        languages: values("lang"),
        versions: values(version::KEY),
        built: settings.built.as_deref().map(line),
    };
    let keys: Vec<KeyView> = keys.into_iter().filter(narrows).collect();
    let filters = fitting(&keys, limit, left);
    let left_out = Some(keys.len() - filters.len()).filter(|&count| count > 0);
    let described: Vec<Value> = filters.iter().map(Filter::described).collect();
    let mut list = json!({ "docs": [docs], "filters": described });
    add(&mut list, "left_out", left_out);
    Ok((text(&docs, &filters, left_out), list))
}

/// As many keys as fit, and then of their values.
fn fitting(keys: &[KeyView], limit: usize, mut left: usize) -> Vec<Filter<'_>> {
    let mut filters = Vec::new();
    for view in keys {
        let filter = Filter { key: line(&view.key), view, values: Vec::new() };
        if !take(&mut left, &filter.described()) {
            break;
        }
        filters.push(filter);
    }
    for filter in &mut filters {
        let values = usable(filter.view, limit);
        filter.values = values.take_while(|one| take(&mut left, &described(one))).collect();
    }
    filters
}

/// Whether a search can be narrowed by a key: filters, languages and versions, dates, and other
/// metadata that several pages share and that is more than a switch.
fn narrows(key: &KeyView) -> bool {
    let KeyView { kind, documents, total, values, .. } = key;
    let is_switch = |one: &ValueView| matches!(one.value.as_str(), "true" | "false");
    let shares = *total > 1 && total < documents && !values.iter().take(2).all(is_switch);
    *kind == KeyKind::Filter
        || ["lang", version::KEY].contains(&key.key.as_str())
        || values.first().is_some_and(|one| is_date(one.value.as_bytes()))
        || shares
}

/// Whether a text begins with a year and a month.
fn is_date(text: &[u8]) -> bool {
    let [a, b, c, d, b'-', e, f, ..] = text else { return false };
    [a, b, c, d, e, f].iter().all(|digit| digit.is_ascii_digit())
}

/// Whether there is room for a value, which is taken then.
fn take(left: &mut usize, value: &Value) -> bool {
    let rest = left.checked_sub(cost(&written(value)));
    *left = rest.unwrap_or(*left);
    rest.is_some()
}

/// Values that a model can give as they stand here. Those that are all different, as descriptions
/// are, narrow no search.
fn usable(key: &KeyView, limit: usize) -> impl Iterator<Item = &ValueView> {
    let differ = key.values.first().is_some_and(|one| one.documents == 1);
    let values = if differ && key.total > key.values.len() { &[] } else { key.values.as_slice() };
    values.iter().take(limit).filter(|one| line(&one.value) == one.value)
}

/// The same in words.
fn text(docs: &Docs, filters: &[Filter<'_>], left_out: Option<usize>) -> String {
    let built = docs.built.as_ref().map(|built| filled(texts::BUILT, &[built]));
    let (title, pages) = (written(&docs.title), docs.pages.to_string());
    let mut rows = Vec::from([filled(texts::DOC, &[&title, &pages, &built.unwrap_or_default()])]);
    rows.push(match filters.len() {
        0 => texts::NO_KEYS.into(),
        all => filled(texts::KEYS, &[&all.to_string()]),
    });
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
