//! `kindex export --to qdrant`: the vectors against Kindex's plain mode and Qdrant's client.

use super::{export, family, json, parts};
use crate::{Files, exists};
use kindex::{Index, SearchOptions};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The requests that Qdrant's client made of the corpus: see scripts/export-qdrant.py.
const RANKED: &str = include_str!("qdrant.json");

/// Numbers of stems with values.
pub type Vector = BTreeMap<u64, f64>;

pub fn points(files: &Files) -> Vec<Value> {
    let lists = parts(files, "points-");
    lists.iter().flat_map(|part| json(files, part)["points"].as_array().unwrap().clone()).collect()
}

pub fn vector(value: &Value) -> Vector {
    let indices = value["indices"].as_array().unwrap();
    let values = value["values"].as_array().unwrap();
    assert_eq!(indices.len(), values.len());
    let numbers = indices.iter().map(|index| index.as_u64().unwrap());
    let vector: Vector = numbers.zip(values.iter().map(|value| value.as_f64().unwrap())).collect();
    assert_eq!(vector.len(), indices.len(), "an index twice");
    assert!(vector.keys().all(|&index| u32::try_from(index).is_ok()));
    vector
}

/// The vector of a query, of the words in vocabulary.json alone.
fn of_query(words: &Value, text: &str) -> Vector {
    let mut terms = Vec::new();
    kindex::terms(text, |term, _| terms.push(words.get(term)));
    let is_stop = |term: &Option<&Value>| term.is_some_and(|word| word["stop"] == true);
    if !terms.iter().all(is_stop) {
        terms.retain(|term| !is_stop(term));
    }
    let mut vector = Vector::new();
    for word in terms.into_iter().flatten() {
        for index in word["indices"].as_array().unwrap() {
            *vector.entry(index.as_u64().unwrap()).or_default() += word["idf"].as_f64().unwrap();
        }
    }
    vector
}

pub fn product(a: &Vector, b: &Vector) -> f64 {
    a.iter().filter_map(|(index, value)| Some(value * b.get(index)?)).sum()
}

/// Scores by id, of what scores.
pub fn scores(files: &Files, text: &str, level: usize) -> BTreeMap<String, f64> {
    let index = Index::open(files.read("site.kdx")).unwrap();
    let plain =
        SearchOptions { limit: 10_000, return_level: Some(level), ..SearchOptions::plain() };
    let found = index.rank(text, &plain).unwrap().into_iter();
    // Words of titles and headings find chunks too, but give them nothing in this mode.
    found.filter(|chunk| chunk.score > 0.0).map(|chunk| (chunk.id, chunk.score)).collect()
}

#[track_caller]
pub fn assert_same(found: &BTreeMap<String, f64>, expected: &BTreeMap<String, f64>, what: &str) {
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{what}");
    for (id, score) in found {
        let wanted = expected[id];
        // Vectors are of single precision.
        assert!((score - wanted).abs() < 1e-5 * wanted.max(1.0), "{what}: {id}: {score} {wanted}");
    }
}

#[test]
fn every_child_is_a_point_with_its_parent() {
    let files = Files::corpus(&[]);
    export(&files, "qdrant");
    let expected = family(&files);
    let index = Index::open(files.read("site.kdx")).unwrap();
    let mut ids = BTreeSet::new();
    let mut found = BTreeMap::new();
    for point in points(&files) {
        let id = point["id"].as_str().unwrap();
        // A UUID of version 5.
        assert_eq!((id.len(), &id[14..15]), (36, "5"));
        assert!(ids.insert(id.to_owned()));
        let payload = &point["payload"];
        let (child, parent) = (payload["id"].as_str().unwrap(), &payload["parent"]);
        let view = index.chunk(parent["id"].as_str().unwrap()).unwrap();
        assert_eq!(parent["text"], view.text);
        assert_eq!(payload["text"], index.chunk(child).unwrap().text);
        found.insert(child.to_owned(), view.id);
    }
    assert_eq!(found, expected);
}

#[test]
fn products_of_vectors_are_scores_of_plain_mode() {
    let synonyms = "k8s => pebble\n";
    for args in
        [&[][..], &["--levels", "400"], &["--chunker", "windows"], &["--boost", "guides/=3"]]
    {
        let files = Files::corpus(args);
        export(&files, "qdrant");
        assert_scores(&files, "how do I install the générateur");
    }
    let files = Files::new(&[("words.txt", synonyms)]);
    let corpus = crate::corpus();
    let args = ["build", corpus.to_str().unwrap(), "-o", "site.kdx", "--synonyms", "words.txt"];
    files.run(args).ok();
    export(&files, "qdrant");
    assert!(!scores(&files, "k8s", 0).is_empty());
    assert_scores(&files, "k8s");
}

/// Compares the whole ranking for a query, for titles of pages and for single words.
#[track_caller]
fn assert_scores(files: &Files, query: &str) {
    let words = json(files, "out/vocabulary.json")["words"].clone();
    let points = points(files);
    let children: Vec<(&str, Vector)> = points
        .iter()
        .map(|point| (point["payload"]["id"].as_str().unwrap(), vector(&point["vector"]["bm25"])))
        .collect();
    let titles = points.iter().map(|point| point["payload"]["title"].as_str().unwrap());
    let titles: BTreeSet<&str> = titles.chain([query]).collect();
    let single = words.as_object().unwrap().keys().map(String::as_str).step_by(7);
    let mut compared = 0;
    for text in titles.into_iter().chain(single) {
        let terms = |text: &str| {
            let mut all = Vec::new();
            kindex::terms(text, |term, _| all.push(term.to_owned()));
            all
        };
        // Words that the index lacks stand for others, and signs may be syntax.
        if terms(text).iter().any(|term| words.get(term).is_none()) || text.starts_with('-') {
            continue;
        }
        let query = of_query(&words, text);
        let scored = children.iter().map(|(id, child)| ((*id).to_owned(), product(&query, child)));
        let scored = scored.filter(|(_, score)| *score > 0.0).collect();
        assert_same(&scored, &scores(files, text, 0), text);
        compared += 1;
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn the_client_of_qdrant_ranks_as_plain_mode_does() {
    let files = Files::corpus(&[]);
    let fixture: Value = serde_json::from_str(RANKED).unwrap();
    let mut found = 0;
    for ranking in fixture["rankings"].as_array().unwrap() {
        let text = ranking["query"].as_str().unwrap();
        for (level, name) in ["children", "parents"].into_iter().enumerate() {
            let hits = ranking[name].as_array().unwrap();
            let hits: Vec<(String, f64)> = hits
                .iter()
                .map(|hit| (hit[0].as_str().unwrap().to_owned(), hit[1].as_f64().unwrap()))
                .collect();
            let in_order = hits.is_sorted_by(|a, b| a.1 >= b.1);
            assert!(in_order, "{text}");
            found += hits.len();
            assert_same(&hits.into_iter().collect(), &scores(&files, text, level), text);
        }
    }
    assert!(found > 400, "{found}");
}

#[test]
fn the_query_of_the_export_finds_the_page_whose_title_it_is() {
    let files = Files::indexed();
    export(&files, "qdrant");
    let collection = json(&files, "out/collection.json");
    assert!(collection["sparse_vectors"]["bm25"].is_object());
    let query = json(&files, "out/query.json");
    assert_eq!((&query["using"], &query["group_by"]), (&"bm25".into(), &"parent.id".into()));
    let asked = vector(&query["query"]);
    assert!(!asked.is_empty());
    let points = points(&files);
    let best = points.iter().max_by(|a, b| {
        let score = |point: &Value| product(&asked, &vector(&point["vector"]["bm25"]));
        score(a).total_cmp(&score(b))
    });
    assert_eq!(best.unwrap()["payload"]["title"], "Open");
    assert!(exists(&files.path("out/vocabulary.json")));
}
