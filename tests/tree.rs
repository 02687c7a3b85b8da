//! What holds of every tree, whatever the document.
#![cfg(feature = "build")]

mod common;

use common::{document, hostile_text, some_levels};
use kindex::{Levels, Tree};
use proptest::prelude::*;
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// One grapheme alone may be longer than a chunk, as it is never parted.
fn is_too_long(text: &str, size: u32) -> bool {
    text.chars().count() > size as usize && text.graphemes(true).count() > 1
}

fn is_grapheme_boundary(text: &str, at: usize) -> bool {
    GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_level_tiles_the_text(text in hostile_text(), levels in some_levels()) {
        let tree = Tree::new(&document("d", "", &text), &levels).unwrap();
        prop_assert_eq!(tree.levels().len(), levels.sizes().len());
        for (chunks, &size) in tree.levels().iter().zip(levels.sizes()) {
            let joined: String = chunks.iter().map(|chunk| &text[chunk.tile.clone()]).collect();
            prop_assert_eq!(&joined, &text);
            for chunk in chunks {
                prop_assert!(is_grapheme_boundary(&text, chunk.tile.start), "{:?}", chunk);
                prop_assert!(!is_too_long(&text[chunk.tile.clone()], size), "{:?} {}", chunk, size);
                prop_assert!(chunk.tile.start < chunk.tile.end || text.is_empty());
            }
        }
    }

    #[test]
    fn every_child_lies_in_one_parent(text in hostile_text(), levels in some_levels()) {
        let tree = Tree::new(&document("d", "", &text), &levels).unwrap();
        for level in 1..tree.levels().len() {
            let (parents, children) = (tree.level(level), tree.level(level - 1));
            prop_assert_eq!(parents[0].first_child, 0);
            for (number, parent) in parents.iter().enumerate() {
                let end = parents.get(number + 1).map_or(children.len(), |next| next.first_child);
                prop_assert!(parent.first_child < end);
                let own = &children[parent.first_child..end];
                prop_assert_eq!(own[0].tile.start, parent.tile.start);
                prop_assert_eq!(own[own.len() - 1].tile.end, parent.tile.end);
                for child in own {
                    prop_assert!(child.span().start >= parent.span().start);
                }
            }
        }
    }

    #[test]
    fn overlap_is_bounded_and_begins_at_a_word(text in hostile_text(), levels in some_levels()) {
        let tree = Tree::new(&document("d", "", &text), &levels).unwrap();
        for (chunks, &size) in tree.levels().iter().zip(levels.sizes()) {
            for chunk in chunks {
                let lead = &text[chunk.span().start..chunk.tile.start];
                let most = (f64::from(size) * levels.overlap()) as usize;
                prop_assert!(lead.chars().count() <= most);
                let before = &text[..chunk.span().start];
                let at_word = before.is_empty() || before.ends_with(char::is_whitespace);
                prop_assert!(lead.is_empty() || at_word || is_chunk_start(chunks, chunk.span().start));
            }
        }
    }
}

/// The start of a parent bounds the overlap of its children, wherever it was cut.
fn is_chunk_start(chunks: &[kindex::Chunk], at: usize) -> bool {
    chunks.iter().any(|chunk| chunk.tile.start == at)
}

#[test]
fn fences_and_tables_that_fit_stay_whole() {
    let code = "```js\n## not a heading\nlet x = 1;\n```\n";
    let table = "| a | b |\n| - | - |\n| 1 | 2 |\n";
    let prose = "Words that fill a line or so of the page.\n\n".repeat(4);
    let text = format!("# T\n\n{prose}{code}\n{prose}{table}\n{prose}");
    let levels = Levels::new(&[120, 600], &[0.0]).unwrap();
    let tree = Tree::new(&document("d", "", &text), &levels).unwrap();
    for block in [code, table] {
        let whole = |chunk: &kindex::Chunk| text[chunk.tile.clone()].contains(block);
        assert!(tree.level(0).iter().any(whole), "{block}");
    }
}

#[test]
fn a_long_document_without_headings_is_cut() {
    // Quadratic behaviour over two million characters would take hours.
    let text = "some words in a row ".repeat(100_000);
    let tree = Tree::new(&document("d", "", &text), &Levels::default()).unwrap();
    assert!((4000..5500).contains(&tree.level(0).len()));
}
