//! Search options, as `js/engine/options.js` sends them.
//!
//! Names and types are checked there: here, the code for it would be three times as large.

use alloc::string::String;
use alloc::vec::Vec;
use kindex::{Collapse, Condition, Filter, SearchOptions, Sort};

/// The number of numbers.
const NUMBERS: usize = 21;

/// `numbers` are those of `js/engine/options.js`, in its order; NaN stands for the default. After them
/// come the weights of `blend`, if they are given, with any number before them. `strings` are the
/// keys of facets, then the key of the order, if there is one, with any string after it where the
/// greatest comes first, and then for each filter its key, the name of its condition, and its
/// values: each with `=` before it and U+0000 after it, and U+0000 after the facets, the order and
/// each filter.
pub(crate) fn search_options(numbers: &[f64], strings: &str) -> SearchOptions {
    let defaults = SearchOptions::default();
    let (numbers, blend) = numbers.split_at_checked(NUMBERS).unwrap_or_default();
    let mut numbers = numbers.iter().copied();
    let mut next = || numbers.next().filter(|number| !number.is_nan());
    let mut lists = lists(strings).into_iter();
    SearchOptions {
        limit: next().map_or(defaults.limit, |limit| limit as usize),
        prefix: next().is_some_and(|prefix| prefix > 0.0),
        completions: next().map_or(defaults.completions, |count| count as usize),
        match_level: next().map_or(defaults.match_level, |level| level as usize),
        return_level: next().map(|level| level as usize),
        collapse: match next().map_or(0, |number| number as u32) {
            1 => Collapse::Mean,
            2 => Collapse::Sum,
            3 => Collapse::Decayed,
            _ => Collapse::Max,
        },
        decay: next().unwrap_or(defaults.decay),
        auto_merge: next(),
        siblings: next().map_or(defaults.siblings, |count| count as usize),
        per_document: next().map(|count| count as usize),
        group: next().is_some_and(|group| group > 0.0),
        max_tokens: next().map(|count| count as usize),
        explain: next().is_some_and(|explain| explain > 0.0),
        k1: next().unwrap_or(defaults.k1),
        b: next().unwrap_or(defaults.b),
        title: next().unwrap_or(defaults.title),
        heading: next().unwrap_or(defaults.heading),
        extra: next().unwrap_or(defaults.extra),
        title_score: next().unwrap_or(defaults.title_score),
        exact_title: next().unwrap_or(defaults.exact_title),
        phrase_bytes: next().map(|count| count as usize),
        blend: blend.split_first().map(|(_, weights)| weights.to_vec()),
        facets: lists.next().unwrap_or_default(),
        sort: lists.next().and_then(sort),
        filters: lists.filter_map(filter).collect(),
    }
}

/// The strings up to each that is not there.
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

/// A key, and something after it where the greatest comes first.
fn sort(list: Vec<String>) -> Option<Sort> {
    let mut list = list.into_iter();
    Some(Sort { key: list.next()?, descending: list.next().is_some() })
}

fn filter(list: Vec<String>) -> Option<Filter> {
    let mut list = list.into_iter();
    let (key, name) = (list.next()?, list.next()?);
    let condition = match name.as_str() {
        "all" => Condition::All(list.collect()),
        "not" => Condition::Not(list.collect()),
        "min" => Condition::Min(list.next()?),
        "max" => Condition::Max(list.next()?),
        _ => Condition::Any(list.collect()),
    };
    Some(Filter { key, condition })
}
