//! `kindex serve`, over real connections.

mod shrinking;

use super::{Files, Ran, kindex};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct Server {
    child: Child,
    /// `127.0.0.1:` and the port.
    address: String,
    /// The address at which the site begins.
    path: String,
    pub files: Files,
}

/// A folder with a site, and secrets beside it and in it.
fn site() -> Files {
    Files::new(&[
        ("site/index.html", "<p>Straße"),
        ("site/app.mjs", "export {}"),
        ("site/app.js", "export {}"),
        ("site/app.wasm", "\0asm"),
        ("site/site.kdx", &"index ".repeat(1000)),
        ("site/sub/index.html", "sub"),
        ("site/guide.html", "guide"),
        ("site/guide/index.html", "a folder of guides"),
        ("site/v1.2.html", "version"),
        ("site/a b.txt", "space"),
        ("site/.git/config", "secret"),
        ("secret.txt", "secret"),
        ("private/index.html", "secret"),
    ])
}

impl Server {
    fn new() -> Self {
        Self::with(site(), &[])
    }

    fn with(files: Files, args: &[&str]) -> Self {
        let mut command = files.command();
        command.args(["serve", "site", "--port", "0"]).args(args);
        Self::started(files, command)
    }

    pub fn started(files: Files, mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_once(" at http://").unwrap().1.trim_end();
        let (address, path) = address.split_at(address.find('/').unwrap());
        Server { child, address: address.into(), path: path.into(), files }
    }

    /// Where it listens.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The head, in lower case, and the body of the answer.
    pub fn request(&self, method: &str, path: &str, headers: &str) -> (String, Vec<u8>) {
        let headers = format!("Host: localhost\r\nConnection: close\r\n{headers}");
        self.sent(&format!("{method} {path} HTTP/1.1\r\n{headers}\r\n"))
    }

    pub fn sent(&self, request: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let split = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(answer[..split].to_vec()).unwrap();
        (head.to_lowercase(), answer[split + 4..].to_vec())
    }

    pub fn get(&self, path: &str) -> (String, Vec<u8>) {
        self.request("GET", path, "")
    }

    #[track_caller]
    fn shows(&self, path: &str, body: &str) {
        let (head, found) = self.get(path);
        assert!(head.starts_with("http/1.1 200 "), "{path}: {head}");
        assert_eq!(String::from_utf8(found).unwrap(), body, "{path}");
    }

    #[track_caller]
    fn redirects(&self, path: &str, to: &str) {
        let (head, _) = self.get(path);
        assert!(head.starts_with("http/1.1 307 "), "{path}: {head}");
        assert!(head.contains(&format!("\r\nlocation: {to}\r\n")), "{path}: {head}");
    }

    #[track_caller]
    fn lacks(&self, path: &str) {
        let (head, body) = self.get(path);
        assert!(head.starts_with("http/1.1 404 "), "{path}: {head}");
        assert!(!String::from_utf8_lossy(&body).contains("secret"), "{path}");
    }

    /// The status for a request that says whom it is for.
    pub fn status_for(&self, target: &str, host: &str) -> String {
        let request = format!("GET {target} HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
        let (head, body) = self.sent(&request);
        assert!(head.starts_with("http/1.1 200 ") || !body.starts_with(b"<p>"));
        head["http/1.1 ".len()..][..3].to_owned()
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
    server.redirects("/sub", "/sub/");
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
fn only_what_gets_smaller_is_compressed() {
    let files = site();
    let large = "0123456789".repeat(50_000);
    for path in ["site/large.txt", "site/picture.png", "site/site.kdx.gz"] {
        files.write(path, &large);
    }
    files.write("site/empty.txt", "");
    let server = Server::with(files, &[]);
    let zipped = |path| server.request("GET", path, "Accept-Encoding: gzip\r\n");
    let (head, body) = zipped("/large.txt");
    assert!(head.contains("\r\nvary: accept-encoding") && head.contains("etag: w/\""), "{head}");
    assert!(head.contains("\r\ntransfer-encoding: chunked") && body.len() < 10_000, "{head}");
    for path in ["/picture.png", "/site.kdx.gz", "/empty.txt", "/app.js"] {
        let (head, body) = zipped(path);
        assert!(!head.contains("content-encoding"), "{path}: {head}");
        assert!(head.contains(&format!("\r\ncontent-length: {}\r\n", body.len())), "{head}");
    }
    server.shows("/large.txt", &large);
    let (head, body) = server.request("HEAD", "/large.txt", "Accept-Encoding: gzip\r\n");
    assert!(head.contains("\r\ncontent-encoding: gzip") && body.is_empty(), "{head}");
}

#[test]
fn what_a_browser_has_is_not_sent_again() {
    let server = Server::new();
    let (head, _) = server.get("/app.js");
    let header = |name: &str| {
        let line = head.lines().find(|line| line.starts_with(&format!("{name}: "))).unwrap();
        line.split_once(": ").unwrap().1.to_owned()
    };
    assert_eq!(header("cache-control"), "no-cache");
    let asked = format!("If-None-Match: {}\r\n", header("etag"));
    let (head, body) = server.request("GET", "/app.js", &asked);
    assert!(head.starts_with("http/1.1 304 ") && body.is_empty(), "{head}");
    assert!(head.contains(&format!("\r\nlast-modified: {}\r\n", header("last-modified"))));
    server.files.write("site/app.js", "export { }");
    assert!(server.request("GET", "/app.js", &asked).0.starts_with("http/1.1 200 "));
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
        "/sub/index.html/more",
        &format!("/{}", "long".repeat(1000)),
    ] {
        server.lacks(path);
    }
}

#[test]
fn links_lead_to_what_is_in_the_folder_only() {
    let files = site();
    for (link, to) in [
        ("file.txt", "../secret.txt"),
        ("folder", "../private"),
        ("page.html", "../private/index.html"),
        ("404.html", "../secret.txt"),
        ("system", "/"),
        ("circle", "circle"),
        ("lost", "nothing"),
        ("inside.html", "sub/index.html"),
        ("within", "sub"),
        ("hidden.txt", ".git/config"),
        ("hidden", ".git"),
    ] {
        symlink(to, files.path("site").join(link)).unwrap();
    }
    symlink(files.path("site/app.js"), files.path("site/whole.js")).unwrap();
    let server = Server::with(files, &[]);
    let leading_out =
        ["/file.txt", "/folder", "/folder/", "/folder/index.html", "/page", "/page.html"];
    for path in
        leading_out.into_iter().chain(["/system/etc/passwd", "/circle", "/lost", "/404.html"])
    {
        server.lacks(path);
    }
    for path in ["/hidden.txt", "/hidden", "/hidden/", "/hidden/config"] {
        server.lacks(path);
    }
    server.shows("/inside.html", "sub");
    server.shows("/inside", "sub");
    server.shows("/within/", "sub");
    server.shows("/whole.js", "export {}");
}

#[test]
fn a_folder_may_be_given_by_a_link() {
    let files = site();
    symlink("site", files.path("link")).unwrap();
    let mut command = files.command();
    command.args(["serve", "link", "--port", "0"]);
    let server = Server::started(files, command);
    server.shows("/sub/", "sub");
}

#[test]
fn addresses_without_endings_are_pages() {
    let server = Server::new();
    server.shows("/guide", "guide");
    server.shows("/guide?a=b", "guide");
    server.shows("/guide/", "a folder of guides");
    server.shows("/v1.2", "version");
    server.redirects("/sub", "/sub/");
    server.redirects("/sub?a=b", "/sub/?a=b");
    for path in ["/guide.", "/guide.htm", "/none", "/v1", "/guide/index.html/", "/v1.2/"] {
        server.lacks(path);
    }
    let (head, _) = server.get("/guide");
    assert!(head.contains("\r\ncontent-type: text/html; charset=utf-8\r\n"), "{head}");
}

#[test]
fn slashes_in_a_row_lead_to_no_other_host() {
    let server = Server::new();
    for path in ["//sub", "///sub", "/.//sub", "http://other.example//sub"] {
        let (head, _) = server.get(path);
        let location = head.lines().find_map(|line| line.strip_prefix("location: "));
        assert!(location.is_none_or(|to| to == "/sub/"), "{path}: {head}");
    }
    server.redirects("//sub", "/sub/");
    server.shows("//sub//", "sub");
    server.shows("///", "<p>Straße");
    let (head, _) = server.get("/%5csub");
    assert!(!head.contains("location"), "{head}");
}

#[test]
fn the_sites_own_page_says_what_is_not_there() {
    let files = site();
    files.write("site/404.html", "<p>lost");
    let server = Server::with(files, &[]);
    for path in ["/missing", "/missing/", "/sub/missing.js", "/.git/config", "/%ff"] {
        let (head, body) = server.request("GET", path, "Range: bytes=0-1\r\nIf-None-Match: *\r\n");
        assert!(head.starts_with("http/1.1 404 "), "{path}: {head}");
        assert!(head.contains("\r\ncontent-type: text/html; charset=utf-8\r\n"), "{head}");
        assert_eq!(body, b"<p>lost", "{path}");
    }
    let (head, body) = server.request("HEAD", "/missing", "");
    assert!(head.starts_with("http/1.1 404 ") && body.is_empty(), "{head}");
    server.shows("/404", "<p>lost");
    server.shows("/404.html", "<p>lost");
}

#[test]
fn ranges_of_other_units_are_passed_over() {
    let server = Server::new();
    let ranged =
        |method, range: &str| server.request(method, "/app.js", &format!("Range: {range}\r\n"));
    for range in ["bytes=0-5", "Bytes=0-5"] {
        let (head, body) = ranged("GET", range);
        assert!(head.starts_with("http/1.1 206 "), "{head}");
        assert!(head.contains("\r\ncontent-range: bytes 0-5/9\r\n"), "{head}");
        assert_eq!(body, b"export");
    }
    for range in ["items=0-5", "bytes", "lines=1-2,4-5", "=0-5", "bytes=0-1,3-4", "x"] {
        let (head, body) = ranged("GET", range);
        assert!(head.starts_with("http/1.1 200 "), "{range}: {head}");
        assert_eq!(body, b"export {}", "{range}");
    }
    assert!(ranged("GET", "bytes=100-200").0.starts_with("http/1.1 416 "));
    assert!(ranged("HEAD", "bytes=0-5").0.starts_with("http/1.1 200 "));
}

#[test]
fn a_site_is_served_below_its_base_path() {
    for base in ["/docs/", "docs", "/docs"] {
        let server = Server::with(site(), &["--base-path", base]);
        assert_eq!(server.path, "/docs/");
        server.shows("/docs/", "<p>Straße");
        server.shows("/docs/guide", "guide");
        server.shows("/docs/sub/", "sub");
        server.redirects("/docs/sub?a", "/docs/sub/?a");
        server.redirects("/docs", "/docs/");
        server.redirects("/?a=b", "/docs/?a=b");
        for path in
            ["/guide", "/docsguide", "/docs/missing", "/docs/.git/config", "/docs/../secret.txt"]
        {
            server.lacks(path);
        }
        let (_, body) = server.get("/elsewhere");
        assert!(String::from_utf8(body).unwrap().contains("href=\"/docs/\""));
    }
    let wrong = ["serve", "site", "--base-path", "https://a.dev/docs/"];
    let refused = Ran(kindex().args(wrong).output().unwrap());
    assert_eq!(refused.0.status.code(), Some(2));
    assert!(refused.stderr().contains("accepted are paths such as /docs/"), "{}", refused.stderr());
}

#[test]
fn names_of_other_hosts_are_refused() {
    let server = Server::new();
    let port = server.address.rsplit(':').next().unwrap();
    let asked = |host: &str| server.status_for("/", &format!("Host: {host}\r\n"));
    let own = format!("127.0.0.1:{port}");
    for host in [&own, "localhost", "LOCALHOST:1", "docs.localhost", "[::1]"] {
        assert_eq!(asked(host), "200", "{host}");
    }
    for host in ["evil.example", "evil.example:80", "localhost.evil.example", "192.0.2.1", ""] {
        assert_eq!(asked(host), "403", "{host}");
    }
    assert_eq!(server.status_for("http://evil.example/", "Host: localhost\r\n"), "403");
    assert_eq!(server.status_for("/", ""), "400");
    let (_, body) =
        server.sent("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    let said = String::from_utf8(body).unwrap();
    assert!(said.contains("\"evil.example\"") && said.contains("--allow-host"), "{said}");
}

#[test]
fn names_that_a_flag_allows_are_answered() {
    let allowed = ["--allow-host", "docs.example.org", "--allow-host", "box"];
    let server = Server::with(site(), &allowed);
    let asked = |host: &str| server.status_for("/", &format!("Host: {host}\r\n"));
    for host in ["docs.example.org", "Docs.Example.org:8080", "box", "localhost"] {
        assert_eq!(asked(host), "200", "{host}");
    }
    assert_eq!(asked("evil.example"), "403");
    let server = Server::with(site(), &["--allow-host", "*"]);
    assert_eq!(server.status_for("/", "Host: evil.example\r\n"), "200");
    let wrong = ["serve", "site", "--allow-host", "https://docs.example.org"];
    assert_eq!(kindex().args(wrong).output().unwrap().status.code(), Some(2));
}

/// A server that may have only `count` files open.
fn with_few_files(count: u32) -> Server {
    let files = site();
    let mut command = Command::new("sh");
    let script = format!("ulimit -n {count} && exec \"$0\" serve site --port 0");
    command.current_dir(files.path("")).args([OsStr::new("-c"), OsStr::new(&script)]);
    command.arg(kindex().get_program());
    Server::started(files, command)
}

#[test]
fn more_connections_than_files_are_waited_out() {
    let mut server = with_few_files(64);
    let half = |_| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: local").unwrap();
        stream
    };
    let open: Vec<TcpStream> = (0..182).map(half).collect();
    // Long enough for it to meet its limit.
    std::thread::sleep(Duration::from_millis(500));
    assert!(server.child.try_wait().unwrap().is_none(), "the server has ended");
    drop(open);
    server.shows("/", "<p>Straße");
}

#[test]
fn half_sent_requests_are_closed() {
    let server = with_few_files(64);
    let begun = Instant::now();
    let half = |_| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: local").unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    };
    // More than it can have, so that others only have their turn once these are closed.
    let mut open: Vec<TcpStream> = (0..80).map(half).collect();
    server.shows("/", "<p>Straße");
    for stream in &mut open {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
    }
    let took = begun.elapsed();
    assert!((9..50).contains(&took.as_secs()), "{took:?}");
}

#[test]
fn whoever_listens_at_all_addresses_answers_to_each() {
    let server = Server::with(site(), &["--host", "0.0.0.0"]);
    let asked = |host: &str| server.status_for("/", &format!("Host: {host}\r\n"));
    for host in ["192.0.2.9:8080", "127.0.0.1", "localhost"] {
        assert_eq!(asked(host), "200", "{host}");
    }
    assert_eq!(asked("evil.example"), "403");
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
    assert!(error.contains("the port is taken; choose another port"), "{error}");
    let error = server.files.run(["serve", "missing"]).failed();
    assert_eq!(error, "cannot serve missing: there is no such folder");
}
