//! `kindex build --watch`: an index that follows its sources, whatever becomes of them.

use super::{Files, Ran};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A machine that is busy takes long.
const PATIENCE: Duration = Duration::from_secs(60);

/// In this time nothing follows where nothing is to follow: more than a look takes to come.
const QUIET: Duration = Duration::from_millis(1500);

/// A command that goes on, and what it says.
pub struct Watching {
    child: Child,
    answers: Option<ChildStdin>,
    lines: Receiver<Value>,
}

impl Watching {
    pub fn begin(files: &Files, args: &[&str]) -> Self {
        let mut command = files.command();
        command.arg("build").args(args).args(["--watch", "--json"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).expect("JSON"));
            }
        });
        Watching { answers: child.stdin.take(), child, lines }
    }

    fn next(&self) -> Value {
        self.lines.recv_timeout(PATIENCE).expect("there is a line")
    }

    /// The next failure.
    fn failed(&self) -> String {
        loop {
            if let Some(error) = self.next()["error"].as_str() {
                return error.to_owned();
            }
        }
    }

    /// The next line that is no warning.
    pub fn built(&self) -> Value {
        loop {
            let line = self.next();
            if line.get("warning").is_none() {
                assert!(line.get("documents").is_some(), "{line}");
                return line;
            }
        }
    }

    /// Waits until the index has as many documents.
    fn until(&self, documents: u64) -> Value {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let line = self.next();
            if line["documents"] == documents {
                return line;
            }
        }
        panic!("there never are {documents} documents");
    }

    fn is_quiet(&self) {
        if let Ok(line) = self.lines.recv_timeout(QUIET) {
            panic!("{line}");
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asserts that the index is the one that a build gives.
fn assert_built(files: &Files, args: &[&str]) {
    let fresh: Vec<&str> =
        args.iter().map(|arg| if *arg == "x.kdx" { "y.kdx" } else { arg }).collect();
    files.run(["build"].iter().chain(&fresh)).ok();
    assert!(files.read("x.kdx") == files.read("y.kdx"), "{args:?}");
}

fn site() -> Files {
    Files::new(&[
        ("site/a.md", "# Needles\n\nThey are sharp.\n"),
        ("site/b.md", "# Threads\n\nThey are long.\n"),
        ("site/c/index.html", "<title>Hem</title><main><p>It is folded.</main>"),
    ])
}

#[test]
fn what_is_saved_is_built_and_nothing_else_is_read() {
    let (files, args) = (site(), ["site", "-o", "x.kdx", "--exclude", "drafts/"]);
    let watching = Watching::begin(&files, &args);
    let first = watching.built();
    assert_eq!((&first["reread"], first.get("changed")), (&json!(3), None));
    assert_built(&files, &args);
    // As editors save: another file takes the place of the one there.
    for text in ["A thimble.", "A thimble and a bobbin."] {
        files.write("site/.b.md", format!("# More\n\n{text}\n"));
        fs::rename(files.path("site/.b.md"), files.path("site/b.md")).unwrap();
        let next = watching.built();
        assert_eq!((&next["reread"], &next["reused"]), (&json!(1), &json!(2)));
        assert_eq!(next["changed"], json!(["b.md"]));
        assert_built(&files, &args);
    }
    // A folder that comes, with what is in it, and goes.
    files.write("new/d.md", "# New\n\nA gusset.\n");
    fs::rename(files.path("new"), files.path("site/new")).unwrap();
    watching.until(4);
    files.write("site/new/d.md", "# New\n\nA gusset and a hem.\n");
    assert_eq!(watching.built()["changed"], json!(["new/d.md"]));
    assert_built(&files, &args);
    fs::remove_dir_all(files.path("site/new")).unwrap();
    watching.until(3);
    files.write("site/drafts/e.md", "# Draft\n");
    files.write("site/a.md", "# Needles\n\nThey are sharp.\n");
    watching.is_quiet();
    files.write("site/.gitignore", "b.md\n");
    watching.until(2);
    assert_built(&files, &args);
}

#[cfg(unix)]
#[test]
fn what_it_writes_itself_is_no_change() {
    let files = site();
    std::os::unix::fs::symlink("site", files.path("linked")).unwrap();
    let cache = ["--update", "--cache", "linked/x.cache"];
    for (path, output, more) in
        [("site", "site/index.kdx", &[][..]), ("linked", "site/index.kdx", &cache)]
    {
        let args = [&[path, "-o", output], more].concat();
        files.run(["build"].iter().chain(&args)).ok();
        let watching = Watching::begin(&files, &args);
        watching.until(3);
        watching.is_quiet();
        files.write("site/d.md", "# More\n\nA bobbin.\n");
        watching.until(4);
        watching.is_quiet();
        fs::remove_file(files.path("site/d.md")).unwrap();
        watching.until(3);
    }
}

#[test]
fn a_file_is_followed_alone() {
    let files = site();
    // Flags of another command may stand there too.
    let settings = "paths = [\"site/a.md\"]\noutput = \"x.kdx\"\nport = 4000\n";
    files.write("one.toml", settings);
    let watching = Watching::begin(&files, &["--config", "one.toml"]);
    watching.until(1);
    files.write("site/b.md", "# Threads\n\nThey are short.\n");
    watching.is_quiet();
    files.write("site/a.md", "# Needles\n\nThey are blunt.\n");
    assert_eq!(watching.built()["changed"], json!(["a.md"]));
}

#[test]
fn a_folder_may_be_taken_away() {
    let (files, args) = (site(), ["site", "-o", "x.kdx"]);
    let watching = Watching::begin(&files, &args);
    watching.built();
    for round in 0..2 {
        fs::rename(files.path("site"), files.path("away")).unwrap();
        assert!(watching.failed().contains("cannot read site"));
        watching.is_quiet();
        fs::create_dir(files.path("site")).unwrap();
        files.write("site/n.md", format!("# Number {round}\n"));
        watching.until(1);
        fs::remove_dir_all(files.path("site")).unwrap();
        fs::rename(files.path("away"), files.path("site")).unwrap();
        watching.until(3);
        files.write("site/a.md", format!("# Again {round}\n"));
        watching.built();
    }
    assert_built(&files, &args);
    fs::remove_file(files.path("x.kdx")).unwrap();
    watching.built();
    assert!(files.path("x.kdx").is_file());
}

#[test]
fn nothing_to_index_is_no_end() {
    let files = Files::new(&[("site/a.png", "")]);
    let watching = Watching::begin(&files, &["site", "-o", "out/"]);
    assert!(watching.next()["error"].as_str().unwrap().contains("no documents in site"));
    files.write("site/a.md", "# Needles\n");
    watching.until(1);
    // It is not compressed, which every reader takes.
    assert!(files.read("out/index.kdx").starts_with(b"\x89KDX"));
    let found = files.run(["search", "out/", "needles", "--json"]).json();
    assert_eq!(found["total"], 1);
}

#[cfg(target_os = "linux")]
#[test]
fn strange_files_are_named_once() {
    use std::os::unix::fs::symlink;
    let (files, args) = (site(), ["site", "-o", "x.kdx"]);
    files.write("other/o.md", "# Other\n");
    let watching = Watching::begin(&files, &args);
    watching.built();
    for (target, link) in [
        ("/dev/zero", "zero.md"),
        ("/proc/kmsg", "endless.md"),
        ("/proc/self/mem", "memory.md"),
        (".", "loop"),
        ("gone.md", "dead.md"),
        ("../other", "linked"),
    ] {
        symlink(target, files.path("site").join(link)).unwrap();
    }
    let pipe = files.path("site/pipe.md");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    File::create(files.path("site/large.md")).unwrap().set_len(1_500_000_000).unwrap();
    let mut named = Vec::new();
    let mut known = 3;
    let all = ["large.md", "loop", "dead.md", "endless.md", "memory.md"];
    let is_named = |named: &[String], name| named.iter().any(|text| text.contains(name));
    while known < 4 || !all.iter().all(|name| is_named(&named, name)) {
        let line = watching.next();
        match line["warning"].as_str() {
            Some(warning) => named.push(warning.to_owned()),
            None => known = line["documents"].as_u64().unwrap(),
        }
    }
    watching.is_quiet();
    for name in all {
        let count = named.iter().filter(|text| text.contains(name)).count();
        assert_eq!(count, 1, "{name}: {named:?}");
    }
    files.write("other/o.md", "# Other\n\nWith a text.\n");
    assert_eq!(watching.built()["changed"].as_array().unwrap().last(), Some(&json!("linked/o.md")));
}

#[test]
fn settings_count_too() {
    let files = site();
    files.write("words.txt", "needle, pin\n");
    let toml = |more: &str| {
        format!(
            "paths = [\"site\"]\noutput = \"x.kdx\"\nsynonyms = \"words.txt\"\nport = 1\n{more}"
        )
    };
    files.write("kindex.toml", toml(""));
    let watching = Watching::begin(&files, &[]);
    watching.built();
    let plain = ["site", "-o", "x.kdx", "--synonyms", "words.txt"];
    files.write("words.txt", "needle, pin, stylus\n");
    watching.built();
    assert_built(&files, &plain);
    files.write("kindex.toml", toml("exclude = [\"b.md\"]\n"));
    watching.until(2);
    assert_built(&files, &[&plain[..], &["--exclude", "b.md"]].concat());
    files.write("kindex.toml", toml("exlude = 7\n"));
    assert!(watching.next()["error"].as_str().unwrap().contains("exlude"));
    // As where a program cuts a file off before it writes it.
    files.write("kindex.toml", "");
    assert!(watching.next()["error"].as_str().unwrap().contains("required"));
    files.write("kindex.toml", toml("exclude = [\"b.md\"]\n"));
    files.write("site/a.md", "# Needles\n\nThey were sharp.\n");
    watching.until(2);
}

#[test]
fn pages_that_depend_on_others_follow_these() {
    let (files, args) = (site(), ["site", "-o", "x.kdx", "--recency", "30"]);
    for (name, day) in [("a", 1), ("b", 2)] {
        let text = format!("---\ndate: 2026-01-0{day}\n---\n# Page {name}\n");
        files.write(&format!("site/{name}.md"), text);
    }
    for page in ["one", "two", "three"] {
        let html = format!("<title>{page} | Old</title><main><p>Text of {page}.</main>");
        files.write(&format!("site/{page}.html"), html);
    }
    let watching = Watching::begin(&files, &args);
    watching.built();
    assert_built(&files, &args);
    files.write("site/b.md", "---\ndate: 2026-03-01\n---\n# Page b\n");
    watching.built();
    assert_built(&files, &args);
    // The name that titles repeat.
    drop(watching);
    let args = ["site", "-o", "x.kdx"];
    let watching = Watching::begin(&files, &args);
    watching.built();
    for page in ["one", "two", "three"] {
        let html = format!("<title>{page} | New</title><main><p>Text of {page}.</main>");
        files.write(&format!("site/{page}.html"), html);
        watching.built();
        assert_built(&files, &args);
    }
}

#[test]
fn other_kinds_of_indexes_are_built_whole() {
    let files = Files::new(&[
        ("site/a.jsonl", "{\"id\": \"1\", \"text\": \"Needles.\", \"tenant\": \"t\"}\n"),
        ("docs/a.md", "# Needles\n"),
        ("out/.keep", ""),
    ]);
    for args in [
        &["site", "-o", "x.kdx"][..],
        &["docs", "-o", "x.kdx", "--update"],
        &["docs", "-o", "x.kdx", "--mergeable"],
        &["docs", "-o", "out/{tenant}.kdx", "--tenant", "t"],
    ] {
        let watching = Watching::begin(&files, args);
        watching.built();
        files.write("docs/b.md", format!("# Threads {}\n", args.len()));
        let record = "{\"id\": \"1\", \"text\": \"Needles.\", \"tenant\": \"t\"}\n";
        let other =
            format!("{{\"id\": \"{}\", \"text\": \"Pins.\", \"tenant\": \"t\"}}\n", args.len());
        files.write("site/a.jsonl", [record, &other].concat());
        watching.until(2);
        fs::remove_file(files.path("docs/b.md")).unwrap();
        files.write("site/a.jsonl", record);
        watching.until(1);
    }
}

#[test]
fn plugins_tell_where_sources_are_published() {
    let files = site();
    files.write("site/a.md", "---\nslug: /needles\ntitle: N\n---\nThey are sharp.\n");
    let mut watching = Watching::begin(&files, &["site", "-o", "x.kdx", "--ask-addresses"]);
    let asked = watching.next();
    let paths: Vec<_> =
        asked["publish"].as_array().unwrap().iter().map(|it| it["path"].clone()).collect();
    assert_eq!(paths, ["a.md", "b.md", "c/index.html"]);
    assert_eq!(asked["publish"][0]["folder"], "site");
    assert_eq!(asked["publish"][0]["matter"], "slug: /needles\ntitle: N");
    let mut answer = |answer: &str| {
        writeln!(watching.answers.as_mut().unwrap(), "{answer}").unwrap();
    };
    answer(r#"[{"url": "/x/needles", "version": "2"}, null, {}]"#);
    assert_eq!(watching.built()["documents"], 2);
    let found = files.run(["search", "x.kdx", "sharp", "--json"]).json();
    assert_eq!(found["hits"][0]["url"], "/x/needles");
    files.write("site/b.md", "# Threads\n\nThey are short.\n");
    assert_eq!(watching.next()["publish"].as_array().unwrap().len(), 1);
    let mut answer = |answer: &str| {
        writeln!(watching.answers.as_mut().unwrap(), "{answer}").unwrap();
    };
    answer("[]");
    let error = watching.next();
    assert!(error["error"].as_str().unwrap().contains("about 0 sources"), "{error}");
    assert_eq!(watching.next()["publish"][0]["path"], "b.md");
    writeln!(watching.answers.as_mut().unwrap(), r#"[{{"url": "/t"}}]"#).unwrap();
    assert_eq!(watching.built()["documents"], 3);
    drop(watching.answers.take());
    assert!(watching.child.wait().unwrap().success());
}

#[test]
fn what_can_never_be_built_ends_it() {
    let files = site();
    let run = |args: &[&str]| files.run(["build"].iter().chain(args).chain(&["--watch"]));
    let Ran(out) = run(&["nowhere", "-o", "x.kdx"]);
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&out.stderr).contains("cannot read nowhere"));
    for args in [
        &["site", "-o", "x.kdx", "--ask-addresses"][..],
        &["site", "-o", "x.kdx", "--levels", "0"],
        &["site", "-o", "x.md"],
    ] {
        assert_eq!(run(args).0.status.code(), Some(2), "{args:?}");
    }
}
