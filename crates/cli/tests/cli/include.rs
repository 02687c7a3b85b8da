//! `kindex build --include`

use super::Files;

fn project() -> Files {
    Files::new(&[
        ("p/guide.md", "# Guide\n\nparser\n"),
        ("p/assets/app.js", "// The parser.\nfunction parse() {}\n"),
        ("p/data/sizes.csv", "name,size\nparser,3\n"),
        ("p/src/lib.rs", "use x;\n\n/// The parser.\npub fn parse() {}\n"),
    ])
}

/// The ids of what is found and the anchors, in order of ids.
fn found(files: &Files, args: &[&str], more: &[&str]) -> Vec<String> {
    files.run(["build", "-o", "site.kdx", "-q"].iter().chain(args)).ok();
    let search = ["search", "site.kdx", "parser", "--json"];
    let results = files.run(search.iter().chain(more)).ok().json();
    let hits = results["hits"].as_array().unwrap();
    let id = |hit: &serde_json::Value| hit["document"].as_str().unwrap().to_owned();
    let mut ids: Vec<String> = hits.iter().map(id).collect();
    ids.sort();
    ids
}

#[test]
fn folders_give_documents_and_more_if_asked() {
    let files = project();
    assert_eq!(found(&files, &["p"], &[]), ["guide.md"]);
    assert_eq!(found(&files, &["p", "--include", "tables"], &[]), ["data/sizes.csv"]);
    let want = ["assets/app.js", "guide.md", "src/lib.rs"];
    assert_eq!(found(&files, &["p", "--include", "docs,code"], &[]), want);
    assert_eq!(found(&files, &["p", "--include", "docs", "--include", "code"], &[]), want);
    assert_eq!(found(&files, &["p", "--include", "all", "--exclude", "assets/"], &[]).len(), 3);
}

#[test]
fn what_is_named_is_read() {
    let files = project();
    assert_eq!(found(&files, &["p/src/lib.rs", "p/data/sizes.csv"], &[]), ["lib.rs", "sizes.csv"]);
}

#[test]
fn kinds_and_languages_are_filters() {
    let files = project();
    let args = ["p", "--include", "all"];
    assert_eq!(found(&files, &args, &["--filter", "kind=table"]), ["data/sizes.csv"]);
    assert_eq!(found(&files, &args, &["--filter", "language=rust"]), ["src/lib.rs"]);
    assert_eq!(found(&files, &args, &["--filter", "kind=code"]).len(), 2);
}

#[test]
fn nothing_to_read_says_what_could_be() {
    let files = Files::new(&[("p/a.rs", "fn a() {}\n")]);
    let error = files.run(["build", "p", "-o", "site.kdx"]).failed();
    assert!(error.contains("--include all"), "{error}");
    let wrong = files.run(["build", "p", "-o", "site.kdx", "--include", "sounds"]);
    assert!(wrong.stderr().contains("docs, text, tables, code, all"), "{}", wrong.stderr());
}

#[test]
fn programs_are_cut_at_blank_lines() {
    let function = |name: &str| format!("fn {name}() {{\n{}}}\n\n", "    call();\n".repeat(30));
    let names = ["first", "second", "third"];
    let files = Files::new(&[("p/src/lib.rs", &names.map(function).concat())]);
    files.run(["build", "p", "-o", "site.kdx", "--include", "code"]).ok();
    let printed = files.run(["chunks", "site.kdx"]).ok().stdout();
    let chunks: Vec<serde_json::Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let texts: Vec<&str> = chunks.iter().map(|chunk| chunk["text"].as_str().unwrap()).collect();
    assert_eq!(texts, names.map(function));
}
