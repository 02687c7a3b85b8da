//! The tool `list_docs`.

use crate::arguments::Arguments;
use crate::folders::common;
use crate::json::{add, written};
use crate::settings::Settings;
use crate::sites::{Named, Sites, alike, note_cost, sentence};
use crate::text::{cost, line};
use crate::tool_error::{Answer, ToolError};
use crate::version;
use crate::words::{filled, texts};
use kindex::{Error, KeyKind, KeyView, Page, ValueView};
use serde::Serialize;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

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
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    title: String,
    pages: usize,
    languages: Vec<String>,
    versions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    built: Option<String>,
}

/// The parts of an answer.
struct Told<'k> {
    docs: Vec<Docs>,
    not_loaded: &'k [&'k str],
    /// The names of those that are not searched together with the first.
    alone: Vec<&'k str>,
    filters: Vec<Filter<'k>>,
    /// How many of the documentations did not fit, and how many keys.
    docs_left_out: Option<usize>,
    left_out: Option<usize>,
}

/// Tells what there is, then the keys, and then the values of each, as far as they fit.
pub fn run(
    sites: &Sites<'_>,
    args: &Arguments,
    settings: &Settings,
    budget: usize,
) -> Result<Answer, ToolError> {
    let limit = args.count("limit");
    // Whether values are but true and false shows in two. Those of several are counted together.
    let most = if sites.only().is_some() { limit.max(2) } else { usize::MAX };
    let keys: Result<Vec<_>, Error> =
        sites.all().iter().map(|of| of.site.index.keys(most)).collect();
    let keys = keys?;
    let alone: Vec<&str> = alike(sites.all()).1.iter().map(|one| one.name).collect();
    let notes = note_cost(sites.missing()) + note_cost(&alone);
    let mut left = budget.saturating_sub(notes);
    let docs = all_docs(sites, &keys, limit, settings, &mut left)?;
    let docs_left_out = Some(sites.all().len() - docs.len()).filter(|&count| count > 0);
    let keys: Vec<KeyView> = keys.into_iter().flatten().collect();
    let keys = if sites.only().is_some() { keys } else { joined(keys, limit.max(2)) };
    let keys: Vec<KeyView> = keys.into_iter().filter(narrows).collect();
    let filters = fitting(&keys, limit, left);
    let left_out = Some(keys.len() - filters.len()).filter(|&count| count > 0);
    let not_loaded = sites.missing();
    let told = Told { docs, not_loaded, alone, filters, docs_left_out, left_out };
    let described: Vec<Value> = told.filters.iter().map(Filter::described).collect();
    let mut list = json!({ "docs": told.docs, "filters": described });
    add(&mut list, "docs_left_out", docs_left_out);
    add(&mut list, "left_out", left_out);
    let names = [("not_loaded", told.not_loaded), ("searched_alone", &told.alone)];
    for (key, names) in names.into_iter().filter(|(_, names)| !names.is_empty()) {
        add(&mut list, key, Some(names));
    }
    Ok((text(&told), list))
}

/// What is told of the indexes with these keys: first of all that they are there, then their titles,
/// and then their languages and versions, as far as that fits.
fn all_docs(
    sites: &Sites<'_>,
    keys: &[Vec<KeyView>],
    limit: usize,
    settings: &Settings,
    left: &mut usize,
) -> Result<Vec<Docs>, Error> {
    let is_only = sites.only().is_some();
    let docs = sites.all().iter().map(|of| untitled(of, settings));
    let mut docs: Vec<Docs> = docs.take_while(|one| is_only || take(left, &json!(one))).collect();
    for (one, of) in docs.iter_mut().zip(sites.all()) {
        one.title = match is_only {
            true => line(settings.title().unwrap_or(&settings.name)),
            false => Some(line(&title(of)?.unwrap_or_else(|| of.name.to_owned())))
                .filter(|title| take(left, &json!(title)))
                .unwrap_or_default(),
        };
    }
    // Words alone do not name them where there is one.
    let is_said = settings.structured || !is_only;
    for (one, keys) in docs.iter_mut().zip(keys) {
        let mut values = |key: &str| -> Vec<String> {
            let views = keys.iter().filter(|one| one.key == key);
            let values = views.flat_map(|one| usable(one, limit)).map(|one| one.value.clone());
            values.filter(|one| !is_said || take(left, &json!(one))).collect()
        };
        (one.languages, one.versions) = (values("lang"), values(version::KEY));
    }
    Ok(docs)
}

/// What is told of an index in any case.
fn untitled(of: &Named<'_>, settings: &Settings) -> Docs {
    let built = if of.name.is_empty() { settings.built.as_deref() } else { of.built };
    Docs {
        name: of.name.to_owned(),
        title: String::new(),
        pages: of.site.index.stats().documents as usize,
        languages: Vec::new(),
        versions: Vec::new(),
        built: built.map(line),
    }
}

/// The title of the page that all addresses begin with.
fn title(of: &Named<'_>) -> Result<Option<String>, Error> {
    let pages = of.site.index.pages("", 0, usize::MAX)?.pages;
    let common = common(&pages);
    let is_first = |page: &&Page| {
        let rest =
            page.url.get(common..).filter(|_| !page.url.is_empty() && !page.title.is_empty());
        rest.is_some_and(|rest| ["", "./"].contains(&rest) || rest.starts_with("index."))
    };
    Ok(pages.iter().find(is_first).map(|page| page.title.clone()))
}

/// The keys of indexes, with the values that most pages have.
fn joined(all: Vec<KeyView>, most: usize) -> Vec<KeyView> {
    let mut keys: BTreeMap<String, Vec<KeyView>> = BTreeMap::new();
    all.into_iter().for_each(|view| keys.entry(view.key.clone()).or_default().push(view));
    let join = |(key, views): (String, Vec<KeyView>)| {
        let is_filter = views.iter().any(|one| one.kind == KeyKind::Filter);
        let documents = views.iter().map(|one| one.documents).sum();
        // One in several files may not know all of its values.
        let least = views.iter().map(|one| one.total).max().unwrap_or_default();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for ValueView { value, documents } in views.into_iter().flat_map(|one| one.values) {
            *counts.entry(value).or_default() += documents;
        }
        let total = counts.len().max(least);
        let values = counts.into_iter().map(|(value, documents)| ValueView { value, documents });
        let mut values: Vec<ValueView> = values.collect();
        values.sort_by_key(|one| Reverse(one.documents));
        values.truncate(most);
        let kind = if is_filter { KeyKind::Filter } else { KeyKind::Metadata };
        KeyView { key, kind, documents, total, values }
    };
    keys.into_iter().map(join).collect()
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
    // Of very many keys no values may be known.
    let may_be_switch = !values.is_empty() && values.iter().take(2).all(is_switch);
    let shares = *total > 1 && total < documents && !may_be_switch;
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
fn text(told: &Told<'_>) -> String {
    let mut rows = match told.docs.as_slice() {
        [docs] if docs.name.is_empty() => {
            let (title, pages) = (written(&docs.title), docs.pages.to_string());
            Vec::from([filled(texts::DOC, &[&title, &pages, &built(docs)])])
        }
        several => several_rows(several, told.docs_left_out.unwrap_or_default()),
    };
    for (text, names) in
        [(texts::NOT_LOADED, told.not_loaded), (texts::SEARCHED_ALONE, told.alone.as_slice())]
    {
        if !names.is_empty() {
            rows.push(filled(text, &[&sentence(names)]));
        }
    }
    rows.push(match told.filters.len() {
        0 => texts::NO_KEYS.into(),
        all => filled(texts::KEYS, &[&all.to_string()]),
    });
    rows.extend(told.filters.iter().map(row));
    let left_out = told.left_out.map(|left_out| left_out.to_string());
    rows.extend(left_out.map(|left_out| filled(texts::KEYS_LEFT_OUT, &[&left_out])));
    rows.join("\n")
}

fn built(docs: &Docs) -> String {
    docs.built.as_ref().map(|built| filled(texts::BUILT, &[built])).unwrap_or_default()
}

/// A row for each of several, below a first line.
fn several_rows(all: &[Docs], left_out: usize) -> Vec<String> {
    let name = all.first().map(|docs| docs.name.as_str()).unwrap_or_default();
    let mut rows = Vec::from([filled(texts::DOCS, &[&(all.len() + left_out).to_string(), name])]);
    let list = |text: &str, values: &[String]| {
        let values: Vec<String> = values.iter().map(written).collect();
        if values.is_empty() { String::new() } else { filled(text, &[&values.join(", ")]) }
    };
    rows.extend(all.iter().map(|docs| {
        let title = match docs.title.as_str() {
            "" => String::new(),
            title => filled(texts::TITLE_OF, &[&written(&title)]),
        };
        let pages = docs.pages.to_string();
        let languages = list(texts::LANGUAGES_OF, &docs.languages);
        let versions = list(texts::VERSIONS_OF, &docs.versions);
        filled(texts::DOC_OF, &[&docs.name, &title, &pages, &languages, &versions, &built(docs)])
    }));
    if left_out > 0 {
        rows.push(filled(texts::DOCS_LEFT_OUT, &[&left_out.to_string()]));
    }
    rows
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
