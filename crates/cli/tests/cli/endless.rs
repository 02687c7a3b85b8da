//! What is no file in the place of one: nothing waits for a pipe that nobody writes to, and nothing
//! is read without end.

use super::{Files, Ran, ended};
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::time::Duration;

/// As long as this nothing takes here that does not wait.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// What stands in the place of files: a pipe, and a link to what has no end.
const KINDS: [fn(&Files, &str); 2] = [
    |files, name| {
        let made = Command::new("mkfifo").arg(files.path(name)).status().unwrap();
        assert!(made.success());
    },
    |files, name| symlink("/dev/zero", files.path(name)).unwrap(),
];

const NO_FILE: &str = "it is no file, but a pipe or a device, which may never end";

/// Runs a command that is ended where it waits.
fn run(files: &Files, args: &[&str]) -> Ran {
    end(files.command(), args)
}

fn end(mut command: Command, args: &[&str]) -> Ran {
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    ended(command.spawn().unwrap(), MAX_WAIT, args)
}

#[test]
fn what_a_flag_names_is_a_file() {
    let build = ["build", "docs", "-o", "new.kdx"].as_slice();
    let vector = ["search", "site.kdx"].as_slice();
    let eval = ["eval", "--qrels", "qrels.tsv"].as_slice();
    for (command, flag, name) in [
        (build, "--config", "a.toml"),
        (build, "--synonyms", "a.txt"),
        (build, "--pins", "a.txt"),
        (build, "--rooms", "a.toml"),
        (build, "--topics", "a.toml"),
        (build, "--extra", "a.jsonl"),
        (build, "--vectors", "a.jsonl"),
        (build, "--vectors", "a.npy"),
        (vector, "--vector", "a.json"),
        (eval, "--run", "a.tsv"),
        (&["eval", "site.kdx"], "--golden", "a.yaml"),
    ] {
        for kind in KINDS {
            let files = Files::indexed();
            files.write("qrels.tsv", "q\tdocs/install.md\t1\n");
            kind(&files, name);
            let ran = run(&files, &[command, &[flag, name]].concat());
            assert_eq!(ran.failed(), format!("cannot read {name}: {NO_FILE}"), "{flag}");
            assert!(!files.path("new.kdx").exists());
        }
    }
}

#[test]
fn an_index_is_a_file() {
    for kind in KINDS {
        let files = Files::new(&[]);
        kind(&files, "site.kdx");
        for args in [["search", "site.kdx", "x"].as_slice(), &["mcp", "site.kdx"]] {
            assert_eq!(run(&files, args).failed(), format!("cannot read site.kdx: {NO_FILE}"));
        }
    }
}

#[test]
fn a_cache_that_is_no_file_is_not_read() {
    let files = Files::indexed();
    KINDS[0](&files, "site.cache");
    let args = ["build", "docs", "-o", "site.kdx", "--update", "--cache", "site.cache"];
    let ran = run(&files, &args);
    assert!(ran.failed().contains("site.cache"), "{}", ran.stderr());
}

#[test]
fn a_configuration_that_nobody_named_is_a_file() {
    for kind in KINDS {
        let files = Files::new(&[("docs/a.md", "# A\n\nText.\n")]);
        kind(&files, "kindex.toml");
        let ran = run(&files, &["build"]);
        assert_eq!(ran.failed(), format!("cannot read kindex.toml: {NO_FILE}"));
    }
}

#[test]
fn what_is_handed_over_is_read_as_it_comes() {
    let files = Files::new(&[("docs/a.md", "# A\n\nA needle.\n")]);
    let script = "(sleep 0.2; echo 'pin => needle') | \"$0\" build docs -o site.kdx --synonyms ";
    for place in ["/dev/stdin", "/dev/fd/0"] {
        let mut command = Command::new("sh");
        command.current_dir(files.path("")).args(["-c", &format!("{script}{place}")]);
        Ran(command.arg(env!("CARGO_BIN_EXE_kindex")).output().unwrap()).ok();
        assert!(files.run(["search", "site.kdx", "pin"]).ok().stdout().contains("needle"));
    }
    files.run(["build", "docs", "-o", "site.kdx", "--pins", "/dev/null"]).ok();
}

#[test]
fn a_folder_whose_ignore_file_is_none_is_left_out_and_named() {
    let page = "<!doctype html><html><title>A</title><body><main>Text</main></body></html>";
    for kind in KINDS {
        let files = Files::new(&[("site/a.html", page), ("site/sub/b.html", page)]);
        kind(&files, "site/sub/.gitignore");
        let ran = run(&files, &["build", "site", "-o", "site.kdx"]).ok();
        assert!(ran.stdout().contains("1 document"), "{}", ran.stdout());
        let said = "site/sub/.gitignore: it cannot be read as text, so what it leaves out";
        assert!(ran.stderr().contains(said), "{}", ran.stderr());
        let all = ["build", "site", "-o", "site.kdx", "--no-gitignore"];
        assert!(run(&files, &all).ok().stdout().contains("2 documents"));
        if super::has_field() {
            let ran = run(&files, &["inject", "site"]).ok();
            assert!(ran.stderr().contains(said), "{}", ran.stderr());
            assert_eq!(fs::read_to_string(files.path("site/sub/b.html")).unwrap(), page);
        }
    }
}

#[test]
fn a_folder_whose_own_ignore_file_is_none_is_not_read() {
    for kind in KINDS {
        let files = Files::new(&[("site/a.md", "# A\n\nText.\n")]);
        kind(&files, "site/.gitignore");
        let ran = run(&files, &["build", "site", "-o", "site.kdx"]);
        ran.failed();
        assert!(
            ran.stderr().contains("site/.gitignore: it cannot be read as text"),
            "{}",
            ran.stderr()
        );
        assert!(!files.path("site.kdx").exists());
    }
}

#[test]
fn a_folder_with_an_index_has_files() {
    for kind in KINDS {
        let files = Files::new(&[("docs/a.md", "# A\n\nText.\n")]);
        let build = ["build", "docs", "--layout=sharded", "--keep-previous", "-o", "search/"];
        run(&files, &build).ok();
        let put = |name: &str| {
            fs::remove_file(files.path(name)).ok();
            kind(&files, name);
        };
        let names = fs::read_dir(files.path("search")).unwrap();
        let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let shard = names.find(|name| name.ends_with(".kds")).unwrap();

        put(&format!("search/{shard}"));
        for command in ["verify", "stats"] {
            let error = run(&files, &[command, "search"]).failed();
            assert_eq!(error, format!("cannot read search/{shard}: {NO_FILE}"));
        }
        run(&files, &build).ok();
        assert!(files.path(&format!("search/{shard}")).is_file());

        put("search/index.kdx.kept");
        let error = run(&files, &["verify", "search"]).failed();
        assert_eq!(error, format!("cannot read search/index.kdx.kept: {NO_FILE}"));
        let warning = run(&files, &build).ok().stderr();
        assert!(warning.contains("cannot read search/index.kdx.kept"), "{warning}");

        put("search/index.kdx");
        let keep = "--keep-previous=search";
        let warning = run(&files, &["build", "docs", "-o", "other/", keep]).ok().stderr();
        assert!(warning.contains(&format!("cannot read search/index.kdx: {NO_FILE}")), "{warning}");
        let error = run(&files, &["stats", "search"]).failed();
        assert!(error.starts_with("cannot read search: it is a folder without"), "{error}");
    }
}

#[test]
fn certificates_are_in_a_file() {
    for kind in KINDS {
        let files = Files::new(&[("docs/a.md", "# A\n\nText.\n")]);
        kind(&files, "roots.pem");
        let mut command = files.command();
        command.env("SSL_CERT_FILE", "roots.pem");
        let args = ["build", "docs", "-o", "search/", "--keep-previous=https://localhost:1/"];
        let error = end(command, &args).failed();
        assert_eq!(error, format!("cannot read roots.pem: {NO_FILE}"));
    }
}

#[test]
fn what_a_folder_is_known_by_is_a_file() {
    for kind in KINDS {
        let files = Files::indexed();
        let page = "<!doctype html><html><title>A</title><body><main>Text</main></body></html>";
        files.write("site/a.html", page);
        for folder in ["qdrant", "site/kindex"] {
            fs::create_dir(files.path(folder)).unwrap();
        }
        kind(&files, "qdrant/export.json");
        let error = run(&files, &["export", "site.kdx", "--to", "qdrant", "-o", "qdrant"]).failed();
        assert!(error.contains("it has export.json, which is no export"), "{error}");
        if super::has_field() {
            kind(&files, "site/kindex/search.js");
            let error = run(&files, &["inject", "site"]).failed();
            assert!(error.contains("is not of kindex inject"), "{error}");
        }
    }
}
