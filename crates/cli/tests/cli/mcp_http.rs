//! `kindex mcp --http`, over real connections. What it answers to messages, and to requests of
//! every form, is in tests/js/mcp-transports.test.mjs, as JavaScript answers the same; official
//! clients and the conformance suite are beside it.

use super::kept::published::{Answer, Host, files as files_in};
use super::serve::Server;
use super::{Files, Ran};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const TOKEN: &str = "0123456789abcdef-token";

/// A server of a small site.
fn server(args: &[&str]) -> Server {
    with_files(Files::indexed(), "site.kdx", args)
}

fn with_files(files: Files, index: &str, args: &[&str]) -> Server {
    let mut command = files.command();
    command.args(["mcp", index, "--http", "0", "--cache", "kept", "--structured"]).args(args);
    command.env_remove("HTTP_PROXY").env_remove("http_proxy");
    Server::started(files, command)
}

fn call(name: &str, arguments: &Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })
}

fn search(words: &str) -> Value {
    call("search_docs", &json!({ "query": words }))
}

/// The status and the body of an answer to a message.
fn post(server: &Server, message: &Value, headers: &str) -> (String, Value) {
    let (head, body) = post_to(server, "/mcp", &message.to_string(), headers);
    (head["http/1.1 ".len()..][..3].to_owned(), serde_json::from_slice(&body).unwrap_or_default())
}

fn post_to(server: &Server, path: &str, body: &str, headers: &str) -> (String, Vec<u8>) {
    let headers = format!(
        "Host: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n{headers}"
    );
    let length = body.len();
    server.sent(&format!("POST {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\n\r\n{body}"))
}

#[test]
fn messages_are_answered_at_two_paths_and_at_no_other() {
    let server = server(&[]);
    let message = search("shell").to_string();
    for path in ["/mcp", "/"] {
        let (head, body) = post_to(&server, path, &message, "");
        assert!(head.starts_with("http/1.1 200 "), "{head}");
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["result"]["structuredContent"]["total"], 2);
    }
    assert!(post_to(&server, "/other", &message, "").0.starts_with("http/1.1 404 "));
    let (head, _) = server.get("/mcp");
    assert!(
        head.starts_with("http/1.1 405 ") && head.contains("\r\nallow: post, options"),
        "{head}"
    );
}

#[test]
fn only_own_names_and_origins_are_answered() {
    let server =
        server(&["--allow-host", "docs.example.org", "--allow-origin", "https://a.example"]);
    let status = |host: &str, origin: &str| {
        let body = search("shell").to_string();
        let origin = match origin {
            "" => String::new(),
            origin => format!("Origin: {origin}\r\n"),
        };
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        server.sent(&head).0["http/1.1 ".len()..][..3].to_owned()
    };
    for (host, origin, expected) in [
        ("localhost", "", "200"),
        ("docs.example.org", "https://a.example", "200"),
        ("evil.example", "", "403"),
        ("localhost", "https://evil.example", "403"),
        ("localhost", "http://localhost", "403"),
        ("localhost", "null", "403"),
    ] {
        assert_eq!(status(host, origin), expected, "{host} {origin}");
    }
}

#[test]
fn a_token_is_needed_where_there_are_some() {
    let files = Files::indexed();
    files.write("tokens", format!("# of the team\n\n{TOKEN}\nanother-token-of-16\n"));
    let server = with_files(files, "site.kdx", &["--token-file", "tokens", "--rate-limit", "20"]);
    for (header, status) in [
        (format!("Authorization: Bearer {TOKEN}\r\n"), "200"),
        ("Authorization: bearer another-token-of-16\r\n".to_owned(), "200"),
        (String::new(), "401"),
        (format!("Authorization: Bearer {TOKEN}x\r\n"), "401"),
        (format!("Authorization: Basic {TOKEN}\r\n"), "401"),
        ("Authorization: Bearer # of the team\r\n".to_owned(), "401"),
    ] {
        let (found, body) = post(&server, &search("shell"), &header);
        assert_eq!(found, status, "{header}");
        assert!(!body.to_string().contains(TOKEN));
    }
    let (head, _) = post_to(&server, "/mcp", "{}", "");
    assert!(head.contains("\r\nwww-authenticate: bearer realm=\"kindex\""), "{head}");
    // What is there for all says that a token is needed.
    let card: Value = serde_json::from_slice(&server.get("/mcp/server-card").1).unwrap();
    assert_eq!(card["remotes"][0]["headers"][0]["name"], "Authorization");
    // Whoever guesses is asked to wait, and whoever knows a token is not.
    let guesses: Vec<String> = (0..30).map(|_| post(&server, &search("shell"), "").0).collect();
    assert_eq!(guesses.last().unwrap(), "429");
    let header = format!("Authorization: Bearer {TOKEN}\r\n");
    assert_eq!(post(&server, &search("shell"), &header).0, "200");
}

#[test]
fn no_card_asks_for_tokens_in_clear() {
    let files = Files::indexed();
    files.write("tokens", format!("{TOKEN}\n"));
    let args = ["--token-file", "tokens", "--allow-host", "docs.example.org"];
    let server = with_files(files, "site.kdx", &args);
    for path in
        ["/mcp/server-card", "/.well-known/mcp/server-card.json", "/.well-known/ai-catalog.json"]
    {
        for (host, status) in [("localhost", "200"), ("docs.example.org", "404")] {
            let asked = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            assert_eq!(&server.sent(&asked).0["http/1.1 ".len()..][..3], status, "{path} {host}");
        }
    }
}

#[test]
fn tokens_that_cannot_be_used_are_refused_before_anything_is_served() {
    let files = Files::indexed();
    files.write("short", "secret\n");
    files.write("none", "# nobody\n\n");
    let run = |args: &[&str]| files.run(["mcp", "site.kdx"].iter().chain(args));
    let error = run(&["--http", "0", "--token-file", "short"]).refused();
    assert!(error.contains("at least 16") && !error.contains("secret"), "{error}");
    let error = run(&["--http", "0", "--token-file", "none"]).failed();
    assert_eq!(error, "none: it has no token");
    assert!(
        run(&["--http", "0", "--token-file", "missing"]).failed().contains("cannot read missing")
    );
    // Without --http nobody would be asked for one.
    assert_eq!(run(&["--token-file", "short"]).0.status.code(), Some(2));
    let error = run(&["--http", "0", "--public-url", "https://me@docs.example.org"]).refused();
    assert!(error.contains("without a user"), "{error}");
    let mut command = files.command();
    command.args(["mcp", "site.kdx", "--http", "0"]).env("KINDEX_MCP_TOKEN", "short");
    assert!(Ran(command.output().unwrap()).refused().contains("at least 16"));
}

#[test]
fn whoever_asks_too_much_is_asked_to_wait() {
    let server = server(&["--rate-limit", "5"]);
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let status = |message: &Value| post(&server, message, "").0;
    assert_eq!([status(&ping), status(&ping)], ["200", "200"]);
    // Messages that come as one count each.
    assert_eq!(status(&json!([ping, ping, ping, ping])), "429");
    assert_eq!(status(&ping), "429");
    let (head, _) = post_to(&server, "/mcp", "{}", "");
    assert!(head.contains("\r\nretry-after: 60"), "{head}");
    assert!(server.get("/mcp/server-card").0.starts_with("http/1.1 429 "));
}

#[test]
fn programs_read_what_the_server_is_before_they_connect() {
    let server = server(&["--title", "The guide", "--public-url", "https://docs.example.org/mcp/"]);
    for path in ["/mcp/server-card", "/.well-known/mcp/server-card.json"] {
        let (head, body) = server.get(path);
        assert!(head.contains("\r\ncontent-type: application/mcp-server-card+json"), "{head}");
        assert!(head.contains("\r\naccess-control-allow-origin: *"), "{head}");
        let card: Value = serde_json::from_slice(&body).unwrap();
        let expected = json!({
            "$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
            "name": "org.example.docs/kindex",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Search and read The guide.",
            "title": "The guide",
            "remotes": [{
                "type": "streamable-http",
                "url": "https://docs.example.org/mcp",
                "supportedProtocolVersions":
                    ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
            }],
        });
        assert_eq!(card, expected);
    }
    let (head, body) = server.get("/.well-known/ai-catalog.json");
    assert!(head.contains("\r\ncontent-type: application/ai-catalog+json"), "{head}");
    let catalog: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(catalog["entries"][0]["url"], "https://docs.example.org/mcp/server-card");
    assert!(server.request("HEAD", "/mcp/server-card", "").1.is_empty());
    assert!(server.request("DELETE", "/mcp/server-card", "").0.starts_with("http/1.1 405 "));
}

#[test]
fn the_card_names_the_server_as_it_is_called() {
    let server = server(&[]);
    let card: Value = serde_json::from_slice(&server.get("/mcp/server-card").1).unwrap();
    assert_eq!(card["name"], "localhost/kindex");
    assert_eq!(card["remotes"][0]["url"], "http://localhost/mcp");
}

#[test]
fn pages_of_other_sites_read_no_card_that_is_not_public() {
    let origin = |server: &Server, origin: &str| {
        let (head, _) = server.request("GET", "/mcp/server-card", &format!("origin: {origin}\r\n"));
        let line = head.lines().find_map(|line| line.strip_prefix("access-control-allow-origin: "));
        line.map(str::to_owned)
    };
    let default = server(&[]);
    assert_eq!(origin(&default, "https://other.example"), None);
    let own = "http://localhost:3000";
    assert_eq!(origin(&default, own).as_deref(), Some(own));
    let named = server(&["--allow-origin", "https://docs.example"]);
    let docs = "https://docs.example";
    assert_eq!(origin(&named, docs).as_deref(), Some(docs));
    assert_eq!(origin(&named, "https://other.example"), None);
}

#[test]
fn what_is_too_long_or_does_not_come_is_not_waited_for() {
    let server = server(&[]);
    let long = "x".repeat(300 << 10);
    let (head, _) = post_to(&server, "/mcp", &long, "");
    assert!(head.starts_with("http/1.1 413 "), "{head}");
    let begun = Instant::now();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
    stream.write_all(head.as_bytes()).unwrap();
    // Others are answered meanwhile.
    assert_eq!(post(&server, &search("shell"), "").0, "200");
    assert!(begun.elapsed() < Duration::from_secs(5));
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(30));
}

/// The lines of a log.
fn logged(files: &Files, name: &str) -> Vec<Value> {
    let text = String::from_utf8(files.read(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[cfg(unix)]
#[test]
fn questions_are_noted_where_that_is_asked_for() {
    use std::os::unix::fs::PermissionsExt;
    let server = server(&["--log", "questions.jsonl", "--rate-limit", "0"]);
    post(&server, &search("restart the shell"), "User-Agent: one\r\n");
    post(&server, &search("zebra\n{\"tool\":\"forged\"}"), "User-Agent: two\r\n");
    post(&server, &call("read_page", &json!({ "url": "install.html" })), "User-Agent: two\r\n");
    post(&server, &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }), "");
    let lines = logged(&server.files, "questions.jsonl");
    assert_eq!(lines.len(), 3, "{lines:?}");
    let [found, nothing, read] = [&lines[0], &lines[1], &lines[2]];
    assert_eq!(found["arguments"], json!({ "query": "restart the shell" }));
    assert!(found["total"].as_u64().unwrap() > 0 && !found["pages"][0].is_null(), "{found}");
    assert_eq!((&nothing["tool"], &nothing["total"]), (&json!("search_docs"), &json!(0)));
    assert_eq!(read["tool"], "read_page");
    assert_eq!(nothing["session"], read["session"]);
    assert_ne!(nothing["session"], found["session"]);
    let mode = fs::metadata(server.files.path("questions.jsonl")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // Another program may put it aside.
    fs::rename(server.files.path("questions.jsonl"), server.files.path("old.jsonl")).unwrap();
    post(&server, &search("shell"), "");
    assert_eq!(logged(&server.files, "questions.jsonl").len(), 1);
    let files = Files::indexed();
    let error = files.run(["mcp", "site.kdx", "--http", "0", "--log", "none/a.jsonl"]).failed();
    assert!(error.contains("cannot write none/a.jsonl"), "{error}");
}

#[test]
fn several_indexes_are_served_and_noted_by_their_names() {
    let files = Files::indexed();
    std::fs::create_dir(files.path("published")).unwrap();
    let blog = ["build", "docs", "-q", "-o", "published/blog/", "--base-url", "/blog/"];
    files.run(blog).ok();
    let host = Host::new(files_in(files.path("published")));
    let blog = format!("blog={}", host.address("/blog/"));
    let more = [&blog, "none.kdx", "--log", "questions.jsonl", "--rate-limit", "0"];
    let server = with_files(files, "site.kdx", &more);
    let found = post(&server, &search("shell"), "").1;
    let passages = found["result"]["structuredContent"]["passages"].as_array().unwrap().clone();
    for name in ["site", "blog"] {
        assert!(passages.iter().any(|one| one["docs"] == name), "{passages:?}");
    }
    for one in &passages {
        let read = call("read_page", &json!({ "url": one["url"] }));
        let read = post(&server, &read, "").1["result"]["structuredContent"].clone();
        let name = one["docs"].as_str().unwrap();
        assert!(read["id"].as_str().unwrap().starts_with(&format!("{name}::")), "{read}");
    }
    let asked = call("search_docs", &json!({ "query": "shell", "docs": ["blog"] }));
    assert_eq!(post(&server, &asked, "").1["result"]["structuredContent"]["total"], 2);
    let feedback = json!({ "query": "shell", "helpful": false, "ids": [passages[0]["id"]] });
    post(&server, &call("give_feedback", &feedback), "");
    let lines = logged(&server.files, "questions.jsonl");
    let [asked, said] = &lines[lines.len() - 2..] else { panic!("{lines:?}") };
    assert_eq!(asked["arguments"]["docs"], json!(["blog"]));
    assert_eq!((&said["tool"], &said["arguments"]), (&json!("give_feedback"), &feedback));
    let page = said["pages"][0].as_str().unwrap();
    assert!(passages[0]["url"].as_str().unwrap().starts_with(page), "{said}");
}

#[test]
fn feedback_is_taken_where_it_is_noted_and_nowhere_else() {
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let names = |server: &Server| {
        let tools = post(server, &list, "").1["result"]["tools"].as_array().unwrap().clone();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let without = server(&[]);
    assert!(!names(&without).contains(&"give_feedback".to_owned()));
    let feedback = |comment: &str| {
        call("give_feedback", &json!({ "query": "a", "helpful": true, "comment": comment }))
    };
    assert_eq!(post(&without, &feedback(""), "").1["error"]["code"], -32602);
    let server = server(&["--log", "log.jsonl", "--rate-limit", "0"]);
    assert!(names(&server).contains(&"give_feedback".to_owned()));
    assert_eq!(post(&server, &feedback("Good.\n\u{202e}"), "").1["result"]["isError"], json!(null));
    let long = post(&server, &feedback(&"x".repeat(1001)), "").1;
    assert_eq!(long["result"]["isError"], true, "{long}");
    let lines = logged(&server.files, "log.jsonl");
    let failed: Vec<bool> = lines.iter().map(|line| line["failed"] == true).collect();
    assert_eq!(failed, [false, true]);
}

#[test]
fn an_index_at_an_address_is_served() {
    let files = Files::indexed();
    let host = Host::new(files_in(files.path("")));
    let server = with_files(files, &host.address("/site.kdx"), &[]);
    let (status, body) = post(&server, &search("shell"), "");
    assert_eq!(
        (status.as_str(), &body["result"]["structuredContent"]["total"]),
        ("200", &json!(2))
    );
}

#[test]
fn that_what_was_kept_answers_is_said_once() {
    let files = Files::indexed();
    let is_down = Arc::new(AtomicBool::new(false));
    let (down, root) = (is_down.clone(), files.path(""));
    let host = Host::new(move |path| match down.load(Ordering::Relaxed) {
        true => Answer::Nothing,
        false => files_in(root.clone())(path),
    });
    let command = |args: &[&str]| {
        let mut command = files.command();
        command.args(args).args([&host.address("/site.kdx"), "--cache", "kept"]);
        command.env_remove("HTTP_PROXY").env_remove("http_proxy");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    assert!(command(&["stats"]).status().unwrap().success());
    is_down.store(true, Ordering::Relaxed);
    let mut child = command(&["mcp", "--http", "0"]).spawn().unwrap();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
    child.kill().unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert_eq!(said.matches("what was kept answers").count(), 1, "{said}");
}

#[test]
fn a_server_that_all_may_ask_says_so() {
    let files = Files::indexed();
    let said = |address: &str, token: &str| {
        let mut command = files.command();
        command.args(["mcp", "site.kdx", "--http", address]).env("KINDEX_MCP_TOKEN", token);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Once it listens, all is said.
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
        child.kill().unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap()
    };
    assert!(said("0.0.0.0:0", "").starts_with("kindex: whoever reaches this machine may ask"));
    assert_eq!(said("0.0.0.0:0", TOKEN), "");
    assert_eq!(said("127.0.0.1:0", ""), "");
}

#[test]
fn where_it_cannot_listen_it_says_so() {
    let files = Files::indexed();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let error = files.run(["mcp", "site.kdx", "--http", &port]).failed();
    assert!(error.contains("the port is taken; choose another port"), "{error}");
    let error = files.run(["mcp", "site.kdx", "--http", "http://localhost"]).refused();
    assert!(error.contains("accepted are a port, a host"), "{error}");
    assert_eq!(files.run(["mcp", "none.kdx", "--http", "0"]).0.status.code(), Some(1));
}
