//! `kindex export`

mod jsonl;
mod qdrant;

use super::{Files, exists};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

fn export(files: &Files, to: &str) {
    files.run(["export", "site.kdx", "--to", to, "-o", "out", "-q"]).ok();
}

fn json(files: &Files, name: &str) -> Value {
    serde_json::from_slice(&files.read(name)).unwrap()
}

/// The files of the folder whose names begin so, in order.
fn parts(files: &Files, begin: &str) -> Vec<String> {
    let names = fs::read_dir(files.path("out")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(begin)).collect();
    names.sort();
    names.into_iter().map(|name| format!("out/{name}")).collect()
}

/// Every document of a bulk by its id.
fn bulk(files: &Files) -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    for part in parts(files, "bulk-") {
        let text = String::from_utf8(files.read(&part)).unwrap();
        assert!(text.ends_with('\n'), "{part}");
        let lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for pair in lines.chunks(2) {
            let [action, source] = pair else { panic!("{part}: an action without a document") };
            let id = action["index"]["_id"].as_str().unwrap().to_owned();
            assert!(all.insert(id.clone(), source.clone()).is_none(), "{id} twice");
        }
    }
    all
}

/// The parents of all children of the index, by their ids.
fn family(files: &Files) -> BTreeMap<String, String> {
    let index = kindex::Index::open(files.read("site.kdx")).unwrap();
    let mut parents = BTreeMap::new();
    for document in index.documents().unwrap() {
        for child in index.chunks(&document, 0).unwrap() {
            let parent = index.parent(&child.id).unwrap().unwrap();
            assert_eq!(parent.level, 1);
            parents.insert(child.id, parent.id);
        }
    }
    parents
}

#[test]
fn every_child_and_parent_goes_along_once() {
    for levels in ["2000,500", "500", "4000,1500,400"] {
        let files = Files::corpus(&["--levels", levels]);
        export(&files, "opensearch");
        let expected = family(&files);
        let all = bulk(&files);
        let of_kind = |kind: &str| {
            let found = all.iter().filter(|(_, source)| source["kind"] == kind);
            found.map(|(id, _)| id.clone()).collect::<BTreeSet<String>>()
        };
        let parents: BTreeSet<String> = expected.values().cloned().collect();
        assert_eq!(of_kind("parent"), parents);
        assert_eq!(of_kind("child"), expected.keys().cloned().collect());
        for (child, parent) in &expected {
            let (source, above) = (&all[child], &all[parent]);
            assert_eq!(source["parent_id"], parent.as_str());
            let text = source["text"].as_str().unwrap();
            assert!(above["parent_text"].as_str().unwrap().contains(text), "{child}");
            assert_eq!(source["document"], above["document"]);
            assert!(above.get("parent_id").is_none() && above.get("text").is_none());
        }
    }
}

#[test]
fn documents_have_what_pages_say() {
    let page = "---\ntitle: Knots\nlang: de\ntags: [guide, tour]\nauthor: A\nsearch: {boost: 2}\n---\n# Ein\n\ntext\n\n## Zwei\n\nmehr\n";
    let files = Files::new(&[("docs/knots.md", page)]);
    let args = ["build", "docs", "-o", "site.kdx", "--base-url", "/d/", "--levels", "20,10"];
    files.run(args).ok();
    export(&files, "opensearch");
    let all = bulk(&files);
    let child = all.values().find(|source| source["anchor"] == "zwei" && source["kind"] == "child");
    let child = child.unwrap();
    assert_eq!(child["title"], "Knots");
    assert_eq!(child["url"], "/d/knots.html");
    assert_eq!(child["lang"], "de");
    assert_eq!(child["boost"], 2.0);
    assert_eq!(child["meta"]["author"], "A");
    assert_eq!(child["headings"], serde_json::json!(["Ein", "Zwei"]));
    let filters = child["filters"].as_array().unwrap();
    for filter in ["tags=guide", "tags=tour", "author=A", "lang=de"] {
        assert_eq!(filters.iter().filter(|&found| found == filter).count(), 1, "{filter}");
    }
    // Of the two values of tags, metadata has one string, which is no value of theirs.
    assert_eq!(filters.len(), 4, "{filters:?}");
    let query = json(&files, "out/query.json");
    assert_eq!(query["query"]["function_score"]["field_value_factor"]["field"], "boost");
}

#[test]
fn the_mapping_has_every_field_and_the_query_only_those() {
    let files = Files::indexed();
    export(&files, "opensearch");
    let mapping = json(&files, "out/mapping.json");
    let fields = mapping["mappings"]["properties"].as_object().unwrap();
    for source in bulk(&files).values() {
        for field in source.as_object().unwrap().keys() {
            assert!(fields.contains_key(field), "{field}");
        }
    }
    let query = json(&files, "out/query.json");
    let collapse = query["collapse"]["field"].as_str().unwrap();
    assert_eq!(fields[collapse]["type"], "keyword");
    let search = &query["query"]["bool"]["must"][0]["multi_match"];
    assert_eq!(search["query"], "Open");
    for field in search["fields"].as_array().unwrap() {
        let name = field.as_str().unwrap().split('^').next().unwrap();
        assert_eq!(fields[name]["type"], "text");
        assert_eq!(fields[name]["analyzer"], "english");
    }
    assert_eq!(query["query"]["bool"]["filter"][0]["term"]["kind"], "child");
}

#[test]
fn an_export_says_what_it_wrote_and_how_to_load_it() {
    let files = Files::indexed();
    let said = files.run(["export", "site.kdx", "--to", "opensearch", "-o", "out"]).ok().stdout();
    assert!(said.starts_with("out: 2 documents, 2 parents, 2 children, "), "{said}");
    assert!(said.contains("/_bulk") && said.contains("@mapping.json"), "{said}");
    let said = files.run(["export", "site.kdx", "--to", "qdrant", "-o", "out"]).ok().stdout();
    assert!(said.contains("@collection.json"), "{said}");
    // The export for the other server is gone, file by file.
    assert!(
        exists(&files.path("out/points-0001.json")) && !exists(&files.path("out/mapping.json"))
    );
    assert!(parts(&files, "bulk-").is_empty());
    assert_eq!(files.names(), ["docs", "out", "site.kdx"]);
}

#[test]
fn the_same_index_gives_the_same_files() {
    let files = Files::corpus(&[]);
    for to in ["opensearch", "qdrant"] {
        export(&files, to);
        let before: Vec<_> = parts(&files, "").iter().map(|name| files.read(name)).collect();
        export(&files, to);
        let after: Vec<_> = parts(&files, "").iter().map(|name| files.read(name)).collect();
        assert_eq!(before, after);
    }
}

#[test]
fn what_cannot_be_exported_leaves_the_folder_as_it_was() {
    let files = Files::indexed();
    export(&files, "qdrant");
    let before = files.read("out/points-0001.json");
    let mut bad = files.read("site.kdx");
    let at = bad.len() - 100;
    bad[at] ^= 0x20;
    files.write("bad.kdx", &bad);
    files.write("none.kdx", "no index");
    for (index, said) in [
        ("bad.kdx", "bad.kdx: "),
        ("none.kdx", "none.kdx: not a Kindex index"),
        ("missing.kdx", "cannot read missing.kdx: no such file"),
    ] {
        let ran = files.run(["export", index, "--to", "qdrant", "-o", "out"]);
        assert!(ran.failed().starts_with(said), "{}", ran.stderr());
        assert_eq!(ran.stdout(), "");
    }
    assert_eq!(files.read("out/points-0001.json"), before);
    assert_eq!(files.names(), ["bad.kdx", "docs", "none.kdx", "out", "site.kdx"]);
}

#[test]
fn folders_of_others_are_left_alone() {
    let files = Files::indexed();
    let to = |folder| files.run(["export", "site.kdx", "--to", "opensearch", "-o", folder]);
    assert_eq!(
        to("docs").failed(),
        "cannot write docs: it has api/open.html, which is no export; name another folder"
    );
    assert!(to("site.kdx").failed().starts_with("cannot write site.kdx: a file is there"));
    assert!(to("missing/out").failed().starts_with("cannot write missing/out: there is no folder"));
    to("out").ok();
    files.write("out/notes.txt", "mine");
    assert!(to("out").failed().starts_with("cannot write out: it has notes.txt"));
    assert_eq!(files.read("out/notes.txt"), b"mine");
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_named_by_its_place() {
    let files = Files::corpus(&[]);
    export(&files, "opensearch");
    for (to, part) in [("opensearch", "bulk-0001.ndjson"), ("qdrant", "vocabulary.json")] {
        let ran = files.run_limited(64, &["export", "site.kdx", "--to", to, "-o", "out"]);
        assert_eq!(ran.failed(), format!("cannot write out/{part}: file too large"));
    }
    assert!(exists(&files.path("out/mapping.json")));
    assert_eq!(files.names(), ["out", "site.kdx"]);
}

#[test]
fn an_export_that_was_killed_half_way_is_put_back() {
    let files = Files::indexed();
    export(&files, "qdrant");
    let before = files.read("out/points-0001.json");
    // Leaves what a killed command leaves where the system cannot exchange folders: it was killed
    // between putting the old folder aside and moving the new one in.
    fs::create_dir(files.path(".kindex-old-Ab1")).unwrap();
    fs::rename(files.path("out"), files.path(".kindex-old-Ab1/out")).unwrap();
    let ran = files.run(["export", "missing.kdx", "--to", "qdrant", "-o", "out"]);
    assert!(ran.failed().contains("missing.kdx"), "{}", ran.stderr());
    assert_eq!(files.read("out/points-0001.json"), before);
    assert_eq!(files.names(), ["docs", "out", "site.kdx"]);
}

#[test]
fn ids_that_opensearch_refuses_are_named() {
    let id = "x".repeat(510);
    let files =
        Files::new(&[("notes.jsonl", &format!("{{\"id\":\"{id}\",\"text\":\"shell\"}}\n"))]);
    files.run(["build", "notes.jsonl", "-o", "site.kdx"]).ok();
    let ran = files.run(["export", "site.kdx", "--to", "opensearch", "-o", "out"]);
    assert!(ran.failed().contains("512 bytes at most"), "{}", ran.stderr());
    assert!(!exists(&files.path("out")));
    export(&files, "qdrant");
}

#[test]
fn one_tenant_is_exported_at_a_time() {
    let notes = "{\"id\":\"a\",\"text\":\"shell\",\"tenant\":\"red\"}\n{\"id\":\"b\",\"text\":\"secret\",\"tenant\":\"blue\"}\n";
    let files = Files::new(&[("notes.jsonl", notes)]);
    files.run(["build", "notes.jsonl", "-o", "{tenant}.kdx"]).ok();
    for to in ["opensearch", "qdrant"] {
        files.run(["export", "red.kdx", "--to", to, "-o", "out", "-q"]).ok();
        for part in parts(&files, "") {
            let text = String::from_utf8(files.read(&part)).unwrap();
            assert!(!text.contains("secret"), "{part}");
        }
    }
}
