//! Indexes that are built anew while they are asked.

use super::{Tagged, kept, run, search, site, write_site};
use crate::Files;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::atomic::Ordering;

/// A server for language models.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Server {
    fn of(files: &Files, index: &str) -> Self {
        let mut command = files.command();
        command
            .args(["mcp", index, "--cache", "kept", "--structured"])
            .env_remove("HTTP_PROXY")
            .env_remove("http_proxy");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Server { child, input, output: BufReader::new(output) }
    }

    fn search(&mut self, words: &str) -> Value {
        let params = json!({ "name": "search_docs", "arguments": { "query": words } });
        let line = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        writeln!(self.input, "{line}").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    fn total(&mut self, words: &str) -> Value {
        self.search(words)["result"]["structuredContent"]["total"].clone()
    }

    /// What it said on standard error.
    fn end(self) -> String {
        drop(self.input);
        String::from_utf8(self.child.wait_with_output().unwrap().stderr).unwrap()
    }
}

fn build_anew(files: &Files) {
    write_site(files, "gravel");
    files.run(["build", "docs", "-q", "-o", "search/", "--layout=sharded"]).ok();
}

#[test]
fn a_server_answers_from_the_files_that_a_question_needs() {
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/search/");
    let mut server = Server::of(&files, &address);
    assert_eq!(server.total("own7"), 1);
    let (total, asked, _) = host.during(|| server.total("own7"));
    assert_eq!((total, asked), (json!(1), vec![]));
    let (total, asked, _) = host.during(|| server.total("own8"));
    assert_eq!(total, 1);
    assert!((1..20).contains(&asked.len()) && !asked[0].ends_with("index.kdx"), "{asked:?}");
    host.is_down.store(true, Ordering::Relaxed);
    assert_eq!(server.total("own8"), 1);
    let answer = server.search("own99");
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("(fetch_failed)"), "{answer}");
    let told = server.end();
    assert!(told.contains(".kds: ") && told.lines().count() == 1, "{told}");
}

/// The shards of the build before are gone, so the head is read anew.
#[test]
fn a_server_goes_on_with_the_index_that_was_built_anew() {
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/search/");
    let mut server = Server::of(&files, &address);
    assert_eq!([server.total("pebble"), server.total("gravel")], [50, 0]);
    build_anew(&files);
    // What is there for a question is that of one build.
    assert_eq!([server.total("pebble"), server.total("gravel")], [50, 0]);
    assert_eq!(server.total("own99"), 1);
    assert_eq!([server.total("gravel"), server.total("pebble")], [50, 0]);
    assert_eq!(server.end(), "");
}

#[test]
fn what_is_kept_of_a_build_before_is_not_taken_for_the_next() {
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/search/");
    search(&files, &address, "pebble");
    let before = kept(&files).len();
    build_anew(&files);
    let total = |words: &str| search(&files, &address, words).json()["total"].clone();
    assert_eq!([total("gravel"), total("pebble")], [50, 0]);
    assert!(kept(&files).len() > before);
    host.is_down.store(true, Ordering::Relaxed);
    assert_eq!(run(&files, &["search", &address, "gravel", "--json"]).ok().json()["total"], 50);
}
