//! The build before lies at an address.

use super::published::{Answer, Host, authority, closed_port, files as files_in};
use super::{Files, Ran, build_to, built_twice, kept, shards, write_site};
use crate::watch::Watching;
use serde_json::{Value, json};
use std::fs;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a proxy of whoever runs the tests has no part in.
const NO_PROXY: [&str; 6] =
    ["ALL_PROXY", "all_proxy", "HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"];

/// A site whose index is built twice in `published/`, to be built a third time.
fn published() -> Files {
    let files = built_twice();
    fs::rename(files.path("search"), files.path("published")).unwrap();
    write_site(&files, "third");
    files
}

/// Builds anew, beside what is published at an address.
fn build_beside(files: &Files, address: &str, env: &[(&str, &str)]) -> Ran {
    let mut command = files.command();
    command.args(["build", "docs", "--layout=sharded", "--json", "-o", "search/"]);
    command.arg(format!("--keep-previous={address}")).env_remove("SSL_CERT_FILE");
    for name in NO_PROXY {
        command.env_remove(name);
    }
    let ran = Ran(command.envs(env.iter().copied()).output().unwrap()).ok();
    files.run(["verify", "search"]).ok();
    ran
}

/// That both builds before answer from what was kept, and nothing is warned of.
#[track_caller]
fn assert_kept(files: &Files, ran: &Ran) {
    assert_eq!(ran.stderr(), "");
    for (name, word) in [("old", "first"), ("index", "second")] {
        let head = format!("search/{name}-before.kdx");
        files.write(&head, files.read(&format!("published/{name}.kdx")));
        assert!(files.run(["search", &head, word]).ok().stdout().contains("Page"), "{word}");
        fs::remove_file(files.path(&head)).unwrap();
    }
}

#[track_caller]
fn assert_told(ran: &Ran, what: &str) {
    let warning = ran.stderr();
    assert!(warning.starts_with("kindex: ") && warning.contains(what), "{warning}");
    assert_eq!(warning.lines().count(), 1, "{warning}");
}

fn kept_shards(ran: &Ran) -> u64 {
    ran.json()["keptShards"].as_u64().unwrap()
}

#[test]
fn only_shards_that_are_needed_are_fetched() {
    let files = published();
    let host = Host::of(files.path(""));
    // A slash at the end may be left out.
    let ran = build_beside(&files, &host.address("/published"), &[]);
    assert_kept(&files, &ran);
    let lists: Vec<Value> = kept(&files)["kept"].as_array().unwrap().clone();
    let mut wanted: Vec<String> = lists
        .iter()
        .flat_map(|left| left["shards"].as_array().unwrap())
        .map(|name| format!("/published/{}.kds", name.as_str().unwrap()))
        .chain(["/published/index.kdx".into(), "/published/index.kdx.kept".into()])
        .collect();
    wanted.sort();
    assert_eq!(host.asked(), wanted);
    // What was kept there counts from when it was left.
    let before: Value = serde_json::from_slice(&files.read("published/index.kdx.kept")).unwrap();
    assert_eq!((lists.len(), &lists[0]["left"]), (2, &before["kept"][0]["left"]));
    // The files are those that are published.
    for name in shards(&files, "search") {
        let there = fs::read(files.path("published").join(&name));
        assert!(there.is_err() || there.unwrap() == files.read(&format!("search/{name}")));
    }
}

#[test]
fn a_page_in_the_place_of_a_list_or_a_shard_is_none() {
    let files = published();
    fs::remove_file(files.path("published/index.kdx.kept")).unwrap();
    let root = files.path("");
    let host = Host::new(move |path| match files_in(root.clone())(path) {
        Answer::Whole(head, _) if head.starts_with("404") => Answer::page(),
        answer => answer,
    });
    let all = kept_shards(&build_beside(&files, &host.address("/published/"), &[]));
    let gone = kept(&files)["kept"][0]["shards"][0].as_str().unwrap().to_owned();
    fs::remove_file(files.path(&format!("published/{gone}.kds"))).unwrap();
    fs::remove_dir_all(files.path("search")).unwrap();
    let ran = build_beside(&files, &host.address("/published/"), &[]);
    assert_told(&ran, "1 shard of the build before not kept: missing or damaged in http://");
    assert_eq!(kept_shards(&ran), all - 1);
    let ran = build_beside(&files, &host.address("/nowhere/"), &[]);
    assert_told(&ran, "nowhere/index.kdx: not a Kindex index");
}

#[test]
fn damaged_shards_are_not_kept() {
    let files = published();
    let root = files.path("");
    let number = AtomicUsize::new(0);
    let host = Host::new(move |path| match files_in(root.clone())(path) {
        Answer::Whole(_, mut bytes) if path.ends_with(".kds") => {
            match number.fetch_add(1, Ordering::Relaxed) {
                0 => bytes.truncate(bytes.len() / 2),
                1 => bytes[20] ^= 1,
                2 => bytes.clear(),
                3 => return Answer::Endless,
                4 => return Answer::status(404),
                _ => {}
            }
            Answer::ok(bytes)
        }
        answer => answer,
    });
    let ran = build_beside(&files, &host.address("/published/"), &[]);
    assert_told(&ran, "5 shards of the build before not kept: missing or damaged in http://");
    assert!(kept_shards(&ran) > 10);
}

#[test]
fn a_host_that_has_too_much_to_do_is_left_alone() {
    for status in [408, 429, 503] {
        let files = published();
        let (root, number) = (files.path(""), AtomicUsize::new(0));
        let host = Host::new(move |path| {
            match path.ends_with(".kds") && number.fetch_add(1, Ordering::Relaxed) > 2 {
                true => Answer::status(status),
                false => files_in(root.clone())(path),
            }
        });
        let ran = build_beside(&files, &host.address("/published/"), &[]);
        assert_told(&ran, "of the build before not kept: no more were fetched from http://");
        assert_told(&ran, &format!("the server answered {status}"));
        assert_eq!(kept_shards(&ran), 3);
        // Each of those that fetch at the same time may ask once.
        let asked = host.asked().len() - 2;
        assert!((4..=3 + 8).contains(&asked), "{asked}");
    }
}

/// As where the output of the last run of CI is there again.
#[test]
fn what_lies_in_the_output_is_not_fetched_again() {
    let files = published();
    let host = Host::of(files.path(""));
    let address = host.address("/published/");
    let all = kept_shards(&build_beside(&files, &address, &[]));
    let asked = host.asked().len();
    let name = kept(&files)["kept"][0]["shards"][0].as_str().unwrap().to_owned();
    files.write(&format!("search/{name}.kds"), "damaged");
    let ran = build_beside(&files, &address, &[]);
    assert_kept(&files, &ran);
    assert_eq!((kept_shards(&ran), host.asked().len() - asked), (all, 3), "head, list and one");
}

#[test]
fn a_build_that_watches_asks_once() {
    let files = published();
    let host = Host::of(files.path(""));
    let keep = format!("--keep-previous={}", host.address("/published/"));
    let args = ["docs", "--layout=sharded", "-o", "search/", keep.as_str()];
    let watching = Watching::begin(&files, &args);
    let first = watching.built()["keptShards"].as_u64().unwrap();
    let asked = host.asked();
    write_site(&files, "fourth");
    assert!(watching.built()["keptShards"].as_u64().unwrap() > first);
    assert_eq!(host.asked(), asked);
    drop(watching);
    assert_kept(&files, &files.run(["verify", "search"]).ok());
}

#[test]
fn a_build_before_that_cannot_be_fetched_is_told_and_not_in_the_way() {
    let files = published();
    fs::remove_dir_all(files.path("docs")).unwrap();
    files.write("docs/a.md", "# A\n\nText.\n");
    let root = files.path("");
    let host = Host::new(move |path| match path.split_once('/').unwrap().1 {
        "broken/index.kdx.kept" => Answer::status(503),
        "busy/index.kdx.kept" => Answer::status(429),
        "hidden/index.kdx.kept" => Answer::status(403),
        "endless/index.kdx.kept" => Answer::Endless,
        "list/index.kdx.kept" => Answer::ok(r#"{"kept":[{"left":1,"shards":["../0123"]}]}"#),
        "coded/index.kdx.kept" => {
            Answer::Whole("200 OK\r\nContent-Encoding: br".into(), b"{".to_vec())
        }
        name => match name.split_once('/').unwrap() {
            ("nowhere", _) => Answer::status(404),
            (_, name) => files_in(root.join("published"))(&format!("/{name}")),
        },
    });
    for (folder, what) in [
        ("nowhere", "/nowhere/index.kdx: the server answered 404"),
        ("broken", "/broken/index.kdx.kept: the server answered 503"),
        ("busy", "/busy/index.kdx.kept: the server answered 429"),
        ("endless", "/endless/index.kdx.kept: it has more than 16777216 bytes"),
        ("list", "/list/index.kdx.kept: it is no list of shards"),
        ("coded", "/coded/index.kdx.kept: its Content-Encoding was not asked for"),
    ] {
        let ran = build_beside(&files, &host.address(&format!("/{folder}/")), &[]);
        assert_told(&ran, "kept no shards of the build before: ");
        assert_told(&ran, what);
        assert_eq!(ran.json()["keptShards"], json!(0));
    }
    // That says that there is none.
    assert_eq!(build_beside(&files, &host.address("/hidden/"), &[]).stderr(), "");
    let closed = format!("http://127.0.0.1:{}/", closed_port());
    let ran = build_beside(&files, &closed, &[]);
    assert_told(&ran, &format!("cannot fetch {closed}index.kdx: connection refused"));
}

#[test]
fn redirects_are_followed_to_an_end() {
    let files = published();
    let (root, asked) = (files.path(""), Arc::new(AtomicUsize::new(0)));
    let count = asked.clone();
    let host = Host::new(move |path| match path.strip_prefix("/moved/") {
        Some(name) => Answer::redirect(&format!("/published/{name}")),
        None if path.starts_with("/round/") => {
            count.fetch_add(1, Ordering::Relaxed);
            Answer::redirect(path)
        }
        None => files_in(root.clone())(path),
    });
    let ran = build_beside(&files, &host.address("/moved/"), &[]);
    assert_kept(&files, &ran);
    let ran = build_beside(&files, &host.address("/round/"), &[]);
    assert_told(&ran, "/round/index.kdx: the server redirects without end");
    assert!(asked.load(Ordering::Relaxed) < 10);
}

/// A host declares the compression of its files, or sends them without it, or compresses them once
/// more.
#[test]
fn shards_are_stored_compressed_however_they_come() {
    let files = published();
    let root = files.path("");
    let host = Host::new(move |path| {
        let (kind, path) = path[1..].split_once('/').unwrap();
        match (kind, files_in(root.clone())(&format!("/{path}"))) {
            ("declared", Answer::Whole(head, bytes)) if head == "200 OK" => {
                Answer::Whole("200 OK\r\nContent-Encoding: GZIP".into(), compressed(path, bytes))
            }
            ("plain", Answer::Whole(head, bytes)) if path.ends_with(".kds") => {
                Answer::Whole(head, inflated(&bytes))
            }
            (_, answer) => answer,
        }
    });
    for kind in ["declared", "plain"] {
        let ran = build_beside(&files, &host.address(&format!("/{kind}/published/")), &[]);
        assert_kept(&files, &ran);
        fs::remove_dir_all(files.path("search")).unwrap();
    }
}

/// The list is no file that is compressed by itself.
fn compressed(path: &str, bytes: Vec<u8>) -> Vec<u8> {
    if !path.ends_with(".kept") {
        return bytes;
    }
    let mut small = Vec::new();
    let level = flate2::Compression::default();
    flate2::read::GzEncoder::new(&bytes[..], level).read_to_end(&mut small).unwrap();
    small
}

fn inflated(bytes: &[u8]) -> Vec<u8> {
    let mut inflated = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut inflated).unwrap();
    inflated
}

#[test]
fn a_host_with_tls_has_to_be_trusted() {
    let files = published();
    let root = files.path("");
    let plain = Host::of(files.path(""));
    let down = plain.address("/published/index.kdx");
    let host = Host::secure(move |path| match path {
        "/down/index.kdx" => Answer::redirect(&down),
        path => files_in(root.clone())(path),
    });
    let at = |folder: &str| format!("https://localhost:{}/{folder}/", host.port);
    let authority = authority();
    let trust = [("SSL_CERT_FILE", authority.to_str().unwrap())];
    let ran = build_beside(&files, &at("published"), &trust);
    assert_kept(&files, &ran);
    let ran = build_beside(&files, &at("down").replace("https", "HTTPS"), &trust);
    assert_told(&ran, "/down/index.kdx: the server redirects from https to http");
    let ran = build_beside(&files, &at("published"), &[]);
    assert_told(&ran, "invalid peer certificate: UnknownIssuer");
    // It is no certificate.
    let refused = |file: &str| {
        let mut command = files.command();
        command.args(["build", "docs", "-o", "search/", "--keep-previous=https://localhost:1/"]);
        Ran(command.env("SSL_CERT_FILE", file).output().unwrap()).failed()
    };
    assert!(refused("docs/00.md").contains("SSL_CERT_FILE names it"));
    assert!(refused("nowhere.pem").starts_with("cannot read nowhere.pem"));
}

#[test]
fn a_proxy_of_the_environment_is_asked() {
    let files = published();
    let proxy = Host::of(files.path(""));
    let at = proxy.address("");
    let ran = build_beside(&files, "http://example.invalid/published/", &[("HTTP_PROXY", &at)]);
    assert_kept(&files, &ran);
    let around = [("HTTP_PROXY", at.as_str()), ("NO_PROXY", "example.invalid")];
    let ran = build_beside(&files, "http://example.invalid/published/", &around);
    assert_told(&ran, "kept no shards of the build before: cannot fetch http://example.invalid/");
}

#[test]
fn a_merge_and_a_file_of_settings_may_name_the_address() {
    let files = published();
    let host = Host::of(files.path(""));
    let address = host.address("/published/");
    files.run(["build", "docs", "-q", "--mergeable", "-o", "part.kdx"]).ok();
    let keep = format!("--keep-previous={address}");
    let args = ["merge", "part.kdx", "--layout=sharded", "--json", "-o", "search/", &keep];
    let ran = files.run(args).ok();
    assert_kept(&files, &ran);
    fs::remove_dir_all(files.path("search")).unwrap();
    let settings = format!(
        "paths = ['../docs']\noutput = '../search/'\nlayout = 'sharded'\nkeep-previous = '{address}'\n"
    );
    files.write("sub/kindex.toml", settings);
    let ran = files.run(["build", "-q", "--config", "sub/kindex.toml"]).ok();
    assert_kept(&files, &ran);
    build_to(&files, "search/", &["--keep-previous"]);
}
