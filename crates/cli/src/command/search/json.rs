//! Results for programs.

use crate::index_file::Several;
use kindex::{Hit, Results};
use serde_json::{Value, json};

/// The places of words in a text: start and end of each.
type Places = Vec<(usize, usize)>;

/// The results of a search, with the names of several indexes. Without texts each hit has marks in
/// the place of its text, as in the package.
pub fn results(results: &Results, texts: bool, indexes: &Several) -> Value {
    let mut value = json!(results);
    if !texts {
        shorten_all(value.get_mut("hits"), &results.hits);
    }
    let names = indexes.names();
    let Some(object) = value.as_object_mut() else { return value };
    let unavailable = indexes.unavailable();
    if names.len() + unavailable.len() > 1 {
        object.insert("indexes".into(), json!(names));
    }
    if !unavailable.is_empty() {
        let named = unavailable.iter();
        let named = named.map(|(name, error)| json!({ "index": name, "error": error }));
        object.insert("unavailable".into(), named.collect());
    }
    value
}

fn shorten_all(values: Option<&mut Value>, hits: &[Hit]) {
    for (value, hit) in values.and_then(Value::as_array_mut).into_iter().flatten().zip(hits) {
        let Some(value) = value.as_object_mut() else { continue };
        value.insert("text".into(), json!(""));
        value.insert("snippetStart".into(), json!(0));
        value.insert("highlights".into(), json!([]));
        value.insert("marks".into(), marks(hit));
        shorten_all(value.get_mut("more"), &hit.more);
    }
}

/// The marks of each line of the hit's text.
fn marks(hit: &Hit) -> Value {
    let lines = [&hit.title].into_iter().chain(&hit.headings).chain([&hit.snippet]);
    let mut end = 0;
    let mut all: Vec<Places> = lines
        .map(|line| {
            let start = end;
            end = start + line.len() + 1;
            let inside = hit.highlights.iter().filter(|mark| (start..end).contains(&mark.0));
            inside.map(|mark| (mark.0 - start, mark.1 - start)).collect()
        })
        .collect();
    let snippet = all.pop();
    let headings = all.split_off(1);
    json!({ "title": all.first(), "headings": headings, "snippet": snippet })
}
