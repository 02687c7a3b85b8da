//! `kindex build`

use super::{Files, exists, has_field, keys};
use serde_json::Value;
#[cfg(unix)]
use std::process::Command;

/// Documents enough to take a moment and to make an index of more than a few kilobytes.
fn many() -> Files {
    let files = Files::new(&[("site.kdx", "old")]);
    for page in 0..300 {
        let words: String = (0..200).map(|word| format!("word{} ", page * word)).collect();
        files.write(&format!("docs/{page}.md"), format!("# Page {page}\n\n{words}\n"));
    }
    files
}

fn ids(files: &Files, query: &str) -> Vec<String> {
    let results = files.run(["search", "site.kdx", query, "--json"]).ok().json();
    let hits = results["hits"].as_array().unwrap();
    let mut ids: Vec<String> =
        hits.iter().map(|hit| hit["document"].as_str().unwrap().into()).collect();
    ids.sort();
    ids
}

#[test]
fn the_summary_counts() {
    let files = Files::new(&[
        ("docs/a.md", "# A\n\nshell\n"),
        ("docs/b.html", "<meta name=robots content=noindex><p>shell"),
        ("docs/logo.png", "no text"),
    ]);
    files.write("docs/bad.md", b"caf\xe9\0");
    let ran = files.run(["build", "docs", "-o", "site.kdx", "--json"]).ok();
    let summary = ran.json();
    assert_eq!(
        keys(&summary),
        [
            "bytes",
            "documents",
            "leftOut",
            "levels",
            "output",
            "seconds",
            "skipped",
            "tenants",
            "unindexed",
            "unit",
            "words"
        ]
    );
    assert_eq!(summary["documents"], 1);
    assert_eq!(summary["unindexed"], 1);
    assert_eq!(summary["levels"][1]["size"], 2000);
    assert_eq!(summary["levels"][1]["chunks"], 1);
    assert_eq!(summary["bytes"], files.read("site.kdx").len());
    assert_eq!(summary["skipped"].as_array().unwrap().len(), 1);
    let stderr = ran.stderr();
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.contains("bad.md") && stderr.contains("no text"), "{stderr}");

    let text = files.run(["build", "docs", "-o", "site.kdx"]).ok().stdout();
    assert!(text.starts_with("site.kdx: 1 document, 1 chunk of up to 2,000"), "{text}");
    assert!(text.contains("; 1 page left out as asked; 1 skipped"), "{text}");
    let quiet = files.run(["build", "docs", "-o", "site.kdx", "--quiet"]).ok();
    assert_eq!(quiet.stdout(), "");
}

#[test]
fn strict_writes_nothing_if_something_is_skipped() {
    let files = Files::new(&[("docs/a.md", "# A\n"), ("site.kdx", "old")]);
    files.write("docs/bad.md", b"\xff\0");
    let error = files.run(["build", "docs", "-o", "site.kdx", "--strict"]).failed();
    assert!(error.contains("1 skipped"), "{error}");
    assert_eq!(files.read("site.kdx"), b"old");
    files.run(["build", "docs", "-o", "site.kdx", "--strict", "--exclude", "bad*"]).ok();
    files.run(["verify", "site.kdx"]).ok();
}

#[test]
fn bad_lines_and_ids_given_twice_are_skipped() {
    let good = "{\"id\":\"a\",\"text\":\"shell\"}\n";
    let files = Files::new(&[("notes.jsonl", &format!("{good}{good}oops\n"))]);
    let ran = files.run(["build", "notes.jsonl", "-o", "site.kdx", "--json"]).ok();
    assert_eq!(ran.json()["documents"], 1);
    let skipped = ran.stderr();
    assert!(skipped.contains("line 3") && skipped.contains("same id"), "{skipped}");
}

#[test]
fn of_many_faults_of_a_file_the_first_are_named() {
    let files = Files::new(&[
        ("docs/a.md", "# Shell\n"),
        ("docs/events.jsonl", &"{\"event\":1}\n".repeat(5000)),
        ("docs/few.jsonl", &"oops\n".repeat(5)),
    ]);
    let ran = files.run(["build", "docs", "-o", "site.kdx", "--json"]).ok();
    assert_eq!(ran.json()["skipped"].as_array().unwrap().len(), 5005);
    let said = ran.stderr();
    let named = |file: &str| said.matches(&format!("skipped docs/{file}: line ")).count();
    assert_eq!((named("events.jsonl"), named("few.jsonl")), (5, 5), "{said}");
    assert!(said.contains("skipped docs/events.jsonl: and 4995 more\n"), "{said}");
    assert!(!said.contains("few.jsonl: and"), "{said}");
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let files = many();
    for name in ["one.kdx", "two.kdx"] {
        files.run(["build", "docs", "-o", name]).ok();
    }
    assert!(files.read("one.kdx") == files.read("two.kdx"));
}

#[test]
fn settings_reach_the_index() {
    let files = Files::new(&[("docs/a.md", "# A\n\nMaisons blanches.\n")]);
    let args = ["--levels", "300,900", "--overlap", "0.1", "--language", "fr", "-q"];
    files.run(["build", "docs", "-o", "site.kdx"].iter().chain(&args)).ok();
    let stats = files.run(["stats", "site.kdx", "--json"]).ok().json();
    assert_eq!(stats["language"], "fr");
    assert_eq!(stats["levels"][0]["overlap"], 0.1);
    assert_eq!(stats["levels"][0]["size"], 300);
    assert_eq!(ids(&files, "maison"), ["a.md"]);
}

#[test]
fn the_site_is_found_or_given() {
    let files = Files::new(&[("hugo.toml", ""), ("content/Tasks/run.md", "# Run\n\nshell\n")]);
    let url = |args: &[&str]| {
        files.run(["build", "content", "-o", "site.kdx"].iter().chain(args)).ok();
        let results = files.run(["search", "site.kdx", "shell", "--json"]).ok().json();
        results["hits"][0]["url"].as_str().unwrap().to_owned()
    };
    assert_eq!(url(&[]), "tasks/run/");
    assert_eq!(url(&["--site", "plain"]), "Tasks/run.html");
    assert_eq!(url(&["--site", "plain", "--base-url", "/d"]), "/d/Tasks/run.html");
}

#[test]
fn parts_of_a_bundle_lead_to_its_page() {
    let files = Files::new(&[
        ("one/index.md", "# Home\n"),
        ("one/a.md", "A house.\n"),
        ("one/glossary/index.md", "# Glossary\n"),
        ("one/glossary/b/pod.md", "---\ntitle: Pod\n---\n\nA shell.\n\n## More\n\nA shell.\n"),
        ("one/glossary/c.html", "---\ntitle: Node\n---\n<p>A castle.</p>"),
        ("one/glossary/d.html", "<p>A tower.</p>"),
        ("two/index.md", "# Other\n"),
    ]);
    let url = |query: &str| {
        let results = files.run(["search", "site.kdx", query, "--json"]).ok().json();
        results["hits"][0]["url"].as_str().unwrap().to_owned()
    };
    files.run(["build", "one", "--site", "hugo", "-o", "site.kdx"]).ok();
    assert_eq!(url("shell"), "glossary/#b/pod");
    assert_eq!(url("house"), "a/");
    assert_eq!(url("castle"), "glossary/#c");
    // Without front matter HTML is a file that is published as it is.
    assert_eq!(url("tower"), "glossary/d.html");
    let tree = files.run(["tree", "site.kdx", "glossary/#b/pod"]).ok().stdout();
    assert!(tree.contains("Pod"), "{tree}");
    // Their ids begin with their folders, as two would be the same.
    files.run(["build", "one", "two", "--site", "hugo", "-o", "site.kdx"]).ok();
    assert_eq!(url("shell"), "one/glossary/#b/pod");
    assert_eq!(url("house"), "one/a/");
}

#[test]
fn several_paths_make_one_index() {
    let files = Files::new(&[
        ("one/a.md", "shell\n"),
        ("two/b.md", "shell\n"),
        ("two/sub/c.txt", "shell\n"),
        ("d.md", "shell\n"),
    ]);
    files.run(["build", "one", "two", "d.md", "-o", "site.kdx"]).ok();
    assert_eq!(ids(&files, "shell"), ["a.md", "b.md", "d.md", "sub/c.txt"]);
    files.write("two/a.md", "shell\n");
    files.run(["build", "one", "two", "d.md", "-o", "site.kdx"]).ok();
    assert_eq!(ids(&files, "shell"), ["d.md", "one/a.md", "two/a.md", "two/b.md", "two/sub/c.txt"]);
}

#[test]
fn what_cannot_be_built_says_why() {
    let files = Files::new(&[
        ("docs/a.md", "# A\n"),
        ("empty/logo.png", ""),
        ("bad/a.md", "placeholder"),
        ("notes.doc", ""),
    ]);
    files.write("bad/a.md", b"\xff\0");
    let cases: [(&[&str], &str); 5] = [
        (&["missing"], "cannot read missing: no such file"),
        (&["empty"], "no documents in empty"),
        (&["bad"], "no documents in bad"),
        (&["notes.doc"], "known are .md,"),
        (&["docs", "docs"], "would both have the id docs/a.md"),
    ];
    for (args, expected) in cases {
        let error = files.run(["build", "-o", "site.kdx"].iter().chain(args)).failed();
        assert!(error.contains(expected), "{args:?}: {error}");
        assert!(!exists(&files.path("site.kdx")));
    }
    for (output, expected) in
        [("nowhere/site.kdx", "no folder nowhere"), ("docs", "it is a folder")]
    {
        let error = files.run(["build", "docs", "-o", output]).failed();
        assert!(error.contains(expected), "{output}: {error}");
    }
    for (flags, expected) in [
        (["-o", "docs/new.md"], "by its extension it is a document"),
        (["-osite.kdx", "--levels=9,9"], "--levels: "),
        (["-osite.kdx", "--overlap=2"], "--overlap: "),
        (["-osite.kdx", "--exclude={a"], "--exclude {a: "),
        (["-osite.kdx", "--exclude=!a"], "--exclude !a: "),
    ] {
        let error = files.run(["build", "docs"].iter().chain(&flags)).refused();
        assert!(error.contains(expected), "{flags:?}: {error}");
    }
}

#[test]
fn the_summary_counts_what_nothing_reads() {
    let files = Files::new(&[("docs/a.md", "# A\n"), ("docs/package.json", "{}")]);
    for file in ["b.rst", "c.rst", "sub/d.RST", "e.docx", "LICENSE", ".hidden.rst", "pins.toml"] {
        files.write(&format!("docs/{file}"), "");
    }
    let build = ["build", "docs", "-o", "docs/site.kdx", "--pins", "docs/pins.toml"];
    for _ in 0..2 {
        let line = files.run(build).ok().stdout();
        assert_eq!(line.lines().count(), 1, "{line}");
        let unread = "; not read: 3 .rst, 1 without extension, 1 .docx, 1 .json\n";
        assert!(line.ends_with(unread), "{line}");
    }
}

#[test]
fn the_summary_does_not_count_what_the_command_writes() {
    let files = Files::new(&[("docs/a.md", "# A\n"), ("docs/x.rst", "")]);
    let outputs = [
        &["-o", "docs/site.index", "--update", "--cache", "docs/kept"][..],
        &["-o", "docs/site.index", "--update"],
        &["-o", "docs/search", "--layout", "sharded", "--update"],
    ];
    for output in outputs {
        let build = || files.run(["build", "docs"].iter().chain(output));
        build().ok();
        let line = build().ok().stdout();
        assert!(line.ends_with("; not read: 1 .rst\n"), "{line}");
        for written in ["kept", "site.index", "site.index.cache"] {
            let _ = std::fs::remove_file(files.path(&format!("docs/{written}")));
        }
    }
}

#[cfg(unix)]
#[test]
fn names_of_files_do_not_command_the_terminal() {
    let files = Files::new(&[("docs/a.md", "# A\n")]);
    files.write("docs/\u{1b}[31m\n.md", b"\xff\0");
    std::os::unix::fs::symlink("nowhere", files.path("docs/gone.md")).unwrap();
    let ran = files.run(["build", "docs", "-o", "site.kdx"]).ok();
    let stderr = ran.stderr();
    assert!(!stderr.contains('\u{1b}') && stderr.lines().count() == 2, "{stderr:?}");
    assert!(stderr.contains("gone.md"), "{stderr:?}");
}

/// Runs a build in a shell that has run `limits` before.
#[cfg(unix)]
fn build_within(files: &Files, limits: &str) -> super::Ran {
    let script = format!("{limits}; exec \"$0\" build docs -o site.kdx --quiet");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_kindex")]).current_dir(files.0.path());
    super::Ran(shell.output().unwrap())
}

#[cfg(unix)]
#[test]
fn a_write_that_fails_leaves_the_old_file_and_no_other() {
    let files = many();
    let error = build_within(&files, "trap '' XFSZ; ulimit -f 8").failed();
    assert!(error.starts_with("cannot write site.kdx: "), "{error}");
    assert_eq!(files.names(), ["docs", "site.kdx"]);
    assert_eq!(files.read("site.kdx"), b"old");
}

#[cfg(unix)]
#[test]
fn a_build_killed_while_it_writes_leaves_the_old_file() {
    use std::os::unix::process::ExitStatusExt;
    let files = many();
    let ran = build_within(&files, "ulimit -c 0; ulimit -f 8");
    assert!(ran.0.status.signal().is_some(), "{:?}", ran.0);
    assert_eq!(files.read("site.kdx"), b"old");
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    files.run(["verify", "site.kdx"]).ok();
}

#[test]
fn a_build_killed_at_any_time_leaves_a_whole_file() {
    let files = many();
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    let old = files.read("site.kdx");
    files.write("docs/new.md", "# New\n");
    for wait in [0, 5, 20, 80, 200] {
        let mut child =
            files.command().args(["build", "docs", "-o", "site.kdx", "-q"]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        child.kill().unwrap();
        let status = child.wait().unwrap();
        files.run(["verify", "site.kdx"]).ok();
        if status.success() {
            assert!(files.read("site.kdx") != old);
        }
    }
}

#[test]
fn json_has_the_keys_that_help_names() {
    let files = Files::indexed();
    files.run(["build", "docs", "-o", "site.kdx", "--levels", "30"]).ok();
    let run = |args: &[&str]| {
        files
            .run(["search", "site.kdx", "install", "shell", "--json"].iter().chain(args))
            .ok()
            .json()
    };
    let all = ["--explain", "--group", "--facet", "lang", "--no-expand"];
    let (results, budget) = (run(&all), run(&["--max-tokens", "1"]));
    let hit: &Value = &results["hits"][0];
    let explanation = &hit["explanation"];
    let child = &explanation["children"][0];
    let objects = [
        &results,
        hit,
        &hit["more"][0],
        &hit["children"][0],
        explanation,
        child,
        &child["terms"][0],
        &explanation["title"][0],
        &budget["leftOut"][0],
    ];
    let names = objects.into_iter().flat_map(keys);
    let help = super::kindex().args(["search", "--help"]).output().unwrap().stdout;
    let help = String::from_utf8(help).unwrap();
    for name in names {
        assert!(help.contains(&format!("\"{name}\"")), "{name}");
    }
}

const CHAT: &str = r#"[{"uuid": "c1", "name": "Retries", "chat_messages": [
    {"sender": "human", "text": "How often does the importer try again?"},
    {"sender": "assistant", "text": "Three times, a minute apart."}]}]"#;

#[test]
fn conversations_are_told_from_other_files() {
    let files = Files::new(&[
        ("docs/export/conversations.json", CHAT),
        ("docs/package.json", "{\"name\": \"importer\"}"),
        (
            "docs/chat.txt",
            "> Who wrote the importer?\nKim.\n> When?\nMay.\n> Where?\nHere, alone.\n",
        ),
        ("docs/notes.md", "# The importer\n\n> Once more.\n\nIt tries again.\n"),
    ]);
    let summary = files.run(["build", "docs", "-o", "site.kdx", "--json", "--strict"]).ok().json();
    assert_eq!(summary["documents"], 3);
    assert_eq!(summary["skipped"].as_array().unwrap().len(), 0);
    assert_eq!(ids(&files, "importer"), ["chat.txt", "export/conversations.json!c1", "notes.md"]);
}

#[test]
fn conversations_have_topics_and_memories() {
    let chat = "> Which importer?\nWe decided to use the old importer because it works.\n\
                > When?\nMay.\n> Where?\nHere, alone, on the importer's disk.\n";
    let topics = "[[topic]]\nname = \"data\"\nwords = [\"importer\"]\n";
    let files = Files::new(&[("docs/chat.txt", chat), ("topics.toml", topics)]);
    let args = ["build", "docs", "-o", "site.kdx", "--topics", "topics.toml", "--memories"];
    files.run(args).ok();
    let of = |filter| {
        let args = ["search", "site.kdx", "importer", "--json", "--filter", filter];
        files.run(args).ok().json()["total"].as_u64().unwrap()
    };
    assert!(of("topic=data") > of("memory=decision") && of("memory=decision") == 1);
    assert_eq!(of("topic=other"), 0);
    files.write("topics.toml", "[[topic]]\nname = \"\"\nwords = [\"a\"]\n");
    let error = files.run(args).failed();
    assert_eq!(error, "cannot use topics.toml: line 2: a topic needs a name and words");
}

#[test]
fn people_on_slack_have_the_names_of_the_workspace() {
    let day = r#"[{"type": "message", "user": "U1", "text": "The importer is <@U2>'s.", "ts": "1704448800.000200"}]"#;
    let users = r#"[{"id": "U1", "name": "ana"}, {"id": "U2", "profile": {"real_name": "Ben B"}}]"#;
    let files = Files::new(&[("x/general/2024-01-05.json", day), ("x/users.json", users)]);
    let build = ["build", "x", "-o", "site.kdx", "--strict"];
    let text = |files: &Files| {
        let results = files.run(["search", "site.kdx", "importer", "--json"]).ok().json();
        results["hits"][0]["text"].as_str().unwrap().to_owned()
    };
    let line = files.run(build).ok().stdout();
    assert!(!line.contains("not read"), "{line}");
    assert_eq!(text(&files), "> ana: The importer is @Ben B's.\n");
    files.write("x/users.json", &users[..30]);
    assert!(files.run(build).failed().contains("1 skipped"));
    let skipped = files.run(&build[..4]).ok().stderr();
    assert!(skipped.contains("skipped x/users.json: the JSON ends too early"), "{skipped}");
    assert_eq!(text(&files), "> U1: The importer is @U2's.\n");
}

#[test]
fn a_reply_on_slack_has_its_question_of_another_day() {
    let question = |text| {
        format!(r#"[{{"type": "message", "user": "ana", "ts": "1772445600.1", "text": "{text}"}}]"#)
    };
    let reply = r#"[{"type": "message", "user": "ben", "ts": "1772532000.2", "text": "Run the job on the importer.", "thread_ts": "1772445600.1"}]"#;
    let files = Files::new(&[("x/ops/2026-03-03.json", reply)]);
    files.write("x/ops/2026-03-02.json", question("How do we rotate the keys?"));
    // Another channel may have a message of the same moment.
    files.write("x/dev/2026-03-02.json", question("Who is on call?"));
    let build = ["build", "x", "-o", "site.kdx", "--strict", "--update"];
    let hit = |files: &Files| {
        let results = files.run(["search", "site.kdx", "importer", "--json"]).ok().json();
        results["hits"][0]["text"].as_str().unwrap().to_owned()
    };
    files.run(build).ok();
    let want = "> ana: How do we rotate the keys?\n\nben: Run the job on the importer.\n";
    assert_eq!(hit(&files), want);
    files.write("x/ops/2026-03-02.json", question("How do we change the keys?"));
    files.run(build).ok();
    assert_eq!(hit(&files), want.replace("rotate", "change"));
}

#[test]
fn an_export_of_another_format_says_so() {
    let chat = r#"[{"uuid": "a", "chat_messages": [
        {"sender": "human", "content": [{"type": "text", "text": "Why the importer?"}]},
        {"sender": "assistant", "content": [{"type": "hologram"}]}]}]"#;
    let files = Files::new(&[("docs/chat.json", chat)]);
    let stderr = files.run(["build", "docs", "-o", "site.kdx", "--strict"]).ok().stderr();
    let said = "docs/chat.json: 1 of 2 entries are of kinds that are not known: \"hologram\" (1); ";
    assert!(stderr.contains(said), "{stderr}");
    assert_eq!(ids(&files, "importer"), ["chat.json!a"]);
}

#[test]
fn texts_can_be_read_as_conversations() {
    let files = Files::new(&[("docs/a.md", "> Why the importer?\n\nBecause.\n")]);
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    let args = ["search", "site.kdx", "importer", "--json", "--filter", "kind=conversation"];
    assert!(files.run(args).refused().contains("no document has the key kind"));
    files.run(["build", "docs", "-o", "site.kdx", "--chunker", "conversations"]).ok();
    assert_eq!(files.run(args).ok().json()["total"], 1);
    let error = files.run(["build", "docs", "-o", "site.kdx", "--chunker", "lines"]).refused();
    let accepted = "accepted are sections, windows, conversations";
    assert_eq!(error, format!("--chunker: \"lines\" given; {accepted}"));
}

#[test]
fn other_json_is_named_where_it_was_asked_for() {
    let files = Files::new(&[("a.json", "{\"name\": \"importer\"}"), ("b.md", "# B\n")]);
    files.write("c.json", &CHAT[..90]);
    let ran = files.run(["build", "a.json", "b.md", "c.json", "-o", "site.kdx"]).ok();
    let stderr = ran.stderr();
    assert!(stderr.contains("skipped a.json: no export of conversations"), "{stderr}");
    assert!(stderr.contains("skipped c.json: the JSON ends too early"), "{stderr}");
}

/// A file of 6 GB without contents takes no place on the disk, but minutes to read.
#[test]
fn files_that_are_too_large_are_named_and_not_read() {
    let files = Files::new(&[("docs/a.md", "# A\n\nshell\n")]);
    files.write("docs/long.md", format!("shell {}", "word ".repeat(240_000)));
    files.write("docs/huge.html", "");
    let huge = std::fs::OpenOptions::new().write(true).open(files.path("docs/huge.html")).unwrap();
    huge.set_len(6_000_000_001).unwrap();
    let build = ["build", "docs", "-o", "site.kdx"];
    let stderr = files.run(build).ok().stderr();
    let of_huge = "docs/huge.html: it has 6,000,000,001 bytes, more than 64 MB; to read it, give --max-file-size 6001";
    assert!(stderr.contains(of_huge), "{stderr}");
    assert_eq!(ids(&files, "shell"), ["a.md", "long.md"]);
    let ran = files.run(build.iter().chain(&["--max-file-size", "1"]).copied()).ok();
    assert!(ran.stderr().contains(
        "docs/long.md: it has 1,200,006 bytes, more than 1 MB; to read it, give --max-file-size 2"
    ));
    assert_eq!(ids(&files, "shell"), ["a.md"]);
    let named = ["build", "docs/huge.html", "docs/a.md", "-o", "site.kdx", "--strict"];
    let ran = files.run(named);
    assert!(ran.failed().contains("1 skipped") && ran.stderr().contains(of_huge));
    let ran = files.run(build.iter().chain(&["--max-file-size", "0"]).copied());
    assert!(ran.stderr().contains("--max-file-size"));
}

#[test]
fn a_name_that_ends_in_js_gives_a_script_with_all_in_it() {
    let files = Files::new(&[("docs/a.md", "# A\n\nThe okapi eats leaves.\n")]);
    let ran = files.run(["build", "docs", "-o", "docs/search.js"]);
    if !has_field() {
        assert!(ran.failed().contains("make install"));
        assert!(!exists(&files.path("docs/search.js")));
        return;
    }
    ran.ok();
    let script = String::from_utf8(files.read("docs/search.js")).unwrap();
    assert!(script.starts_with("/*! Kindex "));
    assert!(script.contains("\nself.kindexInlined={\"wasm\":\"H4sI"));
    // The one of a build before is no document, whatever is indexed.
    let again = files.run(["build", "docs", "-o", "docs/search.js", "--include", "all"]);
    assert!(again.ok().stdout().contains("1 document"));
}
