//! The index of a small site, to the byte.

use super::*;

/// Any platform builds the indexes that are kept in tests/golden; tests/js builds them in
/// WebAssembly.
#[test]
fn the_golden_index_is_built_again() {
    let golden = fs::read(corpus().join("../golden/guide-v1.kdx")).unwrap();
    let pins = corpus().join("../cases/pins.yml");
    assert!(
        Files::corpus(&["--pins", pins.to_str().unwrap()]).read("site.kdx") == golden,
        "the index differs from tests/golden/guide-v1.kdx"
    );
}
