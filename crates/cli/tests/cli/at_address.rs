//! Indexes at the address at which they are published.

mod hostile;
mod renewed;

use super::kept::published::{Answer, Host, closed_port, files as files_in};
use super::{Files, Ran};
use serde_json::json;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

const PAGES: usize = 150;

/// A site whose index has some hundred shards, in the folder `search/` and the file `site.kdx`.
pub fn site() -> Files {
    static BUILT: LazyLock<Files> = LazyLock::new(|| {
        let files = Files::new(&[]);
        write_site(&files, "pebble");
        for (output, layout) in [("search/", "sharded"), ("site.kdx", "single")] {
            files.run(["build", "docs", "-q", "-o", output, "--layout", layout]).ok();
        }
        files
    });
    let files = Files::new(&[]);
    files.write("site.kdx", BUILT.read("site.kdx"));
    for entry in fs::read_dir(BUILT.path("search")).unwrap() {
        let name = format!("search/{}", entry.unwrap().file_name().to_str().unwrap());
        files.write(&name, BUILT.read(&name));
    }
    files
}

/// Pages of which each has a word of its own, and one of three has `of`.
fn write_site(files: &Files, of: &str) {
    for page in 0..PAGES {
        let words: String =
            (0..300).map(|word| format!("stone{} ", (page + 1) * (word + 7) % 4001)).collect();
        let of = if page % 3 == 0 { of } else { "" };
        let text = format!("# Page {page}\n\nOwn{page} {of}\n\n## Words\n\n{words}\n");
        files.write(&format!("docs/{page:03}.md"), text);
    }
}

/// A host of the folder, which says of each file by a tag whether it is still the same.
struct Tagged {
    host: Host,
    bytes: Arc<AtomicU64>,
    is_down: Arc<AtomicBool>,
}

impl Tagged {
    fn of(folder: PathBuf) -> Self {
        let (bytes, is_down) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
        let (sent, down) = (bytes.clone(), is_down.clone());
        let host = Host::with_headers(move |path, headers| {
            if down.load(Ordering::Relaxed) {
                return Answer::Nothing;
            }
            let Answer::Whole(head, body) = files_in(folder.clone())(path) else { unreachable!() };
            let tag = format!("\"{:x}\"", xxhash_rust::xxh64::xxh64(&body, 0));
            let asked = format!("if-none-match: {tag}");
            if headers.iter().any(|header| header.to_lowercase() == asked) {
                return Answer::status(304);
            }
            sent.fetch_add(body.len() as u64, Ordering::Relaxed);
            Answer::Whole(format!("{head}\r\nETag: {tag}"), body)
        });
        Tagged { host, bytes, is_down }
    }

    /// Runs the command, and gives what was asked for meanwhile, and the bytes that were sent.
    fn during<T>(&self, act: impl FnOnce() -> T) -> (T, Vec<String>, u64) {
        let before = self.host.all_asked().len();
        self.bytes.store(0, Ordering::Relaxed);
        let done = act();
        let asked = self.host.all_asked().split_off(before);
        (done, asked, self.bytes.load(Ordering::Relaxed))
    }
}

/// Asks an index at an address, and keeps files in the folder `kept/`.
fn run(files: &Files, args: &[&str]) -> Ran {
    run_with(files, args, "kept")
}

fn run_with(files: &Files, args: &[&str], cache: &str) -> Ran {
    let mut command = files.command();
    for name in ["ALL_PROXY", "all_proxy", "HTTP_PROXY", "http_proxy"] {
        command.env_remove(name);
    }
    Ran(command.args(args).arg("--cache").arg(cache).output().unwrap())
}

fn search(files: &Files, index: &str, words: &str) -> Ran {
    run(files, &["search", index, words, "--json"]).ok()
}

/// The files that are kept.
fn kept(files: &Files) -> Vec<PathBuf> {
    let folders = fs::read_dir(files.path("kept")).into_iter().flatten();
    let all = folders.flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap());
    all.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_question_loads_the_files_that_it_needs_once() {
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/search/");
    let local = files.run(["search", "search/", "own7", "--json"]).ok().stdout();
    let (ran, asked, bytes) = host.during(|| search(&files, &address, "own7"));
    assert_eq!((ran.stdout(), ran.stderr()), (local.clone(), String::new()));
    let all: u64 = fs::read_dir(files.path("search"))
        .unwrap()
        .map(|f| f.unwrap().metadata().unwrap().len())
        .sum();
    assert!(bytes < all / 4, "{bytes} of {all}");
    assert!((3..30).contains(&asked.len()), "{asked:?}");
    assert_eq!(asked[0], "/search/index.kdx");
    // Then nothing but whether it is still the same.
    let (ran, asked, bytes) = host.during(|| search(&files, &address, "own7"));
    assert_eq!(ran.stdout(), local);
    assert_eq!((asked, bytes), (vec!["/search/index.kdx".to_owned()], 0));
    // The file that is read first may be named, and is another address.
    let entry = host.host.address("/search/index.kdx");
    assert_eq!(search(&files, &entry, "own7").stdout(), local);
    let without_slash = host.host.address("/search");
    assert_eq!(search(&files, &without_slash, "own7").stdout(), local);
}

#[test]
fn an_index_in_one_file_is_read_whole_and_once() {
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/site.kdx");
    let local = files.run(["search", "site.kdx", "pebble", "--json"]).ok().stdout();
    assert_eq!(search(&files, &address, "pebble").stdout(), local);
    let (ran, asked, bytes) = host.during(|| search(&files, &address, "pebble"));
    assert_eq!((ran.stdout(), asked.len(), bytes), (local, 1, 0));
}

/// A host declares the compression of its files, or sends them without it.
#[test]
fn files_are_read_however_they_come() {
    let files = site();
    let local = files.run(["search", "search/", "pebble", "--json"]).ok().stdout();
    let root = files.path("");
    let host = Host::new(move |path| {
        let (kind, path) = path[1..].split_once('/').unwrap();
        match (kind, files_in(root.clone())(&format!("/{path}"))) {
            ("declared", Answer::Whole(head, bytes)) => {
                Answer::Whole(format!("{head}\r\nContent-Encoding: GZIP"), bytes)
            }
            (_, Answer::Whole(head, bytes)) => Answer::Whole(head, inflated(&bytes)),
            (_, answer) => answer,
        }
    });
    for kind in ["declared", "plain"] {
        let address = host.address(&format!("/{kind}/search/"));
        for _ in 0..2 {
            assert_eq!(search(&files, &address, "pebble").stdout(), local, "{kind}");
        }
        run(&files, &["verify", &address]).ok();
    }
}

fn inflated(bytes: &[u8]) -> Vec<u8> {
    let mut inflated = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut inflated).unwrap();
    inflated
}

#[test]
fn where_the_host_is_away_what_was_kept_answers() {
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/search/");
    let there = search(&files, &address, "own7").stdout();
    host.is_down.store(true, Ordering::Relaxed);
    let ran = search(&files, &address, "own7");
    assert_eq!(ran.stdout(), there);
    let told = ran.stderr();
    assert!(told.starts_with(&format!("kindex: cannot fetch {address}index.kdx: ")), "{told}");
    assert!(told.contains("; what was kept answers, of ") && told.lines().count() == 1, "{told}");
    // Of a question that needs other files it is said which.
    let failed = run(&files, &["search", &address, "own99"]).failed();
    assert!(failed.contains(".kds: "), "{failed}");
    // Nothing was kept of another one.
    let other = format!("http://127.0.0.1:{}/", closed_port());
    let failed = run(&files, &["search", &other, "own7"]).failed();
    assert_eq!(failed, format!("cannot fetch {other}index.kdx: connection refused"));
}

#[test]
fn an_index_whose_host_goes_away_is_named_and_the_rest_answers() {
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/search/");
    search(&files, &address, "own7");
    host.is_down.store(true, Ordering::Relaxed);
    let also = format!("v2={address}");
    let ran = run(&files, &["search", "site.kdx", "--also", &also, "own99", "--json"]).ok();
    let found = ran.json();
    let alone = files.run(["search", "site.kdx", "own99", "--json"]).ok().json();
    assert_eq!((&found["total"], &found["indexes"]), (&alone["total"], &json!(["site.kdx"])));
    let error = found["unavailable"][0]["error"].as_str().unwrap();
    assert!(error.contains(".kds: ") && found["unavailable"][0]["index"] == "v2", "{found}");
    // That what was kept answers is said too.
    assert_eq!((ran.stderr().matches(error).count(), ran.stderr().lines().count()), (1, 2));
    // Where none is left the search fails, and each is named once.
    let ran = run(&files, &["search", &address, "--also", "v1=none.kdx", "own99"]);
    assert!(ran.failed().contains(".kds: "));
    assert_eq!(ran.stderr().matches(".kds: ").count(), 1);
    assert_eq!(ran.stderr().matches("none.kdx").count(), 1);
}

#[test]
fn what_is_kept_and_damaged_is_fetched_again() {
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/search/");
    let there = search(&files, &address, "own7").stdout();
    let sizes = |files: &Files| {
        let size = |path: PathBuf| (path.clone(), fs::metadata(path).unwrap().len());
        let mut sizes: Vec<_> = kept(files).into_iter().map(size).collect();
        sizes.sort();
        sizes
    };
    let before = sizes(&files);
    assert!(before.len() > 3);
    for damage in ["", "damaged", "\u{1f}\u{8b}"] {
        for path in kept(&files) {
            fs::write(path, damage).unwrap();
        }
        let ran = search(&files, &address, "own7");
        assert_eq!(
            (ran.stdout(), ran.stderr(), sizes(&files)),
            (there.clone(), String::new(), before.clone())
        );
    }
    // One that lies under the name of another is no shard of this index.
    let shards: Vec<PathBuf> =
        kept(&files).into_iter().filter(|path| path.extension().is_some()).collect();
    fs::copy(&shards[0], &shards[1]).unwrap();
    let (ran, asked, _) = host.during(|| search(&files, &address, "own7"));
    assert_eq!((ran.stdout(), asked.len()), (there, 2));
}

#[test]
fn nothing_is_kept_where_that_is_off_or_cannot_be() {
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/search/");
    let before = files.names();
    let args = ["search", address.as_str(), "own7", "--json"];
    let there = run_with(&files, &args, "off").ok().stdout();
    assert_eq!(files.names(), before);
    // A file is in the way.
    let ran = run_with(&files, &args, "site.kdx").ok();
    assert_eq!(ran.stdout(), there);
    let told = ran.stderr();
    assert!(told.starts_with("kindex: what is fetched cannot be kept in site.kdx: "), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[cfg(unix)]
#[test]
fn files_are_kept_in_the_folder_of_the_user_for_that() {
    use std::os::unix::fs::PermissionsExt;
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/search/");
    let mut command = files.command();
    command.args(["search", &address, "own7"]).env_remove("HTTP_PROXY").env_remove("http_proxy");
    command.env("XDG_CACHE_HOME", files.path("caches")).env("HOME", files.path("home"));
    Ran(command.output().unwrap()).ok();
    let place =
        if cfg!(target_os = "macos") { "home/Library/Caches/kindex" } else { "caches/kindex" };
    let mode = fs::metadata(files.path(place)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn all_commands_that_read_an_index_read_one_at_an_address() {
    let files = site();
    let host = Tagged::of(files.path(""));
    let address = host.host.address("/search/");
    let of_both = |args: &[&str]| {
        let at =
            |index: &str| args.iter().map(|arg| arg.replace("INDEX", index)).collect::<Vec<_>>();
        let local = files.run(at("search/")).ok().stdout();
        let there = at(&address);
        let there: Vec<&str> = there.iter().map(String::as_str).collect();
        let there = run(&files, &there).ok();
        assert_eq!(there.stderr(), "");
        (local, there.stdout())
    };
    for args in [
        &["search", "INDEX", "pebble stone9"][..],
        &["search", "INDEX", "stone", "--prefix", "--facet", "lang", "--group"],
        &["search", "INDEX", "own7", "--filter", "lang=de"],
        &["stats", "INDEX", "--json"],
        &["tree", "INDEX", "007.md"],
        &["tree", "INDEX", "007.md#1.0", "--json"],
        &["chunks", "INDEX", "--level", "1"],
        &["export", "INDEX"],
        &["export", "INDEX", "--query", "pebble stone9"],
        &["verify", "INDEX", "--json"],
    ] {
        let (local, there) = of_both(args);
        assert_eq!(local, there, "{args:?}");
    }
    let unknown = run(&files, &["tree", &address, "07.md"]).failed();
    assert_eq!(unknown, files.run(["tree", "search/", "07.md"]).failed());
    files.write("golden.jsonl", r#"{"query":"own7","pages":["007.md"]}"#);
    of_both(&["eval", "INDEX", "--golden", "golden.jsonl", "--threshold", "success@1=1"]);
    of_both(&["export", "INDEX", "--to", "opensearch", "-q", "-o", "export"]);
    write_site(&files, "pebble");
    files.run(["build", "docs", "-q", "--mergeable", "-o", "part.kdx"]).ok();
    let part = host.host.address("/part.kdx");
    run(&files, &["merge", &part, "-q", "-o", "merged.kdx"]).ok();
    assert_eq!(files.read("merged.kdx"), files.read("site.kdx"));
}
