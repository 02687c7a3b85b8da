//! Runs tests/cases natively. The same files run in Node and in browsers.
//!
//! `UPDATE=1 cargo test --test cases` writes what comes out into the files, to be read before it
//! is committed.
#![cfg(all(feature = "build", feature = "serde"))]

use kindex::{Collapse, Condition, Filter, Index, SearchOptions};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// The options under the names of JavaScript, but for those that the search build is without.
fn options(given: &Value) -> SearchOptions {
    let mut options = SearchOptions::default();
    for (name, value) in given.as_object().into_iter().flatten() {
        let number = || value.as_f64().expect("a number");
        let whole = || value.as_u64().expect("a whole number") as usize;
        match name.as_str() {
            "limit" => options.limit = whole(),
            "prefix" => options.prefix = value.as_bool().expect("a boolean"),
            "matchLevel" => options.match_level = whole(),
            "returnLevel" => options.return_level = Some(whole()),
            "collapse" => options.collapse = collapse(value.as_str().expect("a string")),
            "decay" => options.decay = number(),
            "autoMerge" => options.auto_merge = Some(number()),
            "siblings" => options.siblings = whole(),
            "perDocument" => options.per_document = Some(whole()),
            "group" => options.group = value.as_bool().expect("a boolean"),
            "k1" => options.k1 = number(),
            "b" => options.b = number(),
            "title" => options.title = number(),
            "heading" => options.heading = number(),
            "extra" => options.extra = number(),
            "titleScore" => options.title_score = number(),
            "exactTitle" => options.exact_title = number(),
            "blend" => {
                let weights = value.as_array().expect("an array").iter();
                options.blend = Some(weights.map(|w| w.as_f64().expect("a number")).collect());
            }
            "facets" => options.facets = strings(value),
            "filters" => options.filters = filters(value),
            other => panic!("unknown option {other}"),
        }
    }
    options
}

fn collapse(name: &str) -> Collapse {
    match name {
        "max" => Collapse::Max,
        "mean" => Collapse::Mean,
        "sum" => Collapse::Sum,
        "decayed" => Collapse::Decayed,
        other => panic!("unknown collapse {other}"),
    }
}

fn strings(value: &Value) -> Vec<String> {
    let strings = value.as_array().expect("an array").iter();
    strings.map(|one| one.as_str().expect("a string").to_owned()).collect()
}

/// Keys with their conditions written out.
fn filters(given: &Value) -> Vec<Filter> {
    let keys = given.as_object().expect("an object").iter();
    let filters = keys.flat_map(|(key, conditions)| {
        conditions.as_object().expect("an object").iter().map(|(name, value)| {
            let bound = || value.as_str().expect("a string").to_owned();
            let condition = match name.as_str() {
                "any" => Condition::Any(strings(value)),
                "all" => Condition::All(strings(value)),
                "not" => Condition::Not(strings(value)),
                "min" => Condition::Min(bound()),
                "max" => Condition::Max(bound()),
                other => panic!("unknown condition {other}"),
            };
            Filter { key: key.clone(), condition }
        })
    });
    filters.collect()
}

/// Runs a case; returns it as it should read. What is not as a person said goes to `wrong`.
fn run(index: &Index, case: &Value, wrong: &mut Vec<String>) -> Value {
    let query = case["query"].as_str().expect("a query");
    let results = index.search(query, &options(&case["options"])).expect("results");
    let best = results.hits.first().map(|hit| hit.id.as_str());
    if let Some(top) = case["top"].as_str()
        && best != Some(top)
    {
        wrong.push(format!("{query:?} finds {best:?} first, not {top}"));
    }
    let hits = results.hits.iter().map(|hit| json!({ "id": hit.id, "score": hit.score }));
    let mut found = case.clone();
    found["total"] = json!(results.total);
    found["hits"] = hits.collect();
    if !results.facets.is_empty() {
        found["facets"] = json!(results)["facets"].clone();
    }
    found
}

#[test]
fn cases() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder")
        .map(|e| e.expect("an entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for path in files {
        let mut file: Value =
            serde_json::from_slice(&std::fs::read(&path).expect("a file")).expect("JSON");
        let blob = folder().join(file["index"].as_str().expect("an index"));
        let index = Index::open(std::fs::read(blob).expect("an index")).expect("a good index");
        let given = file["cases"].as_array().expect("cases").clone();
        let found: Vec<Value> = given.iter().map(|case| run(&index, case, &mut wrong)).collect();
        if std::env::var_os("UPDATE").is_some() {
            file["cases"] = json!(found);
            let text = serde_json::to_string_pretty(&file).expect("JSON") + "\n";
            std::fs::write(&path, text).expect("written");
        } else {
            for (given, found) in given.iter().zip(&found) {
                if given != found {
                    wrong.push(format!("{}: {given} came out as {found}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
