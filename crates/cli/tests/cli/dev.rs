//! `kindex dev`: the site with the line of the search field, and what is told about its index.

use super::Files;
use super::serve::Server;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::time::{Duration, Instant};

const PAGE: &str =
    "<!doctype html><title>Guide</title><main><h1 id=guide>Guide</h1><p>A heron.</main>";

fn site() -> Files {
    let files = Files::new(&[
        ("site/guide.html", PAGE),
        ("site/deep/index.html", "<!doctype html><title>Deep</title><main><p>A kite.</main>"),
        ("site/.hidden/h.html", "<title>Hidden</title><main><p>A secret.</main>"),
        ("site/node_modules/p/n.html", "<title>Package</title><main><p>A package.</main>"),
        ("site/bad.md", "---\nurl: \"https://[\"\n---\n# Bad\n\nA heron.\n"),
        ("secret.html", "<title>Secret</title><main><p>A secret.</main>"),
        ("golden.yaml", "- query: heron\n  page: guide.html#guide\n- query: x\n  page: gone\n"),
    ]);
    symlink("../secret.html", files.path("site/out.html")).unwrap();
    symlink(".hidden/h.html", files.path("site/in.html")).unwrap();
    files
}

fn dev(files: Files, args: &[&str]) -> Server {
    let mut command = files.command();
    command.args(["dev", "site", "--port", "0"]).args(args);
    Server::started(files, command)
}

fn status(answer: &(String, Vec<u8>)) -> &str {
    &answer.0["http/1.1 ".len()..][..3]
}

fn told(server: &Server, path: &str) -> Value {
    let answer = server.get(&format!("/__kindex/{path}"));
    assert_eq!(status(&answer), "200", "{path}: {}", answer.0);
    serde_json::from_slice(&answer.1).unwrap()
}

/// Asks until the answer is as it should be.
fn until(server: &Server, path: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let value = told(server, path);
        if is_so(&value) {
            return value;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{path}: {value}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn pages_get_the_line_and_nothing_leads_out() {
    let server = dev(site(), &[]);
    let line = "<script type=\"module\" src=\"/__kindex/search.js\" data-kindex-inject=\"\">";
    for path in ["/guide", "/guide.html", "/deep/"] {
        let (_, body) = server.get(path);
        assert!(String::from_utf8(body).unwrap().contains(line), "{path}");
    }
    assert_eq!(server.get("/bad.md").1, server.files.read("site/bad.md"));
    for path in ["/out.html", "/in.html", "/.hidden/h.html", "/..%2fsecret.html", "/gone"] {
        assert_eq!(status(&server.get(path)), "404", "{path}");
    }
    for id in ["out.html", "in.html", ".hidden/h.html", "node_modules/p/n.html"] {
        assert_eq!(told(&server, &format!("chunks?id={id}")), json!({ "parts": [] }), "{id}");
    }
    assert_eq!(told(&server, "search?q=secret")["total"], 0);
    assert_eq!(server.status_for("/guide", "Host: evil.example\r\n"), "403");
    assert_eq!(status(&server.request("POST", "/guide", "")), "405");
    assert_eq!(status(&server.request("HEAD", "/guide", "")), "200");
}

#[test]
fn the_index_is_told_about() {
    let server = dev(site(), &["--golden", "golden.yaml", "--base-path", "/docs/"]);
    assert_eq!(status(&server.get("/__kindex/")), "404");
    let told = |path: &str| told_below(&server, path);
    let files = told("files");
    let ids: Vec<_> = files.as_array().unwrap().iter().map(|file| file["id"].clone()).collect();
    assert_eq!(ids, ["bad.md", "deep/index.html", "guide.html"]);
    let document = told("chunks?id=guide.html");
    assert_eq!(document["parts"][0]["text"], "# Guide\n\nA heron.\n");
    let found = told("search?q=heron&title=9");
    assert_eq!(found["total"], 2);
    assert!(found["hits"][0]["explanation"].as_str().unwrap().contains("\ntotal "), "{found}");
    let golden = told("golden");
    assert_eq!(golden[0]["pages"][0]["isMissing"], false);
    assert_eq!(golden[1]["pages"][0], json!({ "page": "gone", "isMissing": true }));
    for (query, why) in [("title=much", "accepted are numbers"), ("b=7", "from 0 to 1")] {
        let answer = server.get(&format!("/docs/__kindex/search?q=a&{query}"));
        assert_eq!(status(&answer), "400");
        assert!(String::from_utf8_lossy(&answer.1).contains(why), "{query}");
    }
}

fn told_below(server: &Server, path: &str) -> Value {
    let answer = server.get(&format!("/docs/__kindex/{path}"));
    assert_eq!(status(&answer), "200", "{path}: {}", answer.0);
    serde_json::from_slice(&answer.1).unwrap()
}

/// What open pages are told, one after another.
fn events(server: &Server) -> impl FnMut() -> String {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.write_all(b"GET /__kindex/events HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    move || {
        let begun = Instant::now();
        // Other lines keep the connection alive.
        let is_told = |line: &String| {
            assert!(begun.elapsed() < Duration::from_secs(60), "nothing is told");
            line.starts_with("data: ")
        };
        lines.find(is_told).unwrap()
    }
}

#[test]
fn open_pages_are_told_of_changes() {
    let server = dev(site(), &[]);
    let mut next = events(&server);
    told(&server, "files");
    let mut last = next();
    for (path, text) in [("site/x.css", "body {}"), ("site/new.md", "# Bittern\n")] {
        server.files.write(path, text);
        let now = next();
        assert_ne!(now, last);
        last = now;
    }
    until(&server, "search?q=bittern", |found| found["total"] == 1);
    fs::remove_dir_all(server.files.path("site")).unwrap();
    server.files.write("site/again.md", "# Kestrel\n");
    until(&server, "files", |files| files[0]["id"] == "again.md");
}

#[test]
fn a_site_without_an_index_is_followed_too() {
    let files = Files::new(&[("site/index.html", "<!doctype html><title></title>")]);
    let server = dev(files, &[]);
    let mut next = events(&server);
    let mut last = next();
    for text in ["a {}", "b {}", "c {}"] {
        server.files.write("site/x.css", text);
        let now = next();
        assert_ne!(now, last);
        last = now;
    }
}

#[test]
fn what_is_of_no_use_is_said_at_once() {
    let files = site();
    files.write("bad.yaml", "- page: a\n");
    for (args, code, why) in [
        (&["dev", "nowhere"][..], 1, "cannot read nowhere"),
        (&["dev", "site", "deep"], 2, "takes one DIR"),
        (&["dev", "site", "--golden", "bad.yaml"], 1, "bad.yaml: line 1"),
        (&["dev", "site", "--golden", "none.yaml"], 1, "cannot read none.yaml"),
        (&["dev", "site", "--base-url", "/x/"], 2, "--base-url"),
        (&["dev", "site", "--levels", "0"], 2, "--levels"),
        (&["dev", "site", "--port", "70000"], 2, "--port"),
    ] {
        let ran = files.run(args);
        assert_eq!(ran.0.status.code(), Some(code), "{args:?}");
        let said = String::from_utf8_lossy(&ran.0.stderr).into_owned();
        assert!(said.contains(why), "{args:?}: {said}");
    }
}
