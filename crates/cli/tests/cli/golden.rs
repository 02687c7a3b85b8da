//! The index of a small site, to the byte.

use super::*;

/// What any platform builds is what is kept in tests/golden; tests/js builds it in WebAssembly.
#[test]
fn the_golden_index_is_built_again() {
    let golden = fs::read(corpus().join("../golden/guide-v1.kdx")).unwrap();
    assert!(
        Files::corpus(&[]).read("site.kdx") == golden,
        "the index differs from tests/golden/guide-v1.kdx"
    );
}
