//! FORMAT.md against the bytes, and the indexes of earlier versions.
#![cfg(feature = "stem")]

use kindex::{Builder, Config, Document, Index, Language, SearchOptions, Section};
use std::path::Path;

const FORMAT: &str = include_str!("../FORMAT.md");

#[test]
fn the_worked_example_is_what_the_builder_writes() {
    let anchor = "using".into();
    let section = Section { level: 2, start: 0, heading: 3..8, anchor, ..Section::default() };
    let document = Document {
        id: "a".into(),
        url: "a.html".into(),
        title: "Use".into(),
        text: "## Using\n\nUse it.\n".into(),
        sections: vec![section],
        ..Document::default()
    };
    let language = Language::from_tag("none").unwrap();
    let mut builder = Builder::new(Config { language, ..Config::default() });
    builder.add(document).unwrap();
    let blob = builder.finish().unwrap();

    let example = FORMAT.split("```hex\n").nth(1).and_then(|rest| rest.split("```").next());
    let bytes: Vec<u8> = example
        .unwrap()
        .lines()
        .flat_map(|line| line.split('#').next().unwrap_or_default().split_whitespace())
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();
    // The last section is written out only as far as it shows its form.
    let letters = blob.len() - 1943;
    assert!(bytes.len() > letters);
    assert_eq!(bytes, blob[..bytes.len()]);
}

#[test]
fn indexes_of_earlier_versions_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let index = Index::open(std::fs::read(&path).unwrap()).unwrap();
        index.verify().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let results = index.search("install", &SearchOptions::default()).unwrap();
        assert!(results.total > 0, "{}", path.display());
        read += 1;
    }
    assert!(read > 0);
}
