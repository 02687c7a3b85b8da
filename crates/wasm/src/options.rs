//! Search options, as `js/options.js` sends them.
//!
//! Names and types are checked there: here, the code for it would be three times as large.

use alloc::string::String;
use alloc::vec::Vec;
use kindex::{Collapse, SearchOptions};
use wasm_bindgen::JsValue;

/// How many numbers there are.
const NUMBERS: usize = 10;

/// `numbers` are, in this order, the limit, whether the last word is a beginning, the level to
/// return, the number of the way to collapse, k1, b, and the weights of title, heading, title
/// score and exact title; NaN stands for the default. `filters` are, for each, its key, its
/// values, and something that is no string.
pub(crate) fn search_options(
    numbers: &[f64],
    blend: Option<Vec<f64>>,
    filters: &[JsValue],
) -> SearchOptions {
    let mut options = SearchOptions::default();
    let numbers = numbers.first_chunk().unwrap_or(&[f64::NAN; NUMBERS]);
    let [limit, prefix, level, collapse, k1, b, title, heading, title_score, exact_title] =
        *numbers;
    options.limit = or(limit, options.limit as f64) as usize;
    options.prefix = prefix > 0.0;
    options.return_level = (!level.is_nan()).then_some(level as usize);
    options.collapse = match collapse as u32 {
        1 => Collapse::Mean,
        2 => Collapse::Sum,
        _ => Collapse::Max,
    };
    options.k1 = or(k1, options.k1);
    options.b = or(b, options.b);
    options.title = or(title, options.title);
    options.heading = or(heading, options.heading);
    options.title_score = or(title_score, options.title_score);
    options.exact_title = or(exact_title, options.exact_title);
    options.blend = blend;
    options.filters = filters_of(filters);
    options
}

fn or(given: f64, default: f64) -> f64 {
    if given.is_nan() { default } else { given }
}

fn filters_of(list: &[JsValue]) -> Vec<(String, Vec<String>)> {
    let mut filters = Vec::new();
    let mut open: Option<(String, Vec<String>)> = None;
    for item in list {
        match (item.as_string(), &mut open) {
            (None, open) => filters.extend(open.take()),
            (Some(value), Some((_, values))) => values.push(value),
            (Some(key), open) => *open = Some((key, Vec::new())),
        }
    }
    filters
}
