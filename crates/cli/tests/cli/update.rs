//! `kindex build --update`

use super::{Files, Ran, corpus, exists};
use proptest::prelude::*;
use serde_json::Value;
use std::fs;

/// Pages of several kinds that link to each other and say how old they are.
fn site() -> Files {
    Files::new(&[
        ("docs/a.md", "---\ndate: 2024-01-31\n---\n# A\n\nSee [the shell](sub/b.html).\n"),
        ("docs/sub/b.html", "<title>B</title><main><h1 id=b>B</h1><p>A shell.</main>"),
        ("docs/c.txt", "Plain text.\n"),
        (
            "docs/records.jsonl",
            "{\"id\":\"r\",\"text\":\"One.\"}\n{\"id\":\"s\",\"text\":\"Two.\"}\n",
        ),
        ("docs/package.json", "{\"name\": \"no conversation\"}"),
    ])
}

fn build(files: &Files, output: &str, args: &[&str]) -> Ran {
    files.run(["build", "docs", "-o", output, "--json"].iter().chain(args))
}

/// Updates the index, and compares it with that of a full build. Gives how many files were read
/// anew and how many were taken over.
#[track_caller]
fn update(files: &Files, args: &[&str]) -> (u64, u64) {
    let full = build(files, "full.kdx", args).ok().json();
    let updated = build(files, "site.kdx", &[args, &["--update"]].concat()).ok().json();
    assert!(files.read("site.kdx") == files.read("full.kdx"), "{args:?}");
    assert_eq!(updated["skipped"], full["skipped"]);
    counts(&updated)
}

fn counts(summary: &Value) -> (u64, u64) {
    (summary["reread"].as_u64().unwrap(), summary["reused"].as_u64().unwrap())
}

#[test]
fn only_what_changed_is_read_anew() {
    let files = site();
    assert_eq!(update(&files, &[]), (5, 0));
    assert_eq!(update(&files, &[]), (0, 5));
    files.write("docs/a.md", "# A\n\nSomething else.\n");
    assert_eq!(update(&files, &[]), (1, 4));
    files.write("docs/0.md", "# New\n\nThe first now.\n");
    assert_eq!(update(&files, &[]), (1, 5));
    fs::rename(files.path("docs/0.md"), files.path("docs/z.md")).unwrap();
    assert_eq!(update(&files, &[]), (1, 5));
    fs::remove_file(files.path("docs/sub/b.html")).unwrap();
    assert_eq!(update(&files, &[]), (0, 5));
    // It was dropped.
    files.write("docs/sub/b.html", "<title>B</title><main><h1 id=b>B</h1><p>A shell.</main>");
    assert_eq!(update(&files, &[]), (1, 5));
}

#[test]
fn an_edit_that_keeps_size_and_time_is_seen() {
    let files = site();
    update(&files, &[]);
    let path = files.path("docs/c.txt");
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    files.write("docs/c.txt", "Plain news.\n");
    fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    assert_eq!(update(&files, &[]), (1, 4));
}

#[test]
fn options_that_pages_depend_on_are_seen() {
    let files = site();
    update(&files, &[]);
    for args in
        [&["--base-url", "/d/"][..], &["--site", "hugo"], &["--language", "de"], &["--memories"]]
    {
        let args = [args, &["--update"]].concat();
        let stderr = build(&files, "site.kdx", &args).ok().stderr();
        assert!(stderr.contains("5 files read anew: in "), "{stderr}");
        assert!(stderr.contains("site.kdx.cache they have other options"), "{stderr}");
    }
    assert_eq!(update(&files, &["--memories"]), (0, 5));
    // The generator is known by its configuration.
    files.write("mkdocs.yml", "");
    assert_eq!(update(&files, &["--memories"]), (5, 0));
}

#[test]
fn options_that_no_page_depends_on_read_nothing_anew() {
    let files = site();
    files.write("rooms.toml", "minimum = 1\n\n[[room]]\nname = \"x\"\nkeywords = [\"shell\"]\n");
    files.write("extra.jsonl", "{\"id\":\"a.md\",\"text\":\"more\"}\n");
    files.write("words.txt", "shell, terminal\n");
    update(&files, &[]);
    for args in [
        &["--recency", "30"][..],
        &["--boost", "*.md=2"],
        &["--rooms", "rooms.toml"],
        &["--extra", "extra.jsonl"],
        &["--synonyms", "words.txt"],
        &["--levels", "200"],
        &["--tenant", "acme"],
    ] {
        assert_eq!(update(&files, args), (0, 5), "{args:?}");
    }
}

#[test]
fn what_lies_beside_a_file_is_seen() {
    let files = site();
    files.write("docs/de/haus.md", "# Häuser\n\nHäuser.\n");
    assert_eq!(update(&files, &[]), (6, 0));
    // Now the folder beside it names a language, too.
    files.write("docs/fr/a.md", "# Maisons\n\nMaisons.\n");
    assert_eq!(update(&files, &[]), (2, 5));

    let day =
        "[{\"type\":\"message\",\"user\":\"U1\",\"text\":\"Hi\",\"ts\":\"1704448800.000100\"}]";
    files.write("docs/general/2024-01-05.json", day);
    assert_eq!(update(&files, &[]), (1, 7));
    files.write("docs/users.json", "[{\"id\":\"U1\",\"name\":\"ana\"}]");
    assert_eq!(update(&files, &[]), (2, 7));
    files.write("docs/users.json", "[{\"id\":\"U1\",\"name\":\"eva\"}]");
    assert_eq!(update(&files, &[]), (2, 7));
}

#[test]
fn a_folder_that_becomes_one_page_is_read_anew() {
    let files = site();
    let hugo = &["--site", "hugo"];
    files.write("docs/sub/c.md", "# C\n");
    assert_eq!(update(&files, hugo), (6, 0));
    files.write("docs/sub/index.md", "# Sub\n");
    assert_eq!(update(&files, hugo), (3, 4));
    fs::remove_file(files.path("docs/sub/index.md")).unwrap();
    assert_eq!(update(&files, hugo), (2, 4));
}

#[test]
fn what_is_skipped_stays_skipped() {
    let files = site();
    files.write("docs/bad.md", b"caf\xe9\0");
    files.write("docs/records.jsonl", "{\"id\":\"r\",\"text\":\"One.\"}\noops\n");
    assert_eq!(update(&files, &[]), (6, 0));
    let ran = build(&files, "site.kdx", &["--update"]).ok();
    assert_eq!(counts(&ran.json()), (1, 5));
    let stderr = ran.stderr();
    assert!(stderr.contains("bad.md") && stderr.contains("line 2"), "{stderr}");
    let cache = files.read("site.kdx.cache");
    files.write("docs/a.md", "# Other\n");
    build(&files, "site.kdx", &["--update", "--strict"]).failed();
    assert!(files.read("site.kdx.cache") == cache);
}

#[test]
fn a_cache_that_cannot_be_used_is_made_anew() {
    let files = site();
    let said = |why: &str| {
        let ran = build(&files, "site.kdx", &["--update"]).ok();
        let stderr = ran.stderr();
        let line = "kindex: all files are read anew: ";
        assert!(stderr.starts_with(line) && stderr.lines().count() == 1, "{stderr}");
        assert!(
            stderr.contains("site.kdx.cache ") && stderr.ends_with(&format!("{why}\n")),
            "{stderr}"
        );
        assert_eq!(counts(&ran.json()), (5, 0));
        assert!(files.read("site.kdx") == files.read("full.kdx"));
    };
    build(&files, "full.kdx", &[]).ok();
    said("is not there yet");
    let good = files.read("site.kdx.cache");
    let lengths = [0, 1, 7, 8, 15, 23, 24, 25, good.len() / 2, good.len() - 1];
    for len in lengths {
        files.write("site.kdx.cache", &good[..len]);
        said("is damaged");
    }
    for at in [0, 16, 24, 30, good.len() / 2, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        files.write("site.kdx.cache", bad);
        said("is damaged");
    }
    let mut other = good.clone();
    other[8] ^= 1;
    files.write("site.kdx.cache", other);
    said("is of another version of kindex");
    assert!(files.read("site.kdx.cache") == good);
    let quiet = files.run(["build", "docs", "-o", "new.kdx", "--update", "--quiet"]).ok();
    assert_eq!(quiet.stderr(), "");
}

#[test]
fn every_kind_of_output_can_be_updated() {
    let files = site();
    for args in [&["-o", "site.kdx.gz"][..], &["-o", "search/", "--layout", "sharded"]] {
        let output = args[1].trim_end_matches('/');
        for expected in [(5, 0), (1, 4), (0, 5)] {
            let ran = files.run(["build", "docs", "--json", "--update"].iter().chain(args)).ok();
            assert_eq!(counts(&ran.json()), expected, "{args:?}");
            let new = format!("new-{output}");
            let full = [&["-o", &new], &args[2..]].concat();
            files.run(["build", "docs"].iter().chain(&full)).ok();
            assert!(contents(&files, output) == contents(&files, &new), "{args:?}");
            assert!(exists(&files.path(&format!("{output}.cache"))));
            files.write("docs/c.txt", format!("Text for {output}.\n"));
        }
    }
}

/// The files of an index by their names.
fn contents(files: &Files, output: &str) -> Vec<(String, Vec<u8>)> {
    if files.path(output).is_file() {
        return vec![(String::new(), files.read(output))];
    }
    let entries = fs::read_dir(files.path(output)).unwrap().map(|entry| entry.unwrap());
    let mut all: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn a_cache_lies_where_it_is_wanted() {
    let files = site();
    for expected in [(5, 0), (0, 5)] {
        let args = ["--update", "--cache", "kept/x.cache"];
        fs::create_dir_all(files.path("kept")).unwrap();
        assert_eq!(counts(&build(&files, "site.kdx", &args).ok().json()), expected);
    }
    assert_eq!(files.names(), ["docs", "kept", "site.kdx"]);
    let text = files.run(["build", "docs", "-o", "site.kdx", "--update", "--cache=kept/x.cache"]);
    let text = text.ok().stdout();
    assert!(text.contains("; 0 files read anew, 5 unchanged since the build before"), "{text}");
    for (cache, expected) in [("docs/a.md", "it is a document"), ("./site.kdx", "it is the output")]
    {
        let error = build(&files, "site.kdx", &["--update", "--cache", cache]).refused();
        assert!(error.contains(expected), "{error}");
    }
    let error = build(&files, "site.kdx", &["--update", "--cache", "nowhere/x.cache"]).failed();
    assert!(error.contains("there is no folder nowhere"), "{error}");
    let alone = build(&files, "site.kdx", &["--cache", "x.cache"]);
    assert_eq!(alone.0.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn a_cache_that_cannot_be_written_is_no_failure() {
    // The cache alone has the targets of links, and they hardly get smaller when it is compressed.
    let mut random = 1u64;
    let mut target = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!("[]({:x}{:x}.md) ", random >> 8, random.rotate_left(32) >> 8)
    };
    let links: String = (0..30_000).map(|_| target()).collect();
    let files = Files::new(&[("docs/a.md", &format!("Words. {links}"))]);
    let script = "trap '' XFSZ; ulimit -f 128; exec \"$0\" build docs -o site.kdx --update --json";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_kindex")]).current_dir(files.0.path());
    let ran = Ran(shell.output().unwrap()).ok();
    let stderr = ran.stderr();
    assert!(stderr.contains("cannot write ") && stderr.contains("site.kdx.cache: "), "{stderr}");
    assert!(stderr.ends_with("; the next build with --update reads more files anew\n"), "{stderr}");
    files.run(["verify", "site.kdx"]).ok();
    assert_eq!(files.names(), ["docs", "site.kdx"]);
    assert_eq!(update(&files, &[]), (1, 0));
}

#[test]
fn the_corpus_is_taken_over_whole() {
    let files = Files::new(&[]);
    let corpus = corpus();
    let run = |args: &[&str]| {
        let given = ["build".as_ref(), corpus.as_os_str()];
        let args = args.iter().map(AsRef::as_ref);
        files.run(given.into_iter().chain(args)).ok().json()
    };
    run(&["-o", "full.kdx", "--json", "--include=all"]);
    let args = ["-o", "site.kdx", "--json", "--include=all", "--update"];
    let (all, _) = counts(&run(&args));
    assert_eq!(counts(&run(&args)), (0, all));
    assert!(all > 20 && files.read("site.kdx") == files.read("full.kdx"));
}

/// A change between two builds.
#[derive(Clone, Debug)]
enum Edit {
    Write(usize, usize),
    Remove(usize),
    Rename(usize, usize),
    Options(usize),
    CutCache(f64),
}

const NAMES: [&str; 8] =
    ["a.md", "b.md", "x/a.html", "de/a.md", "fr/a.md", "n.txt", "r.jsonl", "users.json"];

const TEXTS: [&str; 6] = [
    "# One\n\nSee [two](b.md), [three](x/a.html).\n",
    "---\ntitle: Two\ndate: 2024-01-31\n---\n## Two\n\nThe [first](../a.md).\n\n## More\n\nText.\n",
    "---\ndate: 2020-01-31\ndraft: true\n---\n# Three\n",
    "{\"id\":\"r\",\"text\":\"One.\"}\n{\"id\":\"a.md\",\"text\":\"Two.\"}\noops\n",
    "> How?\n\nSo.\n\n> Why?\n\nWe decided to use it.\n\n> When?\n\nNow.\n",
    "\u{feff}Größe und Häuser\r\n",
];

const OPTIONS: [&[&str]; 6] = [
    &[],
    &["--recency", "30"],
    &["--site", "hugo", "--base-url", "/d"],
    &["--memories", "--chunker", "conversations"],
    &["--language", "de"],
    &["--levels", "100,20", "--include", "all"],
];

fn edits() -> impl Strategy<Value = Edit> {
    let (name, text) = (0..NAMES.len(), 0..TEXTS.len());
    prop_oneof![
        4 => (name.clone(), text).prop_map(|(name, text)| Edit::Write(name, text)),
        1 => name.clone().prop_map(Edit::Remove),
        1 => (name.clone(), name).prop_map(|(from, to)| Edit::Rename(from, to)),
        1 => (0..OPTIONS.len()).prop_map(Edit::Options),
        1 => (0.0..1.0).prop_map(Edit::CutCache),
    ]
}

fn apply(files: &Files, edit: &Edit, options: &mut usize) {
    let page = |name: usize| format!("docs/{}", NAMES[name]);
    match *edit {
        Edit::Write(name, text) => files.write(&page(name), TEXTS[text]),
        // There may be nothing to remove or to cut.
        Edit::Remove(name) => drop(fs::remove_file(files.path(&page(name)))),
        Edit::Rename(from, to) => drop(fs::rename(files.path(&page(from)), files.path(&page(to)))),
        Edit::Options(number) => *options = number,
        Edit::CutCache(share) => {
            if let Ok(cache) = fs::read(files.path("site.kdx.cache")) {
                let len = (cache.len() as f64 * share) as usize;
                files.write("site.kdx.cache", &cache[..len]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn whatever_changes_an_update_gives_what_a_full_build_gives(
        steps in prop::collection::vec(prop::collection::vec(edits(), 1..4), 1..6)
    ) {
        let files = Files::new(&[("docs/a.md", TEXTS[0]), ("docs/z.md", TEXTS[1])]);
        for folder in ["docs/x", "docs/de", "docs/fr"] {
            fs::create_dir_all(files.path(folder)).unwrap();
        }
        let mut options = 0;
        for step in &steps {
            step.iter().for_each(|edit| apply(&files, edit, &mut options));
            // A file that is always there makes sure that there is something to index.
            let (reread, reused) = update(&files, OPTIONS[options]);
            prop_assert!(reread + reused > 0);
            prop_assert_eq!(update(&files, OPTIONS[options]).1, reread + reused);
        }
    }
}
