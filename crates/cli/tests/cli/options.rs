//! The options of `kindex search`.

use super::Files;
use serde_json::Value;

/// Three documents with filters and metadata.
fn notes() -> Files {
    let files = Files::new(&[(
        "notes.jsonl",
        concat!(
            r#"{"id":"a","text":"restart the shell","filters":{"part":["guide","x,y"]},"meta":{"year":2019}}"#,
            "\n",
            r#"{"id":"b","text":"restart the router","filters":{"part":["manual"]},"meta":{"year":2024}}"#,
            "\n",
            r#"{"id":"c","text":"restarted","filters":{"part":["blog"]},"meta":{"year":2026}}"#,
            "\n",
        ),
    )]);
    files.run(["build", "notes.jsonl", "-o", "site.kdx"]).ok();
    files
}

/// One page of two parents with three children each; one child of the first and all of the second
/// have the word zebra.
fn herd() -> Files {
    let line = |word: &str| format!("{word} and some more words in a line\n\n");
    let plain = line("plain");
    let herd = format!("# One\n\n{}{plain}{plain}# Two\n\n", line("zebra"));
    let herd = herd + &line("zebra") + &line("zebra zebra") + &line("many zebra zebra zebra");
    let files = Files::new(&[("docs/herd.md", &herd), ("docs/other.md", "zebra\n")]);
    files.run(["build", "docs", "-o", "site.kdx", "--levels", "60,200"]).ok();
    files
}

fn search(files: &Files, args: &[&str]) -> Value {
    files.run(["search", "site.kdx", "--json"].iter().chain(args)).ok().json()
}

fn texts<'a>(results: &'a Value, key: &str) -> Vec<&'a str> {
    let hits = results["hits"].as_array().unwrap().iter();
    hits.map(|hit| hit[key].as_str().unwrap()).collect()
}

fn documents(files: &Files, args: &[&str]) -> Vec<String> {
    let results = search(files, args);
    let mut ids: Vec<String> =
        texts(&results, "document").iter().map(ToString::to_string).collect();
    ids.sort();
    ids
}

/// The score of the second part of the herd.
fn score(files: &Files, args: &[&str]) -> f64 {
    let results = search(files, &[&["zebra"], args].concat());
    let hits = results["hits"].as_array().unwrap();
    hits.iter().find(|hit| hit["id"] == "herd.md#1.1").unwrap()["score"].as_f64().unwrap()
}

#[track_caller]
fn fails(files: &Files, args: &[&str], expected: &str) {
    let ran = files.run(["search", "site.kdx", "zebra"].iter().chain(args));
    assert_eq!(ran.refused(), expected);
    assert_eq!(ran.stderr().lines().count(), 1);
}

#[test]
fn how_many_and_beginnings() {
    let files = notes();
    assert_eq!(documents(&files, &["restart"]), ["a", "b", "c"]);
    assert_eq!(documents(&files, &["restart", "--limit", "1"]).len(), 1);
    assert_eq!(documents(&files, &["restart", "--limit", "18446744073709551615"]).len(), 3);
    assert_eq!(documents(&files, &["restart", "--limit", "0"]).len(), 0);
    assert_eq!(documents(&files, &["rou", "--prefix"]), ["b"]);
}

#[test]
fn filters_narrow() {
    let files = notes();
    let with = |filters: &[&str]| {
        let args = filters.iter().flat_map(|filter| ["--filter", *filter]);
        documents(&files, &["restart"].into_iter().chain(args).collect::<Vec<_>>())
    };
    assert_eq!(with(&["part=guide"]), ["a"]);
    assert_eq!(with(&["part=guide,blog"]), ["a", "c"]);
    assert_eq!(with(&["part=guide", "part=blog"]), [""; 0]);
    assert_eq!(with(&["part=guide", r"part=x\,y"]), ["a"]);
    assert_eq!(with(&["part=x,y"]), [""; 0]);
    assert_eq!(with(&["part!=guide,manual"]), ["c"]);
    assert_eq!(with(&["year>=2024"]), ["b", "c"]);
    assert_eq!(with(&["year<=2024"]), ["a", "b"]);
    assert_eq!(with(&["year>=2020", "part!=blog"]), ["b"]);
    assert_eq!(with(&["part=none"]), [""; 0]);
}

#[test]
fn facets_count() {
    let files = notes();
    let args = ["restart", "--limit", "1", "--facet", "part", "--facet", "year"];
    let results = search(&files, &args);
    let facets = &results["facets"];
    assert_eq!(facets["part"].as_array().unwrap().len(), 4);
    assert_eq!(facets["part"][0][1], 1);
    assert_eq!(facets["year"].as_array().unwrap().len(), 3);
    let again = files.run(["search", "site.kdx"].iter().chain(&args).chain(&["--facet", "part"]));
    let again = again.ok().stdout();
    assert_eq!(again.lines().filter(|line| line.starts_with("part: ")).count(), 1, "{again}");
    let text = files.run(["search", "site.kdx"].iter().chain(&args)).ok().stdout();
    assert!(text.contains("\npart: "), "{text}");
    assert!(text.contains("manual 1"), "{text}");
    let notes = "{\"id\":\"a\",\"text\":\"zebra\"}\n{\"id\":\"b\",\"text\":\"fern\",\"meta\":{\"part\":1}}\n";
    files.write("more.jsonl", notes);
    files.run(["build", "more.jsonl", "-o", "site.kdx"]).ok();
    let none = ["zebra", "--facet", "part"];
    assert_eq!(search(&files, &none)["facets"]["part"], serde_json::json!([]));
    let text = files.run(["search", "site.kdx"].iter().chain(&none)).ok().stdout();
    assert!(text.contains("\npart: no values\n"), "{text}");
}

#[test]
fn levels_are_matched_and_returned() {
    let files = herd();
    let levels = |args: &[&str]| {
        let results = search(&files, &[&["zebra"], args].concat());
        let hit = &results["hits"][0];
        (hit["matchedLevel"].as_u64().unwrap(), hit["returnedLevel"].as_u64().unwrap())
    };
    assert_eq!(levels(&[]), (0, 1));
    assert_eq!(levels(&["--return-level", "0"]), (0, 0));
    assert_eq!(levels(&["--return-level", "2"]), (0, 2));
    assert_eq!(levels(&["--no-expand"]), (0, 0));
    assert_eq!(levels(&["--match-level", "1"]), (1, 1));
    assert_eq!(levels(&["--match-level", "1", "--no-expand"]), (1, 1));
    assert_eq!(levels(&["--match-level", "1", "--return-level", "2"]), (1, 2));
    let none = "there is no level";
    fails(
        &files,
        &["--return-level", "3"],
        &format!("--return-level: {none} 3; accepted are 0 to 2"),
    );
    fails(
        &files,
        &["--match-level", "2"],
        &format!("--match-level: {none} 2; accepted are 0 to 1"),
    );
    let below = ["--match-level", "1", "--return-level", "0"];
    fails(&files, &below, &format!("--return-level: {none} 0; accepted are 1 to 2"));
}

#[test]
fn scores_collapse() {
    let files = herd();
    let of = |args: &str| score(&files, &args.split_whitespace().collect::<Vec<_>>());
    let [max, mean] = ["max", "mean"].map(|name| of(&format!("--collapse {name}")));
    assert_eq!(of(""), max);
    assert!(mean < max, "{mean} {max}");
}

#[test]
fn scores_have_weights() {
    let files = herd();
    let of = |args: &str| score(&files, &args.split_whitespace().collect::<Vec<_>>());
    let usual = "--explain --k1 1.2 --b 0.75 --title-weight 2 --heading-weight 2";
    assert_eq!(of(usual), of(""));
    assert!(of("--explain --k1 0") != of("") && of("--explain --b 0") != of(""));
    let number = "accepted are numbers from 0 to";
    fails(&files, &["--explain", "--b", "2"], &format!("--b: {number} 1"));
    fails(&files, &["--explain", "--k1=-1"], &format!("--k1: {number} 1000000"));
    fails(
        &files,
        &["--explain", "--title-weight=nan"],
        &format!("--title-weight: {number} 1000000"),
    );
    for weight in ["--k1=1.2", "--b=0", "--title-weight=1", "--heading-weight=1"] {
        let ran = files.run(["search", "site.kdx", "zebra", weight]);
        assert_eq!(ran.0.status.code(), Some(2), "{weight}");
        assert!(ran.stderr().contains("--explain"), "{}", ran.stderr());
    }
}

#[test]
fn parents_are_merged_where_enough_of_them_matches() {
    let files = herd();
    let ids = |args: &[&str]| {
        let results = search(&files, args);
        let mut ids: Vec<String> = texts(&results, "id").iter().map(ToString::to_string).collect();
        ids.sort();
        ids
    };
    let merged = ["herd.md#0.0", "herd.md#1.1", "other.md#1.0"];
    assert_eq!(ids(&["zebra"]), ["herd.md#1.0", "herd.md#1.1", "other.md#1.0"]);
    assert_eq!(ids(&["--auto-merge", "zebra"]), merged);
    assert_eq!(ids(&["--auto-merge=0.9", "zebra"]), merged);
    assert_eq!(ids(&["--auto-merge=0.1", "zebra"]), ids(&["zebra"]));
    fails(&files, &["--auto-merge=2"], "--auto-merge: accepted are numbers from 0 to 1");
}

#[test]
fn siblings_come_along() {
    let files = herd();
    let first = |args: &[&str]| {
        let results = search(&files, &[&["many", "--no-expand", "--limit", "1"], args].concat());
        results["hits"][0]["text"].as_str().unwrap().to_owned()
    };
    let (alone, beside) = (first(&[]), first(&["--siblings", "1"]));
    assert_eq!(first(&["--siblings", "0"]), alone);
    assert!(beside.contains(&alone) && beside.len() > alone.len(), "{beside:?}");
}

#[test]
fn results_of_a_document_are_limited_and_grouped() {
    let files = herd();
    assert_eq!(documents(&files, &["zebra"]), ["herd.md", "herd.md", "other.md"]);
    assert_eq!(documents(&files, &["zebra", "--per-document", "1"]), ["herd.md", "other.md"]);
    let grouped = search(&files, &["zebra", "--group"]);
    assert_eq!(grouped["total"], 2);
    let hits = grouped["hits"].as_array().unwrap();
    let herd = hits.iter().find(|hit| hit["document"] == "herd.md").unwrap();
    assert_eq!(herd["more"][0]["id"], "herd.md#1.0");
    let text = files.run(["search", "site.kdx", "zebra", "--group"]).ok().stdout();
    assert!(text.contains("\n   + One\n      herd.html#one  score "), "{text}");
    assert!(text.ends_with("2 of 2 documents that match\n"), "{text}");
}

#[test]
fn tokens_are_filled() {
    let files = herd();
    let results = search(&files, &["zebra", "--max-tokens", "30"]);
    let hits = results["hits"].as_array().unwrap();
    let tokens: u64 = hits.iter().map(|hit| hit["tokens"].as_u64().unwrap()).sum();
    assert!(tokens > 0 && tokens <= 30, "{results}");
    let left_out = results["leftOut"].as_array().unwrap();
    assert!(left_out.iter().any(|left| left["child"].is_string()), "{results}");
    let text = files.run(["search", "site.kdx", "zebra", "--max-tokens", "30"]).ok().stdout();
    let line = text.lines().find(|line| line.starts_with("left out: ")).unwrap();
    assert!(line.contains("herd.md#1.1 (~") && line.contains(" instead)"), "{line}");
    assert!(text.ends_with(&format!("~{tokens} of 30 tokens\n")), "{text}");
    let text = files.run(["search", "site.kdx", "zebra", "--max-tokens", "1"]).ok().stdout();
    assert!(text.starts_with("left out: "), "{text}");
    assert!(text.ends_with("0 of 3 passages that match, ~0 of 1 tokens\n"), "{text}");
    let args = ["search", "site.kdx", "zebra", "--group", "--max-tokens", "999"];
    let text = files.run(args).ok().stdout();
    assert!(text.contains("\n3 of 3 passages that match, ~"), "{text}");
}

/// The sum that an explanation gives.
fn explained(hit: &Value) -> f64 {
    let list = |value: &Value| value.as_array().unwrap().clone();
    let number = |value: &Value, key: &str| value[key].as_f64().unwrap();
    let explanation = &hit["explanation"];
    let children = list(&explanation["children"]);
    let children = children.iter().map(|child| {
        let terms: f64 = list(&child["terms"]).iter().map(|term| number(term, "score")).sum();
        let score = terms + number(child, "exactHeading");
        assert!((score - number(child, "score")).abs() < 1e-9, "{child}");
        score * number(child, "share")
    });
    let title = list(&explanation["title"]);
    let title: f64 = title.iter().map(|term| number(term, "score")).sum();
    let names = number(explanation, "partTitle") + number(explanation, "exactTitle");
    let sum = children.sum::<f64>() + title + names;
    sum * number(explanation, "boost")
}

#[test]
fn explanations_add_up() {
    let files = Files::corpus(&[]);
    let cases = ["", "--collapse mean", "--collapse mean --group", "--k1 3 --title-weight 0"];
    for query in ["install", "configuration file", "how to write themes", "filters"] {
        for case in cases.iter().chain(&["--auto-merge", "--match-level 1", "--no-expand"]) {
            let args: Vec<&str> = case.split_whitespace().chain([query, "--explain"]).collect();
            for hit in search(&files, &args)["hits"].as_array().unwrap() {
                let sum = explained(hit);
                let score = hit["score"].as_f64().unwrap();
                assert!((sum - score).abs() < 1e-9, "{query} {case}: {sum} {score} {hit}");
            }
        }
    }
}

#[test]
fn a_table_shows_how_scores_add_up() {
    let files = Files::corpus(&["--levels", "100,4000"]);
    let args = ["search", "site.kdx", "themes", "--explain", "--collapse", "mean", "--limit", "3"];
    let text = files.run(args).ok().stdout();
    let mut tables = 0;
    let mut sum = 0.0;
    // The last column ends where its heading does.
    let width = text.lines().find(|line| line.ends_with(" sum")).unwrap().chars().count();
    for line in text.lines().filter(|line| line.chars().count() == width) {
        let last = line.split_whitespace().next_back().and_then(|word| word.parse::<f64>().ok());
        match last {
            None => sum = 0.0,
            Some(total) if line.trim_start().starts_with("total ") => {
                assert!((sum - total).abs() < 0.005, "{sum} {total}\n{text}");
                tables += 1;
            }
            Some(part) => sum += part,
        }
    }
    assert_eq!(tables, 3, "{text}");
    assert!(text.contains(" more chunks, each x its share "), "{text}");
    assert!(text.contains("   title: themes "), "{text}");
}
