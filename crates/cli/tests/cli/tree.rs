//! `kindex tree`

use super::{Files, keys};
use serde_json::Value;

/// A page of two sections, the first with two children.
fn small() -> Files {
    let first = "One two three four five six seven eight nine ten.";
    let page = format!("# Guide\n\n{first}\n\n{first}\n\n## Use\n\nA short one.\n");
    let files =
        Files::new(&[("docs/sub/guide.md", &page), ("docs/other.md", "# Other\n\nshell\n")]);
    files.run(["build", "docs", "-o", "site.kdx", "--levels", "60,120", "--base-url", "/d/"]).ok();
    files
}

fn ids(node: &Value) -> Vec<String> {
    let id = node["id"].as_str().unwrap().rsplit('#').next().unwrap();
    let below = node["children"].as_array().unwrap().iter().flat_map(ids);
    std::iter::once(id.to_owned()).chain(below).collect()
}

#[test]
fn a_page_is_drawn() {
    let text = small().run(["tree", "site.kdx", "sub/guide.md"]).ok().stdout();
    let expected = "\
2.0  ~32 tokens  Guide
├─ 1.0  ~25 tokens  Guide
│  ├─ 0.0  ~14 tokens  Guide
│  └─ 0.1  ~11 tokens  One two three four five six seven eight nine ten.
└─ 1.1  ~7 tokens  Use
   └─ 0.2  ~7 tokens  Use
5 chunks; ids are sub/guide.md#LEVEL.POSITION
";
    assert_eq!(text, expected);
}

#[test]
fn pages_are_found_by_id_and_by_url() {
    let files = small();
    let drawn = files.run(["tree", "site.kdx", "sub/guide.md"]).ok().stdout();
    for page in ["/d/sub/guide.html", "d/sub/guide.html", "/d/sub/guide.html#use"] {
        assert_eq!(files.run(["tree", "site.kdx", page]).ok().stdout(), drawn, "{page}");
    }
    files.run(["tree", "site.kdx", "sub/guide.md#2.0"]).ok();
}

#[test]
fn a_chunk_is_drawn_with_what_it_lies_in_and_what_lies_in_it() {
    let files = small();
    let tree = |id: &str| ids(&files.run(["tree", "site.kdx", id, "--json"]).ok().json());
    assert_eq!(tree("sub/guide.md#1.0"), ["2.0", "1.0", "0.0", "0.1"]);
    assert_eq!(tree("sub/guide.md#0.1"), ["2.0", "1.0", "0.1"]);
    let text = files.run(["tree", "site.kdx", "sub/guide.md#0.2"]).ok().stdout();
    assert!(text.contains("└─ 1.1  ~7 tokens  Use\n   └─ 0.2  ~7 tokens  Use\n"), "{text}");
    assert!(!text.contains("1.0"), "{text}");
}

#[test]
fn levels_can_be_left_out() {
    let files = small();
    let tree = |args: &[&str]| {
        let all = ["tree", "site.kdx", "--json"].iter().chain(args);
        ids(&files.run(all).ok().json())
    };
    assert_eq!(tree(&["sub/guide.md", "--level", "1"]), ["2.0", "1.0", "1.1"]);
    assert_eq!(tree(&["sub/guide.md", "--level", "2"]), ["2.0"]);
    assert_eq!(tree(&["sub/guide.md"]).len(), 6);
    assert_eq!(tree(&["sub/guide.md#1.0", "--level", "1"]), ["2.0", "1.0"]);
    let error = files.run(["tree", "site.kdx", "other.md", "--level", "3"]).refused();
    assert_eq!(error, "--level: there is no level 3; accepted are 0 to 2");
}

#[test]
fn json_has_the_keys_that_help_names() {
    let files = small();
    let tree = files.run(["tree", "site.kdx", "sub/guide.md", "--json"]).ok().json();
    let expected = ["children", "end", "heading", "id", "level", "start", "tokens"];
    let node = &tree["children"][1];
    assert_eq!(keys(&tree), expected);
    assert_eq!(keys(node), expected);
    assert_eq!(node["heading"], "Use");
    assert_eq!(tree["children"][0]["end"], node["start"]);
    let help = files.run(["tree", "--help"]).ok().stdout();
    for name in expected {
        assert!(help.contains(&format!("\"{name}\"")), "{name}");
    }
}

#[test]
fn what_is_not_there_is_answered_with_what_is_near() {
    let files = small();
    let error = |page: &str| files.run(["tree", "site.kdx", page]).failed();
    let begun = "no page or chunk has the id or URL ";
    assert_eq!(error("Guide"), format!("{begun}\"Guide\"; did you mean sub/guide.md"));
    assert_eq!(error("md"), format!("{begun}\"md\"; did you mean other.md, sub/guide.md"));
    for page in ["zebra", "", "/"] {
        assert!(error(page).starts_with(&format!("{begun}{page:?}; ids are")), "{page}");
    }
    assert!(error("other.md#1.9").starts_with(begun));
    assert!(!error("\u{1b}[2J").contains('\u{1b}'));
}

#[test]
fn lines_are_folded_in_any_page_of_a_corpus() {
    let files = Files::corpus(&["--levels", "32,64,128,256", "--unit", "tokens"]);
    let text = files.run(["tree", "site.kdx", "config.md"]).ok().stdout();
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(text.lines().any(|line| line.ends_with('…')), "{text}");
    assert!(text.contains("│  │  "), "{text}");
}
