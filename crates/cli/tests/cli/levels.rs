//! The options by which documents are cut.

use super::Files;
use serde_json::Value;

/// Size and overlap of each level, the coarsest first, and the unit.
fn levels(args: &[&str]) -> (Vec<(u64, f64)>, String) {
    let files = Files::new(&[("docs/a.md", "# A\n\nshell\n")]);
    files.run(["build", "docs", "-o", "site.kdx"].iter().chain(args)).ok();
    let stats = files.run(["stats", "site.kdx", "--json"]).ok().json();
    let of = |level: &Value| (level["size"].as_u64().unwrap(), level["overlap"].as_f64().unwrap());
    let levels = stats["levels"].as_array().unwrap().iter().rev().map(of).collect();
    (levels, stats["unit"].as_str().unwrap().into())
}

#[test]
fn settings_have_defaults_that_suit_each_other() {
    let cases: [(&str, &[(u64, f64)]); 14] = [
        ("", &[(2000, 0.0), (500, 0.0)]),
        ("--overlap 0.1", &[(2000, 0.1), (500, 0.1)]),
        ("--overlap 0.1,0.2", &[(2000, 0.1), (500, 0.2)]),
        ("--levels 300,900 --overlap 0.1,0.2", &[(900, 0.2), (300, 0.1)]),
        ("--levels 500", &[(500, 0.0)]),
        ("--chunker sections --section-depth 6", &[(2000, 0.0), (500, 0.0)]),
        ("--chunker windows", &[(2000, 0.0), (800, 0.125)]),
        ("--chunker windows --overlap 0.5", &[(2000, 0.5), (800, 0.5)]),
        ("--chunker windows --levels 900,300", &[(900, 0.0), (300, 0.0)]),
        ("--parents budget", &[(2000, 0.0), (500, 0.0)]),
        ("--parents sections", &[(0, 0.0), (500, 0.0)]),
        ("--parents documents --overlap 0.25", &[(0, 0.0), (500, 0.25)]),
        ("--parents documents --levels 900,300", &[(0, 0.0), (900, 0.0), (300, 0.0)]),
        ("--parents sections --chunker windows", &[(0, 0.0), (800, 0.125)]),
    ];
    for (args, expected) in cases {
        let (found, unit) = levels(&args.split_whitespace().collect::<Vec<_>>());
        assert_eq!((found.as_slice(), unit.as_str()), (expected, "characters"), "{args}");
    }
    let (found, unit) = levels(&["--unit", "tokens"]);
    assert_eq!((found, unit.as_str()), (vec![(512, 0.0), (128, 0.0)], "tokens"));
    let (found, _) = levels(&["--unit", "tokens", "--parents", "sections"]);
    assert_eq!(found, [(0, 0.0), (128, 0.0)]);
}

#[test]
fn bad_values_are_answered_with_those_accepted() {
    let files = Files::new(&[("docs/a.md", "# A\n")]);
    let cases = [
        (
            ["--levels", "1,2,3,4,5,6,7,8,9"],
            "--levels: \"1,2,3,4,5,6,7,8,9\" given; accepted are 1 to 8",
        ),
        (["--levels", "0"], "--levels: \"0\" given; accepted are"),
        (["--levels", "5,9,7"], "all falling or all rising"),
        (["--unit", "bytes"], "--unit: \"bytes\" given; accepted are characters, tokens"),
        (["--overlap", "0.6"], "--overlap: \"0.6,0.6\" given; accepted are shares from 0 to 0.5"),
        (["--overlap", "0.1,0.1,0.1"], "one for all levels or one for each"),
        (["--overlap", "NaN"], "--overlap: "),
        (["--chunker", "lines"], "--chunker: \"lines\" given; accepted are sections, windows"),
        (
            ["--parents", "pages"],
            "--parents: \"pages\" given; accepted are budget, sections, documents",
        ),
        (
            ["--section-depth", "0"],
            "--section-depth: 0 given; accepted are heading levels from 1 to 6",
        ),
        (["--section-depth", "7"], "--section-depth: 7 given"),
    ];
    for (args, expected) in cases {
        let ran = files.run(["build", "docs", "-o", "site.kdx"].iter().chain(&args));
        let error = ran.refused();
        assert!(error.contains(expected), "{args:?}: {error}");
        assert_eq!(ran.stderr().lines().count(), 1, "{args:?}");
    }
    assert_eq!(files.names(), ["docs"]);
}

#[test]
fn levels_in_tokens_are_kept_and_searched() {
    let sizes = [256, 512, 1024, 2048];
    let files = Files::corpus(&["--levels", "256,512,1024,2048", "--unit", "tokens"]);
    files.run(["verify", "site.kdx"]).ok();
    let tree = files.run(["tree", "site.kdx", "config.md", "--json"]).ok().json();
    let mut seen = [0; 5];
    check(&tree, &sizes, &mut seen);
    assert_eq!(seen[4], 1);
    assert!(seen[0] > seen[3] && seen[3] > 0, "{seen:?}");

    let args = ["search", "site.kdx", "theme", "--return-level", "2", "--json"];
    let results = files.run(args).ok().json();
    let hits = results["hits"].as_array().unwrap();
    assert!(hits.len() > 1);
    for hit in hits {
        let id = format!("{}#2.", hit["document"].as_str().unwrap());
        assert!(hit["id"].as_str().unwrap().starts_with(&id), "{hit}");
        assert_eq!(
            (&hit["level"], &hit["returnedLevel"], &hit["matchedLevel"]),
            (&2.into(), &2.into(), &0.into())
        );
        assert!(hit["tokens"].as_u64().unwrap() <= 1024);
        assert!(hit["children"][0]["id"].as_str().unwrap().contains("#0."), "{hit}");
    }
    let pages = files.run(["search", "site.kdx", "theme", "--return-level", "4", "--json"]).ok();
    assert!(pages.json()["hits"][0]["id"].as_str().unwrap().ends_with("#4.0"));
}

/// Counts the chunks of each level, none of which is too large or lies outside of what it is in.
fn check(node: &Value, sizes: &[u64], seen: &mut [usize]) {
    let number = |node: &Value, key: &str| node[key].as_u64().unwrap();
    let level = number(node, "level") as usize;
    seen[level] += 1;
    assert!(sizes.get(level).is_none_or(|&size| number(node, "tokens") <= size), "{node}");
    let children = node["children"].as_array().unwrap();
    let mut at = number(node, "start");
    for child in children {
        assert_eq!(number(child, "start"), at, "{child}");
        assert_eq!(number(child, "level") as usize, level - 1);
        at = number(child, "end");
        check(child, sizes, seen);
    }
    assert!(children.is_empty() == (level == 0));
    assert!(children.is_empty() || at == number(node, "end"), "{node}");
}

#[test]
fn a_single_size_gives_plain_chunks() {
    let files = Files::corpus(&["--levels", "500"]);
    let results = files.run(["search", "site.kdx", "theme", "--json"]).ok().json();
    let hit = &results["hits"][0];
    assert_eq!(hit["level"], 0);
    assert!(hit["text"].as_str().unwrap().chars().count() <= 500);
    assert_eq!(hit["id"], hit["children"][0]["id"]);
}

#[test]
fn windows_pass_over_headings() {
    let section = |name: &str| format!("# {name}\n\n{}\n\n", "word ".repeat(60));
    let files = Files::new(&[("docs/a.md", &(section("A") + &section("B")))]);
    for (chunker, expected) in [("sections", 2), ("windows", 1)] {
        let args = ["--levels", "700", "--chunker", chunker];
        files.run(["build", "docs", "-o", "site.kdx"].iter().chain(&args)).ok();
        let tree = files.run(["tree", "site.kdx", "a.md", "--json"]).ok().json();
        assert_eq!(tree["children"].as_array().unwrap().len(), expected, "{chunker}");
    }
}

#[test]
fn weak_headings_begin_parents_where_the_depth_says_so() {
    let long = "word ".repeat(140);
    let text = format!("# A\n\n{long}\n\n#### B\n\n{long}\n");
    let files = Files::new(&[("docs/a.md", &text)]);
    for (depth, expected) in [("3", 1), ("4", 2)] {
        files.run(["build", "docs", "-o", "site.kdx", "--section-depth", depth]).ok();
        let tree = files.run(["tree", "site.kdx", "a.md", "--json"]).ok().json();
        assert_eq!(tree["children"].as_array().unwrap().len(), expected, "{depth}");
    }
}
