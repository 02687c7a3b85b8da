//! The facts that hold of every tree, whatever the document.

use crate::common::{document, hostile_text, some_levels, with_parts};
use kindex::{Chunk, Chunker, Document, Levels, Parents, Parts, Tree, Unit};
use proptest::prelude::*;
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// One grapheme alone may be longer than a chunk, as it is never parted.
fn is_too_long(text: &str, size: u32, unit: Unit) -> bool {
    unit.count(text) > size as usize && text.graphemes(true).count() > 1
}

fn is_grapheme_boundary(text: &str, at: usize) -> bool {
    GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap()
}

/// Whether parts make the coarsest chunks as long as they are.
fn is_topped_by_parts(document: &Document, levels: &Levels) -> bool {
    let parted = document.parts != Parts::None;
    parted && levels.chunker() == Chunker::Sections && levels.count() > 1
}

fn some_document() -> impl Strategy<Value = Document> {
    (hostile_text(), 0u8..4, 1usize..6)
        .prop_map(|(text, kind, every)| with_parts(document("d", "", &text), kind, every))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_level_tiles_the_text(document in some_document(), levels in some_levels()) {
        let text = &document.text;
        let tree = Tree::new(&document, &levels).unwrap();
        prop_assert_eq!(tree.levels().len(), levels.count());
        for chunks in tree.levels() {
            let joined: String = chunks.iter().map(|chunk| &text[chunk.tile.clone()]).collect();
            prop_assert_eq!(&joined, text);
            for chunk in chunks {
                let start = chunk.tile.start;
                let is_part = document.parts.starts().contains(&start);
                let is_heading = document.sections.iter().any(|section| section.start == start);
                prop_assert!(is_grapheme_boundary(text, start) || is_part || is_heading, "{:?}", chunk);
                prop_assert!(start < chunk.tile.end || text.is_empty());
            }
        }
    }

    #[test]
    fn chunks_have_at_most_their_size(document in some_document(), levels in some_levels()) {
        let tree = Tree::new(&document, &levels).unwrap();
        let parted = is_topped_by_parts(&document, &levels);
        for (level, (chunks, &size)) in tree.levels().iter().zip(levels.sizes()).enumerate() {
            for chunk in chunks {
                let tile = &document.text[chunk.tile.clone()];
                let unlimited = parted && level + 1 == levels.count();
                prop_assert!(unlimited || !is_too_long(tile, size, levels.unit()), "{:?} {}", chunk, size);
            }
        }
    }

    #[test]
    fn every_child_lies_in_one_parent(document in some_document(), levels in some_levels()) {
        let tree = Tree::new(&document, &levels).unwrap();
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
                    prop_assert!(child.span().start >= parent.tile.start);
                }
            }
        }
    }

    #[test]
    fn overlap_is_bounded_and_begins_at_a_word(document in some_document(), levels in some_levels()) {
        let text = &document.text;
        let tree = Tree::new(&document, &levels).unwrap();
        let sizes = levels.sizes().iter().zip(levels.overlaps());
        for (chunks, (&size, &overlap)) in tree.levels().iter().zip(sizes) {
            for chunk in chunks {
                let lead = &text[chunk.span().start..chunk.tile.start];
                let most = (f64::from(size) * overlap) as usize;
                prop_assert!(levels.unit().count(lead) <= most);
                let tile = &text[chunk.tile.clone()];
                if levels.chunker() == Chunker::Windows && tile.graphemes(true).count() > 1 {
                    // The bytes before a tile are part of the window; a word that they cut may
                    // count twice.
                    let span = levels.unit().count(&text[chunk.span()]);
                    prop_assert!(span <= size as usize + 1, "{:?} {}", chunk, size);
                }
                let before = &text[..chunk.span().start];
                let at_word = before.is_empty() || before.ends_with(char::is_whitespace);
                prop_assert!(lead.is_empty() || at_word || is_chunk_start(chunks, chunk.span().start));
            }
        }
    }

    #[test]
    fn parts_are_kept(text in hostile_text(), every in 1usize..6, levels in some_levels()) {
        let levels = levels.with_chunker(Chunker::Sections);
        let exchanges = with_parts(document("d", "", &text), 0, every);
        let tree = Tree::new(&exchanges, &levels).unwrap();
        let top = &tree.levels()[levels.count() - 1];
        if levels.count() > 1 && levels.parents() != Parents::Documents {
            let starts: Vec<usize> = top.iter().map(|chunk| chunk.tile.start).collect();
            let mut parts = vec![0];
            parts.extend(exchanges.parts.starts());
            parts.dedup();
            prop_assert_eq!(starts, parts);
        }
        let functions = with_parts(document("d", "", &text), 1, every);
        let tree = Tree::new(&functions, &levels).unwrap();
        for &start in functions.parts.starts() {
            prop_assert!(is_chunk_start(tree.level(0), start));
        }
        prop_assert!(levels.count() == 1 || tree.levels()[levels.count() - 1].len() == 1);
    }
}

/// The start of a parent bounds the overlap of its children, wherever it was cut.
fn is_chunk_start(chunks: &[Chunk], at: usize) -> bool {
    chunks.iter().any(|chunk| chunk.tile.start == at)
}

#[test]
fn fences_and_tables_that_fit_stay_whole() {
    let code = "```js\n## not a heading\nlet x = 1;\n```\n";
    let table = "| a | b |\n| - | - |\n| 1 | 2 |\n";
    let prose = "Words that fill a line or so of the page.\n\n".repeat(4);
    let text = format!("# T\n\n{prose}{code}\n{prose}{table}\n{prose}");
    let levels = Levels::new(&[120, 600], &[]).unwrap();
    let tree = Tree::new(&document("d", "", &text), &levels).unwrap();
    for block in [code, table] {
        let whole = |chunk: &Chunk| text[chunk.tile.clone()].contains(block);
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

#[test]
fn a_text_of_one_long_word_is_cut() {
    let text = "a".repeat(2_000_000);
    let windows = Levels::new(&[800, 2000], &[0.2]).unwrap().with_chunker(Chunker::Windows);
    for levels in [Levels::default(), windows.clone(), windows.with_unit(Unit::Tokens)] {
        let tree = Tree::new(&document("d", "", &text), &levels).unwrap();
        assert!(tree.level(0).iter().all(|chunk| chunk.lead == 0));
    }
}
