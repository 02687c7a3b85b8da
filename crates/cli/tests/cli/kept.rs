//! `kindex build --keep-previous` leaves the shards of the build before

mod address;
pub mod published;

use super::{Files, Ran, exists};
use serde_json::{Value, json};
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

const KEPT: &str = "search/index.kdx.kept";

const DAY_SECONDS: u64 = 24 * 60 * 60;

/// A site with several shards of each kind. One word in three is `of`.
fn write_site(files: &Files, of: &str) {
    for page in 0..20 {
        let words: String =
            (0..100).map(|word| format!("{of} word{} ", (page + 1) * (word + 7) % 1009)).collect();
        files.write(&format!("docs/{page:02}.md"), format!("# Page {page}\n\n{words}\n"));
    }
}

fn build_to(files: &Files, output: &str, more: &[&str]) -> Ran {
    let args = ["build", "docs", "--layout=sharded", "--json", "-o", output];
    files.run(args.iter().chain(more)).ok()
}

fn build(files: &Files, more: &[&str]) -> Ran {
    build_to(files, "search/", more)
}

/// A site whose index is built twice, with another word each time. The head of the first build is
/// `search/old.kdx`.
fn built_twice() -> Files {
    let files = Files::new(&[]);
    write_site(&files, "first");
    build(&files, &[]);
    files.write("search/old.kdx", files.read("search/index.kdx"));
    write_site(&files, "second");
    build(&files, &["--keep-previous"]);
    files
}

/// The names of the shards in a folder.
fn shards(files: &Files, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(files.path(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut shards: Vec<String> = names.filter(|name| name.ends_with(".kds")).collect();
    shards.sort();
    shards
}

fn kept(files: &Files) -> Value {
    serde_json::from_slice(&files.read(KEPT)).unwrap()
}

/// The number of shards in the list of what is kept.
fn kept_count(files: &Files) -> usize {
    let kept = kept(files);
    let lists = kept["kept"].as_array().unwrap().iter();
    lists.map(|left| left["shards"].as_array().unwrap().len()).sum()
}

/// Makes what is kept older.
fn age(files: &Files, seconds: u64) {
    let mut kept = kept(files);
    for left in kept["kept"].as_array_mut().unwrap() {
        left["left"] = json!(left["left"].as_u64().unwrap() - seconds);
    }
    files.write(KEPT, kept.to_string());
}

#[test]
fn the_index_before_answers_on() {
    let files = built_twice();
    for (head, word, other) in [("old.kdx", "first", "second"), ("index.kdx", "second", "first")] {
        let head = format!("search/{head}");
        assert!(files.run(["search", &head, word]).ok().stdout().contains("Page"), "{head}");
        assert!(!files.run(["search", &head, other]).ok().stdout().contains("Page"), "{head}");
    }
}

#[test]
fn what_is_kept_is_counted_and_checked() {
    let files = built_twice();
    let count = kept_count(&files);
    assert!(count > 10, "{count}");
    let verified = files.run(["verify", "search"]).ok().stdout();
    assert_eq!(verified, format!("search: OK; {count} shards kept of builds before\n"));
    let verified = files.run(["verify", "search", "--json"]).ok().json();
    assert_eq!(verified, json!({ "ok": true, "keptShards": count }));
    let summary = build(&files, &["--keep-previous"]).json();
    assert_eq!((&summary["keptShards"], kept_count(&files)), (&json!(count), count), "once more");

    let shard = format!("search/{}.kds", kept(&files)["kept"][0]["shards"][0].as_str().unwrap());
    let other = shards(&files, "search").into_iter().find(|name| !shard.ends_with(name)).unwrap();
    files.write(&shard, files.read(&format!("search/{other}")));
    let error = files.run(["verify", "search"]).failed();
    assert!(error.starts_with(&shard), "{error}");
    let warning = build(&files, &["--keep-previous"]).stderr();
    assert!(warning.contains("1 shard of the build before not kept"), "{warning}");
    assert!(!exists(&files.path(&shard)));
    files.run(["verify", "search"]).ok();
}

#[test]
fn shards_go_after_a_day() {
    let files = built_twice();
    let old = kept_count(&files);
    age(&files, DAY_SECONDS - 600);
    write_site(&files, "third");
    build(&files, &["--keep-previous"]);
    assert!(kept_count(&files) > old);
    files.run(["verify", "search/old.kdx"]).ok();

    age(&files, 600);
    build(&files, &["--keep-previous"]);
    let left = kept(&files)["kept"].as_array().unwrap().len();
    assert_eq!(left, 1, "those of the second build");
    files.run(["verify", "search"]).ok();
    let error = files.run(["verify", "search/old.kdx"]).failed();
    assert!(error.contains("a shard of the index is missing"), "{error}");
}

/// The clock of another machine may be ahead.
#[test]
fn shards_that_were_left_ahead_in_time_go_after_a_day_too() {
    let files = built_twice();
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let mut list = kept(&files);
    list["kept"][0]["left"] = json!(now() + 10 * DAY_SECONDS);
    files.write(KEPT, list.to_string());
    let before = now();
    build(&files, &["--keep-previous"]);
    let left = kept(&files)["kept"][0]["left"].as_u64().unwrap();
    assert!((before..=now()).contains(&left), "{left}");
    age(&files, DAY_SECONDS);
    build(&files, &["--keep-previous"]);
    assert!(!exists(&files.path(KEPT)));
}

#[test]
fn a_list_does_not_have_a_build_read_for_hours() {
    let files = built_twice();
    let own = kept_count(&files);
    let names = |numbers: std::ops::Range<usize>| -> Vec<_> {
        numbers.map(|number| format!("{number:012x}")).collect()
    };
    let mut list = kept(&files);
    let newest = list["kept"][0].clone();
    let older = |names: Vec<String>| json!({ "left": newest["left"], "shards": names });
    list["kept"] = json!([older(names(0..5000)), older(names(5000..9000)), newest]);
    files.write(KEPT, list.to_string());
    let warnings = build(&files, &["--keep-previous"]).stderr();
    let (over, missing) = (9000 + own - 8192, 8192 - own);
    let over = format!(
        "kindex: {over} shards of builds before not kept: the list in search/ has more than 8192\n"
    );
    let missing = format!(
        "kindex: {},{:03} shards of the build before not kept: missing or damaged in search/\n",
        missing / 1000,
        missing % 1000
    );
    assert_eq!(warnings, over + &missing);
    assert_eq!(kept_count(&files), own, "those of the last build");
}

#[test]
fn without_it_the_folder_is_as_if_built_once() {
    let files = built_twice();
    fs::remove_file(files.path("search/old.kdx")).unwrap();
    build(&files, &[]);
    build_to(&files, "once/", &[]);
    let names = |folder| {
        let entries = fs::read_dir(files.path(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names("search"), names("once"));
    for name in names("once") {
        let bytes = |folder| fs::read(files.path(folder).join(&name)).unwrap();
        assert_eq!(bytes("search"), bytes("once"), "{name:?}");
    }
}

#[test]
fn shards_come_from_a_folder_with_what_is_published() {
    let files = built_twice();
    fs::rename(files.path("search"), files.path("published")).unwrap();
    write_site(&files, "third");
    build(&files, &["--keep-previous=published"]);
    for (name, word) in [("old", "first"), ("index", "second")] {
        files.write(
            &format!("search/{name}-before.kdx"),
            files.read(&format!("published/{name}.kdx")),
        );
        let found = files.run(["search", &format!("search/{name}-before.kdx"), word]).ok();
        assert!(found.stdout().contains("Page"), "{word}");
    }
    files.run(["verify", "search"]).ok();
}

/// The folder is as a build leaves it that is ended before it removes what is stale.
#[test]
fn a_build_after_one_that_was_cut_off_keeps_the_same() {
    let files = built_twice();
    let old = kept(&files);
    files.write("search/0123456789ab.kds", "stale");
    build(&files, &["--keep-previous"]);
    assert_eq!(kept(&files), old);
    files.run(["verify", "search/old.kdx"]).ok();
    assert!(!exists(&files.path("search/0123456789ab.kds")));
}

#[test]
fn the_list_of_what_is_kept_comes_before_the_head() {
    let files = built_twice();
    fs::rename(files.path("search"), files.path("published")).unwrap();
    // A folder in its place: it cannot be written.
    files.write("search/index.kdx.kept/notes.txt", "mine");
    let args = ["build", "docs", "--layout=sharded", "-o", "search/", "--keep-previous=published"];
    let error = files.run(args).failed();
    assert!(error.starts_with("cannot write search/index.kdx.kept"), "{error}");
    assert!(!exists(&files.path("search/index.kdx")));
    assert_eq!(shards(&files, "search"), [""; 0], "they are gone again");
}

#[test]
fn shards_of_a_build_that_is_put_back_are_its_own() {
    let files = built_twice();
    let all = shards(&files, "search");
    write_site(&files, "first");
    build(&files, &["--keep-previous"]);
    assert_eq!(shards(&files, "search"), all);
    build_to(&files, "once/", &[]);
    assert_eq!(kept_count(&files), all.len() - shards(&files, "once").len());
    age(&files, DAY_SECONDS);
    build(&files, &["--keep-previous"]);
    assert_eq!(shards(&files, "search"), shards(&files, "once"));
    assert!(!exists(&files.path(KEPT)));
}

#[test]
fn one_file_may_follow_several() {
    let files = built_twice();
    files.run(["build", "docs", "-o", "search/", "--keep-previous"]).ok();
    assert_eq!(files.run(["stats", "search", "--json"]).ok().json()["documents"], 20);
    files.run(["verify", "search/old.kdx"]).ok();
    files.run(["verify", "search"]).ok();
}

#[test]
fn a_build_before_that_cannot_be_used_is_told_and_not_in_the_way() {
    let files = Files::new(&[("docs/a.md", "# A\n\nText.\n"), ("empty/notes.txt", "mine")]);
    let first = build(&files, &["--keep-previous"]);
    assert_eq!((first.stderr().as_str(), &first.json()["keptShards"]), ("", &json!(0)));
    let told = |output: &str, more: &str| {
        let warning = build_to(&files, output, &[more]).stderr();
        assert!(warning.starts_with("kindex: kept no shards of the build before: "), "{warning}");
        assert_eq!(warning.lines().count(), 1);
        files.run(["verify", output]).ok();
    };
    told("other/", "--keep-previous=empty");
    told("other/", "--keep-previous=nowhere");
    files.write(KEPT, r#"{"kept":[{"left":1,"shards":["../../etc/passwd"]}]}"#);
    assert!(files.run(["verify", "search"]).failed().starts_with(KEPT));
    told("search/", "--keep-previous");
    files.write("search/index.kdx", "<!doctype html>");
    told("search/", "--keep-previous");
}

#[test]
fn a_tenant_keeps_the_shards_of_its_own_folder() {
    let files = Files::new(&[]);
    let build = || {
        for tenant in ["red", "blue"] {
            let args = ["build", "docs", "--layout=sharded", "--tenant", tenant, "-o"];
            files.run(args.iter().chain(&["search-{tenant}/", "--keep-previous"])).ok();
        }
    };
    write_site(&files, "first");
    build();
    let first = shards(&files, "search-red");
    write_site(&files, "second");
    build();
    for folder in ["search-red", "search-blue"] {
        let now = shards(&files, folder);
        assert!(first.iter().all(|shard| now.contains(shard)), "{folder}");
        files.run(["verify", folder]).ok();
    }
    let args =
        ["build", "docs", "--tenant", "red", "-o", "{tenant}/", "--keep-previous=search-red"];
    let error = files.run(args).refused();
    assert!(error.starts_with("--keep-previous: with {tenant} in the output each"), "{error}");
}

#[test]
fn what_it_cannot_do_is_said() {
    let files = Files::new(&[("docs/a.md", "# A\n\nText.\n")]);
    let refused = |args: &[&str]| files.run(["build", "docs"].iter().chain(args)).refused();
    let error = refused(&["-o", "site.kdx", "--keep-previous"]);
    assert!(error.starts_with("--keep-previous: only an index in a folder"), "{error}");
    for (address, what) in [
        ("https://", "it is no address"),
        ("http://me:secret@exa mple.org/", "it is no address"),
        ("https://me:secret@example.org/", "has no name and no password"),
        ("http://127.0.0.1:99999/", "its port is none"),
        ("ftp://example.org/", "only what has an address with https:// or http://"),
        ("https://example.org/search/?v=1", "has no ? and no #"),
    ] {
        let error = refused(&["-o", "search/", &format!("--keep-previous={address}")]);
        assert!(error.starts_with("--keep-previous: ") && error.contains(what), "{error}");
        assert!(error.lines().count() == 1 && !error.contains("secret"), "{error}");
    }
    assert!(!exists(&files.path("search")));
}

#[test]
fn a_file_of_settings_may_ask_for_it() {
    let files = built_twice();
    let settings =
        "paths = ['docs']\noutput = 'search/'\nlayout = 'sharded'\nkeep-previous = true\n";
    files.write("kindex.toml", settings);
    files.run(["build"]).ok();
    files.run(["verify", "search/old.kdx"]).ok();
}

#[test]
fn a_file_of_settings_names_a_folder_beside_it() {
    let files = built_twice();
    fs::create_dir(files.path("sub")).unwrap();
    fs::rename(files.path("search"), files.path("sub/published")).unwrap();
    let settings =
        "paths = ['../docs']\noutput = 'new/'\nlayout = 'sharded'\nkeep-previous = 'published'\n";
    files.write("sub/kindex.toml", settings);
    write_site(&files, "third");
    let built = files.run(["build", "--config", "sub/kindex.toml"]).ok();
    assert_eq!(built.stderr().matches("not kept").count(), 0, "{}", built.stderr());
    assert!(exists(&files.path("sub/new/index.kdx.kept")));
}
