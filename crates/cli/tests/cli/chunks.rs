//! `kindex chunks`

use super::{Files, keys};
use serde_json::{Value, json};

/// A page of two sections, the first with two children, and one without a title.
fn small() -> Files {
    let first = "One two three four five six seven eight nine ten.";
    let page = format!("# Guide\n\n{first}\n\n{first}\n\n## Use\n\nA short one.\n");
    let files = Files::new(&[("docs/guide.md", &page), ("docs/note.txt", "shell \u{202e}\n")]);
    files.run(["build", "docs", "-o", "site.kdx", "--levels", "60,120"]).ok();
    files
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn children_are_printed_with_what_stands_above_them() {
    let files = small();
    let text = files.run(["chunks", "site.kdx"]).ok().stdout();
    assert!(!text.contains('\u{202e}'), "{text}");
    let lines = lines(&text);
    let ids: Vec<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["guide.md#0.0", "guide.md#0.1", "guide.md#0.2", "note.txt#0.0"]);
    let expected = json!({
        "id": "guide.md#0.2", "title": "Guide", "headings": ["Guide", "Use"],
        "text": "## Use\n\nA short one.\n", "embed": "Guide > Use\n## Use\n\nA short one.",
    });
    assert_eq!(lines[2], expected);
    assert_eq!(lines[3]["text"], "shell \u{202e}\n");
    let help = files.run(["chunks", "--help"]).ok().stdout();
    for name in keys(&lines[0]) {
        assert!(help.contains(&format!("\"{name}\"")), "{name}");
    }
}

#[test]
fn ids_are_those_of_results() {
    let files = small();
    let found = files.run(["search", "site.kdx", "short", "--json"]).ok().json();
    let parents = files.run(["chunks", "site.kdx", "--level", "1"]).ok().stdout();
    let hit = &found["hits"][0];
    let same = lines(&parents).into_iter().find(|line| line["id"] == hit["id"]).unwrap();
    assert_eq!(same["text"], hit["text"]);
    let whole = files.run(["chunks", "site.kdx", "--level", "2"]).ok().stdout();
    assert_eq!(lines(&whole).len(), 2);
    let error = files.run(["chunks", "site.kdx", "--level", "3"]).refused();
    assert_eq!(error, "--level: there is no level 3; accepted are 0 to 2");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let files = small();
    let printed = files.run(["chunks", "site.kdx"]).ok().stdout();
    let said = files.run(["chunks", "site.kdx", "-o", "chunks.jsonl"]).ok().stdout();
    assert_eq!(said, "chunks.jsonl: 4 chunks of level 0\n");
    assert_eq!(files.read("chunks.jsonl"), printed.as_bytes());
    files.run(["chunks", "site.kdx", "-o", "chunks.jsonl", "--level", "9"]).refused();
    assert_eq!(files.read("chunks.jsonl"), printed.as_bytes());
    files.run(["chunks", "site.kdx", "-o", "missing/chunks.jsonl"]).failed();
    assert_eq!(files.names(), ["chunks.jsonl", "docs", "site.kdx"]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let files = Files::corpus(&[]);
    files.write("chunks.jsonl", "old");
    let error = files.run_limited(2, &["chunks", "site.kdx", "-o", "chunks.jsonl"]).failed();
    assert!(error.starts_with("cannot write chunks.jsonl: "), "{error}");
    assert_eq!(files.read("chunks.jsonl"), b"old");
    assert_eq!(files.names(), ["chunks.jsonl", "site.kdx"]);
}

#[test]
fn an_index_in_several_files_gives_the_same() {
    let files = small();
    files.run(["build", "docs", "-o", "folder", "--levels", "60,120", "--layout", "sharded"]).ok();
    let one = files.run(["chunks", "site.kdx"]).ok().stdout();
    assert_eq!(files.run(["chunks", "folder"]).ok().stdout(), one);
}
