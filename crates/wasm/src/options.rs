//! Search options, as `js/engine/options.js` sends them: by name, and only those that are given.
//!
//! Names and types are checked there: here, the code for it would be three times as large.

use alloc::string::String;
use alloc::vec::Vec;
use kindex::{Collapse, Condition, Filter, Prefix, QueryVector, SearchOptions, Sort};

/// Reads options as JavaScript writes them:
///
/// - `names`: `name,name,…`, one for each of `numbers`. `true` is 1 and `all` is 2. `vector` comes
///   last, with all numbers from there on.
/// - `strings`: lists, each ended by U+0000, of strings that are each written `=string` and U+0000.
///   The first string of a list is the name of the option.
pub(crate) fn search_options(names: &str, numbers: &[f64], strings: &str) -> SearchOptions {
    let mut options = SearchOptions::default();
    #[cfg(feature = "explore")]
    if let Some(others) = names.strip_suffix("vector") {
        options.vector = Some(vector(others, numbers));
    }
    for (name, &number) in names.as_bytes().split(|&byte| byte == b',').zip(numbers) {
        set_number(&mut options, name, number);
    }
    for list in lists(strings) {
        let mut list = list.into_iter();
        let name = list.next().unwrap_or_default();
        set_strings(&mut options, &name, list);
    }
    options
}

#[cfg(feature = "explore")]
fn vector(others: &str, numbers: &[f64]) -> QueryVector {
    let values = numbers.get(others.matches(',').count()..).unwrap_or_default();
    QueryVector::new(values.iter().map(|&number| number as f32).collect())
}

/// Sets an option to a number.
type Setter = fn(&mut SearchOptions, f64);

/// A table takes less code than a `match`, which compares each name by code of its own.
const SETTERS: &[(&str, Setter)] = &[
    // options: setters
    ("limit", |options, number| options.limit = number as usize),
    ("offset", |options, number| options.offset = number as usize),
    ("prefix", |options, number| options.prefix = prefix(number)),
    ("fuzzy", |options, number| options.fuzzy = number > 0.0),
    ("texts", |options, number| options.texts = number > 0.0),
    ("completions", |options, number| options.completions = number as usize),
    ("matchLevel", |options, number| options.match_level = number as usize),
    ("returnLevel", |options, number| options.return_level = Some(number as usize)),
    ("perDocument", |options, number| options.per_document = Some(number as usize)),
    ("group", |options, number| options.group = number > 0.0),
    ("phraseBytes", |options, number| options.phrase_bytes = Some(number as usize)),
    ("fold", |options, number| options.fold = number > 0.0),
    ("autoMerge", |options, number| options.auto_merge = Some(number)),
    ("siblings", |options, number| options.siblings = number as usize),
    ("explain", |options, number| options.explain = number > 0.0),
    ("maxTokens", |options, number| options.max_tokens = Some(number as usize)),
    // options end
    #[cfg(feature = "explore")]
    ("k1", |options, number| options.weights.k1 = number),
    #[cfg(feature = "explore")]
    ("b", |options, number| options.weights.b = number),
    #[cfg(feature = "explore")]
    ("title", |options, number| options.weights.title = number),
    #[cfg(feature = "explore")]
    ("heading", |options, number| options.weights.heading = number),
    // The core refuses any.
    #[cfg(not(feature = "explore"))]
    ("vector", |options, _| options.vector = Some(QueryVector::new(Vec::new()))),
    #[cfg(feature = "explore")]
    ("alpha", |options, number| options.vector.iter_mut().for_each(|it| it.alpha = number)),
    #[cfg(feature = "explore")]
    ("candidates", |options, number| {
        options.vector.iter_mut().for_each(|it| it.candidates = number as usize);
    }),
];

fn prefix(number: f64) -> Prefix {
    match number as usize {
        0 => Prefix::Off,
        1 => Prefix::Last,
        _ => Prefix::All,
    }
}

/// Some are for JavaScript alone.
fn set_number(options: &mut SearchOptions, name: &[u8], number: f64) {
    if let Some((_, set)) = SETTERS.iter().find(|(known, _)| known.as_bytes() == name) {
        set(options, number);
    }
}

/// Of `collapse` and `embedder` the name; of `facets` the keys; of `sort` a key, and
/// something after it if the greatest comes first; of a condition, in `filter` and `prefer`,
/// the key, its name, and its values.
fn set_strings(options: &mut SearchOptions, name: &str, mut strings: impl Iterator<Item = String>) {
    match name {
        "collapse" => options.collapse = collapse(&strings.next().unwrap_or_default()),
        "facets" => options.facets = strings.collect(),
        "sort" => {
            let key = strings.next().unwrap_or_default();
            options.sort = Some(Sort { key, descending: strings.next().is_some() });
        }
        "filter" => options.filters.extend(filter(strings)),
        "prefer" => options.prefer.extend(filter(strings)),
        #[cfg(feature = "explore")]
        "embedder" => {
            options.vector.iter_mut().for_each(|vector| vector.embedder = strings.next());
        }
        _ => {}
    }
}

fn collapse(name: &str) -> Collapse {
    match name {
        "mean" => Collapse::Mean,
        _ => Collapse::Max,
    }
}

/// Lists of strings: one ends where no string stands before U+0000.
fn lists(strings: &str) -> Vec<Vec<String>> {
    let mut lists = Vec::new();
    let mut open = Vec::new();
    for item in strings.as_bytes().split(|&byte| byte == 0) {
        match core::str::from_utf8(item).unwrap_or_default().get(1..) {
            Some(string) => open.push(string.into()),
            None => lists.push(core::mem::take(&mut open)),
        }
    }
    lists
}

fn filter(mut strings: impl Iterator<Item = String>) -> Option<Filter> {
    let (key, name) = (strings.next()?, strings.next()?);
    let condition = match name.as_str() {
        "all" => Condition::All(strings.collect()),
        "not" => Condition::Not(strings.collect()),
        "min" => Condition::Min(strings.next()?),
        "max" => Condition::Max(strings.next()?),
        _ => Condition::Any(strings.collect()),
    };
    Some(Filter { key, condition })
}
