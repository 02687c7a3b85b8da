//! `kindex export` without a server: JSON Lines.

use super::qdrant::{assert_same, product, scores, vector};
use super::{bulk, export, family};
use crate::{Files, keys};
use kindex::Index;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn printed(files: &Files, args: &[&str]) -> Vec<Value> {
    lines(&files.run(["export", "site.kdx"].iter().chain(args)).ok().stdout())
}

fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key].as_str().unwrap()
}

/// Two pages, with vectors of the parent of one and of a child of the other.
fn with_vectors() -> Files {
    let vectors = "{\"id\":\"car.md#1.0\",\"vector\":[1,0,0,0,0,0,0,0]}\n{\"id\":\"cat.md#0.0\",\"vector\":[0,0,1,0,0,0,0,0]}\n";
    let files = Files::new(&[
        ("docs/car.md", "# Wheels\n\nAn automobile needs petrol.\n"),
        ("docs/cat.md", "# Paws\n\nA kitten needs milk.\n"),
        ("docs/rest.md", "# Rest\n\nOthers need sleep.\n"),
        ("vectors.jsonl", vectors),
    ]);
    let args = ["build", "docs", "-o", "site.kdx", "--vectors", "vectors.jsonl"];
    files.run(args.iter().chain(&["--embedder", "small"])).ok();
    files
}

#[test]
fn every_line_lies_in_one_above_it() {
    for levels in ["2000,500", "500", "4000,1500,400"] {
        let files = Files::corpus(&["--levels", levels]);
        let lines = printed(&files, &[]);
        let (head, entries) = lines.split_first().unwrap();
        let mut kinds = BTreeMap::<&str, BTreeSet<&str>>::new();
        let mut parents = BTreeMap::new();
        for entry in entries {
            let (kind, id) = (text(entry, "kind"), text(entry, "id"));
            let above = match kind {
                "document" => None,
                "parent" => Some("document"),
                _ => Some("parent"),
            };
            let is_above = above.is_none_or(|above| kinds[above].contains(text(entry, "parent")));
            assert!(is_above && kinds.entry(kind).or_default().insert(id), "{id}");
            if kind == "child" {
                parents.insert(id.to_owned(), text(entry, "parent").to_owned());
            }
        }
        assert_eq!(parents, family(&files));
        let index = Index::open(files.read("site.kdx")).unwrap();
        let documents = index.documents().unwrap();
        assert_eq!(kinds["document"], documents.iter().map(String::as_str).collect());
        for (kind, count) in
            [("document", "documents"), ("parent", "parents"), ("child", "children")]
        {
            assert_eq!(head[count], kinds[kind].len(), "{kind}");
        }
        assert_eq!((&head["kind"], &head["languages"][0]), (&"index".into(), &"en".into()));
    }
}

#[test]
fn chunks_have_what_opensearch_gets_of_them_and_children_the_vectors_of_qdrant() {
    let files = Files::corpus(&["--boost", "guides/=3"]);
    let lines = printed(&files, &[]);
    export(&files, "opensearch");
    let of_servers = bulk(&files);
    export(&files, "qdrant");
    let points = super::qdrant::points(&files);
    let vectors: BTreeMap<&str, &Value> = points
        .iter()
        .map(|point| (text(&point["payload"], "id"), &point["vector"]["bm25"]))
        .collect();
    let index = Index::open(files.read("site.kdx")).unwrap();
    let mut compared = 0;
    for line in lines.iter().filter(|line| line.get("text").is_some()) {
        let id = text(line, "id");
        let source = &of_servers[id];
        for key in ["kind", "document", "url", "title", "lang", "filters", "meta", "boost"] {
            assert_eq!(line[key], source[key], "{id} {key}");
        }
        for key in ["position", "anchor", "headings"] {
            assert_eq!(line[key], source[key], "{id} {key}");
        }
        let is_child = line["kind"] == "child";
        assert_eq!(line["text"], source[if is_child { "text" } else { "parent_text" }], "{id}");
        assert_eq!(line["tokens"], index.chunk(id).unwrap().tokens, "{id}");
        assert_eq!(line.get("sparse"), is_child.then(|| vectors[id]), "{id}");
        compared += 1;
    }
    assert_eq!(compared, of_servers.len());
}

#[test]
fn the_vector_of_a_query_gives_the_scores_of_plain_mode() {
    let files = Files::corpus(&[]);
    let lines = printed(&files, &[]);
    let texts = ["how do I install pebble", "preview server port", "nosuchword", "--accent-color"];
    let queries = printed(&files, &texts.map(|text| ["--query", text]).concat());
    assert_eq!(queries.len(), texts.len());
    for (query, expected) in queries.iter().zip(texts) {
        assert_eq!((&query["kind"], &query["text"]), (&"query".into(), &expected.into()));
        let asked = vector(&query["sparse"]);
        let children = lines.iter().filter(|line| line["kind"] == "child");
        let scored = children
            .map(|line| (text(line, "id").to_owned(), product(&asked, &vector(&line["sparse"]))))
            .filter(|(_, score)| *score > 0.0);
        // A word that the index lacks stands for none, where a search would look for one like it.
        let wanted = if asked.is_empty() { BTreeMap::new() } else { scores(&files, expected, 0) };
        assert_same(&scored.collect(), &wanted, expected);
    }
    assert!(vector(&queries[2]["sparse"]).is_empty() && !vector(&queries[3]["sparse"]).is_empty());
}

#[test]
fn vectors_of_an_embedder_go_along_where_a_chunk_has_one() {
    let files = with_vectors();
    let lines = printed(&files, &[]);
    assert_eq!(lines[0]["vectors"]["embedder"], "small");
    let kept = lines[0]["vectors"]["kept"].as_u64().unwrap();
    let numbers = |line: &Value| {
        let numbers = line["vector"].as_array().unwrap().iter();
        numbers.map(|number| number.as_f64().unwrap()).collect::<Vec<f64>>()
    };
    let having: Vec<&Value> = lines.iter().filter(|line| line.get("vector").is_some()).collect();
    let ids: Vec<&str> = having.iter().map(|line| text(line, "id")).collect();
    // A parent without one of its own has that of its children.
    assert_eq!(ids, ["car.md#1.0", "cat.md#1.0"]);
    let args = ["--query", "kitten", "--vector", "[0,0,1,0,0,0,0,0]"];
    let query = printed(&files, &args).remove(0);
    assert!(!vector(&query["sparse"]).is_empty());
    assert_eq!(numbers(&query).len() as u64, kept);
    let cosines = having.iter().map(|line| {
        numbers(line).iter().zip(numbers(&query)).map(|(one, other)| one * other).sum::<f64>()
    });
    let cosines: Vec<f64> = cosines.collect();
    assert!(cosines[1] > 0.8 && cosines[0] < 0.0, "{cosines:?}");
}

#[test]
fn help_names_every_key() {
    let files = with_vectors();
    let help = files.run(["export", "--help"]).ok().stdout();
    let args = ["--query", "kitten", "--vector", "[0,0,1,0,0,0,0,0]"];
    for line in printed(&files, &[]).iter().skip(1).chain(&printed(&files, &args)) {
        for key in keys(line) {
            assert!(help.contains(&format!("\"{key}\"")), "{key}");
        }
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let files = Files::indexed();
    let stdout = files.run(["export", "site.kdx"]).ok().stdout();
    let said = files.run(["export", "site.kdx", "-o", "site.jsonl"]).ok().stdout();
    assert_eq!(said, "site.jsonl: 2 documents, 2 parents, 2 children\n");
    assert_eq!(files.read("site.jsonl"), stdout.as_bytes());
    assert_eq!(files.run(["export", "site.kdx", "-q", "-o", "site.jsonl"]).ok().stdout(), "");
    let mut bad = files.read("site.kdx");
    let at = bad.len() - 100;
    bad[at] ^= 0x20;
    files.write("bad.kdx", &bad);
    let error = files.run(["export", "bad.kdx", "-o", "site.jsonl"]).failed();
    assert!(error.starts_with("bad.kdx: "), "{error}");
    assert_eq!(files.read("site.jsonl"), stdout.as_bytes());
    let error = files.run(["export", "site.kdx", "-o", "docs"]).failed();
    assert_eq!(error, "cannot write docs: it is there and is not a file");
    assert_eq!(files.names(), ["bad.kdx", "docs", "site.jsonl", "site.kdx"]);
    let args = ["export", "site.kdx", "-o", "queries.jsonl", "--query", "a", "--query", "b"];
    assert_eq!(files.run(args).ok().stdout(), "queries.jsonl: 2 queries\n");
    assert_eq!(lines(&String::from_utf8(files.read("queries.jsonl")).unwrap()).len(), 2);
}

#[test]
fn the_index_that_is_read_is_not_replaced() {
    let files = Files::indexed();
    files.run(["build", "docs", "-o", "parts/", "--layout", "sharded"]).ok();
    let folder = std::fs::read_dir(files.path("parts")).unwrap();
    let mut names: Vec<_> =
        folder.map(|entry| format!("parts/{}", entry.unwrap().file_name().display())).collect();
    names.retain(|name| name.ends_with(".kds") || name.ends_with("/index.kdx"));
    assert!(names.len() > 1);
    let own = names.iter().map(|name| ("parts", name.as_str()));
    for (index, output) in own.chain([("site.kdx", "site.kdx"), ("site.kdx", "docs/../site.kdx")]) {
        let before = files.read(output);
        for args in [&["export"][..], &["export", "--query", "a"], &["chunks"]] {
            let error = files.run(args.iter().chain(&[index, "-o", output][..])).refused();
            let said =
                format!("{output} is of the index {index}, which is read; name another file");
            assert_eq!(error, format!("--output: {said}"));
            assert!(files.read(output) == before);
        }
    }
    // Other files of its folder are no part of it.
    for _ in 0..2 {
        files.run(["export", "parts", "-o", "parts/site.jsonl"]).ok();
    }
}

#[test]
fn flags_that_do_not_go_together_are_refused() {
    let files = Files::indexed();
    for (args, said) in [
        (&["--to", "qdrant"][..], "--output <DIR|FILE>"),
        (&["--to", "qdrant", "-o", "out", "--query", "a"], "cannot be used with"),
        (&["--vector", "[1]"], "--query <TEXT>"),
        (&["--query", "a", "--query", "b", "--vector", "[1]"], "--vector is that of one query"),
        (&["--query", "a", "--vector", "[1,]"], "accepted is an array of numbers"),
        (&["--query", "a", "--vector", "[1]"], "the index has no vectors"),
    ] {
        let ran = files.run(["export", "site.kdx"].iter().chain(args));
        assert_eq!(ran.0.status.code(), Some(2), "{}", ran.stderr());
        assert!(ran.stderr().contains(said), "{}", ran.stderr());
        assert_eq!(ran.stdout(), "");
    }
    let with = with_vectors();
    let error = with.run(["export", "site.kdx", "--query", "a", "--vector", "[1]"]).refused();
    assert!(error.contains("it has 1 numbers, and those of the index have 8"), "{error}");
    assert_eq!(json!(files.names()), json!(["docs", "site.kdx"]));
}
