//! Standard output that is full, or that nobody reads.

use super::super::{Files, Ran, ended, has_field};
use std::fs::File;
use std::io::{Read, Write, pipe};
use std::process::Stdio;
use std::time::Duration;

/// Each command with each kind of its output.
const PRINTING: &[&[&str]] = &[
    &["--help"],
    &["--version"],
    &["help"],
    &["build", "--help"],
    &["build", "docs", "-o", "new.kdx"],
    &["build", "docs", "-o", "new.kdx", "--json"],
    &["build", "docs", "-o", "new.kdx", "--explain-files"],
    &["build", "docs", "-o", "new", "--layout", "sharded"],
    &["build", "docs", "-o", "new.kdx", "--update"],
    &["merge", "part.kdx", "-o", "new.kdx"],
    &["merge", "part.kdx", "-o", "new.kdx", "--json"],
    &["search", "site.kdx", "shell"],
    &["search", "site.kdx", "shell", "--json"],
    &["search", "site.kdx", "shell", "--explain"],
    &["tree", "site.kdx", "install.md"],
    &["tree", "site.kdx", "install.md", "--json"],
    &["chunks", "site.kdx"],
    &["chunks", "site.kdx", "-o", "new.jsonl"],
    &["stats", "site.kdx"],
    &["stats", "site.kdx", "--json"],
    &["verify", "site.kdx"],
    &["verify", "site.kdx", "--json"],
    &["eval", "site.kdx", "--golden", "golden.jsonl"],
    &["eval", "site.kdx", "--golden", "golden.jsonl", "--json"],
    &["eval", "docs", "--golden", "golden.jsonl", "--sweep", "levels=300,200"],
    &["eval", "docs", "--golden", "golden.jsonl", "--against=levels=300"],
    &["export", "site.kdx"],
    &["export", "site.kdx", "-o", "new.jsonl"],
    &["export", "site.kdx", "--query", "shell"],
    &["export", "site.kdx", "--to", "qdrant", "-o", "out"],
    &["export", "site.kdx", "--to", "opensearch", "-o", "out"],
    &["init", "pages", "--force"],
    &["inject", "pages", "--remove"],
    &["serve", "docs", "--port", "0"],
    &["mcp", "site.kdx"],
];

/// Those that need the files of the search field.
const WITH_FIELD: &[&[&str]] = &[&["inject", "pages"], &["assets", "field"]];

fn printing() -> impl Iterator<Item = &'static [&'static str]> {
    let with_field = WITH_FIELD.iter().filter(|_| has_field());
    PRINTING.iter().chain(with_field).copied()
}

/// More than any of them takes. One that serves would go on for ever, where it did not fail.
const PATIENCE: Duration = Duration::from_secs(120);

const PING: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";

fn site() -> Files {
    let files = Files::indexed();
    files.run(["build", "docs", "-q", "-o", "part.kdx", "--mergeable"]).ok();
    files.write("golden.jsonl", "{\"query\":\"shell\",\"page\":\"install.md\"}\n");
    files.write("pages/index.html", "<!doctype html><title>Page</title><p>Text.");
    files
}

/// Runs a command that prints to some place.
fn print_to(files: &Files, args: &[&str], stdout: impl Into<Stdio>) -> Ran {
    let mut command = files.command();
    command.args(args).stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Where it has ended already, it has no use for that.
    let _ = child.stdin.take().unwrap().write_all(PING.as_bytes());
    ended(child, PATIENCE, args)
}

#[test]
fn a_full_standard_output_is_a_failure() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let files = site();
    for args in printing() {
        let ran = print_to(&files, args, full.try_clone().unwrap());
        let error = ran.failed();
        assert_eq!(error, "cannot write to standard output: no space left on device", "{args:?}");
        let errors = ran.stderr().matches("error:").count();
        assert_eq!(errors, 1, "{args:?}: {}", ran.stderr());
    }
}

#[test]
fn nobody_who_reads_is_no_failure() {
    let files = site();
    for args in printing() {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let ran = print_to(&files, args, writer).ok();
        assert!(!ran.stderr().contains("error"), "{args:?}: {}", ran.stderr());
        assert!(!ran.stderr().contains("panic"), "{args:?}: {}", ran.stderr());
    }
}

#[test]
fn a_reader_who_goes_away_is_no_failure() {
    let files = Files::corpus(&[]);
    let mut child = files.command();
    child.args(["chunks", "site.kdx"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut first = [0];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let ran = Ran(child.wait_with_output().unwrap()).ok();
    assert_eq!((first, ran.stderr().as_str()), (*b"{", ""));
}
