//! `kindex serve`, over real connections.

use super::Files;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Server {
    child: Child,
    /// `127.0.0.1:` and the port.
    address: String,
    files: Files,
}

impl Server {
    fn new() -> Self {
        let files = Files::new(&[
            ("site/index.html", "<p>Straße"),
            ("site/app.mjs", "export {}"),
            ("site/app.js", "export {}"),
            ("site/app.wasm", "\0asm"),
            ("site/site.kdx", &"index ".repeat(1000)),
            ("site/sub/index.html", "sub"),
            ("site/a b.txt", "space"),
            ("site/.git/config", "secret"),
            ("secret.txt", "secret"),
        ]);
        let mut command = files.command();
        let command = command.args(["serve", "site", "--port", "0"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("Serving site at http://").unwrap();
        let address = address.strip_suffix("/\n").unwrap().to_owned();
        Server { child, address, files }
    }

    /// The head and the body of the answer.
    fn request(&self, method: &str, path: &str, headers: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n")
            .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let split = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(answer[..split].to_vec()).unwrap();
        (head.to_lowercase(), answer[split + 4..].to_vec())
    }

    fn get(&self, path: &str) -> (String, Vec<u8>) {
        self.request("GET", path, "")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn files_have_their_types() {
    let server = Server::new();
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/sub/", "text/html; charset=utf-8"),
        ("/app.js", "text/javascript; charset=utf-8"),
        ("/app.mjs", "text/javascript; charset=utf-8"),
        ("/app.wasm", "application/wasm"),
        ("/site.kdx", "application/octet-stream"),
        ("/a%20b.txt?query", "text/plain; charset=utf-8"),
    ] {
        let (head, _) = server.get(path);
        assert!(head.starts_with("http/1.1 200 "), "{path}: {head}");
        assert!(head.contains(&format!("\r\ncontent-type: {kind}\r\n")), "{path}: {head}");
    }
    assert_eq!(server.get("/").1, "<p>Straße".as_bytes());
    assert!(server.get("/sub").0.contains("\r\nlocation: /sub/\r\n"));
}

#[test]
fn head_has_no_body_and_other_methods_are_refused() {
    let server = Server::new();
    let (head, body) = server.request("HEAD", "/app.js", "");
    assert!(head.starts_with("http/1.1 200 ") && head.contains("content-length: 9"), "{head}");
    assert!(body.is_empty());
    assert!(server.request("POST", "/app.js", "").0.starts_with("http/1.1 405 "));
}

#[test]
fn answers_are_compressed_for_those_who_ask() {
    let server = Server::new();
    let (head, body) = server.request("GET", "/site.kdx", "Accept-Encoding: gzip\r\n");
    assert!(head.contains("\r\ncontent-encoding: gzip"), "{head}");
    assert!(body.len() < 1000);
    assert_eq!(server.get("/site.kdx").1.len(), 6000);
}

#[test]
fn nothing_else_is_served() {
    let server = Server::new();
    for path in [
        "/missing",
        "/.git/config",
        "/%2egit/config",
        "/../secret.txt",
        "/sub/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/passwd",
        "/%00",
        "/%ff",
    ] {
        let (head, body) = server.get(path);
        assert!(head.starts_with("http/1.1 404 "), "{path}: {head}");
        assert!(!String::from_utf8_lossy(&body).contains("secret"), "{path}");
    }
}

#[test]
fn signals_end_it_cleanly_even_with_a_connection_open() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::new();
        let open = TcpStream::connect(&server.address).unwrap();
        let id = server.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{signal}");
        drop(open);
    }
}

#[test]
fn what_cannot_be_served_says_why() {
    let server = Server::new();
    let port = server.address.rsplit(':').next().unwrap();
    let error = server.files.run(["serve", "site", "--port", port]).failed();
    assert!(error.contains("the port is taken; choose another --port"), "{error}");
    let error = server.files.run(["serve", "missing"]).failed();
    assert_eq!(error, "cannot serve missing: there is no such folder");
}
