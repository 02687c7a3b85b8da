//! Hosts that do not give what was asked for.

use super::super::kept::published::{Answer, Host, authority, files as files_in};
use super::{Tagged, kept, run, search, site};
use crate::{Files, Ran};
use flate2::read::GzEncoder;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The error of a search at a host.
fn failed(files: &Files, host: &Host, path: &str) -> String {
    let begun = Instant::now();
    let address = host.address(path);
    let ran = run(files, &["search", &address, "own7"]);
    assert!(begun.elapsed() < Duration::from_secs(30), "{path}");
    let error = ran.failed();
    let host = host.address("/");
    assert!(error.contains(&host), "{error}");
    assert_eq!(ran.stderr().lines().count(), 1);
    error.replace(&host, "/")
}

#[test]
fn what_is_no_index_is_named() {
    let files = site();
    let index = files.read("site.kdx");
    let head = files.read("search/index.kdx");
    let host = Host::new(move |path| match path {
        "/page/index.kdx" => Answer::page(),
        "/bom/index.kdx" => Answer::ok("\u{feff}\n <html>"),
        "/text/index.kdx" => Answer::ok("Moved."),
        "/empty/index.kdx" => Answer::ok(""),
        "/endless/index.kdx" => Answer::Endless,
        "/long/index.kdx" => Answer::EndlessAfter(index.clone()),
        "/long-head/index.kdx" => Answer::EndlessAfter(head.clone()),
        "/cut/index.kdx" => Answer::ok(&head[..head.len() / 2]),
        "/huge/index.kdx" => {
            let mut huge = index.clone();
            huge[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
            Answer::EndlessAfter(huge)
        }
        "/bomb/index.kdx" => Answer::ok(bomb_of(300 << 20, &index)),
        "/more-bomb/index.kdx" => Answer::ok(bomb_of(1500 << 20, &index)),
        "/coded/index.kdx" => Answer::Whole("200 OK\r\nContent-Encoding: br".into(), vec![1]),
        "/same/index.kdx" => Answer::status(304),
        "/gone/index.kdx" => Answer::status(410),
        _ => Answer::status(500),
    });
    for (folder, what) in [
        ("page", "this is a web page, not an index"),
        ("bom", "this is a web page, not an index"),
        ("text", "it is no Kindex index"),
        ("empty", "it is no Kindex index"),
        ("endless", "it is no Kindex index"),
        ("long", "it has more than "),
        ("long-head", "it has more than "),
        ("huge", "it has more than 536870912 bytes"),
        ("cut", "its gzip compression is cut off"),
        ("bomb", "it inflates to more than is read"),
        ("more-bomb", "it inflates to more than is read"),
        ("coded", "its Content-Encoding was not asked for"),
        ("same", "the server answered 304"),
        ("gone", "the server answered 410"),
        ("broken", "the server answered 500"),
    ] {
        let error = failed(&files, &host, &format!("/{folder}/"));
        assert!(error.starts_with(&format!("cannot fetch /{folder}/index.kdx: {what}")), "{error}");
    }
    assert_eq!(kept(&files).len(), 0);
}

#[test]
fn a_redirect_to_the_same_host_is_followed_and_to_no_other() {
    let files = site();
    let elsewhere = Tagged::of(files.path(""));
    let away = elsewhere.host.address("/search/index.kdx");
    let root = files.path("");
    let host = Host::new(move |path| match path.split_once('/').unwrap().1 {
        "away/index.kdx" => Answer::redirect(&away),
        "name/index.kdx" => Answer::redirect("http://example.invalid/index.kdx"),
        "round/index.kdx" => Answer::redirect("index.kdx"),
        "inner/index.kdx" => Answer::redirect("http://[::1]:1/index.kdx"),
        "file/index.kdx" => Answer::redirect("file:///etc/passwd"),
        "moved/index.kdx" => Answer::redirect("/search/index.kdx"),
        _ => files_in(root.clone())(path),
    });
    for (folder, what) in [
        ("away", "the server redirects to the private address 127.0.0.1:"),
        ("name", "the server redirects to another host, example.invalid; name that"),
        ("inner", "the server redirects to the private address [::1]:1; name that"),
        ("file", "the server redirects to what is no address"),
        ("round", "the server redirects without end"),
    ] {
        let error = failed(&files, &host, &format!("/{folder}/"));
        assert!(error.contains(what), "{error}");
    }
    assert_eq!(elsewhere.host.asked().len(), 0);
    // Its shards are beside the file that it led to.
    let ran = search(&files, &host.address("/moved/"), "own7");
    assert_eq!(ran.stdout(), files.run(["search", "search/", "own7", "--json"]).ok().stdout());
}

#[test]
fn a_host_with_tls_has_to_be_trusted() {
    let files = site();
    let root = files.path("");
    let plain = Host::new(files_in(files.path("")));
    let down = plain.address("/search/index.kdx");
    let host = Host::secure(move |path| match path {
        "/down/index.kdx" => Answer::redirect(&down),
        path => files_in(root.clone())(path),
    });
    let search = |folder: &str, trusted: bool| {
        let mut command = files.command();
        let address = format!("https://localhost:{}/{folder}/", host.port);
        command.args(["search", &address, "own7", "--json", "--cache", "off"]);
        for name in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "SSL_CERT_FILE"] {
            command.env_remove(name);
        }
        if trusted {
            command.env("SSL_CERT_FILE", authority());
        }
        Ran(command.output().unwrap())
    };
    let local = files.run(["search", "search/", "own7", "--json"]).ok().stdout();
    assert_eq!(search("search", true).ok().stdout(), local);
    assert!(search("search", false).failed().contains("invalid peer certificate"));
    assert!(search("down", true).failed().contains("redirects from https to http"));
    assert_eq!(plain.asked().len(), 0);
}

#[test]
fn a_shard_that_is_another_thing_is_named() {
    let files = site();
    for (kind, what) in [
        ("page", "this is a web page, not a file of the index"),
        ("missing", "the server answered 404"),
        ("other", "its bytes are not those that its name says"),
        ("cut", "its gzip compression is cut off"),
        ("endless", "it has more than "),
        ("bomb", "it inflates to more than"),
    ] {
        let root = files.path("");
        let host = Host::new(move |path| match (kind, files_in(root.clone())(path)) {
            (_, answer) if !path.ends_with(".kds") => answer,
            ("page", _) => Answer::page(),
            ("missing", _) => Answer::status(404),
            ("other", _) => Answer::ok("other"),
            ("cut", Answer::Whole(_, bytes)) => Answer::ok(&bytes[..bytes.len() / 2]),
            ("endless", Answer::Whole(_, bytes)) => Answer::EndlessAfter(bytes),
            _ => Answer::ok(bomb()),
        });
        let error = failed(&files, &host, "/search/");
        assert!(error.contains(".kds: ") && error.contains(what), "{error}");
    }
}

/// As many bytes compressed as no shard of a small index has.
fn bomb() -> Vec<u8> {
    compressed(&vec![0; 64 << 20])
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let (mut small, level) = (Vec::new(), flate2::Compression::default());
    GzEncoder::new(bytes, level).read_to_end(&mut small).unwrap();
    small
}

/// Bytes that say that they are an index of a length, and inflate to as many.
fn bomb_of(length: u32, index: &[u8]) -> Vec<u8> {
    let mut head = index[..12].to_vec();
    head.extend(length.to_le_bytes());
    let head = compressed(&head);
    [head, bomb().repeat(length as usize / (64 << 20) + 1)].concat()
}

/// What lies on the way may have a page that was there for a moment.
#[test]
fn a_shard_that_is_wrong_is_asked_for_past_the_caches() {
    let files = site();
    let root = files.path("");
    let wrong = Arc::new(AtomicUsize::new(0));
    let count = wrong.clone();
    let host = Host::with_headers(move |path, headers| {
        let passes =
            headers.iter().any(|line| line.eq_ignore_ascii_case("cache-control: no-cache"));
        if path.ends_with(".kds") && !passes {
            count.fetch_add(1, Ordering::Relaxed);
            return Answer::page();
        }
        files_in(root.clone())(path)
    });
    let ran = search(&files, &host.address("/search/"), "own7");
    assert_eq!(ran.stdout(), files.run(["search", "search/", "own7", "--json"]).ok().stdout());
    assert!(wrong.load(Ordering::Relaxed) > 2);
}
