//! `--pins`

use super::Files;

fn site() -> Files {
    Files::new(&[
        ("docs/install.md", "# Installation\n\nDownload it.\n"),
        ("docs/forum.md", "# Forum\n\nAsk people about the download.\n"),
        (
            "docs/pins.yml",
            "- query: download\n  pages: [install.md]\n- query: get help\n  match: prefix\n  pages: /forum.html\n",
        ),
        ("docs/index.md", "# Home\n\nWelcome.\n"),
    ])
}

const BUILD: [&str; 6] = ["build", "docs", "-o", "site.kdx", "--pins", "docs/pins.yml"];

/// The documents found, and whether each is pinned.
fn found(files: &Files, index: &str, query: &str) -> Vec<(String, bool)> {
    let results = files.run(["search", index, query, "--json"]).ok().json();
    let hits = results["hits"].as_array().unwrap().iter();
    let hits =
        hits.map(|hit| (hit["document"].as_str().unwrap().to_owned(), hit["pinned"] == true));
    hits.collect()
}

#[test]
fn pages_are_shown_first_and_marked() {
    let files = site();
    let summary = files.run(BUILD.into_iter().chain(["--json", "--strict"])).ok().json();
    assert_eq!(summary["documents"], 3, "the pins are no page");
    files.run(["verify", "site.kdx"]).ok();
    let [install, forum] = ["install.md", "forum.md"].map(str::to_owned);
    let download = found(&files, "site.kdx", "download");
    assert_eq!(download, [(install, true), (forum.clone(), false)]);
    assert_eq!(found(&files, "site.kdx", "get he"), [(forum, true)]);
    let text = files.run(["search", "site.kdx", "download"]).ok().stdout();
    assert_eq!(text.matches("  pinned\n").count(), 1, "{text}");
}

#[test]
fn they_are_in_several_files_and_stay_with_an_update_and_a_merge() {
    let files = site();
    files.run(BUILD).ok();
    let whole = found(&files, "site.kdx", "get help");
    assert_eq!(whole.len(), 1);
    let sharded =
        ["build", "docs", "-o", "parts", "--layout", "sharded", "--pins", "docs/pins.yml"];
    files.run(sharded).ok();
    assert_eq!(found(&files, "parts", "get help"), whole);
    files.run(["build", "docs", "-o", "own.kdx", "--update"]).ok();
    assert_eq!(found(&files, "own.kdx", "get help"), []);
    files.run(["build", "docs", "-o", "own.kdx", "--update", "--pins", "docs/pins.yml"]).ok();
    assert_eq!(files.read("own.kdx"), files.read("site.kdx"));
    files.run(BUILD.into_iter().chain(["--mergeable"])).ok();
    files.run(["merge", "site.kdx", "-o", "merged.kdx"]).ok();
    assert_eq!(found(&files, "merged.kdx", "get help"), whole);
}

#[test]
fn pages_that_are_not_there_are_named() {
    let files = site();
    files.write("pins.yml", "- query: a b\n  pages: [install.md, gone.md]\n");
    let build = ["build", "docs", "-o", "site.kdx", "--pins", "pins.yml"];
    let warned = files.run(build).ok().stderr();
    let reason = "no page has the id or URL \"gone.md\", which is pinned for \"a b\"";
    assert!(warned.contains(&format!("skipped pins.yml: {reason}")), "{warned}");
    assert_eq!(found(&files, "site.kdx", "a b").len(), 1);
    let strict = files.run(build.into_iter().chain(["--strict"])).failed();
    assert!(strict.contains("1 skipped"), "{strict}");
}

#[test]
fn wrong_pins_are_one_line_that_names_the_file() {
    let files = site();
    let error = |pins: &str| {
        files.write("pins.yml", pins);
        files.run(["build", "docs", "-o", "site.kdx", "--pins", "pins.yml"]).failed()
    };
    let wrong = error("- query: a\n  page: b\n");
    assert!(wrong.starts_with("cannot use pins.yml: pin 1: one of its keys means"), "{wrong}");
    assert!(error("- query: [a\n- b\n").starts_with("cannot use pins.yml: line "));
    let missing = files.run(["build", "docs", "-o", "site.kdx", "--pins", "none"]).failed();
    assert!(missing.starts_with("cannot read none: "), "{missing}");
}

#[test]
fn kindex_toml_has_them() {
    let files = site();
    let toml = "paths = [\".\"]\noutput = \"site.kdx\"\npins = \"pins.yml\"\n";
    files.write("docs/kindex.toml", toml);
    files.run(["build", "--config", "docs/kindex.toml"]).ok();
    assert_eq!(found(&files, "docs/site.kdx", "get help").len(), 1);
}
