//! The index of a small site, to the byte.

use super::*;

/// What any platform builds is what is kept in tests/golden; tests/js builds it in WebAssembly.
#[test]
fn the_golden_index_is_built_again() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let corpus = tests.join("corpus");
    let files = Files::new(&[]);
    files.run([OsStr::new("build"), corpus.as_os_str(), "-o".as_ref(), "guide.kdx".as_ref()]).ok();
    let golden = fs::read(tests.join("golden/guide-v1.kdx")).unwrap();
    assert!(files.read("guide.kdx") == golden, "the index differs from tests/golden/guide-v1.kdx");
}
