//! `kindex build --rooms` and `--extra`

use super::Files;
use serde_json::Value;

const ROOMS: &str = "default = \"general\"\n\n[[room]]\nname = \"backend\"\npaths = [\"api/**\"]\n\
                     files = [\"*server*\"]\nkeywords = [\"database\"]\n";

fn site() -> Files {
    Files::new(&[
        ("docs/api/a.md", "# A\n\nshell\n"),
        ("docs/b-server.md", "# B\n\nshell\n"),
        ("docs/c.md", "# C\n\nshell, database, Databases and a database\n"),
        ("docs/d.md", "# D\n\nshell database\n\n## Deep\n\nshell\n"),
        ("rooms.toml", ROOMS),
    ])
}

fn documents(files: &Files, filter: &str) -> Vec<String> {
    let args = ["search", "site.kdx", "shell", "--json", "--filter", filter];
    let results = files.run(args).ok().json();
    let hits = results["hits"].as_array().unwrap();
    let mut ids: Vec<String> =
        hits.iter().map(|hit| hit["document"].as_str().unwrap().to_owned()).collect();
    ids.sort();
    ids.dedup();
    ids
}

#[test]
fn rooms_are_filters() {
    let files = site();
    files.run(["build", "docs", "-o", "site.kdx", "--rooms", "rooms.toml"]).ok();
    assert_eq!(documents(&files, "room=backend"), ["api/a.md", "b-server.md", "c.md"]);
    assert_eq!(documents(&files, "room=general"), ["d.md"]);
}

#[test]
fn records_are_sorted_by_their_file_unless_they_name_a_room() {
    let files = site();
    let records = "{\"id\":\"1\",\"text\":\"shell\"}\n\
                   {\"id\":\"2\",\"text\":\"shell\",\"filters\":{\"room\":\"own\"}}\n";
    files.write("docs/api/records.jsonl", records);
    files.run(["build", "docs/", "-o", "site.kdx", "--rooms", "rooms.toml"]).ok();
    assert_eq!(documents(&files, "room=own"), ["2"]);
    assert_eq!(documents(&files, "room=backend"), ["1", "api/a.md", "b-server.md", "c.md"]);
}

#[test]
fn wrong_rooms_are_one_line_that_names_file_and_entry() {
    let files = site();
    let error = |rooms: &str| {
        files.write("rooms.toml", rooms);
        files.run(["build", "docs", "-o", "site.kdx", "--rooms", "rooms.toml"]).failed()
    };
    let wrong = error(&ROOMS.replace("api/**", "api/["));
    assert!(wrong.starts_with("cannot use rooms.toml: line 5: room \"backend\": "), "{wrong}");
    let wrong = error(&ROOMS.replace("keywords", "keyword"));
    assert!(wrong.contains("line 7: unknown field, expected"), "{wrong}");
    assert!(error("").contains("there is no room"));
    files.write("rooms.toml", b"\xff");
    let unread = files.run(["build", "docs", "-o", "site.kdx", "--rooms", "rooms.toml"]).failed();
    assert!(unread.starts_with("cannot read rooms.toml: ") && unread.contains("UTF-8"), "{unread}");
    let missing = files.run(["build", "docs", "-o", "site.kdx", "--rooms", "no.toml"]).failed();
    assert!(missing.starts_with("cannot read no.toml: "), "{missing}");
}

fn skipped(summary: &Value) -> Vec<&str> {
    let skipped = summary["skipped"].as_array().unwrap().iter();
    skipped.map(|skipped| skipped["reason"].as_str().unwrap()).collect()
}

#[test]
fn words_of_no_use_are_skipped_and_fail_where_nothing_may_be() {
    let files = site();
    let good = "{\"id\":\"d.md\",\"text\":\"one\"}\n\
                {\"id\":\"d.md\",\"anchor\":\"deep\",\"text\":\"two\"}\n";
    files.write("docs/extra.jsonl", good);
    let build = ["build", "docs", "-o", "site.kdx", "--json", "--extra", "docs/extra.jsonl"];
    let strict = |args: &[&'static str]| build.iter().chain(args).copied().collect::<Vec<_>>();
    let summary = files.run(strict(&["--strict"])).ok().json();
    // The file itself is no document.
    assert_eq!((&summary["documents"], skipped(&summary).len()), (&Value::from(4), 0));

    let bad =
        "{\"id\":\"e.md\",\"text\":\"x\"}\n{\"id\":\"d.md\",\"anchor\":\"e\",\"text\":\"x\"}\n{}\n";
    files.write("more.jsonl", bad);
    let summary = files.run(strict(&["--extra", "more.jsonl"])).ok().json();
    let reasons = skipped(&summary);
    assert_eq!(reasons[0], "line 1: no document has the id \"e.md\"");
    assert_eq!(reasons[1], "line 2: the document \"d.md\" has no section \"e\"");
    assert!(reasons[2].starts_with("line 3: missing field `id`"), "{reasons:?}");
    let error = files.run(strict(&["--extra", "more.jsonl", "--strict"])).failed();
    assert!(error.contains("3 skipped"), "{error}");
}

#[test]
fn words_reach_each_tenant() {
    let records = "{\"id\":\"1\",\"text\":\"shell\",\"tenant\":\"a\"}\n\
                   {\"id\":\"1\",\"text\":\"shell\",\"tenant\":\"b\"}\n";
    let extra = "{\"id\":\"1\",\"text\":\"quixotic\"}\n";
    let files = Files::new(&[("docs/r.jsonl", records), ("extra.jsonl", extra)]);
    files.run(["build", "docs", "-o", "{tenant}.kdx", "--extra", "extra.jsonl", "--strict"]).ok();
    for tenant in ["a", "b"] {
        let index = format!("{tenant}.kdx");
        let args = ["search", &index, "quixotic", "--json"];
        assert_eq!(files.run(args).ok().json()["total"], 1, "{tenant}");
    }
}
