//! `kindex report`, of what `kindex mcp` logged.

use super::{Files, Ran, keys};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

/// A site in which one word is another one than readers use.
fn site() -> Files {
    let files = Files::new(&[
        ("docs/deploy.md", "# Deploying\n\n## Kubernetes\n\nApply the manifest to kubernetes.\n"),
        ("docs/themes.md", "# Themes\n\nColours of the dark theme.\n"),
        ("docs/install.md", "# Installing\n\nRun the installer.\n"),
    ]);
    files.run(["build", "docs", "-q", "-o", "site.kdx"]).ok();
    files
}

/// A session of a language model, which is logged.
fn session(files: &Files, calls: &[(&str, Value)]) {
    session_of(files, &["site.kdx"], calls);
}

fn session_of(files: &Files, indexes: &[&str], calls: &[(&str, Value)]) {
    let mut command = files.command();
    command.args(["mcp", "--log", "log.jsonl"]).args(indexes);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for (id, (name, arguments)) in calls.iter().enumerate() {
        let params = json!({ "name": name, "arguments": arguments });
        let line = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
        writeln!(input, "{line}").unwrap();
    }
    drop(input);
    Ran(child.wait_with_output().unwrap()).ok();
}

fn search(query: &str) -> (&'static str, Value) {
    ("search_docs", json!({ "query": query }))
}

fn read(url: &str) -> (&'static str, Value) {
    ("read_page", json!({ "url": url }))
}

/// Two sessions that use another word, and one that looks for what there is not.
fn asked() -> Files {
    let files = site();
    for _ in 0..2 {
        session(
            &files,
            &[search("k8s manifest"), search("kubernetes manifest"), read("deploy.md")],
        );
    }
    session(&files, &[search("themes"), search("zebra")]);
    files
}

#[test]
fn proposals_are_files_that_builds_and_measures_read() {
    let files = asked();
    let ran = files.run(["report", "log.jsonl", "-o", "proposed"]).ok();
    let text = ran.stdout();
    assert!(text.starts_with("6 questions in 3 sessions\n"), "{text}");
    assert!(text.contains("\"zebra\"") && text.contains("\"k8s manifest\" then"), "{text}");
    for name in ["pins.yml: 1 proposed", "synonyms.txt: 1 proposed", "golden.yaml: 1 proposed"] {
        assert!(text.contains(name), "{text}");
    }
    let synonyms = String::from_utf8(files.read("proposed/synonyms.txt")).unwrap();
    assert!(synonyms.ends_with("\n# asked by 2 sessions\nk8s => kubernetes\n"), "{synonyms}");
    // Without them the golden set fails, and with either it holds.
    let eval = ["eval", "docs", "--golden", "proposed/golden.yaml", "--threshold", "success@1=1"];
    let first = |index: &str| {
        let hits = files.run(["search", index, "k8s", "--json"]).ok().json()["hits"].clone();
        hits[0]["document"].clone()
    };
    assert_eq!(first("site.kdx"), Value::Null);
    let more = ["--synonyms", "proposed/synonyms.txt"];
    files.run(eval.iter().chain(&more)).ok();
    files.run(["build", "docs", "-q", "-o", "better.kdx", more[0], more[1]]).ok();
    assert_eq!(first("better.kdx"), "deploy.md");
    let pins = ["--pins", "proposed/pins.yml", "--strict"];
    files.run(["build", "docs", "-q", "-o", "pinned.kdx"].iter().chain(&pins)).ok();
    let pinned = files.run(["search", "pinned.kdx", "K8s manifest", "--json"]).ok().json();
    assert_eq!(pinned["hits"][0]["pinned"], true);
}

/// Models read passages by the ids that a search shows.
#[test]
fn a_passage_that_was_read_stands_for_its_page() {
    let files = site();
    let hits = files.run(["search", "site.kdx", "kubernetes manifest", "--json"]).ok().json();
    let id = hits["hits"][0]["id"].as_str().unwrap();
    assert!(id.starts_with("deploy.md#"), "{id}");
    for _ in 0..2 {
        session(&files, &[search("k8s manifest"), search("kubernetes manifest"), read(id)]);
    }
    let report = files.run(["report", "log.jsonl", "--json"]).ok().json();
    assert_eq!(report["golden"][0]["pages"], json!(["deploy.html"]), "{report}");
}

/// The log of several indexes says that there are names in it, and only these are left out.
#[test]
fn names_of_indexes_are_left_out() {
    for (indexes, page) in
        [(&["a=site.kdx", "b=site.kdx"][..], "a::deploy.md"), (&["a=site.kdx"], "deploy.md")]
    {
        let files = site();
        for _ in 0..2 {
            let calls = [search("k8s manifest"), search("kubernetes manifest"), read(page)];
            session_of(&files, indexes, &calls);
        }
        let log = String::from_utf8(files.read("log.jsonl")).unwrap();
        let named = log.lines().filter(|line| line.contains("\"named\":true")).count();
        assert_eq!(named, if indexes.len() > 1 { 6 } else { 0 }, "{log}");
        let report = files.run(["report", "log.jsonl", "--json"]).ok().json();
        assert_eq!(report["pins"][0]["pages"], json!(["deploy.html"]), "{report}");
    }
}

/// Pages that have no address are named by their ids.
#[test]
fn pages_without_addresses_are_proposed() {
    let files = Files::new(&[]);
    let page = |id: &str, text: &str| json!({ "id": id, "text": text }).to_string() + "\n";
    let pages = page("deploy", "Apply the manifest to kubernetes.") + &page("install", "Run it.");
    files.write("pages.jsonl", pages);
    files.run(["build", "pages.jsonl", "-q", "-o", "site.kdx"]).ok();
    for _ in 0..2 {
        let said = json!({ "query": "kubernetes manifest", "helpful": false, "ids": ["install"] });
        session(&files, &[search("k8s"), search("kubernetes manifest"), ("give_feedback", said)]);
    }
    let report = files.run(["report", "log.jsonl", "--json"]).ok().json();
    assert_eq!(report["pins"][0]["pages"], json!(["deploy"]), "{report}");
    assert_eq!(report["golden"][0]["pages"], json!(["deploy"]), "{report}");
    assert_eq!(report["unhelpful"][0]["page"], "install", "{report}");
}

#[test]
fn a_report_replaces_its_own_files_and_no_others() {
    let files = asked();
    let report = ["report", "log.jsonl", "-o", "proposed"];
    files.run(report).ok();
    let before = files.read("proposed/pins.yml");
    files.run(report).ok();
    assert_eq!(files.read("proposed/pins.yml"), before);
    files.write("proposed/golden.yaml", "- query: mine\n  page: install.md\n");
    files.write("proposed/pins.yml", [before, b"changed".to_vec()].concat());
    let error = files.run(report).failed();
    assert!(error.contains("golden.yaml: it is there, and no report wrote it"), "{error}");
    assert!(files.read("proposed/pins.yml").ends_with(b"changed"));
    assert!(files.read("proposed/golden.yaml").starts_with(b"- query: mine"));
}

#[test]
fn without_a_folder_all_is_printed() {
    let files = asked();
    let text = files.run(["report", "log.jsonl"]).ok().stdout();
    assert!(text.contains("\nsynonyms.txt\n# Proposed by kindex report"), "{text}");
    assert!(text.contains("- query: \"k8s manifest\"\n  pages: [\"deploy.html\"]\n"), "{text}");
    // What one session asked is shown and not proposed.
    let text = files.run(["report", "log.jsonl", "--at-least", "3"]).ok().stdout();
    assert!(text.contains("Asked again") && !text.contains("pins.yml"), "{text}");
    let json = files.run(["report", "log.jsonl", "--json"]).ok().json();
    let all = "again feedback golden nothing pins questions sessions synonyms unhelpful".split(' ');
    assert_eq!(keys(&json), all.collect::<Vec<_>>());
    assert_eq!(json["nothing"], json!([{ "query": "zebra", "sessions": 1 }]));
    let synonym = json!({ "from": "k8s", "to": "kubernetes", "sessions": 2 });
    assert_eq!(json["synonyms"], json!([synonym]));
}

/// What did not help is no answer, and the page that did not is proposed to be mended.
#[test]
fn what_is_said_of_answers_is_proposed() {
    let files = site();
    let feedback = |query: &str, helpful: bool, ids: &[&str], comment: &str| {
        let said = json!({ "query": query, "helpful": helpful, "ids": ids, "comment": comment });
        ("give_feedback", said)
    };
    for number in 0..2 {
        let comment = format!("Nothing on\nrolling back {number}");
        session(
            &files,
            &[
                search("undo manifest"),
                read("deploy.md"),
                feedback("undo manifest", false, &["deploy.md#1.0"], &comment),
                // No word in common: it goes on as the answer did not help.
                search("installer"),
                read("install.md"),
                feedback("installer", true, &["install.md#1.0"], ""),
            ],
        );
    }
    session(&files, &[search("themes"), feedback("themes", false, &["themes.md"], "")]);
    let report = files.run(["report", "log.jsonl", "--json"]).ok().json();
    let unhelpful = &report["unhelpful"];
    assert_eq!(unhelpful.as_array().unwrap().len(), 1, "{report}");
    assert_eq!(
        (&unhelpful[0]["page"], &unhelpful[0]["sessions"]),
        (&json!("deploy.html"), &json!(2))
    );
    assert_eq!(unhelpful[0]["queries"], json!(["undo manifest"]));
    let comments = json!(["Nothing on rolling back 0", "Nothing on rolling back 1"]);
    assert_eq!(unhelpful[0]["comments"], comments);
    assert_eq!(report["pins"][0]["query"], "undo manifest");
    assert_eq!(report["pins"][0]["pages"], json!(["install.html"]));
    let golden = report["golden"].as_array().unwrap().iter();
    let golden: Vec<&str> = golden.map(|one| one["query"].as_str().unwrap()).collect();
    assert_eq!(golden, ["undo manifest", "installer"]);
    assert_eq!(report["feedback"].as_array().unwrap().len(), 5);
    let help = files.run(["report", "--help"]).ok().stdout();
    for name in keys(&report["feedback"][0]) {
        assert!(help.contains(&format!("\"{name}\"")), "{name}");
    }
    let written = files.run(["report", "log.jsonl", "-o", "proposed"]).ok().stdout();
    assert!(written.contains("unhelpful.yml: 1 proposed"), "{written}");
    let text = String::from_utf8(files.read("proposed/unhelpful.yml")).unwrap();
    assert!(text.contains("\n# told by 2 sessions\n- page: \"deploy.html\"\n"), "{text}");
    let eval = ["eval", "docs", "--golden", "proposed/golden.yaml", "--json"];
    assert_eq!(files.run(eval).ok().json()["queries"], 2);
}

#[test]
fn several_logs_are_one_and_other_lines_are_counted() {
    let files = asked();
    let log = String::from_utf8(files.read("log.jsonl")).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    let long = "x".repeat(3 << 20);
    let others = format!("no json\n{{\"other\":1}}\n{long}\n");
    files.write("a.jsonl", format!("{}\n\n{others}", lines[..3].join("\n")));
    files.write("b.jsonl", lines[3..].join("\n"));
    let ran = files.run(["report", "a.jsonl", "b.jsonl", "--json"]).ok();
    assert!(ran.stderr().starts_with("kindex: 3 lines passed over"), "{}", ran.stderr());
    assert_eq!(ran.json(), files.run(["report", "log.jsonl", "--json"]).ok().json());
    files.write("feedback.jsonl", r#"{"time":1,"session":"s","tool":"give_feedback","arguments":{"comment":"Wrong \u001b[2J"},"ms":1}"#);
    let text = files.run(["report", "feedback.jsonl"]).ok().stdout();
    assert!(text.contains("Feedback") && !text.contains('\u{1b}'), "{text}");
}

#[test]
fn a_log_without_questions_is_one_line() {
    let files = Files::new(&[("empty.jsonl", ""), ("other.jsonl", "a\nb\n")]);
    for log in ["empty.jsonl", "other.jsonl"] {
        let error = files.run(["report", log]).failed();
        assert_eq!(
            error,
            format!("{log}: no question is in it; kindex mcp --log FILE writes them")
        );
    }
    assert!(files.run(["report", "none.jsonl"]).failed().starts_with("cannot read none.jsonl"));
    assert_eq!(files.run(["report"]).0.status.code(), Some(2));
}
