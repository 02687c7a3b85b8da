//! `kindex merge` and `kindex build --mergeable`

use super::{Files, Ran, corpus, exists, keys};
use std::fs;

/// Pages of two folders, and an index of each that can be merged.
fn parts() -> Files {
    let files = Files::new(&[
        (
            "one/a.md",
            "---\ntitle: A\naliases: [/old/]\nsearch: {boost: 0.3, extra: hidden}\n---\n# A\n\nA shell.\n",
        ),
        (
            "one/b.jsonl",
            "{\"id\":\"r\",\"text\":\"One.\",\"lang\":\"de\",\"extra\":{\"\":\"more\"}}\n",
        ),
        ("two/0.md", "# Zero\n\nPods.\n\n## Shells\n\nRestart the shell.\n"),
        ("two/chat.txt", "> How?\n\nSo.\n\n> Why?\n\nThus.\n\n> When?\n\nNow.\n"),
        ("words.txt", "shell, terminal\n"),
    ]);
    for part in ["one", "two"] {
        build(&files, &[part], part, &["--mergeable"]).ok();
    }
    files
}

fn build(files: &Files, paths: &[&str], name: &str, args: &[&str]) -> Ran {
    let output = format!("{name}.kdx");
    let given = [&["build", "-o", &output][..], paths, args].concat();
    files.run(given)
}

fn merge(files: &Files, args: &[&str]) -> Ran {
    files.run([&["merge"], args].concat())
}

#[test]
fn merged_parts_are_one_build() {
    let files = parts();
    build(&files, &["one", "two"], "full", &[]).ok();
    let ran = merge(&files, &["one.kdx", "two.kdx", "-o", "all.kdx"]).ok();
    assert!(files.read("all.kdx") == files.read("full.kdx"));
    assert!(ran.stdout().starts_with("all.kdx: 4 documents, "), "{}", ran.stdout());

    build(&files, &["two", "one"], "full", &["--mergeable"]).ok();
    let args = ["two.kdx", "one.kdx", "-o", "all.kdx", "--mergeable", "--json"];
    let summary = merge(&files, &args).ok().json();
    assert!(files.read("all.kdx") == files.read("full.kdx"));
    assert_eq!(summary["bytes"], files.read("all.kdx").len());
    assert!(keys(&summary).contains(&"levels"), "{summary}");
    // An index that was merged can be merged.
    merge(&files, &["all.kdx", "-o", "again.kdx", "--mergeable", "--quiet"]).ok();
    assert!(files.read("again.kdx") == files.read("full.kdx"));
    assert_eq!(files.run(["verify", "all.kdx"]).ok().stdout(), "all.kdx: OK\n");
}

#[test]
fn settings_are_kept() {
    let files = parts();
    let args =
        ["--levels", "200,40", "--overlap", "0.15", "--unit", "tokens", "--synonyms", "words.txt"];
    let more = ["--language", "de", "--boost", "*.md=3", "--section-depth", "2"];
    let args = [&args[..], &more].concat();
    for part in ["one", "two"] {
        build(&files, &[part], part, &[&args[..], &["--mergeable"]].concat()).ok();
    }
    build(&files, &["one", "two"], "full", &args).ok();
    merge(&files, &["one.kdx", "two.kdx", "-o", "all.kdx"]).ok();
    assert!(files.read("all.kdx") == files.read("full.kdx"));
}

#[test]
fn every_kind_of_input_and_output_will_do() {
    let files = parts();
    build(&files, &["one", "two"], "full", &[]).ok();
    files.run(["build", "one", "-o", "one.kdx.gz", "--mergeable"]).ok();
    files.run(["build", "one", "two", "-o", "full.kdx.gz"]).ok();
    files.run(["build", "one", "two", "-o", "full", "--layout=sharded"]).ok();
    merge(&files, &["one.kdx.gz", "two.kdx", "-o", "all.kdx.gz"]).ok();
    assert!(files.read("all.kdx.gz") == files.read("full.kdx.gz"));
    merge(&files, &["one.kdx.gz", "two.kdx", "-o", "all/", "--layout=sharded"]).ok();
    let names = |folder: &str| {
        let entries = fs::read_dir(files.path(folder)).unwrap().map(|entry| entry.unwrap());
        let mut names: Vec<_> =
            entries.map(|e| (e.file_name(), fs::read(e.path()).unwrap())).collect();
        names.sort();
        names
    };
    assert!(names("all") == names("full") && names("all").len() > 2);
    // A part may be where the result will be.
    merge(&files, &["one.kdx", "two.kdx", "-o", "one.kdx"]).ok();
    assert!(files.read("one.kdx") == files.read("full.kdx"));
}

#[test]
fn the_corpus_may_be_built_in_parts() {
    let files = Files::new(&[]);
    let mut paths: Vec<_> = fs::read_dir(corpus()).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let run = |command: &str, args: &[&str], paths: &[std::path::PathBuf]| {
        let args = [&[command], args].concat();
        let args = args.iter().map(AsRef::as_ref);
        files.run(args.chain(paths.iter().map(|path| path.as_os_str()))).ok()
    };
    run("build", &["-o", "full.kdx", "--include=all"], &paths);
    let mut parts = Vec::new();
    for (number, part) in paths.chunks(paths.len().div_ceil(3)).enumerate() {
        let output = format!("{number}.kdx");
        run("build", &["-o", &output, "--include=all", "--mergeable"], part);
        parts.push(output.into());
    }
    assert_eq!(parts.len(), 3);
    run("merge", &["-o", "all.kdx"], &parts);
    assert!(files.read("all.kdx") == files.read("full.kdx"));
}

#[test]
fn what_cannot_be_merged_says_why_and_writes_nothing() {
    let files = parts();
    build(&files, &["two"], "plain", &[]).ok();
    build(&files, &["two"], "german", &["--mergeable", "--language", "de"]).ok();
    build(&files, &["two"], "small", &["--mergeable", "--levels", "90"]).ok();
    files.write("none.kdx", "no index");
    let cases = [
        ("plain.kdx", "plain.kdx: --mergeable: the index does not keep what merging"),
        ("german.kdx", "german.kdx: --language: the index was built with de and those before"),
        ("small.kdx", "small.kdx: --levels: the index was built with [90]"),
        ("one.kdx", "one.kdx: document \"a.md\": another document has the same id"),
        ("none.kdx", "none.kdx"),
        ("missing.kdx", "cannot read missing.kdx"),
    ];
    for (other, expected) in cases {
        let error = merge(&files, &["one.kdx", other, "-o", "all.kdx"]).failed();
        assert!(error.contains(expected), "{error}");
        assert!(!exists(&files.path("all.kdx")));
    }
    let good = files.read("two.kdx");
    for share in 0..40 {
        let mut bad = good.clone();
        bad[good.len() * share / 40] ^= 4;
        files.write("bad.kdx", &bad);
        let error = merge(&files, &["one.kdx", "bad.kdx", "-o", "all.kdx"]).failed();
        assert!(error.starts_with("bad.kdx: "), "{error}");
        assert!(!exists(&files.path("all.kdx")));
        assert!(files.run(["verify", "bad.kdx"]).0.status.code() == Some(1), "{share}");
    }
}

#[test]
fn what_spans_files_cannot_be_built_in_parts() {
    let files = parts();
    for (args, expected) in [
        (&["--recency", "30"][..], "--mergeable: with --recency pages"),
        (&["--layout", "sharded"], "--mergeable: "),
        (&["--tenant", "acme"], "--tenant: "),
    ] {
        let args = [&["--mergeable"], args].concat();
        let error = build(&files, &["one"], "x", &args).refused();
        assert!(error.contains(expected), "{args:?}: {error}");
        assert!(!exists(&files.path("x.kdx")));
    }
    files.write("tenants.jsonl", "{\"id\":\"r\",\"text\":\"One.\",\"tenant\":\"acme\"}\n");
    let error = build(&files, &["tenants.jsonl"], "x", &["--mergeable"]).refused();
    assert!(error.contains("does not know whose it is"), "{error}");
    let both = ["one.kdx", "two.kdx", "-o", "all", "--layout=sharded", "--mergeable"];
    assert!(merge(&files, &both).refused().contains("--mergeable: "));
    // Files that an update takes over make no difference.
    build(&files, &["one"], "updated", &["--mergeable", "--update"]).ok();
    build(&files, &["one"], "updated", &["--mergeable", "--update"]).ok();
    assert!(files.read("updated.kdx") == files.read("one.kdx"));
}

#[test]
fn parts_of_the_files_are_one_build() {
    // The name of the site is known by all of its pages, and what is a page by others.
    let page = |name: &str, main: &str| {
        let head = format!("<title>{name} - The Site</title>");
        (format!("site/{name}.html"), format!("{head}<main {main}><p>About {name}.</main>"))
    };
    let pages = ["a", "b", "c", "d", "e", "f"].map(|name| page(name, "data-pagefind-body"));
    let note = ("other/note.md".to_owned(), "# Note\n\nSee [a](../site/a.html).\n".to_owned());
    let pages = pages.into_iter().chain([page("z", ""), note]).collect::<Vec<_>>();
    let pages: Vec<_> = pages.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let files = Files::new(&pages);
    files.write("pins.yml", "- query: about\n  pages: [a.html]\n");
    files.write("extra.jsonl", "{\"id\":\"b.html\",\"text\":\"hidden\"}\n");
    let args = ["--pins", "pins.yml", "--extra", "extra.jsonl", "--strict"];
    build(&files, &["site", "other"], "full", &args).ok();
    // More parts than files, of which some are empty.
    for count in [1, 3, 11] {
        let mut parts = Vec::new();
        for number in 1..=count {
            let part = format!("{number}/{count}");
            let more = [&args[..], &["--mergeable", "--part", &part]].concat();
            let ran = build(&files, &["site", "other"], &format!("part{number}"), &more).ok();
            assert_eq!(ran.stderr(), "");
            parts.push(format!("part{number}.kdx"));
        }
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        merge(&files, &[&parts[..], &["-o", "all.kdx"]].concat()).ok();
        assert!(files.read("all.kdx") == files.read("full.kdx"), "{count}");
        // In a tree.
        if count == 11 {
            let halves = parts.split_at(parts.len() / 2);
            merge(&files, &[halves.0, &["-o", "first.kdx", "--mergeable"]].concat()).ok();
            merge(&files, &[halves.1, &["-o", "second.kdx", "--mergeable"]].concat()).ok();
            merge(&files, &["first.kdx", "second.kdx", "-o", "all.kdx"]).ok();
            assert!(files.read("all.kdx") == files.read("full.kdx"));
        }
    }
}

#[test]
fn what_no_part_has_is_said_once_all_are_there() {
    let files = Files::new(&[("site/a.md", "# A\n\nOne.\n"), ("site/b.md", "# B\n\nTwo.\n")]);
    files.write("pins.yml", "- query: about\n  pages: [a.md, gone.md]\n");
    let part = |part: &str, name: &str| {
        let args = ["--pins", "pins.yml", "--mergeable", "--part", part];
        build(&files, &["site"], name, &args).ok().stderr()
    };
    assert_eq!([part("1/2", "1"), part("2/2", "2")], ["", ""]);
    let reason = "no page has the id or URL \"gone.md\", which is pinned for \"about\"";
    // A part that is all is as a build.
    assert!(part("1/1", "all").contains(&format!("skipped pins.yml: {reason}")));
    let said = |args: &[&str]| merge(&files, &[&["1.kdx", "2.kdx", "-o", "m.kdx"], args].concat());
    assert!(said(&[]).ok().stderr().contains(reason));
    assert_eq!(said(&["--quiet"]).ok().stderr(), "");
    assert_eq!(said(&["--mergeable", "--json"]).ok().stderr(), "");
}

#[test]
fn parts_of_nothing_replace_no_index() {
    let files = Files::new(&[("site/a.md", "# A\n\nOne.\n"), ("blank/b.json", "{}")]);
    files.write("none/pins.yml", "- query: about\n  pages: [a.md]\n");
    build(&files, &["site"], "out", &[]).ok();
    let before = files.read("out.kdx");
    let whole = build(&files, &["none"], "out", &[]).failed();
    assert!(whole.starts_with("no documents in none: "), "{whole}");
    for part in ["1/1", "1/2", "2/2"] {
        let args = ["--mergeable", "--part", part, "--pins", "none/pins.yml"];
        assert_eq!(build(&files, &["none"], "out", &args).failed(), whole);
    }
    let all = build(&files, &["blank"], "out", &["--mergeable", "--part", "1/1"]).failed();
    assert!(all.starts_with("no documents in blank: "), "{all}");
    build(&files, &["blank"], "1", &["--mergeable", "--part", "1/2"]).ok();
    build(&files, &["blank"], "2", &["--mergeable", "--part", "2/2"]).ok();
    let error = merge(&files, &["1.kdx", "2.kdx", "-o", "out.kdx"]).failed();
    assert!(error.starts_with("there are no documents in the indexes"), "{error}");
    assert!(files.read("out.kdx") == before);
    merge(&files, &["1.kdx", "2.kdx", "--mergeable", "-o", "both.kdx"]).ok();
}

#[test]
fn parts_are_of_mergeable_indexes_and_there() {
    let files = Files::new(&[("site/a.md", "# A\n\nOne.\n")]);
    for (args, says) in [
        (&["--part", "1/2"][..], "--mergeable"),
        (&["--mergeable", "--part", "3/2"], "the second of eight parts"),
        (&["--mergeable", "--part", "1/2", "--watch"], "--watch"),
    ] {
        let ran = build(&files, &["site"], "refused", args);
        assert_eq!(ran.0.status.code(), Some(2));
        assert!(ran.stderr().contains(says), "{}", ran.stderr());
        assert!(!exists(&files.path("refused.kdx")));
    }
}
