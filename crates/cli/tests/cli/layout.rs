//! `kindex build --layout sharded` and indexes that are compressed

mod damage;

use super::{Files, corpus, exists, keys};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::time::SystemTime;

const QUERIES: [&str; 6] = [
    "install",
    "how do I deploy the site with rsync",
    "antivurus",
    "\"permission denied\"",
    "検索",
    "",
];

/// The corpus in one file and in a folder.
fn both() -> Files {
    let files = Files::corpus(&[]);
    build_corpus(&files, ["-o", "search", SHARDED]);
    files
}

fn build_corpus(files: &Files, args: [&str; 3]) -> super::Ran {
    let corpus = corpus();
    let given = ["build".as_ref(), corpus.as_os_str()];
    files.run(given.into_iter().chain(args.map(AsRef::as_ref))).ok()
}

const SHARDED: &str = "--layout=sharded";

/// Pages of some kilobytes each, so that there are several shards of each kind.
fn site() -> Files {
    site_of(40)
}

/// A site of a number of pages.
fn site_of(pages: usize) -> Files {
    let files = Files::new(&[]);
    for page in 0..pages {
        let words: String =
            (0..300).map(|word| format!("word{} ", (page + 1) * (word + 7) % 6007)).collect();
        files.write(&format!("docs/{page:02}.md"), format!("# Page {page}\n\n{words}\n"));
    }
    build(&files);
    files
}

fn build(files: &Files) -> super::Ran {
    files.run(["build", "docs", "-o", "search", SHARDED, "--json"]).ok()
}

/// The bytes of each file of a folder, and when it was written.
fn contents(files: &Files, folder: &str) -> BTreeMap<String, (Vec<u8>, SystemTime)> {
    let entries = fs::read_dir(files.path(folder)).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            let written = entry.metadata().unwrap().modified().unwrap();
            let name = entry.file_name().into_string().unwrap();
            (name, (fs::read(entry.path()).unwrap(), written))
        })
        .collect()
}

fn shards(files: &Files) -> Vec<String> {
    let names = contents(files, "search").into_keys().filter(|name| name.ends_with(".kds"));
    names.map(|name| format!("search/{name}")).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut inflated = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut inflated).unwrap();
    inflated
}

#[test]
fn a_folder_answers_as_the_file() {
    let files = both();
    let given = ["search", "search/", "search/index.kdx"];
    for index in given {
        for query in QUERIES {
            let ask = |index: &str| files.run(["search", index, query, "--json"]).ok().stdout();
            assert_eq!(ask(index), ask("site.kdx"), "{index}, {query:?}");
        }
        for command in [&["stats", "--json"][..], &["stats"], &["tree", "install.md"]] {
            let run = |index: &str| {
                let (name, rest) = command.split_first().unwrap();
                files.run([&[*name, index][..], rest].concat()).ok().stdout()
            };
            assert_eq!(run(index), run("site.kdx"), "{command:?}");
        }
        let verified = files.run(["verify", index]).ok().stdout();
        assert_eq!(verified, format!("{index}: OK\n"));
    }
}

#[test]
fn the_files_are_those_of_the_library() {
    let files = both();
    let whole = files.read("site.kdx");
    let cut = kindex::shard(&whole, &kindex::ShardSizes::of_index(whole.len())).unwrap();
    assert!(gunzip(&files.read("search/index.kdx")) == cut.head);
    for kindex::Shard { name, bytes } in &cut.shards {
        assert!(gunzip(&files.read(&format!("search/{name}.kds"))) == *bytes, "{name}");
    }
    assert_eq!(shards(&files).len(), cut.shards.len());
}

#[test]
fn pairs_are_left_out_where_that_is_asked_for() {
    let files = site();
    let stored = |files: &Files| contents(files, "search").into_keys().collect::<Vec<_>>();
    let with = stored(&files);
    files.run(["build", "docs", "-o", "search", SHARDED, "--no-pairs"]).ok();
    let without = stored(&files);
    let whole = {
        files.run(["build", "docs", "-o", "site.kdx"]).ok();
        files.read("site.kdx")
    };
    let sizes = kindex::ShardSizes { pairs: false, ..kindex::ShardSizes::of_index(whole.len()) };
    let cut = kindex::shard(&whole, &sizes).unwrap();
    assert_eq!(without.len(), cut.shards.len() + 1);
    assert!(without.len() < with.len());
    let settings = "paths = ['docs']\noutput = 'search'\nlayout = 'sharded'\nno-pairs = true\n";
    files.write("kindex.toml", settings);
    files.run(["build"]).ok();
    assert_eq!(stored(&files), without);
    let ask = |index: &str| files.run(["search", index, "\"word7 word8\"", "--json"]).ok().stdout();
    assert_eq!(ask("search"), ask("site.kdx"));
}

#[test]
fn exports_and_figures_are_those_of_the_file() {
    let files = both();
    files.write("golden.yaml", "- query: install\n  pages: [install.md]\n");
    let eval = |index: &str| {
        let args = ["eval", index, "--golden", "golden.yaml", "--measures", "success@3", "--json"];
        files.run(args).ok().json()["measures"].clone()
    };
    assert!(!eval("search").is_null());
    assert_eq!(eval("search"), eval("site.kdx"));
    for (index, to) in [("search", "one"), ("site.kdx", "two")] {
        files.run(["export", index, "--to", "opensearch", "-o", to]).ok();
    }
    let bytes = |folder| contents(&files, folder).into_values().map(|(bytes, _)| bytes);
    assert!(bytes("one").eq(bytes("two")));
    let lines = |index: &str| files.run(["export", index]).ok().stdout();
    assert_eq!(lines("search"), lines("site.kdx"));
}

#[test]
fn the_summary_tells_of_the_files() {
    let files = site();
    let summary = build(&files).json();
    let added = ["files", "headBytes", "largestShardBytes"];
    assert!(added.iter().all(|key| keys(&summary).contains(key)), "{summary}");
    let stored = contents(&files, "search");
    let bytes = |name: &str| stored[name].0.len();
    assert_eq!(summary["output"], "search");
    assert_eq!(summary["files"], stored.len());
    assert_eq!(summary["headBytes"], bytes("index.kdx"));
    assert_eq!(summary["bytes"], stored.keys().map(|name| bytes(name)).sum::<usize>());
    let shards = stored.keys().filter(|name| name.ends_with(".kds"));
    assert_eq!(summary["largestShardBytes"], shards.map(|name| bytes(name)).max().unwrap());
    let text = files.run(["build", "docs", "-o", "search", SHARDED]).ok().stdout();
    let expected = format!("in {} files, of which pages load index.kdx (", stored.len());
    assert!(text.starts_with("search: 40 documents") && text.contains(&expected), "{text}");
    assert!(text.contains(") and what a query needs (up to "), "{text}");
}

#[test]
fn a_path_that_ends_in_a_slash_is_a_folder_with_one_file_or_several() {
    let files = site();
    for (layout, is_whole) in
        [(None, true), (Some("auto"), true), (Some("single"), true), (Some("sharded"), false)]
    {
        let layout = layout.map(|layout| format!("--layout={layout}"));
        let args = ["build", "docs", "-o", "search/"].into_iter().chain(layout.as_deref());
        let said = files.run(args).ok().stdout();
        let stored = contents(&files, "search");
        assert_eq!(stored.len() == 1, is_whole, "{layout:?}");
        assert_eq!(said.contains("in one file, which pages load whole"), is_whole, "{said}");
    }
    files.run(["build", "docs", "-o", "site.kdx"]).ok();
    files.run(["build", "docs", "-o", "search/", "--update"]).ok();
    assert_eq!(contents(&files, "search").len(), 1);
    assert!(exists(&files.path("search.cache")));
    assert!(gunzip(&files.read("search/index.kdx")) == files.read("site.kdx"));
    let ask = |index: &str| files.run(["search", index, "word7", "--json"]).ok().stdout();
    assert_eq!(ask("search/"), ask("site.kdx"));
}

#[test]
fn a_layout_that_is_none_is_refused() {
    let files = Files::new(&[("docs/a.md", "# A\n")]);
    let ran = files.run(["build", "docs", "-o", "search/", "--layout", "several"]);
    assert!(ran.stderr().contains("accepted are auto, single, sharded"), "{}", ran.stderr());
    assert_eq!(files.names(), ["docs"]);
}

#[test]
fn the_same_files_give_the_same_folder() {
    let files = site();
    files.run(["build", "docs", "-o", "other", SHARDED]).ok();
    let bytes =
        |folder| contents(&files, folder).into_iter().map(|(name, (bytes, _))| (name, bytes));
    assert!(bytes("search").eq(bytes("other")));
    // Deflate, no flags, no time, how much was tried, and for the system always Unix or unknown:
    // nothing of this machine.
    for (name, bytes) in bytes("search") {
        let [tries, system] = if name == "index.kdx" { [2, 3] } else { [0, 255] };
        assert_eq!(bytes[..10], [31, 139, 8, 0, 0, 0, 0, 0, tries, system], "{name}");
    }
}

#[test]
fn shards_that_do_not_change_are_left_as_they_are() {
    let files = site_of(400);
    let old = contents(&files, "search");
    build(&files);
    let again = contents(&files, "search");
    assert!(
        old.iter()
            .filter(|(name, _)| *name != "index.kdx")
            .eq(again.iter().filter(|(name, _)| *name != "index.kdx"))
    );
    let page = String::from_utf8(files.read("docs/20.md")).unwrap();
    files.write("docs/20.md", page.replacen("word", "word7 word", 1));
    build(&files);
    let new = contents(&files, "search");
    let changed = old.iter().filter(|(name, file)| new.get(*name) != Some(file)).count();
    // The head, and the groups of the checksums of pages, of the word, of its list and of the text.
    assert!((4..old.len() / 3).contains(&changed), "{changed} of {}", old.len());
    assert_eq!(new.len(), old.len());
    files.run(["verify", "search"]).ok();
}

#[test]
fn stale_shards_go_and_other_files_stay() {
    let files = site();
    let stale = shards(&files);
    let others = ["notes.kds", "0123456789AB.kds", "0123456789ab.kds.txt", "page.html"];
    for other in others {
        files.write(&format!("search/{other}"), "mine");
    }
    fs::create_dir(files.path("search/0123456789ab.kds")).unwrap();
    files.write("search/fedcba987654.kds", "as if of an older index");
    for page in 0..40 {
        files.write(&format!("docs/{page:02}.md"), format!("# Other {page}\n\nRestart.\n"));
    }
    build(&files);
    assert!(stale.iter().all(|name| !exists(&files.path(name))));
    assert!(!exists(&files.path("search/fedcba987654.kds")));
    assert!(exists(&files.path("search/0123456789ab.kds")));
    for other in others {
        assert_eq!(files.read(&format!("search/{other}")), b"mine");
    }
    let entries = fs::read_dir(files.path("search")).unwrap();
    let mut names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(!names.any(|name| name.ends_with(".tmp")));
    files.run(["verify", "search"]).ok();
}

#[cfg(unix)]
#[test]
fn a_build_that_the_disk_is_too_full_for_leaves_nothing() {
    let files = site();
    let before = contents(&files, "search");
    let sizes = before.iter().filter(|(name, _)| name.ends_with(".kds"));
    let largest = sizes.map(|(_, (bytes, _))| bytes.len() as u64).max().unwrap();
    for page in 0..40 {
        let words: String = (0..300).map(|word| format!("other{} ", (page + 2) * word)).collect();
        files.write(&format!("docs/{page:02}.md"), format!("# Page {page}\n\n{words}\n"));
    }
    // Some files fit, and are written before one does not.
    let limit = largest / 512 - 1;
    let ran = files.run_limited(limit, &["build", "docs", "-o", "search", SHARDED]);
    let error = ran.failed();
    assert!(error.starts_with("cannot write search/"), "{error}");
    assert!(error.ends_with(": file too large") && !error.contains(".tmp"), "{error}");
    assert!(contents(&files, "search") == before);
    let error = files.run_limited(limit, &["build", "docs", "-o", "fresh", SHARDED]).failed();
    assert!(error.starts_with("cannot write fresh/"), "{error}");
    assert_eq!(files.names(), ["docs", "search"]);
    build(&files);
    files.run(["verify", "search"]).ok();
}

#[test]
fn what_is_no_folder_is_left_alone() {
    let files = Files::new(&[("docs/a.md", "# A\n"), ("search", "mine"), ("x/index.kdx/y", "")]);
    let run = |output: &str| files.run(["build", "docs", "-o", output, SHARDED]).failed();
    let error = run("search");
    assert!(error.contains("it is there and is not a folder"), "{error}");
    assert_eq!(files.read("search"), b"mine");
    let error = run("x");
    assert_eq!(error, "cannot write x/index.kdx: it is there and is not a file");
    let error = run("nowhere/search");
    assert!(error.contains("there is no folder nowhere; make it first"), "{error}");
    assert_eq!(files.names(), ["docs", "search", "x"]);
}

#[test]
fn a_folder_is_not_replaced_by_a_file() {
    let files = site();
    let before = contents(&files, "search");
    let error = files.run(["build", "docs", "-o", "search"]).failed();
    assert_eq!(
        error,
        "cannot write search: it is a folder; for an index in it, end the path in /, or name a file, such as search/site.kdx"
    );
    assert!(contents(&files, "search") == before);
}

#[test]
fn a_build_that_fails_leaves_the_old_folder() {
    let files = site();
    let old = contents(&files, "search");
    files.write("docs/bad.md", b"\xff\0");
    let error = files.run(["build", "docs", "-o", "search", SHARDED, "--strict"]).failed();
    assert!(error.contains("1 skipped"), "{error}");
    assert_eq!(contents(&files, "search"), old);
}

/// As the new shards are there already, the head is all that is to be written.
#[cfg(unix)]
#[test]
fn a_head_that_cannot_be_written_leaves_the_old_index() {
    let files = site();
    let answer = || files.run(["search", "search", "word7", "--json"]).ok().stdout();
    let (old, head) = (answer(), files.read("search/index.kdx"));
    for page in 0..40 {
        let text = String::from_utf8(files.read(&format!("docs/{page:02}.md"))).unwrap();
        files.write(&format!("docs/{page:02}.md"), text.replace("word", "vord"));
    }
    files.run(["build", "docs", "-o", "other", SHARDED]).ok();
    for (name, (bytes, _)) in
        contents(&files, "other").iter().filter(|(name, _)| *name != "index.kdx")
    {
        files.write(&format!("search/{name}"), bytes);
    }
    let script = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" build docs -o search {SHARDED}");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_kindex")]).current_dir(files.0.path());
    let error = super::Ran(shell.output().unwrap()).failed();
    assert!(error.starts_with("cannot write search/index.kdx: "), "{error}");
    assert!(files.read("search/index.kdx") == head && answer() == old);
    build(&files);
    assert_eq!(contents(&files, "search").len(), contents(&files, "other").len());
}

#[test]
fn shards_are_beside_their_head() {
    let files = site();
    let mut within = files.command();
    within.current_dir(files.path("search")).args(["verify", "index.kdx"]);
    assert_eq!(super::Ran(within.output().unwrap()).ok().stdout(), "index.kdx: OK\n");
    fs::copy(files.path("search/index.kdx"), files.path("alone.kdx")).unwrap();
    let error = files.run(["verify", "alone.kdx"]).failed();
    assert!(error.contains(".kds: a shard of the index is missing"), "{error}");
}

#[test]
fn a_build_killed_at_any_time_leaves_a_whole_index() {
    let files = site();
    for (wait, word) in [(0, "red"), (20, "blue"), (60, "green"), (90, "grey"), (150, "black")] {
        for page in 0..40 {
            files.write(&format!("docs/{page:02}.md"), format!("# {word}\n\n{word}{page}\n"));
        }
        let mut build = files.command();
        let mut child =
            build.args(["build", "docs", "-o", "search", SHARDED, "-q"]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        files.run(["verify", "search"]).ok();
    }
}

#[test]
fn one_file_can_be_compressed() {
    let files = Files::corpus(&[]);
    let summary = build_corpus(&files, ["-o", "site.kdx.gz", "--json"]).json();
    assert_eq!(summary["bytes"], files.read("site.kdx.gz").len());
    assert!(gunzip(&files.read("site.kdx.gz")) == files.read("site.kdx"));
    // Its name does not matter.
    fs::copy(files.path("site.kdx.gz"), files.path("other.kdx")).unwrap();
    for index in ["site.kdx.gz", "other.kdx"] {
        files.run(["verify", index]).ok();
        for query in QUERIES {
            let ask = |index: &str| files.run(["search", index, query, "--json"]).ok().stdout();
            assert_eq!(ask(index), ask("site.kdx"), "{query:?}");
        }
    }
    let first = files.read("site.kdx.gz");
    build_corpus(&files, ["-o", "site.kdx.gz", "--quiet"]);
    assert!(files.read("site.kdx.gz") == first);
    files.write("cut.kdx.gz", &first[..first.len() / 2]);
    let error = files.run(["search", "cut.kdx.gz", "install"]).failed();
    assert_eq!(error, "cut.kdx.gz: its gzip compression is cut off; build the index again");
    files.write("page.gz", gzip(b"<!doctype html>"));
    let error = files.run(["search", "page.gz", "install"]).failed();
    assert!(error.starts_with("page.gz: not a Kindex index"), "{error}");
}

#[test]
fn an_unknown_layout_is_refused() {
    let files = Files::new(&[("docs/a.md", "# A\n")]);
    let code = files.run(["build", "docs", "-o", "search", "--layout", "many"]).0.status.code();
    assert_eq!(code, Some(2));
}
