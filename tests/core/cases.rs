//! Runs tests/cases natively. The same files run in Node, in workerd and in browsers; README.md
//! there says how they are written.
//!
//! `UPDATE=1 cargo test --test core cases::` records totals and sums of scores anew. It
//! never touches the expectations of a person.

use crate::common::{build, document};
use kindex::{
    Builder, Collapse, Condition, Config, Filter, Hit, Index, Language, Levels, MetaValue, Pin,
    Prefix, QueryVector, Results, SearchOptions, VectorLevel, VectorSettings, Vectors, Weights,
    add_vectors,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The fields that `UPDATE` writes; a person has written all others.
const RECORDED: [&str; 2] = ["total", "sum"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// The options under the names of JavaScript.
fn options(given: &Value) -> SearchOptions {
    let mut options = SearchOptions::default();
    for (name, value) in given.as_object().into_iter().flatten() {
        let number = || value.as_f64().expect("a number");
        let whole = || value.as_u64().expect("a whole number") as usize;
        let truth = || value.as_bool().expect("a boolean");
        match name.as_str() {
            "limit" => options.limit = whole(),
            "offset" => options.offset = whole(),
            "prefix" if value == "all" => options.prefix = Prefix::All,
            "prefix" => options.prefix = if truth() { Prefix::Last } else { Prefix::Off },
            "fuzzy" => options.fuzzy = truth(),
            "texts" => options.texts = truth(),
            "completions" => options.completions = whole(),
            "matchLevel" => options.match_level = whole(),
            "returnLevel" => options.return_level = Some(whole()),
            "collapse" => options.collapse = collapse(string(value)),
            "autoMerge" => options.auto_merge = Some(number()),
            "siblings" => options.siblings = whole(),
            "perDocument" => options.per_document = Some(whole()),
            "group" => options.group = truth(),
            "fold" => options.fold = truth(),
            "phraseBytes" => options.phrase_bytes = Some(whole()),
            "maxTokens" => options.max_tokens = Some(whole()),
            "explain" => options.explain = truth(),
            "weights" => options.weights = weights(value),
            "sort" => options.sort = Some(string(value).parse().expect("an order")),
            "facets" => options.facets = strings(value).map(str::to_owned).collect(),
            "filters" => options.filters = filters(value),
            "prefer" => options.prefer = filters(value),
            "vector" | "alpha" | "candidates" | "embedder" => {}
            other => panic!("unknown option {other}"),
        }
    }
    options.vector = query_vector(given);
    options
}

fn weights(given: &Value) -> Weights {
    let mut weights = Weights::default();
    for (name, value) in given.as_object().expect("an object") {
        let weight = match name.as_str() {
            "k1" => &mut weights.k1,
            "b" => &mut weights.b,
            "title" => &mut weights.title,
            "heading" => &mut weights.heading,
            other => panic!("unknown weight {other}"),
        };
        *weight = value.as_f64().expect("a number");
    }
    weights
}

fn query_vector(given: &Value) -> Option<QueryVector> {
    let mut vector = QueryVector::new(floats(given.get("vector")?));
    vector.alpha = given["alpha"].as_f64().unwrap_or(vector.alpha);
    let candidates = given["candidates"].as_u64();
    vector.candidates = candidates.map_or(vector.candidates, |count| count as usize);
    vector.embedder = given["embedder"].as_str().map(str::to_owned);
    Some(vector)
}

fn floats(given: &Value) -> Vec<f32> {
    let numbers = given.as_array().expect("an array").iter();
    numbers.map(|number| number.as_f64().expect("a number") as f32).collect()
}

fn collapse(name: &str) -> Collapse {
    match name {
        "max" => Collapse::Max,
        "mean" => Collapse::Mean,
        other => panic!("unknown collapse {other}"),
    }
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn strings(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().expect("an array").iter().map(string)
}

/// Keys with their conditions written out.
fn filters(given: &Value) -> Vec<Filter> {
    let keys = given.as_object().expect("an object").iter();
    let filters = keys.flat_map(|(key, conditions)| {
        conditions.as_object().expect("an object").iter().map(|(name, value)| {
            let values = || strings(value).map(str::to_owned).collect();
            let condition = match name.as_str() {
                "any" => Condition::Any(values()),
                "all" => Condition::All(values()),
                "not" => Condition::Not(values()),
                "min" => Condition::Min(string(value).to_owned()),
                "max" => Condition::Max(string(value).to_owned()),
                other => panic!("unknown condition {other}"),
            };
            Filter { key: key.clone(), condition }
        })
    });
    filters.collect()
}

/// A case and what came out.
struct Ran<'a> {
    index: &'a Index,
    query: &'a str,
    options: SearchOptions,
    results: Results,
}

impl<'a> Ran<'a> {
    fn new(index: &'a Index, case: &'a Value) -> Self {
        let (query, options) = (string(&case["query"]), options(&case["options"]));
        let results = index.search(query, &options).expect("results");
        Ran { index, query, options, results }
    }

    /// The fields of results that a case may state: the same if they are as it says.
    fn of(&self, name: &str, said: &Value) -> Value {
        let Results { hits, total, .. } = &self.results;
        let best = hits.first();
        match name {
            "total" => json!(total),
            "sum" => json!(self.sum()),
            "none" => json!(*total == 0),
            "top" => named(best, string(said)),
            "first" => {
                strings(said).enumerate().map(|(at, name)| named(hits.get(at), name)).collect()
            }
            "only" | "contains" => self.there(name, said, true),
            "lacks" => self.there(name, said, false),
            "completions" => json!(self.results.completions),
            "didYouMean" => json!(self.results.did_you_mean),
            "sameAs" => self.same_as(string(said)),
            "unchecked" => json!(self.results.unchecked_phrases),
            "anchor" => json!(best.map(|hit| &hit.anchor)),
            "headings" => json!(best.map(|hit| &hit.headings)),
            "marked" => json!(best.map(marked)),
            "snippet" => json!(best.map(|hit| &hit.snippet)),
            "meta" => json!(best)["meta"].clone(),
            "pinned" => {
                let pinned = self.results.hits.iter().filter(|hit| hit.pinned);
                pinned.map(|hit| hit.document.as_str()).collect()
            }
            "more" => best.iter().flat_map(|hit| &hit.more).map(|hit| hit.id.as_str()).collect(),
            "same" => self.same(),
            "leftOut" => self.results.left_out.iter().map(|out| out.id.as_str()).collect(),
            "facets" => json!(self.results)["facets"].clone(),
            other => panic!("{other} says nothing"),
        }
    }

    /// For each hit that has copies, those.
    fn same(&self) -> Value {
        let folded = self.results.hits.iter().filter(|hit| !hit.same.is_empty());
        let copies = folded.map(|hit| {
            let all = hit.same.iter().map(|copy| json!(copy.document));
            (hit.document.clone(), all.collect::<Value>())
        });
        copies.collect()
    }

    /// Those of the names that are among the hits, or are not.
    fn there(&self, name: &str, said: &Value, wanted: bool) -> Value {
        let Results { hits, total, .. } = &self.results;
        if name != "contains" && *total > hits.len() {
            return json!("unknown; set a limit that all results fit in");
        }
        let is = |hit: &Hit, name: &str| named(Some(hit), name) == name;
        let others = hits.iter().filter(|hit| !strings(said).any(|name| is(hit, name)));
        let others = others.filter(|_| name == "only").map(|hit| hit.document.as_str());
        let there = |name: &&str| hits.iter().any(|hit| is(hit, name)) == wanted;
        strings(said).filter(there).chain(others).collect()
    }

    fn same_as(&self, query: &str) -> Value {
        let other = self.index.search(query, &self.options).expect("results");
        let scored = |results: &Results| -> Value {
            results.hits.iter().map(|hit| json!([hit.id, hit.score])).collect()
        };
        let same = other.total == self.results.total && scored(&other) == scored(&self.results);
        // Two queries that find nothing say nothing of each other.
        json!(if same && other.total > 0 { query } else { "another" })
    }

    /// The sum of all scores, in order. It is off where one is.
    fn sum(&self) -> f64 {
        let scores =
            self.results.hits.iter().flat_map(|hit| {
                [hit.score].into_iter().chain(hit.more.iter().map(|more| more.score))
            });
        scores.fold(0.0, |sum, score| sum + score)
    }
}

/// The name of a hit: its id where the name expected is one, which has a `#`, else its page.
fn named(hit: Option<&Hit>, like: &str) -> Value {
    json!(hit.map(|hit| if like.contains('#') { &hit.id } else { &hit.document }))
}

fn marked(hit: &Hit) -> Vec<&str> {
    let places = hit.highlights.iter();
    places.map(|&(start, end)| hit.text.get(start..end).expect("a place in the text")).collect()
}

/// Runs a case; returns it with what is recorded renewed. Differences from the case go to `wrong`.
fn run(index: &Index, case: &Value, wrong: &mut Vec<String>) -> Value {
    if let Some(said) = case.get("refused") {
        let found = index.search(string(&case["query"]), &options(&case["options"]));
        let found = found.err().map(|error| error.to_string());
        if found.as_deref() != said.as_str() {
            wrong.push(format!("{}: refused is {found:?}, not {said}", case["why"]));
        }
        return case.clone();
    }
    let ran = Ran::new(index, case);
    let update = std::env::var_os("UPDATE").is_some();
    let mut renewed = case.as_object().expect("an object").clone();
    let mut tell = |what: String| {
        wrong.push(format!("{:?} ({}): {what}", ran.query, string(&case["why"])));
    };
    for name in RECORDED {
        let found = ran.of(name, &Value::Null);
        let before = renewed.insert(name.to_owned(), found.clone());
        if !update && before.as_ref() != Some(&found) {
            tell(format!("{name} is {found}, not as recorded"));
        }
    }
    let given = ["why", "query", "options"];
    let is_said = |name: &str| !given.contains(&name) && !RECORDED.contains(&name);
    let said: Vec<_> = renewed.iter().filter(|(name, _)| is_said(name)).collect();
    if said.is_empty() {
        tell("nobody says what is expected".to_owned());
    }
    for (name, said) in said {
        let found = ran.of(name, said);
        if found != *said {
            tell(format!("{name} is {found}, not {said}"));
        }
    }
    Value::Object(renewed)
}

/// The file with a line for each case.
fn write(path: &Path, file: &Value, cases: &[Value]) {
    let mut head = file.as_object().expect("an object").clone();
    head.remove("cases");
    let mut text = String::from("{\n");
    for (name, value) in head {
        text += &format!("  {}: {value},\n", json!(name));
    }
    let lines: Vec<String> = cases.iter().map(|case| format!("    {case}")).collect();
    text += &format!("  \"cases\": [\n{}\n  ]\n}}\n", lines.join(",\n"));
    std::fs::write(path, text).expect("written");
}

fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("the folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

/// The indexes of documents with vectors, by their names in `tests/golden`.
const WITH_VECTORS: [(&str, VectorSettings); 3] = [
    ("vectors-4-bits", VectorSettings { of: VectorLevel::Parents, dimensions: 128, bits: 4 }),
    ("vectors-reduced", VectorSettings { of: VectorLevel::Parents, dimensions: 8, bits: 4 }),
    ("vectors-32-bits", VectorSettings { of: VectorLevel::Children, dimensions: 0, bits: 32 }),
];

/// The index of documents of some sections, each a child, and the vectors of these.
fn documents_with_vectors() -> (Vec<u8>, Vectors) {
    let file = std::fs::read(folder().join("vectors/documents.json")).expect("documents");
    let given: Vec<Value> = serde_json::from_slice(&file).expect("JSON");
    let mut vectors = Vectors::new("topics", 16).expect("no vectors yet");
    let mut documents = Vec::new();
    for given in &given {
        let of = |name: &str| string(&given[name]);
        let mut document = document(of("id"), of("title"), of("text"));
        for (key, value) in given["filters"].as_object().expect("an object") {
            document.filters.insert(key.clone(), vec![string(value).to_owned()]);
        }
        for (at, vector) in given["vectors"].as_array().expect("an array").iter().enumerate() {
            vectors.add(&format!("{}#0.{at}", document.id), &floats(vector)).expect("a vector");
        }
        documents.push(document);
    }
    (build(documents, Levels::new(&[400, 200], &[]).expect("levels")), vectors)
}

/// The index of documents in several versions and languages.
fn documents_with_copies() -> Vec<u8> {
    let file = std::fs::read(folder().join("folding/documents.json")).expect("documents");
    let given: Vec<Value> = serde_json::from_slice(&file).expect("JSON");
    let documents = given.iter().map(|given| {
        let of = |name: &str| string(&given[name]);
        let mut document = document(of("id"), of("title"), of("text"));
        (document.url, document.lang) = (of("url").to_owned(), Some(of("lang").to_owned()));
        if let Value::String(language) = &given["language"] {
            document.meta.insert("language".to_owned(), language.as_str().into());
        }
        match &given["version"] {
            Value::Null => {}
            Value::String(version) => {
                document.meta.insert("version".to_owned(), version.as_str().into());
            }
            versions => {
                let all: Vec<String> = strings(versions).map(str::to_owned).collect();
                document.meta.insert("version".to_owned(), MetaValue::from_iter(all.clone()));
                document.filters.insert("version".to_owned(), all);
            }
        }
        document
    });
    let pins = vec![Pin::new("pinned loon", false, ["v3/loon.md"]).expect("a pin")];
    let levels = Levels::new(&[400, 200], &[]).expect("levels");
    let language = Language::from_tag("none").expect("known");
    let config = Config { levels, language, pins, ..Config::default() };
    let mut builder = Builder::new(config);
    documents.for_each(|document| builder.add(document).expect("a document"));
    builder.finish().expect("an index")
}

#[test]
fn documents_with_copies_become_the_same_bytes() {
    let path = folder().join("../golden/folding.kdx");
    let made = documents_with_copies();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &made).expect("written");
    }
    assert!(std::fs::read(&path).expect("an index") == made);
}

#[test]
fn vectors_become_the_same_bytes() {
    let (plain, vectors) = documents_with_vectors();
    for (name, settings) in WITH_VECTORS {
        let path = folder().join(format!("../golden/{name}.kdx"));
        let made = add_vectors(&plain, &vectors, &settings).expect("an index with vectors");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &made).expect("written");
        }
        assert!(std::fs::read(&path).expect("an index") == made, "{name}");
    }
}

#[test]
fn cases() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in files() {
        let file = std::fs::read(&path).expect("a file");
        let file: Value = serde_json::from_slice(&file).expect("JSON");
        let blob = folder().join(string(&file["index"]));
        let index = Index::open(std::fs::read(blob).expect("an index")).expect("a good index");
        let given = file["cases"].as_array().expect("cases");
        count += given.len();
        let found: Vec<Value> = given.iter().map(|case| run(&index, case, &mut wrong)).collect();
        if std::env::var_os("UPDATE").is_some() {
            write(&path, &file, &found);
        }
    }
    assert!(count >= 300, "only {count} cases");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
