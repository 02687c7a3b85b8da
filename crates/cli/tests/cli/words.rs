//! Ordinary words over Kindex's own documentation, which has them in another form.

use super::Files;
use kindex::{Index, SearchOptions};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of the documentation.
const PAGES: [&str; 6] =
    ["docs", "README.md", "ARCHITECTURE.md", "BENCHMARKS.md", "CHANGELOG.md", "FORMAT.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The words, each with a form that the documentation has.
fn words() -> Vec<(String, String)> {
    let file = fs::read_to_string(root().join("tests/words/docs.txt")).unwrap();
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once(' ').expect("a word and its form"));
    pairs.map(|(word, form)| (word.to_owned(), form.to_owned())).collect()
}

#[test]
fn words_are_found_that_stand_there_in_another_form_and_nothing_else_is_proposed() {
    let files = Files::new(&[]);
    let pages = PAGES.map(|page| root().join(page).to_str().unwrap().to_owned());
    let args = ["build", "-q", "-o", "docs.kdx"].map(String::from);
    files.run(args.into_iter().chain(pages)).ok();
    let index = Index::open(fs::read(files.path("docs.kdx")).unwrap()).unwrap();
    let words = words();
    assert_eq!(words.len(), 97);
    let (mut lacking, mut proposed) = (Vec::new(), Vec::new());
    for (word, form) in &words {
        let search = |query: &str, limit| {
            index.search(query, &SearchOptions { limit, ..SearchOptions::default() }).unwrap()
        };
        let found = search(word, 1);
        let there: Vec<String> = search(form, 1000).hits.into_iter().map(|hit| hit.id).collect();
        if !found.hits.iter().all(|hit| there.contains(&hit.id)) || found.total == 0 {
            lacking.push(word);
        }
        proposed.extend(found.did_you_mean);
    }
    // The documentation may come to have other words; these are more than a few changes of it.
    assert!(lacking.len() <= 8, "not found: {lacking:?}");
    assert!(proposed.len() <= 3, "proposed: {proposed:?}");
}
