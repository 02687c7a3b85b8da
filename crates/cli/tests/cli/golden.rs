//! The indexes in tests/golden: the one of a small site, to the byte, and those that
//! only the command reads as files.

use super::*;
use std::io::Read;

fn golden(name: &str) -> String {
    corpus().join("../golden").join(name).to_str().unwrap().to_owned()
}

/// Any platform builds the index again; tests/js builds it in WebAssembly.
#[test]
fn the_golden_index_is_built_again() {
    let pins = corpus().join("../cases/pins.yml");
    assert!(
        Files::corpus(&["--pins", pins.to_str().unwrap()]).read("site.kdx")
            == fs::read(golden("guide-v1.kdx")).unwrap(),
        "the index differs from tests/golden/guide-v1.kdx"
    );
}

/// The ids of the results.
fn ids(files: &Files, args: &[&str]) -> Vec<String> {
    let found = files.run([&["search", "--json"], args].concat()).ok().json();
    let hits = found["hits"].as_array().unwrap();
    hits.iter().map(|hit| hit["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_golden_index_in_several_files_is_read() {
    let files = Files::new(&[]);
    let index = golden("guides-v1");
    files.run(["verify", &index]).ok();
    let mut head = Vec::new();
    let stored = fs::File::open(golden("guides-v1/index.kdx")).unwrap();
    flate2::read::GzDecoder::new(stored).read_to_end(&mut head).unwrap();
    assert_eq!(head[8..10], [1, 0], "the format that tests/golden/README.md names");
    assert_eq!(ids(&files, &[&index, "tie a bollard"])[0], "knots.md#1.0");
    // Pairs of words say where a phrase is.
    assert_eq!(ids(&files, &[&index, "\"working end\""]), ["knots.md#1.0", "knots.md#1.1"]);
    assert_eq!(ids(&files, &[&index, "\"end working\""]), [""; 0]);
}

#[test]
fn a_golden_index_is_merged() {
    let files = Files::new(&[("more/bollards.md", "# Bollards\n\nOf iron.\n")]);
    let old = golden("mergeable-v1.kdx");
    files.run(["build", "more", "--mergeable", "-o", "more.kdx"]).ok();
    files.run(["merge", &old, "more.kdx", "-o", "both.kdx"]).ok();
    files.run(["verify", "both.kdx"]).ok();
    assert_eq!(ids(&files, &["both.kdx", "bollards of iron"])[0], "bollards.md#1.0");
}
